-- merging and deleting brands left campaigns at brands that are gone
UPDATE "campaign" SET "brand_id" = NULL WHERE "brand_id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "catalogue_item" WHERE "catalogue_item"."id" = "campaign"."brand_id");--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD CONSTRAINT "catalogue_item_id_unique" UNIQUE("id");--> statement-breakpoint
CREATE INDEX "campaign_brand" ON "campaign" USING btree ("brand_id") WHERE "campaign"."brand_id" is not null;--> statement-breakpoint
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_of_brand" FOREIGN KEY ("brand_id") REFERENCES "public"."catalogue_item"("id") ON DELETE no action ON UPDATE no action;
