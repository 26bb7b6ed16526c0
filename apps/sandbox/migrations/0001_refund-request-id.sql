ALTER TABLE "sandbox"."transaction" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "sandbox"."transaction" ADD CONSTRAINT "transaction_request_id_unique" UNIQUE("request_id");