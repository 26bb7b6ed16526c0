-- When an account wants the tests of a report again (docs/decisions/0222). A new table, so only its references lock others.
SET LOCAL lock_timeout = '300ms';--> statement-breakpoint
-- All before anything is done: a lock that is made stronger later is a deadlock.
LOCK TABLE "laboratory"."user_account", "laboratory"."test_result", "laboratory"."patient" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
CREATE TABLE "laboratory"."planned_repeat" (
	"test_result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "planned_repeat_test_result_id_patient_id_user_id_pk" PRIMARY KEY("test_result_id","patient_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."planned_repeat" ADD CONSTRAINT "planned_repeat_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."planned_repeat" ADD CONSTRAINT "planned_repeat_test_result" FOREIGN KEY ("test_result_id","user_id") REFERENCES "laboratory"."test_result"("id","owner_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."planned_repeat" ADD CONSTRAINT "planned_repeat_patient" FOREIGN KEY ("patient_id","user_id") REFERENCES "laboratory"."patient"("id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planned_repeat_of_patient" ON "laboratory"."planned_repeat" USING btree ("patient_id","user_id");--> statement-breakpoint
CREATE INDEX "planned_repeat_user" ON "laboratory"."planned_repeat" USING btree ("user_id","month");--> statement-breakpoint
CREATE INDEX "planned_repeat_month" ON "laboratory"."planned_repeat" USING btree ("month");--> statement-breakpoint
CREATE INDEX "planned_repeat_untold" ON "laboratory"."planned_repeat" USING btree ("user_id","month") WHERE "laboratory"."planned_repeat"."told_at" is null;