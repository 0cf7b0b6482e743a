ALTER TABLE "campaign" ADD COLUMN "rate" bigint;--> statement-breakpoint
ALTER TABLE "campaign" ADD COLUMN "prime_rate" bigint;--> statement-breakpoint
CREATE INDEX "campaign_hold_until" ON "campaign" USING btree ("hold_until") WHERE "campaign"."state" = 'HELD';