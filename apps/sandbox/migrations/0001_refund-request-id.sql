ALTER TABLE "sandbox"."transaction" ADD COLUMN "request_id" text;--> statement-breakpoint
-- Release 0.1.0: the column is new, so that an older process writes nothing there that could be twice; a small table.
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint
ALTER TABLE "sandbox"."transaction" ADD CONSTRAINT "transaction_request_id_unique" UNIQUE("request_id");