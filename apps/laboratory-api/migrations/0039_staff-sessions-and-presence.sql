CREATE TABLE "laboratory"."order_presence" (
	"order_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_presence_order_id_staff_id_pk" PRIMARY KEY("order_id","staff_id")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."staff_session" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD CONSTRAINT "order_presence_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD CONSTRAINT "order_presence_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_presence_staff" ON "laboratory"."order_presence" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "order_presence_seen" ON "laboratory"."order_presence" USING btree ("seen_at");