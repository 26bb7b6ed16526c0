CREATE TABLE "laboratory"."support_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ADD CONSTRAINT "support_link_message_id_support_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "laboratory"."support_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "support_link_token" ON "laboratory"."support_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "support_link_message" ON "laboratory"."support_link" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "support_link_expiry" ON "laboratory"."support_link" USING btree ("expires_at");