ALTER TABLE "ad_setting" DROP CONSTRAINT "ad_setting_of_company";--> statement-breakpoint
ALTER TABLE "ad_setting" ADD COLUMN "approval_above_paise" bigint;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "approval_asked_by" text;--> statement-breakpoint
ALTER TABLE "ad_setting" ADD CONSTRAINT "ad_setting_of_company" CHECK (num_nonnulls("ad_setting"."region_id", "ad_setting"."zone_id", "ad_setting"."group_id", "ad_setting"."store_id") = 0 or num_nonnulls("ad_setting"."days_on_sale", "ad_setting"."hold_hours", "ad_setting"."least_music_minutes", "ad_setting"."refuses_less_music",
      "ad_setting"."ad_rate_paise", "ad_setting"."ad_prime_rate_paise", "ad_setting"."promo_rate_paise", "ad_setting"."promo_prime_rate_paise", "ad_setting"."toh_rate_paise", "ad_setting"."toh_prime_rate_paise",
      "ad_setting"."approval_above_paise", "ad_setting"."discount_by", "ad_setting"."volume_discounts", "ad_setting"."season_discounts", "ad_setting"."quote_days", "ad_setting"."quote_terms") = 0);--> statement-breakpoint
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_approval" CHECK ("campaign"."approval_asked_by" is null or "campaign"."state" = 'HELD');