CREATE TABLE "master_rule_mix_item" (
	"company_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"item_company_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	CONSTRAINT "master_rule_mix_item_company_id_rule_id_position_item_id_pk" PRIMARY KEY("company_id","rule_id","position","item_id")
);
--> statement-breakpoint
ALTER TABLE "master_rule_mix" ALTER COLUMN "chart_company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule_mix" ALTER COLUMN "chart_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule_mix_item" ADD CONSTRAINT "master_rule_mix_item_line" FOREIGN KEY ("company_id","rule_id","position") REFERENCES "public"."master_rule_mix"("company_id","rule_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "master_rule_mix_item" ADD CONSTRAINT "master_rule_mix_item_item_fk" FOREIGN KEY ("item_company_id","item_id") REFERENCES "public"."catalogue_item"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "master_rule_mix_item_item" ON "master_rule_mix_item" USING btree ("item_company_id","item_id");--> statement-breakpoint
CREATE INDEX "song_by_language" ON "song" USING btree ("company_id","language_id");--> statement-breakpoint
CREATE INDEX "song_by_genre" ON "song" USING btree ("company_id","genre_id");--> statement-breakpoint
CREATE INDEX "song_by_mood" ON "song" USING btree ("company_id","mood_id");--> statement-breakpoint
CREATE INDEX "song_by_era" ON "song" USING btree ("company_id","era_id");--> statement-breakpoint
ALTER TABLE "master_rule_mix" ADD CONSTRAINT "master_rule_mix_chart_key" CHECK (num_nulls("master_rule_mix"."chart_company_id", "master_rule_mix"."chart_id") in (0, 2));