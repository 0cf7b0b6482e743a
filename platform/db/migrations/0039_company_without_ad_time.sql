-- Ad time and prime hours of companies are ad settings now: what people chose goes there, the hour of each weekday alike.
INSERT INTO "ad_setting" ("company_id", "ad_seconds_per_hour", "prime_hours")
SELECT "id", NULLIF("ad_seconds_per_hour", 240), CASE WHEN "prime_hours" <> '{}' THEN
  ARRAY(SELECT "weekday" * 24 + "hour" FROM generate_series(0, 6) "weekday", unnest("prime_hours") "hour") END
FROM "company" WHERE "kind" = 'client' AND ("ad_seconds_per_hour" <> 240 OR "prime_hours" <> '{}') ON CONFLICT DO NOTHING;--> statement-breakpoint
ALTER TABLE "company" DROP CONSTRAINT "company_prime_hours";--> statement-breakpoint
ALTER TABLE "company" DROP CONSTRAINT "company_ad_seconds";--> statement-breakpoint
ALTER TABLE "company" DROP COLUMN "prime_hours";--> statement-breakpoint
ALTER TABLE "company" DROP COLUMN "ad_seconds_per_hour";