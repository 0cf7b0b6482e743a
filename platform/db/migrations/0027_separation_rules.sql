ALTER TABLE "master_rule" ADD COLUMN "separation" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "search_depth" smallint DEFAULT 40 NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "fallback_chart_company_id" bigint;--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "fallback_chart_id" bigint;--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "before_fixed_point" text DEFAULT 'BREAK_RULE' NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule" ADD CONSTRAINT "master_rule_separation" CHECK (jsonb_typeof("master_rule"."separation") = 'array');--> statement-breakpoint
ALTER TABLE "master_rule" ADD CONSTRAINT "master_rule_search_depth" CHECK ("master_rule"."search_depth" between 5 and 200);--> statement-breakpoint
ALTER TABLE "master_rule" ADD CONSTRAINT "master_rule_fallback" CHECK (num_nulls("master_rule"."fallback_chart_company_id", "master_rule"."fallback_chart_id") in (0, 2));--> statement-breakpoint
-- Each rule keeps its meaning: 0 minutes and any tempo change were no rule, and only the tempo change was breakable.
UPDATE "master_rule" SET "separation" =
  (CASE WHEN "minimum_rest_minutes" > 0 THEN jsonb_build_array(jsonb_build_object('name', 'MINIMUM_REST', 'breakable', false, 'minutes', "minimum_rest_minutes")) ELSE '[]'::jsonb END)
  || (CASE WHEN "artist_separation_minutes" > 0 THEN jsonb_build_array(jsonb_build_object('name', 'ARTIST_SEPARATION', 'breakable', false, 'minutes', "artist_separation_minutes")) ELSE '[]'::jsonb END)
  || (CASE WHEN "title_separation_minutes" > 0 THEN jsonb_build_array(jsonb_build_object('name', 'TITLE_SEPARATION', 'breakable', false, 'minutes', "title_separation_minutes")) ELSE '[]'::jsonb END)
  || (CASE WHEN "day_offset" THEN jsonb_build_array(jsonb_build_object('name', 'DAY_OFFSET', 'breakable', false)) ELSE '[]'::jsonb END)
  || (CASE WHEN "tempo_step" < 2 THEN jsonb_build_array(jsonb_build_object('name', 'SEGUE', 'breakable', true, 'tempoStep', "tempo_step", 'energyStep', NULL)) ELSE '[]'::jsonb END);--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "minimum_rest_minutes";--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "artist_separation_minutes";--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "title_separation_minutes";--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "day_offset";--> statement-breakpoint
ALTER TABLE "master_rule" DROP COLUMN "tempo_step";