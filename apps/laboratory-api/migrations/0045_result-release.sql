-- NOT VALID scans nothing: the column is new, so there is no row that could be wrong.
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "released_by" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_released_by_staff_account_id_fk" FOREIGN KEY ("released_by") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "analysis_result_held" ON "laboratory"."analysis_result" USING btree ("held_since") WHERE "laboratory"."analysis_result"."held_since" is not null;--> statement-breakpoint
CREATE INDEX "analysis_result_released_by" ON "laboratory"."analysis_result" USING btree ("released_by") WHERE "laboratory"."analysis_result"."released_by" is not null;