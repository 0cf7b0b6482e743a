CREATE TABLE "scheduled_song" (
	"song_id" bigint PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_song" ADD CONSTRAINT "scheduled_song_song_id_song_id_fk" FOREIGN KEY ("song_id") REFERENCES "public"."song"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- what stood in schedules, or was played, before
INSERT INTO "scheduled_song" ("song_id", "first_day")
SELECT "song"."id", min("stood"."day") FROM (
	SELECT ("line" ->> 'songId')::bigint AS "song_id", "group_playlist"."day" FROM "group_playlist", jsonb_array_elements("group_playlist"."positions") AS "line"
	UNION ALL SELECT ("line" ->> 'songId')::bigint, "store_log"."day" FROM "store_log", jsonb_array_elements("store_log"."positions") AS "line"
	UNION ALL SELECT "item_id", "day" FROM "play_daily" WHERE "kind" = 'MUSIC'
) AS "stood" JOIN "song" ON "song"."id" = "stood"."song_id" GROUP BY "song"."id";
