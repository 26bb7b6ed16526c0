DROP TABLE "laboratory"."visit_slot" CASCADE;
