CREATE TABLE "account_token" (
	"company_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"made_by_company_id" bigint,
	"made_by_id" bigint,
	"made_by_name" text,
	CONSTRAINT "account_token_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"company_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_company_id_user_id_key_pk" PRIMARY KEY("company_id","user_id","key")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "lite_mode" boolean;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "theme" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "email_notifications" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "one_session" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "opened_by_company_id" bigint;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "opened_by_id" bigint;--> statement-breakpoint
ALTER TABLE "auth_session" ADD COLUMN "opened_by_name" text;--> statement-breakpoint
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_of_user" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_of_user" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."app_user"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_token_user" ON "account_token" USING btree ("company_id","user_id","purpose");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");