CREATE TABLE "song_day" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"block" bigint NOT NULL,
	"song_id" bigint NOT NULL,
	"received" integer NOT NULL,
	"plays" integer NOT NULL,
	"seconds" integer NOT NULL,
	"stores" bit(1024) NOT NULL,
	CONSTRAINT "song_day_company_id_day_block_song_id_pk" PRIMARY KEY("company_id","day","block","song_id")
);
--> statement-breakpoint
CREATE TABLE "songs_counted" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"block" bigint NOT NULL,
	"received" integer NOT NULL,
	CONSTRAINT "songs_counted_company_id_day_block_pk" PRIMARY KEY("company_id","day","block")
);
