-- in one clause with its key, which is then not held against rows that are all null
ALTER TABLE "song" ADD COLUMN "reserved_for_id" bigint CONSTRAINT "song_reserved_for_id_company_id_fk" REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "song_reserved" ON "song" USING btree ("reserved_for_id","picture_file_id") WHERE "song"."reserved_for_id" is not null;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "own_songs" boolean DEFAULT false NOT NULL;