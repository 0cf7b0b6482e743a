import { z } from "zod";

/**
 * The inputs of a song's cover: the same numbers draw the same cover wherever the song is shown.
 */
export const SongCover = z.object({
  /** From the album, or from the title of a song without one: chooses the pattern. */
  shape: z.int(),
  /** From the mood and the rating chart: chooses the colours. */
  colours: z.int(),
  /** The picture shown in place of the drawing, from the song's file or set by a person. */
  pictureFileId: z.string().nullable(),
});
export type SongCover = z.infer<typeof SongCover>;

/** For a song that is no longer in the library. */
export const plainCover: SongCover = { shape: 0, colours: 0, pictureFileId: null };
