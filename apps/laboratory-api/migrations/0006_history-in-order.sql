DROP INDEX "laboratory"."order_history_order";--> statement-breakpoint
-- Release 0.1.0: the engine fills the number in for who does not know it; the table is rewritten under a lock, once.
-- squawk-ignore adding-field-with-default
ALTER TABLE "laboratory"."order_history" ADD COLUMN "serial" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."order_history_serial_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "order_history_order_serial" ON "laboratory"."order_history" USING btree ("order_id","serial");