import { z } from "zod";

/**
 * What a song's cover is made of: the same numbers draw the same cover wherever the song stands.
 */
export const SongCover = z.object({
  /** Of the album, or of the title of a song without one: chooses the pattern. */
  shape: z.int(),
  /** Of the mood and the rating chart: chooses the colours. */
  colours: z.int(),
  /** The picture that stands in the drawing's place, of the song's file or set by a person. */
  pictureFileId: z.string().nullable(),
});
export type SongCover = z.infer<typeof SongCover>;

/** Of what is no song of the library any more. */
export const plainCover: SongCover = { shape: 0, colours: 0, pictureFileId: null };
