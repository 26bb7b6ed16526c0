CREATE TABLE "laboratory"."former_email" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"confirmed" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."support_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"order_number" text,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "support_message_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."former_email" ADD CONSTRAINT "former_email_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_message_user" ON "laboratory"."support_message" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "support_message_created" ON "laboratory"."support_message" USING btree ("created_at");