import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";

/** A song per line: an ISRC, title and artist with a dash or tab between, or a title alone. */
export const songList = z.string().trim().min(1).max(600_000);

/**
 * A line that matches no song, or whose title several songs have: then `choices` has one song of
 * each artist.
 */
const UnclearLine = z.object({
  line: z.int(),
  text: z.string(),
  reason: z.string(),
  choices: z.array(
    z.object({
      songId: z.int(),
      title: z.string(),
      artist: z.string(),
      album: z.string().nullable(),
    }),
  ),
});
export type UnclearLine = z.infer<typeof UnclearLine>;

/** The first hundred unclear lines, and how many there are. */
export const unclearLines = { unclear: z.array(UnclearLine), unclearTotal: z.int() };

/** The songs that lines name, in their order, each as often as it is named. */
export const MatchedSongs = z.object({ songIds: z.array(z.int()), ...unclearLines });
export type MatchedSongs = z.infer<typeof MatchedSongs>;

export const matchSongList = endpoint({
  method: "post",
  path: "/multimedia/match",
  summary:
    "Match the lines of a list to songs of the library: an ISRC, title and artist separated by a dash or tab, or a title alone. Saves nothing",
  access: ["MUSIC_SCHEDULE"],
  scope: "library",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ list: songList }),
  data: MatchedSongs,
});
