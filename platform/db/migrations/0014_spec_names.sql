-- Half-filled forms and requests of visitors, under the names that their fields have now.
UPDATE "form_draft" SET "values" = jsonb_set("values", '{place}', ("values"->'place') - 'code' || jsonb_build_object('storeCode', "values"->'place'->'code'))
WHERE "form" = 'store/add' AND "values"->'place' ? 'code';--> statement-breakpoint
UPDATE "public_request" SET "details" = "details" - 'companyCode' || jsonb_build_object('companyId', "details"->'companyCode')
WHERE "kind" = 'signup' AND "details" ? 'companyCode';
