import type { LoaderFunctionArgs } from "@remix-run/node";
import { storeCsvTemplate } from "#contract/imports/endpoints";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";

/** The headings of the stores' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "STORES");
  return passDownload(args, (query) => api.file(storeCsvTemplate, { query }));
}
