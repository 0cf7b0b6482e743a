ALTER TABLE "billing_setting" ADD COLUMN "signature_file_id" uuid;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "mail_answer" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "email_id" bigint;