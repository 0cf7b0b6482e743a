import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportResult } from "~/features/imports/import-result";
import { loadImport } from "~/features/imports/imports.server";
import { songImportPages } from "~/features/library/song-import.server";
import { requireArea } from "~/lib/guard.server";

export const meta: MetaFunction = () => [{ title: "Import songs · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadImport(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }), songImportPages);

export default function SongsOfFile() {
  return <ImportResult {...useLoaderData<typeof loader>()} />;
}
