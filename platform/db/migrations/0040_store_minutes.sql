CREATE TABLE "store_day" (
	"company_id" bigint NOT NULL,
	"day" date NOT NULL,
	"store_id" bigint NOT NULL,
	"open" integer NOT NULL,
	"online" integer NOT NULL,
	"playing" integer NOT NULL,
	"quiet" integer NOT NULL,
	"volume_least" smallint,
	"volume_sum" integer DEFAULT 0 NOT NULL,
	"volume_most" smallint,
	"last_seen_at" timestamp (3) with time zone,
	"player_version" text,
	CONSTRAINT "store_day_company_id_day_store_id_pk" PRIMARY KEY("company_id","day","store_id")
);
--> statement-breakpoint
CREATE TABLE "store_hour" (
	"company_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"hour_at" timestamp (3) with time zone NOT NULL,
	"local_hour" timestamp(0) NOT NULL,
	"open" bit(60),
	"online" bit(60) DEFAULT repeat('0', 60)::bit(60) NOT NULL,
	"playing" bit(60) DEFAULT repeat('0', 60)::bit(60) NOT NULL,
	"quiet" bit(60) DEFAULT repeat('0', 60)::bit(60) NOT NULL,
	"volume_least" smallint,
	"volume_sum" integer DEFAULT 0 NOT NULL,
	"volume_most" smallint,
	"player_version" text,
	CONSTRAINT "store_hour_company_id_store_id_hour_at_pk" PRIMARY KEY("company_id","store_id","hour_at")
) PARTITION BY RANGE ("hour_at");
--> statement-breakpoint
CREATE TABLE "store_hours_added" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_plays" ADD COLUMN "first_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_plays" ADD COLUMN "last_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "store_hours_added" ADD CONSTRAINT "store_hours_added_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "store_plays" SET "first_at" = "log"."first_at", "last_at" = "log"."last_at"
FROM (SELECT "company_id", "store_id", "day", "kind", min("started_at") AS "first_at", max("started_at") AS "last_at" FROM "play_log"
  WHERE "reason" IS NULL OR "reason" = 'SUBSTITUTE' GROUP BY 1, 2, 3, 4) "log"
WHERE "store_plays"."company_id" = "log"."company_id" AND "store_plays"."day" = "log"."day" AND "store_plays"."store_id" = "log"."store_id"
  AND "store_plays"."kind" = "log"."kind";
