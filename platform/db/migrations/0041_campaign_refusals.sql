CREATE TABLE "campaign_refusal" (
	"company_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	"log_day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"day" date NOT NULL,
	"because" text NOT NULL,
	"plays" smallint[] NOT NULL,
	"told" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaign_refusal_pk" PRIMARY KEY("company_id","store_id","log_day","campaign_id","day","because")
);
--> statement-breakpoint
ALTER TABLE "campaign_refusal" ADD CONSTRAINT "campaign_refusal_of" FOREIGN KEY ("company_id","campaign_id") REFERENCES "public"."campaign"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_refusal" ADD CONSTRAINT "campaign_refusal_store" FOREIGN KEY ("company_id","store_id") REFERENCES "public"."store"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "campaign_refusal_campaign" ON "campaign_refusal" USING btree ("company_id","campaign_id","day");--> statement-breakpoint
CREATE INDEX "campaign_refusal_untold" ON "campaign_refusal" USING btree ("company_id") WHERE not "campaign_refusal"."told";