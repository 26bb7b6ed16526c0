ALTER TABLE "laboratory"."payment_refund" ADD COLUMN "sealed_reason" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payment_refund_clear" ON "laboratory"."payment_refund" USING btree ("id") WHERE "laboratory"."payment_refund"."sealed_reason" is null and "laboratory"."payment_refund"."reason" <> '';--> statement-breakpoint
-- An erasure of the release before, while both run, or of this one: words that are gone are gone in their sealed form, too.
CREATE FUNCTION "laboratory"."forget_sealed_reason"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sealed_reason := NULL;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "payment_refund_forget" BEFORE UPDATE OF "reason" ON "laboratory"."payment_refund" FOR EACH ROW
  WHEN (NEW.reason IS NULL) EXECUTE FUNCTION "laboratory"."forget_sealed_reason"();
