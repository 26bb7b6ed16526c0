CREATE TABLE "laboratory"."desk_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial" bigint GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."desk_event_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."taken_specimen" (
	"label" text NOT NULL,
	"order_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"container_id" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "taken_specimen_label_pk" PRIMARY KEY("label")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."visit_progress" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD CONSTRAINT "desk_event_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD CONSTRAINT "desk_event_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ADD CONSTRAINT "taken_specimen_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ADD CONSTRAINT "visit_progress_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_event_order" ON "laboratory"."desk_event" USING btree ("order_id","serial");--> statement-breakpoint
CREATE INDEX "desk_event_staff" ON "laboratory"."desk_event" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "taken_specimen_order" ON "laboratory"."taken_specimen" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "user_account_phone" ON "laboratory"."user_account" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 9)) WHERE "laboratory"."user_account"."phone" is not null;--> statement-breakpoint
CREATE INDEX "audit_entry_staff" ON "laboratory"."audit_entry" USING btree ("staff_id","id") WHERE "laboratory"."audit_entry"."staff_id" is not null;--> statement-breakpoint
CREATE INDEX "order_patient_last_name" ON "laboratory"."order_patient" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_order_laboratory_visit" ON "laboratory"."customer_order" USING btree ("laboratory_id","visit_start");--> statement-breakpoint
CREATE INDEX "customer_order_phone" ON "laboratory"."customer_order" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 9)) WHERE "laboratory"."customer_order"."phone" is not null;