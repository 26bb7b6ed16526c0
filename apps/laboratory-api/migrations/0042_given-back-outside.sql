-- NOT VALID scans nothing: the columns are new, so there is no row that could be wrong.
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "outside_way" text;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "outside_reference" text;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "outside_by" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "outside_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "outside_seconded_by" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_outside_by_staff_account_id_fk" FOREIGN KEY ("outside_by") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_outside_seconded_by_staff_account_id_fk" FOREIGN KEY ("outside_seconded_by") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "payment_refund_outside_by" ON "laboratory"."payment_refund" USING btree ("outside_by");--> statement-breakpoint
CREATE INDEX "payment_refund_outside_seconded_by" ON "laboratory"."payment_refund" USING btree ("outside_seconded_by");--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_outside" CHECK ("laboratory"."payment_refund"."outside_seconded_by" <> "laboratory"."payment_refund"."outside_by") NOT VALID;
