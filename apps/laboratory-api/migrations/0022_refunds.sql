CREATE TABLE "laboratory"."payment_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"ends_order" boolean NOT NULL,
	"origin" text NOT NULL,
	"reason" text,
	"requested_by" uuid,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"provider_refund_id" text,
	"failure" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "payment_refund_amount" CHECK ("laboratory"."payment_refund"."amount" > 0),
	CONSTRAINT "payment_refund_second_person" CHECK ("laboratory"."payment_refund"."decided_by" <> "laboratory"."payment_refund"."requested_by")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_transaction_id_payment_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "laboratory"."payment_transaction"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_requested_by_staff_account_id_fk" FOREIGN KEY ("requested_by") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_decided_by_staff_account_id_fk" FOREIGN KEY ("decided_by") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_refund_transaction" ON "laboratory"."payment_refund" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_refund_open" ON "laboratory"."payment_refund" USING btree ("requested_at") WHERE "laboratory"."payment_refund"."state" in ('requested', 'approved');--> statement-breakpoint
CREATE INDEX "payment_refund_done" ON "laboratory"."payment_refund" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "payment_refund_requested_by" ON "laboratory"."payment_refund" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "payment_refund_decided_by" ON "laboratory"."payment_refund" USING btree ("decided_by");--> statement-breakpoint
-- What was given back before stands in the books as well, under the key by which the provider knows it.
INSERT INTO "laboratory"."payment_refund" ("id", "transaction_id", "amount", "state", "version", "ends_order", "origin", "requested_at", "decided_at", "done_at")
  SELECT "id", "id", "amount", 'done', 1, "kind" = 'settled', 'operator', "refunded_at", "refunded_at", "refunded_at"
  FROM "laboratory"."payment_transaction" WHERE "refunded_at" IS NOT NULL;
