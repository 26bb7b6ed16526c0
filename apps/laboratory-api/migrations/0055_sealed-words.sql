ALTER TABLE "laboratory"."desk_event" ADD COLUMN "sealed_text" text;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD COLUMN "sealed_words" text;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD COLUMN "sealed_answer" text;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD COLUMN "sealed_text" text;--> statement-breakpoint
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
  WHEN (NEW.text IS NULL) EXECUTE FUNCTION "laboratory"."forget_sealed_text"();--> statement-breakpoint
CREATE TRIGGER "rights_step_forget" BEFORE UPDATE OF "text" ON "laboratory"."rights_step" FOR EACH ROW
  WHEN (NEW.text IS NULL) EXECUTE FUNCTION "laboratory"."forget_sealed_text"();--> statement-breakpoint
CREATE FUNCTION "laboratory"."forget_sealed_request"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.words IS NULL THEN NEW.sealed_words := NULL; END IF;
  IF NEW.answer IS NULL THEN NEW.sealed_answer := NULL; END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "rights_request_forget" BEFORE UPDATE OF "words", "answer" ON "laboratory"."rights_request" FOR EACH ROW
  EXECUTE FUNCTION "laboratory"."forget_sealed_request"();