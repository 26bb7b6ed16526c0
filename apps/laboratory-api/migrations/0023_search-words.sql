CREATE TABLE "laboratory"."added_synonym" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."added_synonym_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"locale" text NOT NULL,
	"words" text NOT NULL,
	"analysis_id" integer,
	"profile_id" integer,
	"reason_id" integer,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "added_synonym_once" UNIQUE NULLS NOT DISTINCT("words","locale","analysis_id","profile_id","reason_id"),
	CONSTRAINT "added_synonym_of_one" CHECK (num_nonnulls("laboratory"."added_synonym"."analysis_id", "laboratory"."added_synonym"."profile_id", "laboratory"."added_synonym"."reason_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "laboratory"."unanswered_query" (
	"day" date NOT NULL,
	"locale" text NOT NULL,
	"query" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "unanswered_query_day_locale_query_pk" PRIMARY KEY("day","locale","query")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."unanswered_query_sign" (
	"query_digest" text NOT NULL,
	"person_digest" text NOT NULL,
	"day" date NOT NULL,
	"is_counted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "unanswered_query_sign_query_digest_person_digest_pk" PRIMARY KEY("query_digest","person_digest")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."added_synonym" ADD CONSTRAINT "added_synonym_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "laboratory"."analysis"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."added_synonym" ADD CONSTRAINT "added_synonym_profile_id_profile_id_fk" FOREIGN KEY ("profile_id") REFERENCES "laboratory"."profile"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."added_synonym" ADD CONSTRAINT "added_synonym_reason_id_reason_id_fk" FOREIGN KEY ("reason_id") REFERENCES "laboratory"."reason"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "added_synonym_analysis" ON "laboratory"."added_synonym" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "added_synonym_profile" ON "laboratory"."added_synonym" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "added_synonym_reason" ON "laboratory"."added_synonym" USING btree ("reason_id");--> statement-breakpoint
CREATE INDEX "unanswered_query_sign_day" ON "laboratory"."unanswered_query_sign" USING btree ("day");