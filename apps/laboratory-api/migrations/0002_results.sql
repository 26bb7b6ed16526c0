CREATE TABLE "laboratory"."analysis_result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"test_result_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line_position" integer NOT NULL,
	"patient_id" uuid NOT NULL,
	"analysis_id" integer NOT NULL,
	"status" text,
	"started_at" timestamp with time zone,
	"specimen_identifier" text,
	"specimen" text,
	"collected_at" timestamp with time zone,
	"sampled_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone,
	"comment" text,
	"value_count" integer DEFAULT 0 NOT NULL,
	"outside_count" integer DEFAULT 0 NOT NULL,
	"has_critical" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."observation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"analysis_result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"measure" text NOT NULL,
	"name" jsonb NOT NULL,
	"loinc" text,
	"number" double precision,
	"comparator" text,
	"decimals" integer NOT NULL,
	"unit" text,
	"words" text,
	"absent_reason" text,
	"low" double precision,
	"high" double precision,
	"range_words" jsonb,
	"interpretation" text,
	"method" text,
	"comment" text,
	"status" text NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"superseded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."received_report" (
	"identifier" text NOT NULL,
	"content_hash" text NOT NULL,
	"analysis_result_id" uuid NOT NULL,
	"status" text NOT NULL,
	"issued_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "received_report_identifier_content_hash_pk" PRIMARY KEY("identifier","content_hash")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."report_document" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"test_result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."result_share_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"pin_was_right" boolean NOT NULL,
	"access_key_hash" text,
	"access_expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."result_share" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"test_result_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"pin_hash" text NOT NULL,
	"wrong_pins" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."test_result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid,
	"sampled_at" timestamp with time zone NOT NULL,
	"complete" boolean DEFAULT false NOT NULL,
	"notice_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_test_result_id_test_result_id_fk" FOREIGN KEY ("test_result_id") REFERENCES "laboratory"."test_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."analysis_result" ADD CONSTRAINT "analysis_result_order_line" FOREIGN KEY ("order_id","line_position") REFERENCES "laboratory"."order_line"("order_id","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."observation" ADD CONSTRAINT "observation_analysis_result_id_analysis_result_id_fk" FOREIGN KEY ("analysis_result_id") REFERENCES "laboratory"."analysis_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."received_report" ADD CONSTRAINT "received_report_analysis_result_id_analysis_result_id_fk" FOREIGN KEY ("analysis_result_id") REFERENCES "laboratory"."analysis_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."report_document" ADD CONSTRAINT "report_document_test_result_id_test_result_id_fk" FOREIGN KEY ("test_result_id") REFERENCES "laboratory"."test_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share_view" ADD CONSTRAINT "result_share_view_share_id_result_share_id_fk" FOREIGN KEY ("share_id") REFERENCES "laboratory"."result_share"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" ADD CONSTRAINT "result_share_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."result_share" ADD CONSTRAINT "result_share_test_result_id_test_result_id_fk" FOREIGN KEY ("test_result_id") REFERENCES "laboratory"."test_result"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD CONSTRAINT "test_result_order_id_customer_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "laboratory"."customer_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."test_result" ADD CONSTRAINT "test_result_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "laboratory"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_result_line" ON "laboratory"."analysis_result" USING btree ("order_id","line_position");--> statement-breakpoint
CREATE INDEX "analysis_result_test_result" ON "laboratory"."analysis_result" USING btree ("test_result_id","line_position");--> statement-breakpoint
CREATE INDEX "analysis_result_patient" ON "laboratory"."analysis_result" USING btree ("patient_id","analysis_id","sampled_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "observation_report" ON "laboratory"."observation" USING btree ("analysis_result_id","position");--> statement-breakpoint
CREATE INDEX "observation_course" ON "laboratory"."observation" USING btree ("patient_id","measure","sampled_at") WHERE "laboratory"."observation"."superseded_at" is null and "laboratory"."observation"."number" is not null;--> statement-breakpoint
CREATE INDEX "received_report_result" ON "laboratory"."received_report" USING btree ("analysis_result_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_document_code" ON "laboratory"."report_document" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "report_document_content" ON "laboratory"."report_document" USING btree ("test_result_id","patient_id","content_hash");--> statement-breakpoint
CREATE INDEX "result_share_view_share" ON "laboratory"."result_share_view" USING btree ("share_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "result_share_token" ON "laboratory"."result_share" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "result_share_result" ON "laboratory"."result_share" USING btree ("test_result_id","patient_id");--> statement-breakpoint
CREATE INDEX "result_share_user" ON "laboratory"."result_share" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "test_result_order" ON "laboratory"."test_result" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "test_result_user" ON "laboratory"."test_result" USING btree ("user_id","sampled_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);