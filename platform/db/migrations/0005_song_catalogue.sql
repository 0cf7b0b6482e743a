-- What stood in the songs as text becomes lists of their own, one entry for spellings that differ in case or spaces alone.
INSERT INTO "catalogue_item" ("company_id", "kind", "name", "rank")
SELECT DISTINCT ON (s."company_id", v.kind, lower(v.name)) s."company_id", v.kind, v.name, v.rank
FROM (SELECT *, btrim(regexp_replace("genre", '\s+', ' ', 'g')) AS g, btrim(regexp_replace("mood", '\s+', ' ', 'g')) AS m, btrim(regexp_replace("language", '\s+', ' ', 'g')) AS l FROM "song") AS s,
  LATERAL (VALUES ('genre', s.g, NULL::smallint), ('mood', s.m, NULL), ('language', s.l, NULL),
    ('tempo', (ARRAY['Slow', 'Medium', 'Fast'])[s."tempo"], s."tempo")) AS v(kind, name, rank)
WHERE v.name <> ''
ORDER BY s."company_id", v.kind, lower(v.name), v.name;--> statement-breakpoint
UPDATE "song" SET
  "genre_id" = (SELECT "id" FROM "catalogue_item" AS c WHERE c."company_id" = "song"."company_id" AND c."kind" = 'genre' AND lower(c."name") = lower(btrim(regexp_replace("song"."genre", '\s+', ' ', 'g')))),
  "mood_id" = (SELECT "id" FROM "catalogue_item" AS c WHERE c."company_id" = "song"."company_id" AND c."kind" = 'mood' AND lower(c."name") = lower(btrim(regexp_replace("song"."mood", '\s+', ' ', 'g')))),
  "language_id" = (SELECT "id" FROM "catalogue_item" AS c WHERE c."company_id" = "song"."company_id" AND c."kind" = 'language' AND lower(c."name") = lower(btrim(regexp_replace("song"."language", '\s+', ' ', 'g')))),
  "tempo_id" = (SELECT "id" FROM "catalogue_item" AS c WHERE c."company_id" = "song"."company_id" AND c."kind" = 'tempo' AND c."rank" = "song"."tempo");--> statement-breakpoint
ALTER TABLE "song" DROP CONSTRAINT "song_tempo";--> statement-breakpoint
ALTER TABLE "song" DROP COLUMN "genre";--> statement-breakpoint
ALTER TABLE "song" DROP COLUMN "mood";--> statement-breakpoint
ALTER TABLE "song" DROP COLUMN "language";--> statement-breakpoint
ALTER TABLE "song" DROP COLUMN "tempo";