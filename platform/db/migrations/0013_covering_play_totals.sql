-- The key carries the totals, so that adding up two weeks of plays reads the index alone. Drizzle's schema cannot say INCLUDE.
ALTER TABLE "play_daily" DROP CONSTRAINT "play_daily_company_id_day_store_id_kind_item_id_pk";--> statement-breakpoint
ALTER TABLE "play_daily" ADD CONSTRAINT "play_daily_company_id_day_store_id_kind_item_id_pk" PRIMARY KEY ("company_id", "day", "store_id", "kind", "item_id") INCLUDE ("plays", "seconds");
