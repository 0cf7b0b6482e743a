import type { LoaderFunctionArgs } from "@remix-run/node";
import { userCsvTemplate } from "#contract/imports/endpoints";
import { passFile } from "~/lib/download.server";
import { load, requireArea } from "~/lib/guard.server";

/** The headings of the users' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "USER_MGMT");
  return passFile(await load(() => api.file(userCsvTemplate, {})));
}
