CREATE TABLE "laboratory"."rights_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"right" text NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"words" text,
	"asked_at" timestamp with time zone NOT NULL,
	"due_on" date NOT NULL,
	"assignee_id" uuid,
	"answer" text,
	"answered_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rights_request_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."rights_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."rights_step_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"text" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD CONSTRAINT "rights_request_assignee_id_staff_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD CONSTRAINT "rights_step_request_id_rights_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "laboratory"."rights_request"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD CONSTRAINT "rights_step_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rights_request_user" ON "laboratory"."rights_request" USING btree ("user_id","asked_at");--> statement-breakpoint
CREATE INDEX "rights_request_open" ON "laboratory"."rights_request" USING btree ("due_on","id") WHERE "laboratory"."rights_request"."state" = 'open';--> statement-breakpoint
CREATE INDEX "rights_request_answered" ON "laboratory"."rights_request" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "rights_request_assignee" ON "laboratory"."rights_request" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "rights_step_request" ON "laboratory"."rights_step" USING btree ("request_id","serial");--> statement-breakpoint
CREATE INDEX "rights_step_staff" ON "laboratory"."rights_step" USING btree ("staff_id");