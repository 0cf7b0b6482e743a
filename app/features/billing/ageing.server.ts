import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Figures } from "#contract/base/figures";
import { readAmount } from "#contract/base/money";
import { recordOf } from "#contract/base/records";
import { Ageing, AgeingQuery, listAgeing } from "#contract/billing/ageing";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { statementPath } from "./paths";

const Address = listAddress(AgeingQuery.omit({ limit: true }).shape);

/** Loads what each company owes by age. */
export async function loadAgeing(args: LoaderFunctionArgs, { api, ids, figures }: PageContext) {
  const { row, ...query } = readQuery(args.request, Address, { ids });
  const { data, page } = await load(() => api.call(listAgeing, { query }));
  const cells = (ageing: Ageing) =>
    recordOf(
      ageingColumns.map(([key]) => key),
      (key) => showAmount(ageing[key], figures),
    );
  const rows = data.map(({ companyId, companyName, ...ageing }) => {
    const ref = ids.encrypt("company", companyId);
    return { ref, company: companyName, to: statementPath(ref), ...cells(ageing) };
  });
  const total = { ref: "total", company: "Total", to: null, ...cells(Ageing.parse(page.totals)) };
  return { search: query.search, sort: query.sort, row, page, rows, total };
}

export const ageingColumns = [
  ["notDue", "Not due"],
  ["to30", "1–30 days"],
  ["to60", "31–60 days"],
  ["to90", "61–90 days"],
  ["over90", "Above 90 days"],
  ["credit", "Credit"],
  ["total", "Balance"],
] as const satisfies [keyof Ageing, string][];

/** Lists one company's ageing as terms and values; credit only if it has some. */
export const shownAgeing = (ageing: Ageing, figures: Figures) =>
  ageingColumns
    .filter(([key]) => key !== "credit" || readAmount(ageing.credit) !== 0)
    .map(([key, term]) => ({
      term,
      value: showAmount(key === "credit" ? `-${ageing[key]}` : ageing[key], figures),
    }));
