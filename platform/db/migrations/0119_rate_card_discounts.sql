ALTER TABLE "ad_setting" DROP CONSTRAINT "ad_setting_limits";--> statement-breakpoint
ALTER TABLE "ad_setting" DROP CONSTRAINT "ad_setting_of_company";--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "discount_by" text;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "volume_discounts" jsonb;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "season_discounts" jsonb;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "quote_days" smallint;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "quote_terms" text;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD CONSTRAINT "ad_setting_limits" CHECK ("ad_setting"."ad_seconds_per_hour" between 0 and 3600 and "ad_setting"."promo_positions" between 0 and 60 and "ad_setting"."toh_positions" between 0 and 10 and "ad_setting"."longest_break_seconds" between 10 and 900 and "ad_setting"."least_break_distance_seconds" between 0 and 3600 and "ad_setting"."days_on_sale" between 1 and 400 and "ad_setting"."hold_hours" between 1 and 336 and "ad_setting"."quote_days" between 1 and 90 and "ad_setting"."least_music_minutes" between 0 and 60);--> statement-breakpoint
ALTER TABLE "ad_setting" ADD CONSTRAINT "ad_setting_of_company" CHECK (num_nonnulls("ad_setting"."region_id", "ad_setting"."zone_id", "ad_setting"."group_id", "ad_setting"."store_id") = 0 or num_nonnulls("ad_setting"."days_on_sale", "ad_setting"."hold_hours", "ad_setting"."least_music_minutes", "ad_setting"."refuses_less_music",
      "ad_setting"."ad_rate_paise", "ad_setting"."ad_prime_rate_paise", "ad_setting"."promo_rate_paise", "ad_setting"."promo_prime_rate_paise", "ad_setting"."toh_rate_paise", "ad_setting"."toh_prime_rate_paise",
      "ad_setting"."discount_by", "ad_setting"."volume_discounts", "ad_setting"."season_discounts", "ad_setting"."quote_days", "ad_setting"."quote_terms") = 0);