ALTER TABLE "time_slot" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "time_slot" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "time_slot" ADD CONSTRAINT "time_slot_season" CHECK (num_nulls("time_slot"."starts_on", "time_slot"."ends_on") in (0, 2) and "time_slot"."ends_on" >= "time_slot"."starts_on");