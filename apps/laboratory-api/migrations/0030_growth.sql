CREATE INDEX "result_share_revoked" ON "laboratory"."result_share" USING btree ("revoked_at") WHERE "laboratory"."result_share"."revoked_at" is not null;--> statement-breakpoint
-- Rows of these change again and again: a fifth of a large table in dead rows, as is the default, is a long way to read past.
ALTER TABLE "laboratory"."attempt" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "laboratory"."visit_slot" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);