DROP INDEX "store_log_current";--> statement-breakpoint
CREATE UNIQUE INDEX "store_log_current" ON "store_log" USING btree ("company_id","day","store_id") WHERE superseded_at is null;