CREATE TABLE "laboratory"."laboratory_client_key" (
	"client_id" text NOT NULL,
	"kid" text NOT NULL,
	"jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "laboratory_client_key_client_id_kid_pk" PRIMARY KEY("client_id","kid")
);
--> statement-breakpoint
CREATE TABLE "laboratory"."laboratory_client_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"kid" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory"."laboratory_client" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"laboratory_ids" integer[],
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "laboratory"."used_assertion" (
	"client_id" text NOT NULL,
	"jti_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_assertion_client_id_jti_hash_pk" PRIMARY KEY("client_id","jti_hash")
);
--> statement-breakpoint
ALTER TABLE "laboratory"."audit_entry" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "laboratory"."laboratory_client_key" ADD CONSTRAINT "laboratory_client_key_client_id_laboratory_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "laboratory"."laboratory_client"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."laboratory_client_token" ADD CONSTRAINT "laboratory_client_token_client_id_laboratory_client_id_fk" FOREIGN KEY ("client_id") REFERENCES "laboratory"."laboratory_client"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "laboratory_client_token_client" ON "laboratory"."laboratory_client_token" USING btree ("client_id","kid");--> statement-breakpoint
CREATE INDEX "laboratory_client_token_expiry" ON "laboratory"."laboratory_client_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "used_assertion_expiry" ON "laboratory"."used_assertion" USING btree ("expires_at");--> statement-breakpoint
UPDATE "laboratory"."report_identifier" SET "identifier" = "customer_order"."laboratory_id" || '|' || "identifier"
FROM "laboratory"."analysis_result" JOIN "laboratory"."customer_order" ON "customer_order"."id" = "analysis_result"."order_id"
WHERE "analysis_result"."id" = "report_identifier"."analysis_result_id";--> statement-breakpoint
UPDATE "laboratory"."received_report" SET "identifier" = "customer_order"."laboratory_id" || '|' || "identifier"
FROM "laboratory"."analysis_result" JOIN "laboratory"."customer_order" ON "customer_order"."id" = "analysis_result"."order_id"
WHERE "analysis_result"."id" = "received_report"."analysis_result_id";
