CREATE TABLE "public_site" (
	"company_id" bigint PRIMARY KEY NOT NULL,
	"testimonials" jsonb NOT NULL,
	"structured_data" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "public_site" ADD CONSTRAINT "public_site_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;