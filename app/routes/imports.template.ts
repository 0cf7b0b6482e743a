import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireImport } from "~/features/imports/import-sections.server";
import { passDownload } from "~/lib/api/download.server";

/** Downloads an empty file with the headings that an import accepts. */
export async function loader(args: LoaderFunctionArgs) {
  const [{ api }, { endpoints }] = await requireImport(args);
  return passDownload(args, (query) => api.file(endpoints.template, { query }));
}
