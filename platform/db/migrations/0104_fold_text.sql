-- Texts as searches and lists compare them: in lower case and without accents (contract/base/fold-text.ts).
CREATE FUNCTION "fold_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN octet_length($1) = char_length($1) THEN lower($1)
	ELSE normalize(lower(translate(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'), 'øØłŁđĐðÐı', 'oOlLdDdDi')), NFC) END
$$;--> statement-breakpoint
ALTER TABLE "campaign" DROP COLUMN "name_key",
	DROP COLUMN "search_lines",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "search_lines" text GENERATED ALWAYS AS (regexp_replace(fold_text(chr(10) || name || chr(10)), '(^|[^[:alnum:]])([[:alnum:]])', '\1' || chr(1) || '\2', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "catalogue_item" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "chart" DROP COLUMN "name_key",
	DROP COLUMN "search_lines",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "search_lines" text GENERATED ALWAYS AS (regexp_replace(fold_text(chr(10) || name || chr(10)), '(^|[^[:alnum:]])([[:alnum:]])', '\1' || chr(1) || '\2', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_playlist" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" DROP COLUMN "username_key",
	DROP COLUMN "name_key",
	DROP COLUMN "search_lines",
	ADD COLUMN "username_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(username), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(fname || coalesce(' ' || lname, '')), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "search_lines" text GENERATED ALWAYS AS (regexp_replace(fold_text(chr(10) || username || chr(10) || fname || coalesce(' ' || lname, '') || chr(10) || email || chr(10)), '(^|[^[:alnum:]])([[:alnum:]])', '\1' || chr(1) || '\2', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "company" DROP COLUMN "code_key",
	DROP COLUMN "name_key",
	ADD COLUMN "code_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(code), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "region" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "store" DROP COLUMN "code_key",
	DROP COLUMN "name_key",
	DROP COLUMN "search_lines",
	ADD COLUMN "code_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(code), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL,
	ADD COLUMN "search_lines" text GENERATED ALWAYS AS (regexp_replace(fold_text(chr(10) || code || chr(10) || name || chr(10)), '(^|[^[:alnum:]])([[:alnum:]])', '\1' || chr(1) || '\2', 'g')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "store_group" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "zone" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "event_playlist" DROP COLUMN "name_key",
	ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(regexp_replace(regexp_replace(fold_text(name), '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8,})', '\1', 'g'), 100)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "app_user_by_name" ON "app_user" USING btree ("company_id","username_key","id");--> statement-breakpoint
CREATE INDEX "company_by_name" ON "company" USING btree ("name_key","id");--> statement-breakpoint
CREATE INDEX "store_by_name" ON "store" USING btree ("company_id","name_key","id");--> statement-breakpoint
CREATE INDEX "store_by_code" ON "store" USING btree ("company_id","code_key","id");
