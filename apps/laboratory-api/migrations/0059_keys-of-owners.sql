-- The owner in every key of people (docs/decisions/0193). Beside a shop that runs, the indexes are built before this, each by itself
-- (`CREATE … IF NOT EXISTS` of the first migration that is due), and the foreign keys looked at after it; a new database and the
-- embedded engine do it here.
-- Release 0.2.0: the checks of 0058 are validated, so that NOT NULL scans nothing; the release before writes the owner.
-- squawk-ignore-file adding-not-nullable-field
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
-- All before anything is done: a lock that is made stronger later is a deadlock.
LOCK TABLE "laboratory"."access_token", "laboratory"."analysis_result", "laboratory"."critical_call", "laboratory"."customer_order", "laboratory"."desk_event", "laboratory"."former_email", "laboratory"."login_step", "laboratory"."mailed_secret", "laboratory"."observation", "laboratory"."order_history", "laboratory"."order_line", "laboratory"."order_mail", "laboratory"."order_patient", "laboratory"."order_presence", "laboratory"."passkey", "laboratory"."patient", "laboratory"."payment_attempt", "laboratory"."payment_event", "laboratory"."payment_refund", "laboratory"."payment_transaction", "laboratory"."received_report", "laboratory"."recovery_code", "laboratory"."report_document", "laboratory"."report_identifier", "laboratory"."result_share", "laboratory"."result_share_view", "laboratory"."rights_request", "laboratory"."rights_step", "laboratory"."service_request", "laboratory"."support_entry", "laboratory"."support_link", "laboratory"."support_message", "laboratory"."taken_specimen", "laboratory"."test_result", "laboratory"."tests_consent", "laboratory"."user_account", "laboratory"."visit_answer", "laboratory"."visit_progress", "laboratory"."webauthn_challenge" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Who comes from a release before 0058 has filled nothing yet: the triggers know whose a row is.
DO $$
DECLARE
  "of_table" text;
BEGIN
  FOR "of_table" IN SELECT c.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'c' AND k.conname = c.relname || '_owner' AND NOT k.convalidated
      AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'laboratory.customer_order'::regclass)
  LOOP
    EXECUTE format('UPDATE laboratory.%I SET owner_id = NULL WHERE owner_id IS NULL', "of_table");
  END LOOP;
