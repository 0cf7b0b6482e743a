CREATE TABLE "store_day_plays" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"store_id" bigint NOT NULL,
	"music_received" integer DEFAULT 0 NOT NULL,
	"music_verified" integer DEFAULT 0 NOT NULL,
	"music_plays" integer DEFAULT 0 NOT NULL,
	"music_seconds" integer DEFAULT 0 NOT NULL,
	"ad_received" integer DEFAULT 0 NOT NULL,
	"ad_verified" integer DEFAULT 0 NOT NULL,
	"ad_plays" integer DEFAULT 0 NOT NULL,
	"ad_seconds" integer DEFAULT 0 NOT NULL,
	"jingle_received" integer DEFAULT 0 NOT NULL,
	"jingle_verified" integer DEFAULT 0 NOT NULL,
	"jingle_plays" integer DEFAULT 0 NOT NULL,
	"jingle_seconds" integer DEFAULT 0 NOT NULL,
	"toh_received" integer DEFAULT 0 NOT NULL,
	"toh_verified" integer DEFAULT 0 NOT NULL,
	"toh_plays" integer DEFAULT 0 NOT NULL,
	"toh_seconds" integer DEFAULT 0 NOT NULL,
	"music_first_at" timestamp (3) with time zone,
	"music_last_at" timestamp (3) with time zone,
	CONSTRAINT "store_day_plays_company_id_day_store_id_pk" PRIMARY KEY("company_id","day","store_id")
);--> statement-breakpoint
LOCK TABLE "store_plays" IN SHARE MODE;--> statement-breakpoint
INSERT INTO "store_day_plays"
SELECT company_id, day, store_id,
  coalesce(sum(received) FILTER (WHERE kind = 'MUSIC'), 0), coalesce(sum(verified) FILTER (WHERE kind = 'MUSIC'), 0), coalesce(sum(plays) FILTER (WHERE kind = 'MUSIC'), 0), coalesce(sum(seconds) FILTER (WHERE kind = 'MUSIC'), 0),
  coalesce(sum(received) FILTER (WHERE kind = 'AD'), 0), coalesce(sum(verified) FILTER (WHERE kind = 'AD'), 0), coalesce(sum(plays) FILTER (WHERE kind = 'AD'), 0), coalesce(sum(seconds) FILTER (WHERE kind = 'AD'), 0),
  coalesce(sum(received) FILTER (WHERE kind = 'JINGLE'), 0), coalesce(sum(verified) FILTER (WHERE kind = 'JINGLE'), 0), coalesce(sum(plays) FILTER (WHERE kind = 'JINGLE'), 0), coalesce(sum(seconds) FILTER (WHERE kind = 'JINGLE'), 0),
  coalesce(sum(received) FILTER (WHERE kind = 'TOH'), 0), coalesce(sum(verified) FILTER (WHERE kind = 'TOH'), 0), coalesce(sum(plays) FILTER (WHERE kind = 'TOH'), 0), coalesce(sum(seconds) FILTER (WHERE kind = 'TOH'), 0),
  min(first_at) FILTER (WHERE kind = 'MUSIC'), max(last_at) FILTER (WHERE kind = 'MUSIC')
FROM "store_plays" GROUP BY company_id, day, store_id;
