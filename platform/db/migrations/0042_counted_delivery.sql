CREATE TABLE "campaign_delivery" (
	"company_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"counted_to" date NOT NULL,
	"booked" integer NOT NULL,
	"make_goods" integer NOT NULL,
	"verified" integer NOT NULL,
	"missed" integer NOT NULL,
	"extra" integer NOT NULL,
	CONSTRAINT "campaign_delivery_company_id_campaign_id_store_id_pk" PRIMARY KEY("company_id","campaign_id","store_id")
);
--> statement-breakpoint
DROP INDEX "play_log_campaign";--> statement-breakpoint
ALTER TABLE "campaign_delivery" ADD CONSTRAINT "campaign_delivery_store" FOREIGN KEY ("company_id","campaign_id","store_id") REFERENCES "public"."campaign_store"("company_id","campaign_id","store_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_log_campaign" ON "play_log" USING btree ("company_id","campaign_id","due_at","store_id") WHERE "play_log"."campaign_id" is not null;