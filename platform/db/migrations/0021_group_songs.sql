ALTER TABLE "group_playlist" ADD COLUMN "song_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "group_playlist" ADD COLUMN "song_starts" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "group_playlist" SET ("song_ids", "song_starts") = (
	SELECT coalesce(array_agg((position ->> 'songId')::integer ORDER BY place), '{}'),
		coalesce(array_agg(round(coalesce((position ->> 'startSeconds')::numeric, 0))::integer ORDER BY place), '{}')
	FROM jsonb_array_elements("positions") WITH ORDINALITY AS element (position, place)
	WHERE position ->> 'songId' IS NOT NULL
);
