import type { LoaderFunctionArgs } from "@remix-run/node";
import { userCsvTemplate } from "#contract/imports/endpoints";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";

/** The headings of the users' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "USER_MGMT");
  return passDownload(args, (query) => api.file(userCsvTemplate, { query }));
}
