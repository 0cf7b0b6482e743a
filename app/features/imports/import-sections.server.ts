import type { LoaderFunctionArgs } from "@remix-run/node";
import { footfallImport, songImport, storeImport, userImport } from "#contract/imports/endpoints";
import { footfallImportPath, footfallPath } from "~/features/ads/paths";
import { libraryPath, songsImportPath } from "~/features/library/paths";
import { storesImportPath, storesPath } from "~/features/stores/paths";
import { usersImportPath, usersPath } from "~/features/users/paths";
import { type PageContext, requireArea } from "~/lib/session/guard.server";
import type { ImportPages } from "./import-pages";
import { importsTexts } from "./texts";

const stores: ImportPages = {
  ...storeImport,
  words: {
    path: storesImportPath,
    one: "store",
    many: "stores",
    list: { label: "Stores", to: storesPath },
  },
};

const users: ImportPages = {
  ...userImport,
  words: {
    path: usersImportPath,
    one: "user",
    many: "users",
    list: { label: "Users", to: usersPath },
    addsOnly: importsTexts.addsUsers,
  },
};

const songs: ImportPages = {
  ...songImport,
  words: {
    path: songsImportPath,
    one: "song",
    many: "songs",
    list: { label: "Music library", to: libraryPath },
    addsPeople: true,
  },
};

const footfall: ImportPages = {
  ...footfallImport,
  words: {
    path: footfallImportPath,
    one: "hour of footfall",
    many: "hours of footfall",
    list: { label: "Footfall", to: footfallPath },
  },
};

/**
 * Starts each loader and action of the import pages, which several lists share: picks the guard
 * and the pages of the list that the address belongs to.
 */
export async function requireImport(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
): Promise<[PageContext, ImportPages]> {
  const { pathname } = new URL(args.request.url);
  if (pathname.startsWith(storesImportPath)) return [await requireArea(args, "STORES"), stores];
  if (pathname.startsWith(usersImportPath)) return [await requireArea(args, "USER_MGMT"), users];
  if (pathname.startsWith(footfallImportPath))
    return [await requireArea(args, "NON_MUSIC"), footfall];
  return [await requireArea(args, "MUSIC_LIBRARY", { company: false }), songs];
}
