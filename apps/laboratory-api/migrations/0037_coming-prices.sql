CREATE TABLE "laboratory"."coming_price" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."coming_price_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"analysis_id" integer NOT NULL,
	"price_list_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"amount" integer NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid NOT NULL,
	CONSTRAINT "coming_price_once" UNIQUE("analysis_id","price_list_id","from_day"),
	CONSTRAINT "coming_price_is_positive" CHECK ("laboratory"."coming_price"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "laboratory"."withheld_offer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "laboratory"."withheld_offer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"laboratory_id" integer NOT NULL,
	"analysis_id" integer,
	"profile_id" integer,
	"since" timestamp with time zone NOT NULL,
	"switched_by" uuid NOT NULL,
	CONSTRAINT "withheld_offer_once" UNIQUE NULLS NOT DISTINCT("laboratory_id","analysis_id","profile_id"),
	CONSTRAINT "withheld_offer_of_one" CHECK (num_nonnulls("laboratory"."withheld_offer"."analysis_id", "laboratory"."withheld_offer"."profile_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "laboratory"."coming_price" ADD CONSTRAINT "coming_price_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "laboratory"."analysis"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."coming_price" ADD CONSTRAINT "coming_price_price_list_id_price_list_id_fk" FOREIGN KEY ("price_list_id") REFERENCES "laboratory"."price_list"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."withheld_offer" ADD CONSTRAINT "withheld_offer_laboratory_id_laboratory_id_fk" FOREIGN KEY ("laboratory_id") REFERENCES "laboratory"."laboratory"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."withheld_offer" ADD CONSTRAINT "withheld_offer_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "laboratory"."analysis"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory"."withheld_offer" ADD CONSTRAINT "withheld_offer_profile_id_profile_id_fk" FOREIGN KEY ("profile_id") REFERENCES "laboratory"."profile"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coming_price_day" ON "laboratory"."coming_price" USING btree ("from_day");--> statement-breakpoint
CREATE INDEX "withheld_offer_analysis" ON "laboratory"."withheld_offer" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "withheld_offer_profile" ON "laboratory"."withheld_offer" USING btree ("profile_id");