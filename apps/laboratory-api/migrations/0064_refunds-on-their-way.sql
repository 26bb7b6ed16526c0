-- The key under which a refund is sent next, and the refunds that failed after they had been made.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN IF NOT EXISTS "send_key" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN IF NOT EXISTS "reversals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_refund_of_provider" ON "laboratory"."payment_refund" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_refund_reversed" ON "laboratory"."payment_refund" USING btree ("id") WHERE "laboratory"."payment_refund"."reversals" <> '[]';