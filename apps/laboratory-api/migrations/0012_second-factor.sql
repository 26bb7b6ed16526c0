CREATE TABLE "laboratory"."login_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"with_mailed_code" boolean NOT NULL,
	"tries_left" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."recovery_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."totp" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "laboratory"."user_account_email";--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."user_account" ADD COLUMN "pending_email" text;--> statement-breakpoint
-- An address that was not confirmed yet waits; the one proven before it counts.
UPDATE "laboratory"."user_account" SET "pending_email" = "email", "email" = "confirmed_email", "email_confirmed_at" = "updated_at" WHERE "confirmed_email" IS NOT NULL AND "email_confirmed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."login_step" ADD CONSTRAINT "login_step_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."totp" ADD CONSTRAINT "totp_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "login_step_token" ON "laboratory"."login_step" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "login_step_user" ON "laboratory"."login_step" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_step_expiry" ON "laboratory"."login_step" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_user" ON "laboratory"."recovery_code" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_proven_email" ON "laboratory"."user_account" USING btree ("email") WHERE "laboratory"."user_account"."email_confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX "user_account_email_name" ON "laboratory"."user_account" USING btree ("email");