-- What the desk searches by: names without their accents, and the senders and order numbers of questions. The index of the names
-- with their accents stays for the release before.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "order_patient_folded_name" ON "laboratory"."order_patient" USING btree ((regexp_replace(normalize(translate(lower("last_name" collate "pg_c_utf8"), U&'\0142''\2019\02BC\0060', 'l'), NFD), '[\u0300-\u036f]', '', 'g')) text_pattern_ops);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "support_message_email" ON "laboratory"."support_message" USING btree ("email");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "support_message_order" ON "laboratory"."support_message" USING btree (regexp_replace("order_number", '\D', '', 'g')) WHERE "laboratory"."support_message"."order_number" is not null;
