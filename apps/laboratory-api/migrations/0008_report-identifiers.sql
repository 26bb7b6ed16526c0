CREATE TABLE "laboratory"."report_identifier" (
	"identifier" text PRIMARY KEY NOT NULL,
	"analysis_result_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."report_identifier" ADD CONSTRAINT "report_identifier_analysis_result_id_analysis_result_id_fk" FOREIGN KEY ("analysis_result_id") REFERENCES "laboratory"."analysis_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "laboratory"."report_identifier" ("identifier", "analysis_result_id")
SELECT DISTINCT ON ("identifier") "identifier", "analysis_result_id" FROM "laboratory"."received_report" ORDER BY "identifier", "received_at";
