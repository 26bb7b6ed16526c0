ALTER TABLE "sandbox"."notification" ALTER COLUMN "transaction_uid" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."analyser_work" ADD COLUMN "issued_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "checkout_open" ON "sandbox"."checkout" USING btree ("expires_at") WHERE state = 'open';