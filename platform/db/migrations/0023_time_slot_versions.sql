ALTER TABLE "time_slot" DROP CONSTRAINT "time_slot_range";--> statement-breakpoint
ALTER TABLE "time_slot" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Hours after midnight are those of the next day: what reached further than 24 hours was never used.
UPDATE "time_slot" SET "to_minute" = "from_minute" + 1440 WHERE "to_minute" > "from_minute" + 1440;--> statement-breakpoint
ALTER TABLE "time_slot" ADD CONSTRAINT "time_slot_range" CHECK ("time_slot"."from_minute" between 0 and 1439 and "time_slot"."to_minute" > "time_slot"."from_minute" and "time_slot"."to_minute" <= "time_slot"."from_minute" + 1440);