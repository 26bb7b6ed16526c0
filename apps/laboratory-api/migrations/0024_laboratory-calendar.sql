CREATE TABLE "laboratory"."laboratory_calendar" (
	"laboratory_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"week" jsonb NOT NULL,
	"closures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"open_holidays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
