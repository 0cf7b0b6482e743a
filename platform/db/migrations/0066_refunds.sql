ALTER TABLE "payment" DROP CONSTRAINT "payment_amount";--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_amount" CHECK ("payment"."amount" <> 0);