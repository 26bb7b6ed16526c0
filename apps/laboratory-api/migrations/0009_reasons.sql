CREATE TABLE "laboratory"."reason" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"names" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"profile_codes" text[] NOT NULL,
	"analysis_codes" text[] NOT NULL,
	"note" jsonb NOT NULL,
	"never_first_codes" text[] NOT NULL,
	"content_hash" text NOT NULL,
	"withdrawn_at" timestamp with time zone
);
