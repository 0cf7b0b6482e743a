ALTER TABLE "spot" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "brand_id" bigint;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "loudness" real;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "peaks" "bytea";--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "valid_from" date;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "valid_to" date;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "territories" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD CONSTRAINT "spot_of_brand" FOREIGN KEY ("company_id","brand_id") REFERENCES "public"."catalogue_item"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- names are unique among the active spots of a kind from here on: later ones of a name get their number
UPDATE "spot" SET "name" = "name" || ' (' || "id" || ')' WHERE "active" AND EXISTS (SELECT 1 FROM "spot" AS "earlier"
  WHERE "earlier"."company_id" = "spot"."company_id" AND "earlier"."kind" = "spot"."kind" AND lower("earlier"."name") = lower("spot"."name")
    AND "earlier"."active" AND "earlier"."id" < "spot"."id");--> statement-breakpoint
CREATE UNIQUE INDEX "spot_name_unique" ON "spot" USING btree ("company_id","kind",lower("name")) WHERE "spot"."active";--> statement-breakpoint
CREATE INDEX "spot_brand" ON "spot" USING btree ("company_id","brand_id");--> statement-breakpoint
-- each company's brands become items of a catalogue list of its own
INSERT INTO "catalogue_item" ("company_id", "kind", "name")
  SELECT DISTINCT ON ("company_id", lower("name")) "company_id", 'brand', "name"
  FROM (SELECT "company_id", left(btrim(regexp_replace("brand", '\s+', ' ', 'g')), 100) AS "name", "id" FROM "spot") AS "named"
  WHERE "name" <> '' ORDER BY "company_id", lower("name"), "id" ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "spot" SET "brand_id" = "item"."id" FROM "catalogue_item" AS "item"
  WHERE "item"."company_id" = "spot"."company_id" AND "item"."kind" = 'brand'
    AND lower("item"."name") = lower(left(btrim(regexp_replace("spot"."brand", '\s+', ' ', 'g')), 100));--> statement-breakpoint
ALTER TABLE "spot" DROP COLUMN "brand";--> statement-breakpoint
ALTER TABLE "spot" ADD CONSTRAINT "spot_valid" CHECK ("spot"."valid_to" >= "spot"."valid_from");