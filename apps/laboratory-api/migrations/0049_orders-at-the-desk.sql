CREATE TABLE "laboratory"."order_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"template" text NOT NULL,
	"data" jsonb NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"ended_at" timestamp with time zone,
	"sent_to" text,
	"repeats" uuid
);
--> statement-breakpoint
CREATE TABLE "laboratory"."tests_consent" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"asked_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"is_granted" boolean,
	"ends_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ADD CONSTRAINT "order_mail_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ADD CONSTRAINT "tests_consent_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_mail_order" ON "laboratory"."order_mail" USING btree ("order_id","queued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "order_mail_repeats" ON "laboratory"."order_mail" USING btree ("order_id","repeats");--> statement-breakpoint
CREATE INDEX "tests_consent_order" ON "laboratory"."tests_consent" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customer_order_state_created" ON "laboratory"."customer_order" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customer_order_state_visit" ON "laboratory"."customer_order" USING btree ("state","visit_start","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customer_order_laboratory_created" ON "laboratory"."customer_order" USING btree ("laboratory_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "customer_order_laboratory_state_visit" ON "laboratory"."customer_order" USING btree ("laboratory_id","state","visit_start","id");