ALTER TABLE "laboratory"."desk_event" ADD COLUMN "sealed_text" text;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD COLUMN "sealed_text" text;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD COLUMN "sealed_message" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "desk_event_clear" ON "laboratory"."desk_event" USING btree ("id") WHERE "laboratory"."desk_event"."sealed_text" is null and "laboratory"."desk_event"."text" <> '';--> statement-breakpoint
-- An erasure of the release before, while both run, or of this one: words that are gone are gone in their sealed form, too.
CREATE FUNCTION "laboratory"."forget_sealed_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.sealed_text := NULL;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "desk_event_forget" BEFORE UPDATE OF "text" ON "laboratory"."desk_event" FOR EACH ROW
  WHEN (NEW.text IS NULL) EXECUTE FUNCTION "laboratory"."forget_sealed_text"();
