-- What the desk searches by: names without their accents, and the senders and order numbers of questions. The index of the names
-- with their accents stays for the release before.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_patient_folded_name" ON "laboratory"."order_patient" USING btree ((translate(lower(regexp_replace(normalize("last_name", NFD), '[\u0300-\u036f]', '', 'g')), 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐŁł''’ʼ`', 'абвгдежзийклмнопрстуфхцчшщъыьэюяієґll')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "support_message_email" ON "laboratory"."support_message" USING btree ("email");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "support_message_order" ON "laboratory"."support_message" USING btree (regexp_replace("order_number", '\D', '', 'g')) WHERE "laboratory"."support_message"."order_number" is not null;
