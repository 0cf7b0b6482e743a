CREATE TABLE "brand_account" (
	"company_id" bigint NOT NULL,
	"brand_company_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"contacts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brand_account_company_id_brand_id_pk" PRIMARY KEY("company_id","brand_id")
);
--> statement-breakpoint
ALTER TABLE "proof_link" ADD COLUMN "sent_to" text;--> statement-breakpoint
ALTER TABLE "brand_account" ADD CONSTRAINT "brand_account_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brand_account" ADD CONSTRAINT "brand_account_of_brand" FOREIGN KEY ("brand_company_id","brand_id") REFERENCES "public"."catalogue_item"("company_id","id") ON DELETE cascade ON UPDATE no action;