CREATE TABLE "campaign_preempted" (
	"company_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"day" date NOT NULL,
	"taken_by" bigint NOT NULL,
	"plays" smallint[] NOT NULL,
	"plays_in_all" integer GENERATED ALWAYS AS (plays[1]::int + plays[2]::int + plays[3]::int + plays[4]::int + plays[5]::int + plays[6]::int + plays[7]::int + plays[8]::int + plays[9]::int + plays[10]::int + plays[11]::int + plays[12]::int + plays[13]::int + plays[14]::int + plays[15]::int + plays[16]::int + plays[17]::int + plays[18]::int + plays[19]::int + plays[20]::int + plays[21]::int + plays[22]::int + plays[23]::int + plays[24]::int) STORED NOT NULL,
	"owed" integer NOT NULL,
	CONSTRAINT "campaign_preempted_pk" PRIMARY KEY("company_id","campaign_id","store_id","day","taken_by"),
	CONSTRAINT "campaign_preempted_plays" CHECK (cardinality("campaign_preempted"."plays") = 24 and 0 <= all("campaign_preempted"."plays") and "campaign_preempted"."owed" >= 0)
);
--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "priority" text DEFAULT 'STANDARD' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "may_be_preempted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_preempted" ADD CONSTRAINT "campaign_preempted_store" FOREIGN KEY ("company_id","campaign_id","store_id") REFERENCES "public"."campaign_store"("company_id","campaign_id","store_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_preempted" ADD CONSTRAINT "campaign_preempted_taken_by" FOREIGN KEY ("company_id","taken_by") REFERENCES "public"."campaign"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_preempted_owed" ON "campaign_preempted" USING btree ("company_id","campaign_id") WHERE "campaign_preempted"."owed" > 0;--> statement-breakpoint
ALTER TABLE "campaign" ADD CONSTRAINT "campaign_preemption" CHECK ("campaign"."exact_times" is null or ("campaign"."priority" <> 'HOUSE' and not "campaign"."may_be_preempted"));