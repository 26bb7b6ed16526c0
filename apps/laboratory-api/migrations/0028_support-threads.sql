CREATE TABLE "laboratory"."support_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."support_entry_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"staff_id" uuid,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "asked_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD CONSTRAINT "support_entry_message_id_support_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "laboratory"."support_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD CONSTRAINT "support_entry_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_entry_message" ON "laboratory"."support_entry" USING btree ("message_id","serial");--> statement-breakpoint
CREATE INDEX "support_entry_staff" ON "laboratory"."support_entry" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "support_message_assignee" ON "laboratory"."support_message" USING btree ("assignee_id");