CREATE INDEX "audit_entry_at" ON "laboratory"."audit_entry" USING brin ("at");--> statement-breakpoint
-- Entries are never changed and never emptied; six years later they may go, and not before.
CREATE OR REPLACE FUNCTION "laboratory"."refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < now() - interval '6 years' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_entry is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
DROP TRIGGER "audit_entry_append_only" ON "laboratory"."audit_entry";--> statement-breakpoint
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR TRUNCATE ON "laboratory"."audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();--> statement-breakpoint
CREATE TRIGGER "audit_entry_kept_six_years" BEFORE DELETE ON "laboratory"."audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();--> statement-breakpoint
-- With the rights of the tables' owner: the role that serves may delete no entry itself, and nobody says here how old is old.
CREATE FUNCTION "laboratory"."delete_old_audit_entries"() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  DELETE FROM laboratory.audit_entry WHERE id IN (
    SELECT id FROM laboratory.audit_entry WHERE at < now() - interval '6 years' LIMIT 5000
  );
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END;
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "laboratory"."delete_old_audit_entries"() FROM PUBLIC;
