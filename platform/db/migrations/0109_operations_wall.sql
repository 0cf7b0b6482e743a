ALTER TABLE "alert" ADD COLUMN "noted_by" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "snoozed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "closed_by" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "details" text;--> statement-breakpoint
ALTER TABLE "player_command" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_closed" CHECK (("alert"."ending" = 'closed') is not true or num_nonnulls("alert"."cause", "alert"."closed_by") = 2);--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_help" CHECK (("alert"."kind" = 'help') = ("alert"."reason" is not null));--> statement-breakpoint
ALTER TABLE "player_command" ADD CONSTRAINT "player_command_text" CHECK (("player_command"."kind" = 'message') = ("player_command"."text" is not null));