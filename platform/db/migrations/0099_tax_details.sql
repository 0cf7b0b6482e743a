DROP INDEX "credit_note_serial";--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "sac_music" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "sac_ads" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "signatory_name" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "export_terms" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "lut_no" text;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "lut_date" date;--> statement-breakpoint
ALTER TABLE "billing_setting" ADD COLUMN "lut_valid_to" date;--> statement-breakpoint
ALTER TABLE "credit_note" ADD COLUMN "kind" text DEFAULT 'CREDIT' NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_note" ADD COLUMN "has_gst" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_line" ADD COLUMN "sac" text;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "tax_status" text DEFAULT 'UNREGISTERED' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_note_serial" ON "credit_note" USING btree ("kind","financial_year","serial");
--> statement-breakpoint
UPDATE "company" SET "tax_status" = CASE WHEN "country" <> 'IN' THEN 'OVERSEAS' ELSE 'REGISTERED' END
	WHERE "country" <> 'IN' OR "gst_no" IS NOT NULL;
--> statement-breakpoint
-- A debit note raises what a line can be credited.
CREATE OR REPLACE FUNCTION "check_credit_note_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT 1 FROM credit_note JOIN (SELECT DISTINCT company_id, credit_note_id FROM added) touched ON touched.company_id = credit_note.company_id AND touched.credit_note_id = credit_note.id
		WHERE credit_note.taxable <> (SELECT sum(amount) FROM credit_note_line l WHERE l.company_id = credit_note.company_id AND l.credit_note_id = credit_note.id)
	) OR EXISTS (
		SELECT 1 FROM invoice_line JOIN (SELECT DISTINCT company_id, invoice_id, line FROM added) touched USING (company_id, invoice_id, line)
		WHERE invoice_line.amount < (SELECT sum(CASE note.kind WHEN 'DEBIT' THEN -l.amount ELSE l.amount END) FROM credit_note_line l
			JOIN credit_note note ON note.company_id = l.company_id AND note.id = l.credit_note_id
			WHERE l.company_id = invoice_line.company_id AND l.invoice_id = invoice_line.invoice_id AND l.line = invoice_line.line)
	) THEN
		RAISE EXCEPTION 'a credit note adds up, and credits no more than is left' USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_note_lines_add_up', TABLE = 'credit_note_line';
	END IF;
	RETURN NULL;
END $$;
