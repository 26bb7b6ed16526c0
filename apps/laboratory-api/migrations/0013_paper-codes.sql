ALTER TABLE "laboratory"."report_document" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '180 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD COLUMN "wrong_pins" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" ADD COLUMN "paper_pin_hash" text;