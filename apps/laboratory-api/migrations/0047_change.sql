ALTER TABLE "laboratory"."user_account" ADD COLUMN "restricted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."user_account" ADD COLUMN "restriction_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."user_account" ADD COLUMN "objected_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "user_account_restriction_end" ON "laboratory"."user_account" USING btree ("restriction_ends_at") WHERE "laboratory"."user_account"."restriction_ends_at" is not null;