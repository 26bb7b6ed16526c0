-- From what somebody shows or is sent to whose it is (docs/decisions/0194). Triggers keep it, so that no release can forget it;
-- what is there is put in before the next migration, beside a shop that runs.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
CREATE TABLE "laboratory"."owner_directory" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"owner_id" uuid NOT NULL,
	CONSTRAINT "owner_directory_kind_key_pk" PRIMARY KEY("kind","key")
);--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct"("of_kind" text, "old_key" text, "old_owner" uuid, "new_key" text, "new_owner" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF old_key = new_key THEN
    IF old_owner <> new_owner THEN
      UPDATE laboratory.owner_directory SET owner_id = new_owner WHERE kind = of_kind AND key = old_key;
    END IF;
    RETURN;
  END IF;
  IF old_key IS NOT NULL THEN
    DELETE FROM laboratory.owner_directory WHERE kind = of_kind AND key = old_key;
  END IF;
  IF new_key IS NOT NULL THEN
    INSERT INTO laboratory.owner_directory (kind, key, owner_id) VALUES (of_kind, new_key, new_owner);
  END IF;
END;
$$;--> statement-breakpoint
-- As their owner: a role that may write the row has no right to the directory before the migration is through.
CREATE FUNCTION "laboratory"."direct_access_token"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('access_token', OLD.token_hash, OLD.user_id, NEW.token_hash, NEW.user_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_login_step"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('login_step', OLD.token_hash, OLD.user_id, NEW.token_hash, NEW.user_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_mailed_secret"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('mailed_secret', OLD.token_hash, OLD.user_id, NEW.token_hash, NEW.user_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_passkey"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('passkey', OLD.credential_id, OLD.user_id, NEW.credential_id, NEW.user_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_user_account"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('user_account', CASE WHEN OLD.email_confirmed_at IS NOT NULL THEN OLD.email END, OLD.id, CASE WHEN NEW.email_confirmed_at IS NOT NULL THEN NEW.email END, NEW.id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_support_message"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('support_message', OLD.reference, OLD.owner_id, NEW.reference, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_support_link"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('support_link', OLD.token_hash, OLD.owner_id, NEW.token_hash, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_rights_request"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('rights_request', OLD.reference, OLD.owner_id, NEW.reference, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_customer_order"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('customer_order', OLD.number, OLD.owner_id, NEW.number, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_taken_specimen"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('taken_specimen', OLD.label, OLD.owner_id, NEW.label, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_payment_attempt"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('payment_attempt', OLD.provider || ':' || OLD.token, OLD.owner_id, NEW.provider || ':' || NEW.token, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_payment_transaction"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('payment_transaction', OLD.provider || ':' || OLD.transaction_id, OLD.owner_id, NEW.provider || ':' || NEW.transaction_id, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_payment_event"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('payment_event', OLD.provider || ':' || OLD.provider_event_id, OLD.owner_id, NEW.provider || ':' || NEW.provider_event_id, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_report_identifier"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('report_identifier', OLD.identifier, OLD.owner_id, NEW.identifier, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_report_document"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('report_document', OLD.code, OLD.owner_id, NEW.code, NEW.owner_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_result_share"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  PERFORM laboratory.direct('result_share', OLD.token_hash, OLD.user_id, NEW.token_hash, NEW.user_id);
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- A row whose key is taken is passed over, as ON CONFLICT DO NOTHING does: nothing else puts in such rows.
CREATE FUNCTION "laboratory"."direct_new_payment_transaction"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.provider || ':' || NEW.transaction_id IS NOT NULL THEN
    INSERT INTO laboratory.owner_directory (kind, key, owner_id) VALUES ('payment_transaction', NEW.provider || ':' || NEW.transaction_id, NEW.owner_id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_new_payment_event"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.provider || ':' || NEW.provider_event_id IS NOT NULL THEN
    INSERT INTO laboratory.owner_directory (kind, key, owner_id) VALUES ('payment_event', NEW.provider || ':' || NEW.provider_event_id, NEW.owner_id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "laboratory"."direct_new_report_identifier"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF NEW.identifier IS NOT NULL THEN
    INSERT INTO laboratory.owner_directory (kind, key, owner_id) VALUES ('report_identifier', NEW.identifier, NEW.owner_id) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
LOCK TABLE "laboratory"."access_token", "laboratory"."customer_order", "laboratory"."login_step", "laboratory"."mailed_secret", "laboratory"."passkey", "laboratory"."payment_attempt", "laboratory"."payment_event", "laboratory"."payment_transaction", "laboratory"."report_document", "laboratory"."report_identifier", "laboratory"."result_share", "laboratory"."rights_request", "laboratory"."support_link", "laboratory"."support_message", "laboratory"."taken_specimen", "laboratory"."user_account" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TRIGGER "access_token_directory" AFTER INSERT OR DELETE OR UPDATE OF "token_hash", "user_id" ON "laboratory"."access_token" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_access_token"();--> statement-breakpoint
CREATE TRIGGER "login_step_directory" AFTER INSERT OR DELETE OR UPDATE OF "token_hash", "user_id" ON "laboratory"."login_step" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_login_step"();--> statement-breakpoint
CREATE TRIGGER "mailed_secret_directory" AFTER INSERT OR DELETE OR UPDATE OF "token_hash", "user_id" ON "laboratory"."mailed_secret" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_mailed_secret"();--> statement-breakpoint
CREATE TRIGGER "passkey_directory" AFTER INSERT OR DELETE OR UPDATE OF "credential_id", "user_id" ON "laboratory"."passkey" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_passkey"();--> statement-breakpoint
CREATE TRIGGER "user_account_directory" AFTER INSERT OR DELETE OR UPDATE OF "email", "email_confirmed_at" ON "laboratory"."user_account" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_user_account"();--> statement-breakpoint
CREATE TRIGGER "support_message_directory" AFTER INSERT OR DELETE OR UPDATE OF "reference", "owner_id" ON "laboratory"."support_message" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_support_message"();--> statement-breakpoint
CREATE TRIGGER "support_link_directory" AFTER INSERT OR DELETE OR UPDATE OF "token_hash", "owner_id" ON "laboratory"."support_link" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_support_link"();--> statement-breakpoint
CREATE TRIGGER "rights_request_directory" AFTER INSERT OR DELETE OR UPDATE OF "reference", "owner_id" ON "laboratory"."rights_request" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_rights_request"();--> statement-breakpoint
CREATE TRIGGER "customer_order_directory" AFTER INSERT OR DELETE OR UPDATE OF "owner_id" ON "laboratory"."customer_order" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_customer_order"();--> statement-breakpoint
CREATE TRIGGER "taken_specimen_directory" AFTER INSERT OR DELETE OR UPDATE OF "label", "owner_id" ON "laboratory"."taken_specimen" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_taken_specimen"();--> statement-breakpoint
CREATE TRIGGER "payment_attempt_directory" AFTER INSERT OR DELETE OR UPDATE OF "provider", "token", "owner_id" ON "laboratory"."payment_attempt" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_payment_attempt"();--> statement-breakpoint
CREATE TRIGGER "payment_transaction_new_directory" BEFORE INSERT ON "laboratory"."payment_transaction" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_new_payment_transaction"();--> statement-breakpoint
CREATE TRIGGER "payment_transaction_directory" AFTER DELETE OR UPDATE OF "provider", "transaction_id", "owner_id" ON "laboratory"."payment_transaction" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_payment_transaction"();--> statement-breakpoint
CREATE TRIGGER "payment_event_new_directory" BEFORE INSERT ON "laboratory"."payment_event" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_new_payment_event"();--> statement-breakpoint
CREATE TRIGGER "payment_event_directory" AFTER DELETE OR UPDATE OF "provider", "provider_event_id", "owner_id" ON "laboratory"."payment_event" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_payment_event"();--> statement-breakpoint
CREATE TRIGGER "report_identifier_new_directory" BEFORE INSERT ON "laboratory"."report_identifier" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_new_report_identifier"();--> statement-breakpoint
CREATE TRIGGER "report_identifier_directory" AFTER DELETE OR UPDATE OF "identifier", "owner_id" ON "laboratory"."report_identifier" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_report_identifier"();--> statement-breakpoint
CREATE TRIGGER "report_document_directory" AFTER INSERT OR DELETE OR UPDATE OF "code", "owner_id" ON "laboratory"."report_document" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_report_document"();--> statement-breakpoint
CREATE TRIGGER "result_share_directory" AFTER INSERT OR DELETE OR UPDATE OF "token_hash", "user_id" ON "laboratory"."result_share" FOR EACH ROW EXECUTE FUNCTION "laboratory"."direct_result_share"();--> statement-breakpoint
CREATE FUNCTION "laboratory"."fill_owner_directory"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'access_token', r.token_hash, r.user_id FROM laboratory.access_token r WHERE r.token_hash IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'login_step', r.token_hash, r.user_id FROM laboratory.login_step r WHERE r.token_hash IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'mailed_secret', r.token_hash, r.user_id FROM laboratory.mailed_secret r WHERE r.token_hash IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'passkey', r.credential_id, r.user_id FROM laboratory.passkey r WHERE r.credential_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'user_account', CASE WHEN r.email_confirmed_at IS NOT NULL THEN r.email END, r.id FROM laboratory.user_account r WHERE CASE WHEN r.email_confirmed_at IS NOT NULL THEN r.email END IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'support_message', r.reference, r.owner_id FROM laboratory.support_message r WHERE r.reference IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'support_link', r.token_hash, r.owner_id FROM laboratory.support_link r WHERE r.token_hash IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'rights_request', r.reference, r.owner_id FROM laboratory.rights_request r WHERE r.reference IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'customer_order', r.number, r.owner_id FROM laboratory.customer_order r WHERE r.number IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'taken_specimen', r.label, r.owner_id FROM laboratory.taken_specimen r WHERE r.label IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'payment_attempt', r.provider || ':' || r.token, r.owner_id FROM laboratory.payment_attempt r WHERE r.provider || ':' || r.token IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'payment_transaction', r.provider || ':' || r.transaction_id, r.owner_id FROM laboratory.payment_transaction r WHERE r.provider || ':' || r.transaction_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'payment_event', r.provider || ':' || r.provider_event_id, r.owner_id FROM laboratory.payment_event r WHERE r.provider || ':' || r.provider_event_id IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'report_identifier', r.identifier, r.owner_id FROM laboratory.report_identifier r WHERE r.identifier IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'report_document', r.code, r.owner_id FROM laboratory.report_document r WHERE r.code IS NOT NULL ON CONFLICT DO NOTHING;
  INSERT INTO laboratory.owner_directory (kind, key, owner_id) SELECT 'result_share', r.token_hash, r.user_id FROM laboratory.result_share r WHERE r.token_hash IS NOT NULL ON CONFLICT DO NOTHING;
END;
$$;--> statement-breakpoint
-- What the shop took away, or gave another owner, while it was put in.
CREATE FUNCTION "laboratory"."clear_owner_directory"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'access_token' AND NOT EXISTS (SELECT FROM laboratory.access_token r WHERE r.token_hash = d.key AND r.user_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'login_step' AND NOT EXISTS (SELECT FROM laboratory.login_step r WHERE r.token_hash = d.key AND r.user_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'mailed_secret' AND NOT EXISTS (SELECT FROM laboratory.mailed_secret r WHERE r.token_hash = d.key AND r.user_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'passkey' AND NOT EXISTS (SELECT FROM laboratory.passkey r WHERE r.credential_id = d.key AND r.user_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'user_account' AND NOT EXISTS (SELECT FROM laboratory.user_account r WHERE CASE WHEN r.email_confirmed_at IS NOT NULL THEN r.email END = d.key AND r.id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'support_message' AND NOT EXISTS (SELECT FROM laboratory.support_message r WHERE r.reference = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'support_link' AND NOT EXISTS (SELECT FROM laboratory.support_link r WHERE r.token_hash = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'rights_request' AND NOT EXISTS (SELECT FROM laboratory.rights_request r WHERE r.reference = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'customer_order' AND NOT EXISTS (SELECT FROM laboratory.customer_order r WHERE r.number = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'taken_specimen' AND NOT EXISTS (SELECT FROM laboratory.taken_specimen r WHERE r.label = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'payment_attempt' AND NOT EXISTS (SELECT FROM laboratory.payment_attempt r WHERE r.provider || ':' || r.token = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'payment_transaction' AND NOT EXISTS (SELECT FROM laboratory.payment_transaction r WHERE r.provider || ':' || r.transaction_id = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'payment_event' AND NOT EXISTS (SELECT FROM laboratory.payment_event r WHERE r.provider || ':' || r.provider_event_id = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'report_identifier' AND NOT EXISTS (SELECT FROM laboratory.report_identifier r WHERE r.identifier = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'report_document' AND NOT EXISTS (SELECT FROM laboratory.report_document r WHERE r.code = d.key AND r.owner_id = d.owner_id);
  DELETE FROM laboratory.owner_directory d WHERE d.kind = 'result_share' AND NOT EXISTS (SELECT FROM laboratory.result_share r WHERE r.token_hash = d.key AND r.user_id = d.owner_id);
  PERFORM laboratory.fill_owner_directory();
  COMMENT ON TABLE laboratory.owner_directory IS NULL;
END;
$$;--> statement-breakpoint
-- As long as this stands it is not whole.
COMMENT ON TABLE "laboratory"."owner_directory" IS 'filling';
