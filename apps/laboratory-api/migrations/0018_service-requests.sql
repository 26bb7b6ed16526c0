CREATE TABLE "laboratory"."service_request" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"laboratory_id" integer NOT NULL,
	"status" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "service_request_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
DROP INDEX "laboratory"."customer_order_user";--> statement-breakpoint
DROP INDEX "laboratory"."customer_order_waiting";--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ADD CONSTRAINT "service_request_order_line" FOREIGN KEY ("order_id","position") REFERENCES "laboratory"."order_line"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "service_request_change" ON "laboratory"."service_request" USING btree ("changed_at","order_id","position");--> statement-breakpoint
CREATE INDEX "service_request_status" ON "laboratory"."service_request" USING btree ("status","order_id","position");--> statement-breakpoint
CREATE INDEX "service_request_status_change" ON "laboratory"."service_request" USING btree ("status","changed_at","order_id","position");--> statement-breakpoint
CREATE INDEX "user_account_left_behind" ON "laboratory"."user_account" USING btree ("id") WHERE "laboratory"."user_account"."email_confirmed_at" is null and "laboratory"."user_account"."confirmed_email" <> "laboratory"."user_account"."email";--> statement-breakpoint
CREATE INDEX "customer_order_user" ON "laboratory"."customer_order" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "customer_order_waiting" ON "laboratory"."customer_order" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "laboratory"."customer_order"."state" = 'awaitingPayment';--> statement-breakpoint
-- Writes the rows of one order, or of one of its lines, as order and result now are. Orders that no laboratory may know of have none.
CREATE FUNCTION "laboratory"."write_service_requests"("of_order" uuid, "at_position" integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO laboratory.service_request (order_id, position, laboratory_id, status, changed_at)
  SELECT o.id, l.position, o.laboratory_id,
    CASE
      WHEN o.state = 'refunded' OR r.status = 'cancelled' THEN 'revoked'
      WHEN r.status IN ('final', 'corrected') THEN 'completed'
      ELSE 'active'
    END,
    greatest(o.updated_at, r.changed_at)
  FROM laboratory.customer_order o
  JOIN laboratory.order_line l ON l.order_id = o.id AND l.kind = 'analysis'
  LEFT JOIN laboratory.analysis_result r ON r.order_id = l.order_id AND r.line_position = l.position
  WHERE (of_order IS NULL OR o.id = of_order) AND (at_position IS NULL OR l.position = at_position)
    AND o.state IN ('paid', 'collected', 'inProgress', 'partiallyReported', 'completed', 'refunded')
  ON CONFLICT (order_id, position) DO UPDATE SET status = excluded.status, changed_at = excluded.changed_at
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."note_order_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM laboratory.write_service_requests(NEW.id, NULL);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."note_result_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM laboratory.write_service_requests(NEW.order_id, NEW.line_position);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "customer_order_service_requests" AFTER UPDATE ON "laboratory"."customer_order" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.updated_at IS DISTINCT FROM NEW.updated_at)
  EXECUTE FUNCTION "laboratory"."note_order_change"();--> statement-breakpoint
CREATE TRIGGER "analysis_result_new_service_request" AFTER INSERT ON "laboratory"."analysis_result" FOR EACH ROW
  EXECUTE FUNCTION "laboratory"."note_result_change"();--> statement-breakpoint
CREATE TRIGGER "analysis_result_service_request" AFTER UPDATE ON "laboratory"."analysis_result" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.changed_at IS DISTINCT FROM NEW.changed_at)
  EXECUTE FUNCTION "laboratory"."note_result_change"();--> statement-breakpoint
-- What was ordered before. The triggers are there already: they wait for this transaction, and the release before writes through them too.
SELECT "laboratory"."write_service_requests"(NULL, NULL);
