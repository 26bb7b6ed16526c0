CREATE TABLE "sandbox"."analyser_work" (
	"service_request_id" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"request" jsonb NOT NULL,
	"seed" text NOT NULL,
	"plan" text NOT NULL,
	"stage" text NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analyser_work_order_number_index" ON "sandbox"."analyser_work" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "analyser_work_changed_at_index" ON "sandbox"."analyser_work" USING btree ("changed_at");