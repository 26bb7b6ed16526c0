CREATE TABLE "laboratory"."refused_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"source" text NOT NULL,
	"laboratory_ids" integer[],
	"order_number" text,
	"reasons" text[] NOT NULL,
	"sealed_content" text NOT NULL,
	"sealed_issues" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"sealed_note" text,
	"changed_by" uuid,
	"changed_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."critical_call" (
	"id" uuid PRIMARY KEY NOT NULL,
	"analysis_result_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"sealed_words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "critical_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD COLUMN "critical_settled_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
-- What came before there was a list of them waits for nobody: the default stands for the rows that are there, without writing them.
ALTER TABLE "laboratory"."analysis_result" ALTER COLUMN "critical_settled_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD CONSTRAINT "critical_call_analysis_result_id_analysis_result_id_fk" FOREIGN KEY ("analysis_result_id") REFERENCES "laboratory"."analysis_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."critical_call" ADD CONSTRAINT "critical_call_staff_id_staff_account_id_fk" FOREIGN KEY ("staff_id") REFERENCES "laboratory"."staff_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refused_report_content" ON "laboratory"."refused_report" USING btree ("client_id","content_hash");--> statement-breakpoint
CREATE INDEX "refused_report_state" ON "laboratory"."refused_report" USING btree ("state","last_at");--> statement-breakpoint
CREATE INDEX "critical_call_result" ON "laboratory"."critical_call" USING btree ("analysis_result_id","at");--> statement-breakpoint
CREATE INDEX "critical_call_staff" ON "laboratory"."critical_call" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "analysis_result_critical" ON "laboratory"."analysis_result" USING btree (coalesce("critical_since", "changed_at")) WHERE "laboratory"."analysis_result"."has_critical";