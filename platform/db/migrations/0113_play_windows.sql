ALTER TABLE "catalogue_item" ADD COLUMN "play_from_minute" smallint;--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD COLUMN "play_to_minute" smallint;--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD COLUMN "play_weekdays" smallint[];--> statement-breakpoint
ALTER TABLE "song" ADD COLUMN "play_window_id" bigint;--> statement-breakpoint
ALTER TABLE "song" ADD CONSTRAINT "song_play_window" FOREIGN KEY ("company_id","play_window_id") REFERENCES "public"."catalogue_item"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_item_window" ON "catalogue_item" USING btree ("company_id","id") WHERE "catalogue_item"."play_from_minute" is not null;--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD CONSTRAINT "catalogue_item_play_window" CHECK (num_nulls("catalogue_item"."play_from_minute", "catalogue_item"."play_to_minute", "catalogue_item"."play_weekdays") = 3
        or (num_nulls("catalogue_item"."play_from_minute", "catalogue_item"."play_to_minute", "catalogue_item"."play_weekdays") = 0
          and "catalogue_item"."play_from_minute" between 0 and 1439 and "catalogue_item"."play_to_minute" > "catalogue_item"."play_from_minute"
          and "catalogue_item"."play_to_minute" <= "catalogue_item"."play_from_minute" + 1440 and cardinality("catalogue_item"."play_weekdays") > 0));