CREATE TABLE "laboratory"."passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."webauthn_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" ADD COLUMN "proven_with" text;--> statement-breakpoint
ALTER TABLE "laboratory"."passkey" ADD CONSTRAINT "passkey_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" ADD CONSTRAINT "webauthn_challenge_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_credential" ON "laboratory"."passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "laboratory"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webauthn_challenge_user" ON "laboratory"."webauthn_challenge" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webauthn_challenge_expiry" ON "laboratory"."webauthn_challenge" USING btree ("expires_at");