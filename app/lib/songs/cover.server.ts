import type { AppLoadContext } from "@remix-run/node";
import type { SongCover } from "#contract/library/cover";
import type { Art } from "~/ui/cover";
import { imageUrl } from "../images/image-url.server";

/** Gives a song's cover as pages draw it. */
export const artOf = (
  context: Pick<AppLoadContext, "imageBaseUrl">,
  { shape, colours, pictureFileId }: SongCover,
): Art => ({ shape, colours, picture: imageUrl(context, pictureFileId) });
