CREATE TABLE "campaign_make_good" (
	"company_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"day" date NOT NULL,
	"missed_on" date NOT NULL,
	"plays" smallint[] NOT NULL,
	CONSTRAINT "campaign_make_good_pk" PRIMARY KEY("company_id","campaign_id","store_id","day","missed_on"),
	CONSTRAINT "campaign_make_good_later" CHECK ("campaign_make_good"."day" > "campaign_make_good"."missed_on" and cardinality("campaign_make_good"."plays") = 24 and 0 <= all("campaign_make_good"."plays"))
);
--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "behind_told_on" date;--> statement-breakpoint
ALTER TABLE "campaign_make_good" ADD CONSTRAINT "campaign_make_good_line" FOREIGN KEY ("company_id","campaign_id","store_id","day") REFERENCES "public"."campaign_line"("company_id","campaign_id","store_id","day") ON DELETE cascade ON UPDATE no action;