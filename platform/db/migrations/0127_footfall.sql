CREATE TABLE "footfall" (
	"company_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"visitors" integer NOT NULL,
	CONSTRAINT "footfall_company_id_store_id_day_hour_pk" PRIMARY KEY("company_id","store_id","day","hour"),
	CONSTRAINT "footfall_limits" CHECK ("footfall"."hour" between 0 and 23 and "footfall"."visitors" between 0 and 100000)
);
--> statement-breakpoint
ALTER TABLE "footfall" ADD CONSTRAINT "footfall_store" FOREIGN KEY ("company_id","store_id") REFERENCES "public"."store"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "footfall_day" ON "footfall" USING btree ("day");