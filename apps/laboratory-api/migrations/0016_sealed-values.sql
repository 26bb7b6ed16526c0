CREATE TABLE "laboratory"."data_key" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"swept_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "laboratory"."observation_course";--> statement-breakpoint
-- Release 0.2.0: 0.1.0 fills this column and never reads it.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "laboratory"."received_report" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "sealed_comment" text;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD COLUMN "sealed_value" text;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD COLUMN "sealed_content" text;--> statement-breakpoint
CREATE UNIQUE INDEX "data_key_current" ON "laboratory"."data_key" USING btree ("purpose") WHERE "laboratory"."data_key"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "observation_of_measure" ON "laboratory"."observation" USING btree ("patient_id","measure","sampled_at") WHERE "laboratory"."observation"."superseded_at" is null;