CREATE TABLE "master_rule_arc_point" (
	"company_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"hour" smallint NOT NULL,
	"energy" smallint,
	"mood_company_id" bigint,
	"mood_id" bigint,
	CONSTRAINT "master_rule_arc_point_company_id_rule_id_hour_pk" PRIMARY KEY("company_id","rule_id","hour"),
	CONSTRAINT "master_rule_arc_point_range" CHECK ("master_rule_arc_point"."hour" between 0 and 23 and "master_rule_arc_point"."energy" between 0 and 100),
	CONSTRAINT "master_rule_arc_point_mood_whole" CHECK (num_nulls("master_rule_arc_point"."mood_company_id", "master_rule_arc_point"."mood_id") in (0, 2))
);
--> statement-breakpoint
INSERT INTO "master_rule_arc_point" ("company_id", "rule_id", "hour", "energy")
	SELECT "company_id", "id", ("point" ->> 'hour')::smallint, ("point" ->> 'energy')::smallint
	FROM "master_rule", jsonb_array_elements("energy_arc") AS "point";--> statement-breakpoint
ALTER TABLE "master_rule" DROP CONSTRAINT "master_rule_energy_arc";--> statement-breakpoint
ALTER TABLE "master_rule_arc_point" ADD CONSTRAINT "master_rule_arc_point_rule" FOREIGN KEY ("company_id","rule_id") REFERENCES "public"."master_rule"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "master_rule_arc_point" ADD CONSTRAINT "master_rule_arc_point_mood" FOREIGN KEY ("mood_company_id","mood_id") REFERENCES "public"."catalogue_item"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "master_rule_arc_point_of_mood" ON "master_rule_arc_point" USING btree ("mood_company_id","mood_id");--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "energy_arc";