import type { AppLoadContext } from "@remix-run/node";

/** Gives the address of a stored picture (UI-8), for loaders to return; null if there is none. */
export const imageUrl = (
  { imageBaseUrl }: Pick<AppLoadContext, "imageBaseUrl">,
  fileId: string | null,
): string | null => (fileId === null ? null : imageBaseUrl + fileId);
