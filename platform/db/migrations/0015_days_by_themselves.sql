ALTER TABLE "group_playlist" DROP CONSTRAINT "group_playlist_version";--> statement-breakpoint
DROP INDEX "group_playlist_one_draft";--> statement-breakpoint
DROP INDEX "group_playlist_one_published";--> statement-breakpoint
ALTER TABLE "group_playlist" ALTER COLUMN "group_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "publish_minute" smallint DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_playlist" ADD COLUMN "facts_digest" text;--> statement-breakpoint
ALTER TABLE "group_playlist" ADD COLUMN "choices_digest" text;--> statement-breakpoint
ALTER TABLE "group_playlist" ADD COLUMN "published_how" text;--> statement-breakpoint
CREATE UNIQUE INDEX "group_playlist_one_draft" ON "group_playlist" USING btree ("company_id",coalesce("group_id", 0),"day") WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "group_playlist_one_published" ON "group_playlist" USING btree ("company_id",coalesce("group_id", 0),"day") WHERE state = 'published';--> statement-breakpoint
ALTER TABLE "group_playlist" ADD CONSTRAINT "group_playlist_version" UNIQUE NULLS NOT DISTINCT("company_id","group_id","day","version");--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_publish_minute" CHECK ("company"."publish_minute" between 0 and 1439);