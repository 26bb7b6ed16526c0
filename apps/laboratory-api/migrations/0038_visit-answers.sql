CREATE TABLE "laboratory"."visit_answer" (
	"order_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"question" text NOT NULL,
	"sealed_answer" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_answer_order_id_patient_id_question_pk" PRIMARY KEY("order_id","patient_id","question")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."analysis" ADD COLUMN "asks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "laboratory"."visit_answer" ADD CONSTRAINT "visit_answer_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE cascade ON UPDATE no action;