END;
$$;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "visit_answer_before" ON "laboratory"."visit_answer" USING btree ("order_id","patient_id","question");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "desk_event_before" ON "laboratory"."desk_event" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_presence_before" ON "laboratory"."order_presence" USING btree ("order_id","staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "visit_progress_before" ON "laboratory"."visit_progress" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_mail_repeated" ON "laboratory"."order_mail" USING btree ("order_id","repeats","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_patient_once" ON "laboratory"."order_patient" USING btree ("patient_id","order_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "customer_order_repetition" ON "laboratory"."customer_order" USING btree ("owner_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_attempt_living" ON "laboratory"."payment_attempt" USING btree ("order_id","owner_id") WHERE "state" in ('created', 'redirected');--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_transaction_settles" ON "laboratory"."payment_transaction" USING btree ("order_id","owner_id") WHERE "kind" = 'settled';--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "analysis_result_line_owner" ON "laboratory"."analysis_result" USING btree ("order_id","line_position","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "report_document_statement" ON "laboratory"."report_document" USING btree ("test_result_id","patient_id","content_hash","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "test_result_owned" ON "laboratory"."test_result" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "test_result_of_order" ON "laboratory"."test_result" USING btree ("order_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "access_token_id_user_id_pk" ON "laboratory"."access_token" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "former_email_id_user_id_pk" ON "laboratory"."former_email" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "login_step_id_user_id_pk" ON "laboratory"."login_step" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "mailed_secret_id_user_id_pk" ON "laboratory"."mailed_secret" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "passkey_id_user_id_pk" ON "laboratory"."passkey" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "recovery_code_id_user_id_pk" ON "laboratory"."recovery_code" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "webauthn_challenge_id_owner_id_pk" ON "laboratory"."webauthn_challenge" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "visit_answer_order_id_patient_id_question_owner_id_pk" ON "laboratory"."visit_answer" USING btree ("order_id","patient_id","question","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "desk_event_id_owner_id_pk" ON "laboratory"."desk_event" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_presence_order_id_staff_id_owner_id_pk" ON "laboratory"."order_presence" USING btree ("order_id","staff_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "visit_progress_order_id_owner_id_pk" ON "laboratory"."visit_progress" USING btree ("order_id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "service_request_order_id_position_owner_id_pk" ON "laboratory"."service_request" USING btree ("order_id","position","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_history_id_owner_id_pk" ON "laboratory"."order_history" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_line_order_id_position_owner_id_pk" ON "laboratory"."order_line" USING btree ("order_id","position","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_mail_id_owner_id_pk" ON "laboratory"."order_mail" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "order_patient_order_id_position_owner_id_pk" ON "laboratory"."order_patient" USING btree ("order_id","position","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "customer_order_id_owner_id_pk" ON "laboratory"."customer_order" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "tests_consent_id_owner_id_pk" ON "laboratory"."tests_consent" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "patient_id_user_id_pk" ON "laboratory"."patient" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_attempt_id_owner_id_pk" ON "laboratory"."payment_attempt" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_event_id_owner_id_pk" ON "laboratory"."payment_event" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_refund_id_owner_id_pk" ON "laboratory"."payment_refund" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "payment_transaction_id_owner_id_pk" ON "laboratory"."payment_transaction" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "analysis_result_id_owner_id_pk" ON "laboratory"."analysis_result" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "critical_call_id_owner_id_pk" ON "laboratory"."critical_call" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "observation_id_owner_id_pk" ON "laboratory"."observation" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "report_document_id_owner_id_pk" ON "laboratory"."report_document" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "result_share_view_id_owner_id_pk" ON "laboratory"."result_share_view" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "result_share_id_user_id_pk" ON "laboratory"."result_share" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "rights_request_id_owner_id_pk" ON "laboratory"."rights_request" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "rights_step_id_owner_id_pk" ON "laboratory"."rights_step" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "support_entry_id_owner_id_pk" ON "laboratory"."support_entry" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "support_link_id_owner_id_pk" ON "laboratory"."support_link" USING btree ("id","owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "support_message_id_owner_id_pk" ON "laboratory"."support_message" USING btree ("id","owner_id");--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ALTER COLUMN "owner_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" DROP CONSTRAINT "customer_order_owner";--> statement-breakpoint
DROP TRIGGER "customer_order_owner" ON "laboratory"."customer_order";--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" DROP CONSTRAINT "webauthn_challenge_owner";--> statement-breakpoint
DROP TRIGGER "webauthn_challenge_owner" ON "laboratory"."webauthn_challenge";--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" DROP CONSTRAINT "support_message_owner";--> statement-breakpoint
DROP TRIGGER "support_message_owner" ON "laboratory"."support_message";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" DROP CONSTRAINT "rights_request_owner";--> statement-breakpoint
DROP TRIGGER "rights_request_owner" ON "laboratory"."rights_request";--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" DROP CONSTRAINT "order_patient_owner";--> statement-breakpoint
DROP TRIGGER "order_patient_owner" ON "laboratory"."order_patient";--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" DROP CONSTRAINT "order_line_owner";--> statement-breakpoint
DROP TRIGGER "order_line_owner" ON "laboratory"."order_line";--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" DROP CONSTRAINT "order_history_owner";--> statement-breakpoint
DROP TRIGGER "order_history_owner" ON "laboratory"."order_history";--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" DROP CONSTRAINT "order_mail_owner";--> statement-breakpoint
DROP TRIGGER "order_mail_owner" ON "laboratory"."order_mail";--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" DROP CONSTRAINT "tests_consent_owner";--> statement-breakpoint
DROP TRIGGER "tests_consent_owner" ON "laboratory"."tests_consent";--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" DROP CONSTRAINT "service_request_owner";--> statement-breakpoint
DROP TRIGGER "service_request_owner" ON "laboratory"."service_request";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" DROP CONSTRAINT "visit_answer_owner";--> statement-breakpoint
DROP TRIGGER "visit_answer_owner" ON "laboratory"."visit_answer";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" DROP CONSTRAINT "visit_progress_owner";--> statement-breakpoint
DROP TRIGGER "visit_progress_owner" ON "laboratory"."visit_progress";--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" DROP CONSTRAINT "taken_specimen_owner";--> statement-breakpoint
DROP TRIGGER "taken_specimen_owner" ON "laboratory"."taken_specimen";--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" DROP CONSTRAINT "desk_event_owner";--> statement-breakpoint
DROP TRIGGER "desk_event_owner" ON "laboratory"."desk_event";--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" DROP CONSTRAINT "order_presence_owner";--> statement-breakpoint
DROP TRIGGER "order_presence_owner" ON "laboratory"."order_presence";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" DROP CONSTRAINT "payment_attempt_owner";--> statement-breakpoint
DROP TRIGGER "payment_attempt_owner" ON "laboratory"."payment_attempt";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" DROP CONSTRAINT "payment_transaction_owner";--> statement-breakpoint
DROP TRIGGER "payment_transaction_owner" ON "laboratory"."payment_transaction";--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" DROP CONSTRAINT "test_result_owner";--> statement-breakpoint
DROP TRIGGER "test_result_owner" ON "laboratory"."test_result";--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" DROP CONSTRAINT "analysis_result_owner";--> statement-breakpoint
DROP TRIGGER "analysis_result_owner" ON "laboratory"."analysis_result";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" DROP CONSTRAINT "payment_refund_owner";--> statement-breakpoint
DROP TRIGGER "payment_refund_owner" ON "laboratory"."payment_refund";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" DROP CONSTRAINT "payment_event_owner";--> statement-breakpoint
DROP TRIGGER "payment_event_owner" ON "laboratory"."payment_event";--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" DROP CONSTRAINT "report_document_owner";--> statement-breakpoint
DROP TRIGGER "report_document_owner" ON "laboratory"."report_document";--> statement-breakpoint
ALTER TABLE "laboratory"."observation" DROP CONSTRAINT "observation_owner";--> statement-breakpoint
DROP TRIGGER "observation_owner" ON "laboratory"."observation";--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" DROP CONSTRAINT "received_report_owner";--> statement-breakpoint
DROP TRIGGER "received_report_owner" ON "laboratory"."received_report";--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" DROP CONSTRAINT "report_identifier_owner";--> statement-breakpoint
DROP TRIGGER "report_identifier_owner" ON "laboratory"."report_identifier";--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" DROP CONSTRAINT "critical_call_owner";--> statement-breakpoint
DROP TRIGGER "critical_call_owner" ON "laboratory"."critical_call";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" DROP CONSTRAINT "result_share_view_owner";--> statement-breakpoint
DROP TRIGGER "result_share_view_owner" ON "laboratory"."result_share_view";--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" DROP CONSTRAINT "support_entry_owner";--> statement-breakpoint
DROP TRIGGER "support_entry_owner" ON "laboratory"."support_entry";--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" DROP CONSTRAINT "support_link_owner";--> statement-breakpoint
DROP TRIGGER "support_link_owner" ON "laboratory"."support_link";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" DROP CONSTRAINT "rights_step_owner";--> statement-breakpoint
DROP TRIGGER "rights_step_owner" ON "laboratory"."rights_step";--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_row"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_order"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_payment"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_attempt"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_document"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_result"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_share"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_question"();--> statement-breakpoint
DROP FUNCTION "laboratory"."owner_of_rights_request"();--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" DROP CONSTRAINT "visit_answer_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" DROP CONSTRAINT "desk_event_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" DROP CONSTRAINT "order_presence_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" DROP CONSTRAINT "taken_specimen_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" DROP CONSTRAINT "visit_progress_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" DROP CONSTRAINT "service_request_order_line";--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" DROP CONSTRAINT "order_history_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" DROP CONSTRAINT "order_line_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" DROP CONSTRAINT "order_mail_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" DROP CONSTRAINT "order_patient_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" DROP CONSTRAINT "tests_consent_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" DROP CONSTRAINT "payment_attempt_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" DROP CONSTRAINT "payment_refund_transaction_id_payment_transaction_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" DROP CONSTRAINT "payment_transaction_attempt_id_payment_attempt_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" DROP CONSTRAINT "payment_transaction_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" DROP CONSTRAINT "analysis_result_test_result_id_test_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" DROP CONSTRAINT "analysis_result_order_line";--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" DROP CONSTRAINT "critical_call_analysis_result_id_analysis_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."observation" DROP CONSTRAINT "observation_analysis_result_id_analysis_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" DROP CONSTRAINT "received_report_analysis_result_id_analysis_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" DROP CONSTRAINT "report_document_test_result_id_test_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" DROP CONSTRAINT "report_identifier_analysis_result_id_analysis_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" DROP CONSTRAINT "result_share_view_share_id_result_share_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" DROP CONSTRAINT "result_share_test_result_id_test_result_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" DROP CONSTRAINT "test_result_order_id_customer_order_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" DROP CONSTRAINT "rights_step_request_id_rights_request_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" DROP CONSTRAINT "support_entry_message_id_support_message_id_fk";--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" DROP CONSTRAINT "support_link_message_id_support_message_id_fk";--> statement-breakpoint
DROP INDEX "laboratory"."user_account_confirmed_email";--> statement-breakpoint
DROP INDEX "laboratory"."order_mail_repeats";--> statement-breakpoint
DROP INDEX "laboratory"."order_patient_patient";--> statement-breakpoint
DROP INDEX "laboratory"."customer_order_idempotency";--> statement-breakpoint
DROP INDEX "laboratory"."payment_attempt_live";--> statement-breakpoint
DROP INDEX "laboratory"."payment_transaction_settled";--> statement-breakpoint
DROP INDEX "laboratory"."analysis_result_line";--> statement-breakpoint
DROP INDEX "laboratory"."test_result_order";--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" DROP CONSTRAINT "access_token_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."access_token" ADD CONSTRAINT "access_token_id_user_id_pk" PRIMARY KEY USING INDEX "access_token_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."former_email" DROP CONSTRAINT "former_email_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."former_email" ADD CONSTRAINT "former_email_id_user_id_pk" PRIMARY KEY USING INDEX "former_email_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."login_step" DROP CONSTRAINT "login_step_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."login_step" ADD CONSTRAINT "login_step_id_user_id_pk" PRIMARY KEY USING INDEX "login_step_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."mailed_secret" DROP CONSTRAINT "mailed_secret_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."mailed_secret" ADD CONSTRAINT "mailed_secret_id_user_id_pk" PRIMARY KEY USING INDEX "mailed_secret_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."passkey" DROP CONSTRAINT "passkey_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."passkey" ADD CONSTRAINT "passkey_id_user_id_pk" PRIMARY KEY USING INDEX "passkey_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."recovery_code" DROP CONSTRAINT "recovery_code_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."recovery_code" ADD CONSTRAINT "recovery_code_id_user_id_pk" PRIMARY KEY USING INDEX "recovery_code_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" DROP CONSTRAINT "webauthn_challenge_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."webauthn_challenge" ADD CONSTRAINT "webauthn_challenge_id_owner_id_pk" PRIMARY KEY USING INDEX "webauthn_challenge_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" DROP CONSTRAINT "visit_answer_order_id_patient_id_question_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ADD CONSTRAINT "visit_answer_order_id_patient_id_question_owner_id_pk" PRIMARY KEY USING INDEX "visit_answer_order_id_patient_id_question_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" DROP CONSTRAINT "desk_event_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD CONSTRAINT "desk_event_id_owner_id_pk" PRIMARY KEY USING INDEX "desk_event_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" DROP CONSTRAINT "order_presence_order_id_staff_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD CONSTRAINT "order_presence_order_id_staff_id_owner_id_pk" PRIMARY KEY USING INDEX "order_presence_order_id_staff_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" DROP CONSTRAINT "visit_progress_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ADD CONSTRAINT "visit_progress_order_id_owner_id_pk" PRIMARY KEY USING INDEX "visit_progress_order_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" DROP CONSTRAINT "service_request_order_id_position_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ADD CONSTRAINT "service_request_order_id_position_owner_id_pk" PRIMARY KEY USING INDEX "service_request_order_id_position_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" DROP CONSTRAINT "order_history_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" ADD CONSTRAINT "order_history_id_owner_id_pk" PRIMARY KEY USING INDEX "order_history_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" DROP CONSTRAINT "order_line_order_id_position_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" ADD CONSTRAINT "order_line_order_id_position_owner_id_pk" PRIMARY KEY USING INDEX "order_line_order_id_position_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" DROP CONSTRAINT "order_mail_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ADD CONSTRAINT "order_mail_id_owner_id_pk" PRIMARY KEY USING INDEX "order_mail_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" DROP CONSTRAINT "order_patient_order_id_position_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ADD CONSTRAINT "order_patient_order_id_position_owner_id_pk" PRIMARY KEY USING INDEX "order_patient_order_id_position_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" DROP CONSTRAINT "customer_order_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."customer_order" ADD CONSTRAINT "customer_order_id_owner_id_pk" PRIMARY KEY USING INDEX "customer_order_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" DROP CONSTRAINT "tests_consent_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ADD CONSTRAINT "tests_consent_id_owner_id_pk" PRIMARY KEY USING INDEX "tests_consent_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."patient" DROP CONSTRAINT "patient_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."patient" ADD CONSTRAINT "patient_id_user_id_pk" PRIMARY KEY USING INDEX "patient_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" DROP CONSTRAINT "payment_attempt_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" ADD CONSTRAINT "payment_attempt_id_owner_id_pk" PRIMARY KEY USING INDEX "payment_attempt_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" DROP CONSTRAINT "payment_event_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_event" ADD CONSTRAINT "payment_event_id_owner_id_pk" PRIMARY KEY USING INDEX "payment_event_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" DROP CONSTRAINT "payment_refund_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_id_owner_id_pk" PRIMARY KEY USING INDEX "payment_refund_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" DROP CONSTRAINT "payment_transaction_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ADD CONSTRAINT "payment_transaction_id_owner_id_pk" PRIMARY KEY USING INDEX "payment_transaction_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" DROP CONSTRAINT "analysis_result_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_id_owner_id_pk" PRIMARY KEY USING INDEX "analysis_result_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" DROP CONSTRAINT "critical_call_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD CONSTRAINT "critical_call_id_owner_id_pk" PRIMARY KEY USING INDEX "critical_call_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."observation" DROP CONSTRAINT "observation_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD CONSTRAINT "observation_id_owner_id_pk" PRIMARY KEY USING INDEX "observation_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" DROP CONSTRAINT "report_document_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD CONSTRAINT "report_document_id_owner_id_pk" PRIMARY KEY USING INDEX "report_document_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" DROP CONSTRAINT "result_share_view_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ADD CONSTRAINT "result_share_view_id_owner_id_pk" PRIMARY KEY USING INDEX "result_share_view_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" DROP CONSTRAINT "result_share_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" ADD CONSTRAINT "result_share_id_user_id_pk" PRIMARY KEY USING INDEX "result_share_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" DROP CONSTRAINT "rights_request_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_request" ADD CONSTRAINT "rights_request_id_owner_id_pk" PRIMARY KEY USING INDEX "rights_request_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" DROP CONSTRAINT "rights_step_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD CONSTRAINT "rights_step_id_owner_id_pk" PRIMARY KEY USING INDEX "rights_step_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" DROP CONSTRAINT "support_entry_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD CONSTRAINT "support_entry_id_owner_id_pk" PRIMARY KEY USING INDEX "support_entry_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" DROP CONSTRAINT "support_link_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ADD CONSTRAINT "support_link_id_owner_id_pk" PRIMARY KEY USING INDEX "support_link_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" DROP CONSTRAINT "support_message_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."support_message" ADD CONSTRAINT "support_message_id_owner_id_pk" PRIMARY KEY USING INDEX "support_message_id_owner_id_pk";--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ADD CONSTRAINT "visit_answer_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."desk_event" ADD CONSTRAINT "desk_event_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_presence" ADD CONSTRAINT "order_presence_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."taken_specimen" ADD CONSTRAINT "taken_specimen_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_progress" ADD CONSTRAINT "visit_progress_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."service_request" ADD CONSTRAINT "service_request_order_line" FOREIGN KEY ("order_id","position","owner_id") REFERENCES "laboratory"."order_line"("order_id","position","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_history" ADD CONSTRAINT "order_history_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_line" ADD CONSTRAINT "order_line_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_mail" ADD CONSTRAINT "order_mail_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ADD CONSTRAINT "order_patient_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."tests_consent" ADD CONSTRAINT "tests_consent_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_attempt" ADD CONSTRAINT "payment_attempt_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_refund" ADD CONSTRAINT "payment_refund_of_transaction" FOREIGN KEY ("transaction_id","owner_id") REFERENCES "laboratory"."payment_transaction"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ADD CONSTRAINT "payment_transaction_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."payment_transaction" ADD CONSTRAINT "payment_transaction_of_attempt" FOREIGN KEY ("attempt_id","owner_id") REFERENCES "laboratory"."payment_attempt"("id","owner_id") ON DELETE cascade ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_test_result_owner" FOREIGN KEY ("test_result_id","owner_id") REFERENCES "laboratory"."test_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_order_line" FOREIGN KEY ("order_id","line_position","owner_id") REFERENCES "laboratory"."order_line"("order_id","position","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD CONSTRAINT "critical_call_analysis" FOREIGN KEY ("analysis_result_id","owner_id") REFERENCES "laboratory"."analysis_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD CONSTRAINT "observation_analysis" FOREIGN KEY ("analysis_result_id","owner_id") REFERENCES "laboratory"."analysis_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD CONSTRAINT "received_report_analysis" FOREIGN KEY ("analysis_result_id","owner_id") REFERENCES "laboratory"."analysis_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD CONSTRAINT "report_document_test_result" FOREIGN KEY ("test_result_id","owner_id") REFERENCES "laboratory"."test_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ADD CONSTRAINT "report_identifier_analysis" FOREIGN KEY ("analysis_result_id","owner_id") REFERENCES "laboratory"."analysis_result"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ADD CONSTRAINT "result_share_view_of_share" FOREIGN KEY ("share_id","owner_id") REFERENCES "laboratory"."result_share"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" ADD CONSTRAINT "result_share_test_result" FOREIGN KEY ("test_result_id","user_id") REFERENCES "laboratory"."test_result"("id","owner_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD CONSTRAINT "test_result_order" FOREIGN KEY ("order_id","owner_id") REFERENCES "laboratory"."customer_order"("id","owner_id") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."rights_step" ADD CONSTRAINT "rights_step_of_request" FOREIGN KEY ("request_id","owner_id") REFERENCES "laboratory"."rights_request"("id","owner_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."support_entry" ADD CONSTRAINT "support_entry_question" FOREIGN KEY ("message_id","owner_id") REFERENCES "laboratory"."support_message"("id","owner_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "laboratory"."support_link" ADD CONSTRAINT "support_link_question" FOREIGN KEY ("message_id","owner_id") REFERENCES "laboratory"."support_message"("id","owner_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
-- As before, by the new key.
CREATE OR REPLACE FUNCTION "laboratory"."write_service_requests"("of_order" uuid, "at_position" integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO laboratory.service_request (order_id, owner_id, position, laboratory_id, status, changed_at)
  SELECT o.id, o.owner_id, l.position, o.laboratory_id,
    CASE
      WHEN o.state = 'refunded' OR r.status = 'cancelled' THEN 'revoked'
      WHEN r.status IN ('final', 'corrected') THEN 'completed'
      ELSE 'active'
    END,
    greatest(o.updated_at, r.changed_at)
  FROM laboratory.customer_order o
  JOIN laboratory.order_line l ON l.order_id = o.id AND l.kind = 'analysis'
  LEFT JOIN laboratory.analysis_result r ON r.order_id = l.order_id AND r.line_position = l.position
  WHERE (of_order IS NULL OR o.id = of_order) AND (at_position IS NULL OR l.position = at_position)
    AND o.state IN ('paid', 'collected', 'inProgress', 'partiallyReported', 'completed', 'refunded')
  ON CONFLICT (order_id, position, owner_id) DO UPDATE SET status = excluded.status, changed_at = excluded.changed_at
$$;
