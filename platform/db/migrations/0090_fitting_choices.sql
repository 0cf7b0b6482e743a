ALTER TABLE "master_rule" ALTER COLUMN "before_fixed_point" SET DEFAULT 'PAUSE';--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "longest_pause_seconds" smallint DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule" ADD COLUMN "top_wait_seconds" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "master_rule" ADD CONSTRAINT "master_rule_longest_pause" CHECK ("master_rule"."longest_pause_seconds" between 0 and 60);--> statement-breakpoint
ALTER TABLE "master_rule" ADD CONSTRAINT "master_rule_top_wait" CHECK ("master_rule"."top_wait_seconds" between 0 and 120);--> statement-breakpoint
UPDATE "master_rule" SET "longest_pause_seconds" = 60 WHERE "before_fixed_point" = 'PAUSE';
