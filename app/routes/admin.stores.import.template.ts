import type { LoaderFunctionArgs } from "@remix-run/node";
import { storeCsvTemplate } from "#contract/imports/endpoints";
import { passFile } from "~/lib/download.server";
import { load, requireArea } from "~/lib/guard.server";

/** The headings of the stores' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "STORES");
  return passFile(await load(() => api.file(storeCsvTemplate, {})));
}
