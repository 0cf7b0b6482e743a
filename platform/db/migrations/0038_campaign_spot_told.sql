ALTER TABLE "campaign_spot" ADD COLUMN "dropped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaign_spot" ADD COLUMN "told" text;