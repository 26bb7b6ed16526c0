CREATE TABLE "laboratory"."visit_slot" (
	"laboratory_id" integer NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"taken" integer NOT NULL,
	CONSTRAINT "visit_slot_laboratory_id_start_pk" PRIMARY KEY("laboratory_id","start"),
	CONSTRAINT "visit_slot_taken_check" CHECK ("laboratory"."visit_slot"."taken" >= 0)
);
