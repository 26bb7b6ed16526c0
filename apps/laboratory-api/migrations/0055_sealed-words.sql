ALTER TABLE "laboratory"."support_entry" ADD COLUMN "sealed_text" text;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "sealed_message" text;