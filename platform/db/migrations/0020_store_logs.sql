ALTER TABLE "store_log" ADD COLUMN "midnight" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_log" ADD COLUMN "from_position" smallint;--> statement-breakpoint
ALTER TABLE "store_log" ADD COLUMN "to_position" smallint;--> statement-breakpoint
ALTER TABLE "store_log" ADD COLUMN "songs" integer[];--> statement-breakpoint
ALTER TABLE "store_log" ADD COLUMN "spots" integer[];--> statement-breakpoint
ALTER TABLE "store_log" ADD COLUMN "own" "bytea";--> statement-breakpoint
-- A log whose lines are its group's one after the other, at the same seconds of one clock, becomes a run of them.
UPDATE "store_log" SET "midnight" = run."midnight", "from_position" = run."from_position", "to_position" = run."from_position" + run."lines"
FROM (
  SELECT log."company_id", log."id", log."positions", day."positions" AS "planned", facts.*
  FROM "store_log" log
  JOIN "group_playlist" day ON day."company_id" = log."company_id" AND day."id" = log."playlist_id"
  CROSS JOIN LATERAL (
    SELECT jsonb_array_length(log."positions") AS "lines",
      (SELECT (line ->> 'planned')::int - place::int + 1 FROM jsonb_array_elements(log."positions") WITH ORDINALITY AS at(line, place)
        WHERE line ? 'planned' ORDER BY place LIMIT 1) AS "from_position",
      to_timestamp(((log."positions" -> 0 ->> 'startsAt')::numeric - (log."positions" -> 0 ->> 'startSeconds')::numeric * 1000) / 1000) AS "midnight"
  ) AS facts
) AS run
WHERE "store_log"."company_id" = run."company_id" AND "store_log"."id" = run."id" AND run."from_position" >= 0 AND NOT EXISTS (
  SELECT 1 FROM jsonb_array_elements(run."positions") WITH ORDINALITY AS own(line, place)
  LEFT JOIN jsonb_array_elements(run."planned") WITH ORDINALITY AS planned(line, place) ON planned.place = own.place + run."from_position"
  WHERE own.line - 'startsAt' IS DISTINCT FROM CASE WHEN own.line ->> 'kind' = 'MUSIC'
      THEN (planned.line - 'trace') || jsonb_build_object('planned', planned.place - 1) ELSE planned.line END
    OR (own.line ->> 'startsAt')::numeric - (own.line ->> 'startSeconds')::numeric * 1000 <> extract(epoch FROM run."midnight") * 1000
);--> statement-breakpoint
UPDATE "store_log" SET "from_position" = 0, "to_position" = 0 WHERE "positions" = '[]';--> statement-breakpoint
-- All others keep each line as one of their own: a byte 0, then JSON (store-log-record.ts).
UPDATE "store_log" SET "midnight" = to_timestamp(log."midnight" / 1000), "songs" = log."songs", "spots" = log."spots",
  "own" = '\x00'::bytea || convert_to(log."own"::text, 'UTF8')
FROM (
  SELECT "company_id", "id", min("midnight") AS "midnight",
    coalesce(array_agg((line ->> 'songId')::int ORDER BY place) FILTER (WHERE line ? 'songId'), '{}') AS "songs",
    coalesce(array_agg(DISTINCT (line ->> 'spotId')::int) FILTER (WHERE line ? 'spotId'), '{}') AS "spots",
    jsonb_build_object('lines', jsonb_agg(line - 'startsAt' - 'startSeconds' ORDER BY place), 'pauses', jsonb_agg("pause" ORDER BY place),
      'places', jsonb_agg(CASE WHEN line ->> 'kind' = 'MUSIC' THEN -1 ELSE -2 END ORDER BY place))
      || CASE WHEN bool_or("shift" <> 0) THEN jsonb_build_object('shifts', jsonb_agg("shift" ORDER BY place)) ELSE '{}' END AS "own"
  FROM (
    SELECT "company_id", "id", "midnight", place, line,
      "starts_at" - coalesce(lag("starts_at" + round((line ->> 'durationSeconds')::numeric * 1000)) OVER (PARTITION BY "company_id", "id" ORDER BY place), "midnight") AS "pause",
      (line ->> 'startSeconds')::numeric - ("starts_at" - "midnight") / 1000 AS "shift"
    FROM (
      SELECT "company_id", "id", place, line, (line ->> 'startsAt')::numeric AS "starts_at",
        ("positions" -> 0 ->> 'startsAt')::numeric - ("positions" -> 0 ->> 'startSeconds')::numeric * 1000 AS "midnight"
      FROM "store_log" CROSS JOIN LATERAL jsonb_array_elements("positions") WITH ORDINALITY AS at(line, place)
      WHERE "from_position" IS NULL
    ) AS lines
  ) AS timed
  GROUP BY "company_id", "id"
) AS log
WHERE "store_log"."company_id" = log."company_id" AND "store_log"."id" = log."id";--> statement-breakpoint
ALTER TABLE "store_log" DROP COLUMN "positions";--> statement-breakpoint
ALTER TABLE "store_log" ADD CONSTRAINT "store_log_run_or_own" CHECK (num_nulls("store_log"."from_position", "store_log"."to_position") in (0, 2) and ("store_log"."from_position" is null) = ("store_log"."own" is not null)
      and num_nulls("store_log"."songs", "store_log"."spots", "store_log"."own") in (0, 3) and "store_log"."from_position" <= "store_log"."to_position");
