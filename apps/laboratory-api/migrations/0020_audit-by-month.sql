-- The audit in partitions by month of UTC. They have a schema of their own, in which the application's role has no rights: it writes
-- and reads through the table, which is append-only.
CREATE SCHEMA "laboratory_audit";
--> statement-breakpoint
ALTER TABLE "laboratory"."audit_entry" DROP CONSTRAINT "audit_entry_pkey";
--> statement-breakpoint
-- Partitions get the rows' trigger from the table.
DROP TRIGGER "audit_entry_kept_six_years" ON "laboratory"."audit_entry";
--> statement-breakpoint
-- What was written until now, and until this month ends, stays where it is, as the first partition.
ALTER TABLE "laboratory"."audit_entry" SET SCHEMA "laboratory_audit";
--> statement-breakpoint
CREATE TABLE "laboratory"."audit_entry" (LIKE "laboratory_audit"."audit_entry" INCLUDING DEFAULTS,
	CONSTRAINT "audit_entry_key" PRIMARY KEY ("id", "at")) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "audit_entry_user" ON "laboratory"."audit_entry" USING btree ("user_id","at");
--> statement-breakpoint
CREATE INDEX "audit_entry_staff" ON "laboratory"."audit_entry" USING btree ("staff_id","id") WHERE "staff_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "laboratory"."audit_entry" USING btree ("kind","object_id");
--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "laboratory"."audit_entry" USING brin ("at");
--> statement-breakpoint
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR TRUNCATE ON "laboratory"."audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();
--> statement-breakpoint
CREATE TRIGGER "audit_entry_kept_six_years" BEFORE DELETE ON "laboratory"."audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();
--> statement-breakpoint
DO $$
DECLARE
  next_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month';
  first_part text := 'before_' || to_char(next_month, 'YYYY_MM');
BEGIN
  -- Release 0.2.0: the release before names the table in its own schema, where the new one stands in its place when this commits.
  EXECUTE format('ALTER TABLE laboratory_audit.audit_entry RENAME TO %I', first_part);
  EXECUTE format('ALTER TABLE laboratory.audit_entry ATTACH PARTITION laboratory_audit.%I FOR VALUES FROM (MINVALUE) TO (%L)',
    first_part, next_month AT TIME ZONE 'UTC');
END;
$$;
--> statement-breakpoint
-- Takes what no month is there for: a missing partition must not refuse a reading.
CREATE TABLE "laboratory_audit"."later" PARTITION OF "laboratory"."audit_entry" DEFAULT;
--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR TRUNCATE ON "laboratory_audit"."later"
  FOR EACH STATEMENT EXECUTE FUNCTION "laboratory"."refuse_change_of_audit"();
--> statement-breakpoint
-- Makes the partitions of the coming months and answers their names. The application calls it, with its owner's rights; it can only add.
CREATE FUNCTION "laboratory"."make_audit_months"("ahead" integer) RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first_day timestamp;
  part text;
BEGIN
  FOR place IN 1..least(ahead, 24) LOOP
    first_day := date_trunc('month', now() AT TIME ZONE 'UTC') + place * interval '1 month';
    part := 'month_' || to_char(first_day, 'YYYY_MM');
    CONTINUE WHEN to_regclass('laboratory_audit.' || part) IS NOT NULL;
    -- Two that make it at once: the second finds it made.
    PERFORM pg_advisory_xact_lock(7431003);
    CONTINUE WHEN to_regclass('laboratory_audit.' || part) IS NOT NULL;
    -- A month that was written before it was made stays in `later`.
    CONTINUE WHEN EXISTS (SELECT FROM laboratory_audit.later
      WHERE at >= first_day AT TIME ZONE 'UTC' AND at < (first_day + interval '1 month') AT TIME ZONE 'UTC');
    EXECUTE format('CREATE TABLE laboratory_audit.%I (LIKE laboratory.audit_entry INCLUDING DEFAULTS)', part);
    EXECUTE format('ALTER TABLE laboratory.audit_entry ATTACH PARTITION laboratory_audit.%I FOR VALUES FROM (%L) TO (%L)',
      part, first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON laboratory_audit.%I
      FOR EACH STATEMENT EXECUTE FUNCTION laboratory.refuse_change_of_audit()', part);
    RETURN NEXT part;
  END LOOP;
END;
$$;
--> statement-breakpoint
-- As before, but for whole months: they are dropped. Row by row goes only what was written before there were months.
CREATE OR REPLACE FUNCTION "laboratory"."delete_old_audit_entries"() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part text;
  part_end timestamp;
  kept_from timestamptz := now() - interval '6 years';
  deleted integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'laboratory.audit_entry'::regclass AND c.relname ~ '^(month|before)_\d{4}_\d{2}$'
  LOOP
    part_end := to_date(right(part, 7), 'YYYY_MM');
    IF part LIKE 'month%' THEN
      part_end := part_end + interval '1 month';
    END IF;
    IF part_end AT TIME ZONE 'UTC' <= kept_from THEN
      EXECUTE format('DROP TABLE laboratory_audit.%I', part);
    ELSIF part LIKE 'before%' THEN
      EXECUTE format('DELETE FROM laboratory_audit.%1$I WHERE id IN
        (SELECT id FROM laboratory_audit.%1$I WHERE at < $1 LIMIT 5000)', part) USING kept_from;
      GET DIAGNOSTICS deleted = ROW_COUNT;
    END IF;
  END LOOP;
  RETURN deleted;
END;
$$;
--> statement-breakpoint
SELECT "laboratory"."make_audit_months"(3);
