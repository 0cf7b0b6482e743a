import type { AppLoadContext } from "@remix-run/node";
import type { SongCover } from "#contract/library/cover";
import type { Art } from "~/ui/cover";
import { imageUrl } from "../images/image-url.server";

/** Gives a song's cover as pages draw it. */
export const artOf = (
  context: Pick<AppLoadContext, "imageBaseUrl">,
  { shape, colours, pictureFileId }: SongCover,
): Art => ({ shape, colours, picture: imageUrl(context, pictureFileId) });

/** Gives what has no picture and no song's numbers, such as a chart, a drawing by its name. */
export function artOfName(name: string): Art {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 31;
  return { shape: hash % 4096, colours: Math.floor(hash / 4096), picture: null };
}
