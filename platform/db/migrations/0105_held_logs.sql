ALTER TABLE "store_state" ADD COLUMN "held_log_ids" bigint[];--> statement-breakpoint
ALTER TABLE "store_state" ADD COLUMN "held_since" timestamp (3) with time zone;