ALTER TABLE "campaign" ADD COLUMN "plays_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "in_logs_at" timestamp (3) with time zone;