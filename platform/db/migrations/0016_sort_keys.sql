DROP INDEX "app_user_by_name";--> statement-breakpoint
DROP INDEX "company_by_name";--> statement-breakpoint
DROP INDEX "store_by_name";--> statement-breakpoint
DROP INDEX "store_by_code";--> statement-breakpoint
ALTER TABLE "catalogue_item" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "chart" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "username_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(username), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(fname || coalesce(' ' || lname, '')), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "code_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(code), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "region" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "code_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(code), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "store" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "store_group" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "zone" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(lower(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "app_user_by_name" ON "app_user" USING btree ("company_id","username_key","id");--> statement-breakpoint
CREATE INDEX "company_by_name" ON "company" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "store_by_name" ON "store" USING btree ("company_id","name_key","id");--> statement-breakpoint
CREATE INDEX "store_by_code" ON "store" USING btree ("company_id","code_key","id");