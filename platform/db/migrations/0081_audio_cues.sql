ALTER TABLE "spot" ADD COLUMN "cue_in_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "cue_out_ms" integer;--> statement-breakpoint
ALTER TABLE "spot" ADD COLUMN "audio_ms" integer;--> statement-breakpoint
ALTER TABLE "song" ADD COLUMN "cue_in_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "song" ADD COLUMN "cue_out_ms" integer;--> statement-breakpoint
ALTER TABLE "song" ADD COLUMN "audio_ms" integer;--> statement-breakpoint
ALTER TABLE "spot" ADD CONSTRAINT "spot_cues" CHECK ("spot"."cue_in_ms" >= 0 and "spot"."cue_out_ms" > "spot"."cue_in_ms" and "spot"."cue_out_ms" <= "spot"."audio_ms");--> statement-breakpoint
ALTER TABLE "song" ADD CONSTRAINT "song_cues" CHECK ("song"."cue_in_ms" >= 0 and "song"."cue_out_ms" > "song"."cue_in_ms" and "song"."cue_out_ms" <= "song"."audio_ms");