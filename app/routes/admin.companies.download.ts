import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportCompanies } from "#contract/companies/endpoints";
import { readCompanyFilters } from "~/features/companies/company-list.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the companies that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "COMPANIES", { company: false });
  const query = readCompanyFilters(args.request);
  return passDownload(args, (options) =>
    api.file(exportCompanies, { query: { ...query, ...options } }),
  );
}
