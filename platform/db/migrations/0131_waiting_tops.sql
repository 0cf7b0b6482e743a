ALTER TABLE "company" ADD COLUMN "waiting_tops" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "company" SET "waiting_tops" = true WHERE "id" IN (SELECT "company_id" FROM "master_rule" WHERE "top_wait_seconds" > 0);
