ALTER TABLE "campaign_store" ADD COLUMN "wanted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- as asked-hours.queries.ts counts it; what a store has taken was asked for
UPDATE "campaign_store" "place" SET "wanted" = greatest("place"."taken", (
  SELECT coalesce(sum("asked"."plays"), 0) FROM "campaign"
    CROSS JOIN generate_series(greatest("place"."since", "campaign"."starts_on"), "campaign"."ends_on", interval '1 day') AS "flight"("day")
    LEFT JOIN "ad_ledger" "ledger" ON "ledger"."company_id" = "campaign"."company_id" AND "ledger"."kind" = "campaign"."kind"
      AND "ledger"."store_id" = "place"."store_id" AND "ledger"."day" = "flight"."day"::date
    CROSS JOIN unnest("campaign"."plays") WITH ORDINALITY AS "asked"("plays", "hour")
  WHERE "campaign"."company_id" = "place"."company_id" AND "campaign"."id" = "place"."campaign_id"
    AND extract(dow FROM "flight"."day") = ANY("campaign"."weekdays")
    AND ("place"."left_at" IS NOT NULL OR "ledger"."capacity"["asked"."hour"] IS DISTINCT FROM 0)
));
