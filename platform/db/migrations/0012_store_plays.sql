CREATE TABLE "store_plays" (
	"company_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"plays" integer NOT NULL,
	"seconds" integer NOT NULL,
	CONSTRAINT "store_plays_company_id_day_store_id_kind_pk" PRIMARY KEY("company_id","day","store_id","kind")
);
--> statement-breakpoint
INSERT INTO "store_plays" ("company_id", "store_id", "day", "kind", "plays", "seconds")
SELECT "company_id", "store_id", "day", "kind", sum("plays"), sum("seconds") FROM "play_daily" GROUP BY 1, 2, 3, 4;
