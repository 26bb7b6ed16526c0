ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "result_sampled_at" timestamp with time zone;--> statement-breakpoint
UPDATE "laboratory"."analysis_result" SET "result_sampled_at" = "test_result"."sampled_at" FROM "laboratory"."test_result" WHERE "test_result"."id" = "analysis_result"."test_result_id";--> statement-breakpoint
-- Release 0.1.0: written before releases ran beside each other; the one before it answers reports with 500.
-- squawk-ignore adding-not-nullable-field
ALTER TABLE "laboratory"."analysis_result" ALTER COLUMN "result_sampled_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "analysis_result_of_patient" ON "laboratory"."analysis_result" USING btree ("patient_id","result_sampled_at" DESC NULLS FIRST,"test_result_id" DESC NULLS FIRST);
