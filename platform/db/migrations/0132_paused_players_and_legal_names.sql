ALTER TABLE "billing_setting" ADD COLUMN "annual_return_year" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "annual_return_filed_on" date;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "legal_name" text;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "sound_song_id" bigint;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "sound_spot_id" bigint;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "sound_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_day" ADD COLUMN "paused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_hour" ADD COLUMN "paused" bit(60) DEFAULT repeat('0', 60)::bit(60) NOT NULL;