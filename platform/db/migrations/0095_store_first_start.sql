ALTER TABLE "store_state" ADD COLUMN "started_at" timestamp (3) with time zone;
--> statement-breakpoint
-- of players that were heard of before, only the store's activation is known
UPDATE "store_state" SET "started_at" = "store"."status_since" FROM "store"
WHERE "store"."company_id" = "store_state"."company_id" AND "store"."id" = "store_state"."store_id"
  AND ("store_state"."last_seen_at" IS NOT NULL OR "store_state"."last_played_at" IS NOT NULL);
