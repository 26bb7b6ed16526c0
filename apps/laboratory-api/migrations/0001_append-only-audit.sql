-- Who read or changed health data stays written: entries are inserted, never changed or removed.
CREATE FUNCTION "laboratory"."refuse_change_of_audit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entry is append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "laboratory"."audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();
