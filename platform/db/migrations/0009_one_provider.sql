CREATE UNIQUE INDEX "company_one_provider" ON "company" USING btree ("kind") WHERE "company"."kind" = 'provider';--> statement-breakpoint
-- companies that were added by hand had none, and could have no rule
INSERT INTO "time_slot" ("company_id", "name", "from_minute", "to_minute")
SELECT "id", 'All day', 0, 1440 FROM "company"
WHERE "kind" = 'client' AND NOT EXISTS (SELECT 1 FROM "time_slot" WHERE "time_slot"."company_id" = "company"."id");
