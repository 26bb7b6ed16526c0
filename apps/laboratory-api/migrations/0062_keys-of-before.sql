-- What the release before 0059 went by: keys without an owner (docs/decisions/0193). The release before names none of them.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
LOCK TABLE "laboratory"."desk_event", "laboratory"."order_presence", "laboratory"."report_document", "laboratory"."test_result", "laboratory"."visit_answer", "laboratory"."visit_progress" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
DROP INDEX "laboratory"."visit_answer_before";--> statement-breakpoint
DROP INDEX "laboratory"."desk_event_before";--> statement-breakpoint
DROP INDEX "laboratory"."order_presence_before";--> statement-breakpoint
DROP INDEX "laboratory"."visit_progress_before";--> statement-breakpoint
DROP INDEX "laboratory"."report_document_content";--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" DROP CONSTRAINT "test_result_pkey";--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD CONSTRAINT "test_result_id_owner_id_pk" PRIMARY KEY USING INDEX "test_result_owned";
