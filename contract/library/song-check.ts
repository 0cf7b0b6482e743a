import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as song from "./song-fields.ts";

/** The known facts about a song that is about to be added. */
const SongToCheck = z
  .strictObject({
    isrc: song.isrc.optional(),
    title: song.songTitle.optional(),
    artist: song.artist.optional(),
    /** SHA-256 of the audio's bytes, in hex. */
    audioSha256: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, "Enter a SHA-256 in hex.")
      .optional(),
  })
  .refine(
    ({ isrc, title, artist, audioSha256 }) => isrc ?? audioSha256 ?? (title && artist),
    "Enter an ISRC, a SHA-256, or title and artist.",
  );
export type SongToCheck = z.output<typeof SongToCheck>;

export const SameSong = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string(),
  by: z.array(z.enum(["isrc", "audio", "title"])),
});
export type SameSong = z.infer<typeof SameSong>;

export const checkSongs = endpoint({
  method: "post",
  path: "/check-multimedia",
  summary:
    "Which of these songs already exist: by ISRC, by the audio's bytes, or by title and artist, ignoring case, accents and punctuation",
  access: ["MUSIC_LIBRARY"],
  scope: "provider",
  body: z.strictObject({ songs: z.array(SongToCheck).min(1).max(1000) }),
  /** One for each, in the order given. */
  data: z.array(z.object({ exists: z.boolean(), songs: z.array(SameSong) })),
});
