import type { AppLoadContext } from "@remix-run/node";

/** The address of a stored picture (UI-8), for loaders to give; null where there is none. */
export const imageUrl = (
  { imageBaseUrl }: Pick<AppLoadContext, "imageBaseUrl">,
  fileId: string | null,
): string | null => (fileId === null ? null : imageBaseUrl + fileId);
