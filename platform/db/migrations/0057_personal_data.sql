CREATE TABLE "erased_item" (
	"company_id" bigint NOT NULL,
	"item_kind" text NOT NULL,
	"item_id" text NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_item_company_id_item_kind_item_id_pk" PRIMARY KEY("company_id","item_kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "erasure_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erased_item" ADD CONSTRAINT "erased_item_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;