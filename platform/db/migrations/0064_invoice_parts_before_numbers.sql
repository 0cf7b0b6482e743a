-- What an invoice bills is written before it has its number, so that others wait for theirs as short as can be.
ALTER TABLE "billing_period" ALTER CONSTRAINT "billing_period_invoice" DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "invoice_store" ALTER CONSTRAINT "invoice_store_invoice_fk" DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "invoice_plays" ALTER CONSTRAINT "invoice_plays_invoice_fk" DEFERRABLE INITIALLY DEFERRED;
