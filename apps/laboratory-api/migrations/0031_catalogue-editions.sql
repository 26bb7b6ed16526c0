CREATE TABLE "laboratory"."catalogue_edition" (
	"id" uuid PRIMARY KEY NOT NULL,
	"origin" text NOT NULL,
	"note" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"published_at" timestamp with time zone,
	"publication" integer,
	CONSTRAINT "catalogue_edition_publication_unique" UNIQUE("publication")
);
--> statement-breakpoint
CREATE INDEX "catalogue_edition_time" ON "laboratory"."catalogue_edition" USING btree ("created_at");