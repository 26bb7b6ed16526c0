ALTER TABLE "laboratory"."customer_order" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customer_order_retained" ON "laboratory"."customer_order" USING btree ("updated_at") WHERE "laboratory"."customer_order"."erased_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "report_identifier_result" ON "laboratory"."report_identifier" USING btree ("analysis_result_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "test_result_sampled" ON "laboratory"."test_result" USING btree ("sampled_at");