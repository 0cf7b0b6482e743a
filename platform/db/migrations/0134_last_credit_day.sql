ALTER TABLE "credit_note" ADD COLUMN "last_credit_day" date;--> statement-breakpoint
-- What was issued is final, so the trigger rests while earlier notes get the day. A return counts if it was filed before the note was issued.
ALTER TABLE "credit_note" DISABLE TRIGGER "issued_is_final";--> statement-breakpoint
UPDATE "credit_note" SET "last_credit_day" = CASE WHEN filed.filed_on < LEAST("credit_note"."issued_on", supply.november) THEN filed.filed_on ELSE supply.november END
	FROM (
		SELECT company_id, id, began || '-' || to_char((began + 1) % 100, 'FM00') AS financial_year, make_date(began + 1, 11, 30) AS november
		FROM (SELECT company_id, id, extract(year FROM period_to - interval '3 months')::int AS began FROM invoice) year
	) supply LEFT JOIN (SELECT annual_return_year AS financial_year, annual_return_filed_on AS filed_on FROM billing_setting) filed USING (financial_year)
	WHERE supply.company_id = "credit_note"."company_id" AND supply.id = "credit_note"."invoice_id" AND "credit_note"."kind" = 'CREDIT';--> statement-breakpoint
ALTER TABLE "credit_note" ENABLE TRIGGER "issued_is_final";
