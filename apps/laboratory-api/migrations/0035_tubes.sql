ALTER TABLE "laboratory"."analysis" ADD COLUMN "tube_group" text;--> statement-breakpoint
ALTER TABLE "laboratory"."material" ADD COLUMN "blood" jsonb;--> statement-breakpoint
ALTER TABLE "laboratory"."order_patient" ADD COLUMN "containers" jsonb;