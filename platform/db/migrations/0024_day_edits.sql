ALTER TABLE "group_playlist" ADD COLUMN "edited_by" text;--> statement-breakpoint
ALTER TABLE "group_playlist" ADD COLUMN "edited_how" text;