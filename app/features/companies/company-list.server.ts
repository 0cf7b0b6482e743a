import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import {
  CompanyFilters,
  CompanyQuery,
  listCompanies,
  recentCompanies,
} from "#contract/companies/endpoints";
import { periodName } from "#contract/companies/words";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { showRate } from "./company-words";
import { statusLink } from "./confirmations.server";
import { companiesPath } from "./paths";

/** A list's address: its filters, sort and page. */
const Address = listAddress({
  ...CompanyQuery.omit({ limit: true }).shape,
});

export const readCompanyFilters = (request: Request) =>
  readFilters(request, z.object(CompanyFilters.shape));

export async function loadCompanies(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, figures } = pageContext;
  const { row, ...query } = readQuery(request, Address);
  const [companies, recent] = await load(() =>
    Promise.all([api.call(listCompanies, { query }), api.call(recentCompanies, {})]),
  );
  const { search, status, sort } = query;
  const back = withMembers(companiesPath, {
    search,
    status,
    sort: sort === "name" ? undefined : sort,
  });
  return {
    filters: { search, status },
    sort,
    row,
    page: companies.page,
    rows: companies.data.map((company) => ({
      ref: ids.encrypt("company", company.id),
      name: company.companyName,
      code: company.companyCode,
      status: company.status,
      stores: company.stores,
      activeStores: company.activeStores,
      rate: showRate(company.billingRate, figures),
      period: periodName(company.billingPeriodMonths),
      nextInvoice: company.nextInvoiceOn && showDate(company.nextInvoiceOn),
      icon: imageUrl(context, company.iconFileId),
      turn: statusLink(ids.encrypt("company", company.id), company, pageContext, back),
    })),
    recent: recent.data.map(({ id, companyName }) => ({
      ref: ids.encrypt("company", id),
      name: companyName,
    })),
  };
}
