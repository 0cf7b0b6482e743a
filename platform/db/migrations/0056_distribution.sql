ALTER TABLE "demo_playlist" DROP CONSTRAINT "demo_playlist_token_unique";--> statement-breakpoint
ALTER TABLE "report_run" DROP CONSTRAINT "report_run_file_id_unique";--> statement-breakpoint
ALTER TABLE "stored_file" DROP CONSTRAINT "stored_file_id_unique";--> statement-breakpoint
DROP INDEX "stored_file_key";--> statement-breakpoint
CREATE INDEX "demo_playlist_token" ON "demo_playlist" USING btree ("token");--> statement-breakpoint
CREATE INDEX "report_run_file_id" ON "report_run" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "stored_file_id" ON "stored_file" USING btree ("id");--> statement-breakpoint
CREATE INDEX "stored_file_key" ON "stored_file" USING btree ("key");