CREATE SCHEMA "shop";
--> statement-breakpoint
CREATE TABLE "shop"."documents" (
	"key" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"owner" text NOT NULL,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "documents_owner" ON "shop"."documents" USING btree ("owner","collection","updated_at");