ALTER TABLE "play_log" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "play_log" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "play_log" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "play_log" ADD COLUMN "substitute_reason" text;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "playing_device" text;--> statement-breakpoint
-- Plays from before this migration count as verified: to judge them again, every stored log would have to be unfolded.
ALTER TABLE "play_daily" ADD COLUMN "received" integer NOT NULL DEFAULT 0, ADD COLUMN "verified" integer NOT NULL DEFAULT 0;--> statement-breakpoint
ALTER TABLE "store_plays" ADD COLUMN "received" integer NOT NULL DEFAULT 0, ADD COLUMN "verified" integer NOT NULL DEFAULT 0;--> statement-breakpoint
UPDATE "play_daily" SET "received" = "plays", "verified" = "plays";--> statement-breakpoint
UPDATE "store_plays" SET "received" = "plays", "verified" = "plays";--> statement-breakpoint
ALTER TABLE "play_daily" ALTER COLUMN "received" DROP DEFAULT, ALTER COLUMN "verified" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "store_plays" ALTER COLUMN "received" DROP DEFAULT, ALTER COLUMN "verified" DROP DEFAULT;--> statement-breakpoint
-- The key carries all totals, as in migration 0013.
ALTER TABLE "play_daily" DROP CONSTRAINT "play_daily_company_id_day_store_id_kind_item_id_pk";--> statement-breakpoint
ALTER TABLE "play_daily" ADD CONSTRAINT "play_daily_company_id_day_store_id_kind_item_id_pk" PRIMARY KEY ("company_id", "day", "store_id", "kind", "item_id") INCLUDE ("received", "verified", "plays", "seconds");
