-- Whose each row is, by an id that outlives the account (docs/decisions/0192). The columns and checks are new, so nothing is scanned;
-- rows that are there are filled in small steps after this (`fillOwners`), which then validates the checks. The release before gives
-- no owner: a trigger of each table does for it, also where it changes a row that is not filled yet. With the release after this one
-- the columns become NOT NULL, and the checks, the triggers and their functions go.
-- So many tables are locked one after the other: sooner than an order that holds some of them is taken for a deadlock (a second),
-- this gives up, lets go of all, and is begun again.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" ADD CONSTRAINT "customer_order_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" ADD CONSTRAINT "webauthn_challenge_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD CONSTRAINT "support_message_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD CONSTRAINT "rights_request_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ADD CONSTRAINT "order_patient_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" ADD CONSTRAINT "order_line_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" ADD CONSTRAINT "order_history_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ADD CONSTRAINT "order_mail_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ADD CONSTRAINT "tests_consent_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ADD CONSTRAINT "service_request_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ADD CONSTRAINT "visit_answer_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ADD CONSTRAINT "visit_progress_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ADD CONSTRAINT "taken_specimen_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD CONSTRAINT "desk_event_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD CONSTRAINT "order_presence_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" ADD CONSTRAINT "payment_attempt_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ADD CONSTRAINT "payment_transaction_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD CONSTRAINT "test_result_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" ADD CONSTRAINT "payment_event_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD CONSTRAINT "report_document_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD CONSTRAINT "observation_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD CONSTRAINT "received_report_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ADD CONSTRAINT "report_identifier_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD CONSTRAINT "critical_call_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ADD CONSTRAINT "result_share_view_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD CONSTRAINT "support_entry_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ADD CONSTRAINT "support_link_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD CONSTRAINT "rights_step_owner" CHECK ("owner_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
-- Of what is nobody's its own id; an erasure that empties the account of a row that is not filled yet leaves the owner.
CREATE FUNCTION "laboratory"."owner_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := coalesce(NEW.user_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.user_id END, NEW.id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
-- By the order itself, so that it does not matter which of the rows between them are filled.
CREATE FUNCTION "laboratory"."owner_of_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.customer_order o WHERE o.id = NEW.order_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.payment_transaction t
    JOIN laboratory.customer_order o ON o.id = t.order_id WHERE t.id = NEW.transaction_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
-- What a provider said about an attempt that is not ours is nobody's.
CREATE FUNCTION "laboratory"."owner_of_attempt"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := coalesce((SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.payment_attempt a
    JOIN laboratory.customer_order o ON o.id = a.order_id WHERE a.id = NEW.attempt_id), NEW.id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_document"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.test_result t
    JOIN laboratory.customer_order o ON o.id = t.order_id WHERE t.id = NEW.test_result_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_result"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.analysis_result r
    JOIN laboratory.customer_order o ON o.id = r.order_id WHERE r.id = NEW.analysis_result_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_share"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT s.user_id FROM laboratory.result_share s WHERE s.id = NEW.share_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_question"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.support_message o WHERE o.id = NEW.message_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."owner_of_rights_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT coalesce(o.owner_id, o.user_id, o.id) FROM laboratory.rights_request o WHERE o.id = NEW.request_id);
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "customer_order_owner" BEFORE INSERT OR UPDATE ON "laboratory"."customer_order" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_row"();--> statement-breakpoint
CREATE TRIGGER "webauthn_challenge_owner" BEFORE INSERT OR UPDATE ON "laboratory"."webauthn_challenge" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_row"();--> statement-breakpoint
CREATE TRIGGER "support_message_owner" BEFORE INSERT OR UPDATE ON "laboratory"."support_message" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_row"();--> statement-breakpoint
CREATE TRIGGER "rights_request_owner" BEFORE INSERT OR UPDATE ON "laboratory"."rights_request" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_row"();--> statement-breakpoint
CREATE TRIGGER "order_patient_owner" BEFORE INSERT OR UPDATE ON "laboratory"."order_patient" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "order_line_owner" BEFORE INSERT OR UPDATE ON "laboratory"."order_line" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "order_history_owner" BEFORE INSERT OR UPDATE ON "laboratory"."order_history" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "order_mail_owner" BEFORE INSERT OR UPDATE ON "laboratory"."order_mail" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "tests_consent_owner" BEFORE INSERT OR UPDATE ON "laboratory"."tests_consent" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "service_request_owner" BEFORE INSERT OR UPDATE ON "laboratory"."service_request" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "visit_answer_owner" BEFORE INSERT OR UPDATE ON "laboratory"."visit_answer" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "visit_progress_owner" BEFORE INSERT OR UPDATE ON "laboratory"."visit_progress" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "taken_specimen_owner" BEFORE INSERT OR UPDATE ON "laboratory"."taken_specimen" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "desk_event_owner" BEFORE INSERT OR UPDATE ON "laboratory"."desk_event" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "order_presence_owner" BEFORE INSERT OR UPDATE ON "laboratory"."order_presence" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "payment_attempt_owner" BEFORE INSERT OR UPDATE ON "laboratory"."payment_attempt" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "payment_transaction_owner" BEFORE INSERT OR UPDATE ON "laboratory"."payment_transaction" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "test_result_owner" BEFORE INSERT OR UPDATE ON "laboratory"."test_result" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "analysis_result_owner" BEFORE INSERT OR UPDATE ON "laboratory"."analysis_result" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
CREATE TRIGGER "payment_refund_owner" BEFORE INSERT OR UPDATE ON "laboratory"."payment_refund" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_payment"();--> statement-breakpoint
CREATE TRIGGER "payment_event_owner" BEFORE INSERT OR UPDATE ON "laboratory"."payment_event" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_attempt"();--> statement-breakpoint
CREATE TRIGGER "report_document_owner" BEFORE INSERT OR UPDATE ON "laboratory"."report_document" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_document"();--> statement-breakpoint
CREATE TRIGGER "observation_owner" BEFORE INSERT OR UPDATE ON "laboratory"."observation" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_result"();--> statement-breakpoint
CREATE TRIGGER "received_report_owner" BEFORE INSERT OR UPDATE ON "laboratory"."received_report" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_result"();--> statement-breakpoint
CREATE TRIGGER "report_identifier_owner" BEFORE INSERT OR UPDATE ON "laboratory"."report_identifier" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_result"();--> statement-breakpoint
CREATE TRIGGER "critical_call_owner" BEFORE INSERT OR UPDATE ON "laboratory"."critical_call" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_result"();--> statement-breakpoint
CREATE TRIGGER "result_share_view_owner" BEFORE INSERT OR UPDATE ON "laboratory"."result_share_view" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_share"();--> statement-breakpoint
CREATE TRIGGER "support_entry_owner" BEFORE INSERT OR UPDATE ON "laboratory"."support_entry" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_question"();--> statement-breakpoint
CREATE TRIGGER "support_link_owner" BEFORE INSERT OR UPDATE ON "laboratory"."support_link" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_question"();--> statement-breakpoint
CREATE TRIGGER "rights_step_owner" BEFORE INSERT OR UPDATE ON "laboratory"."rights_step" FOR EACH ROW
  WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION "laboratory"."owner_of_rights_request"();--> statement-breakpoint
-- As before, with the owner.
CREATE OR REPLACE FUNCTION "laboratory"."write_service_requests"("of_order" uuid, "at_position" integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO laboratory.service_request (order_id, owner_id, position, laboratory_id, status, changed_at)
  SELECT o.id, o.owner_id, l.position, o.laboratory_id,
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
$$;
