CREATE TABLE "laboratory"."staff_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"staff_id" uuid,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."staff_passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
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
ALTER TABLE "laboratory"."staff_challenge" ADD CONSTRAINT "staff_challenge_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."staff_passkey" ADD CONSTRAINT "staff_passkey_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_challenge_staff" ON "laboratory"."staff_challenge" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_challenge_expiry" ON "laboratory"."staff_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_passkey_credential" ON "laboratory"."staff_passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "staff_passkey_staff" ON "laboratory"."staff_passkey" USING btree ("staff_id");