CREATE TABLE "laboratory"."staff_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"locale" text NOT NULL,
	"password_hash" text,
	"sealed_secret" text,
	"last_step" bigint,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."staff_grant" (
	"staff_id" uuid NOT NULL,
	"role" text NOT NULL,
	"laboratory_ids" integer[],
	CONSTRAINT "staff_grant_staff_id_role_pk" PRIMARY KEY("staff_id","role")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."staff_invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."staff_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."audit_entry" ADD COLUMN "staff_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."staff_grant" ADD CONSTRAINT "staff_grant_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."staff_invitation" ADD CONSTRAINT "staff_invitation_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."staff_session" ADD CONSTRAINT "staff_session_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_account_email" ON "laboratory"."staff_account" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitation_token" ON "laboratory"."staff_invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_invitation_staff" ON "laboratory"."staff_invitation" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_invitation_expiry" ON "laboratory"."staff_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_session_token" ON "laboratory"."staff_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "staff_session_staff" ON "laboratory"."staff_session" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_session_expiry" ON "laboratory"."staff_session" USING btree ("expires_at");