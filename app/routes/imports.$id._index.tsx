import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ImportResult } from "~/features/imports/import-result";
import { requireImport } from "~/features/imports/import-sections.server";
import { importTitle } from "~/features/imports/import-upload";
import { loadImport } from "~/features/imports/imports.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => importTitle(data?.words);

export const loader = async (args: LoaderFunctionArgs) =>
  loadImport(args, ...(await requireImport(args)));

export default function RowsOfFile() {
  return <ImportResult {...useLoaderData<typeof loader>()} />;
}
