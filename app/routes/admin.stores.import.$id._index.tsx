import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportResult } from "~/features/imports/import-result";
import { loadImport } from "~/features/imports/imports.server";
import { storeImportPages } from "~/features/stores/store-import.server";
import { requireArea } from "~/lib/guard.server";

export const meta: MetaFunction = () => [{ title: "Import stores · Fever In-Store" }];

export const loader = async (args: LoaderFunctionArgs) =>
  loadImport(args, await requireArea(args, "STORES"), storeImportPages);

export default function StoresOfFile() {
  return <ImportResult {...useLoaderData<typeof loader>()} />;
}
