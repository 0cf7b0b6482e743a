CREATE TABLE "store_songs" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"store_id" bigint NOT NULL,
	"received" integer NOT NULL,
	"song_ids" integer[] NOT NULL,
	"song_received" integer[] NOT NULL,
	"song_plays" integer[] NOT NULL,
	"song_seconds" integer[] NOT NULL,
	CONSTRAINT "store_songs_company_id_day_store_id_pk" PRIMARY KEY("company_id","day","store_id")
);--> statement-breakpoint
INSERT INTO "store_songs" ("company_id", "day", "store_id", "received", "song_ids", "song_received", "song_plays", "song_seconds")
SELECT company_id, day, store_id, sum(received), array_agg(item_id ORDER BY item_id), array_agg(received ORDER BY item_id), array_agg(plays ORDER BY item_id),
  array_agg(seconds ORDER BY item_id) FROM "play_daily" WHERE kind = 'MUSIC' GROUP BY 1, 2, 3;
