-- What is unique in all is a key of the directory; beside it the owner stands in every unique index (docs/decisions/0194). A statement
-- that is marked so is run before the migration, by itself, where a shop runs.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
LOCK TABLE "laboratory"."access_token", "laboratory"."customer_order", "laboratory"."login_step", "laboratory"."mailed_secret", "laboratory"."passkey", "laboratory"."payment_attempt", "laboratory"."payment_event", "laboratory"."payment_transaction", "laboratory"."received_report", "laboratory"."report_document", "laboratory"."report_identifier", "laboratory"."result_share", "laboratory"."rights_request", "laboratory"."support_link", "laboratory"."support_message", "laboratory"."taken_specimen", "laboratory"."user_account" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Beside the shop:
DO $$
BEGIN
  IF obj_description('laboratory.owner_directory'::regclass, 'pg_class') = 'filling' THEN
    PERFORM laboratory.fill_owner_directory();
  END IF;
END;
$$;--> statement-breakpoint
-- Beside the shop:
DO $$
BEGIN
  IF obj_description('laboratory.owner_directory'::regclass, 'pg_class') = 'filling' THEN
    PERFORM laboratory.clear_owner_directory();
  END IF;
END;
$$;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "access_token_hash_owner" ON "laboratory"."access_token" USING btree ("token_hash","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "login_step_token_owner" ON "laboratory"."login_step" USING btree ("token_hash","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "mailed_secret_token_owner" ON "laboratory"."mailed_secret" USING btree ("token_hash","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "passkey_credential_owner" ON "laboratory"."passkey" USING btree ("credential_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "user_account_proven" ON "laboratory"."user_account" USING btree ("email","id") WHERE "email_confirmed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "customer_order_number_owner" ON "laboratory"."customer_order" USING btree ("number","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_attempt_token_owner" ON "laboratory"."payment_attempt" USING btree ("provider","token","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_event_provider_event_owner" ON "laboratory"."payment_event" USING btree ("provider","provider_event_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_transaction_key_owner" ON "laboratory"."payment_transaction" USING btree ("provider","transaction_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "report_document_code_owner" ON "laboratory"."report_document" USING btree ("code","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "result_share_token_owner" ON "laboratory"."result_share" USING btree ("token_hash","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "rights_request_reference_owner" ON "laboratory"."rights_request" USING btree ("reference","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "support_link_token_owner" ON "laboratory"."support_link" USING btree ("token_hash","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "support_message_reference_owner" ON "laboratory"."support_message" USING btree ("reference","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "taken_specimen_label_owner_id_pk" ON "laboratory"."taken_specimen" USING btree ("label","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "received_report_identifier_content_hash_owner_id_pk" ON "laboratory"."received_report" USING btree ("identifier","content_hash","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "report_identifier_identifier_owner_id_pk" ON "laboratory"."report_identifier" USING btree ("identifier","owner_id");--> statement-breakpoint
DROP INDEX "laboratory"."access_token_hash";--> statement-breakpoint
DROP INDEX "laboratory"."login_step_token";--> statement-breakpoint
DROP INDEX "laboratory"."mailed_secret_token";--> statement-breakpoint
DROP INDEX "laboratory"."passkey_credential";--> statement-breakpoint
DROP INDEX "laboratory"."user_account_proven_email";--> statement-breakpoint
DROP INDEX "laboratory"."customer_order_number";--> statement-breakpoint
DROP INDEX "laboratory"."payment_attempt_token";--> statement-breakpoint
DROP INDEX "laboratory"."payment_event_provider_event";--> statement-breakpoint
DROP INDEX "laboratory"."payment_transaction_key";--> statement-breakpoint
DROP INDEX "laboratory"."report_document_code";--> statement-breakpoint
DROP INDEX "laboratory"."result_share_token";--> statement-breakpoint
DROP INDEX "laboratory"."support_link_token";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" DROP CONSTRAINT "rights_request_reference_unique";--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" DROP CONSTRAINT "support_message_reference_unique";--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" DROP CONSTRAINT "taken_specimen_label_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ADD CONSTRAINT "taken_specimen_label_owner_id_pk" PRIMARY KEY USING INDEX "taken_specimen_label_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" DROP CONSTRAINT "received_report_identifier_content_hash_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD CONSTRAINT "received_report_identifier_content_hash_owner_id_pk" PRIMARY KEY USING INDEX "received_report_identifier_content_hash_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" DROP CONSTRAINT "report_identifier_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ADD CONSTRAINT "report_identifier_identifier_owner_id_pk" PRIMARY KEY USING INDEX "report_identifier_identifier_owner_id_pk";--> statement-breakpoint
DROP FUNCTION "laboratory"."clear_owner_directory"();--> statement-breakpoint
DROP FUNCTION "laboratory"."fill_owner_directory"();
