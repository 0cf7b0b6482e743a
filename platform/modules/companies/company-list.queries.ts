import { and, eq, type SQL, sql } from "drizzle-orm";
import { taxStatusLabels } from "#contract/billing/tax-rules";
import type { CompanyFilters, CompanyQuery } from "#contract/companies/endpoints";
import type { Caller } from "../../access/caller.ts";
import {
  dateCell,
  type ExportRows,
  labelCell,
  moneyCell,
  numberCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { company, store } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";
import { nextInvoiceOn, rateToCome } from "../billing/index.ts";
import { companiesOf } from "./companies.queries.ts";

// written out: in a select of one table drizzle leaves the table's name out, and "id" would be the
// store's
const storesOf = sql<number>`(select count(*)::int from ${store} s where s.company_id = company.id)`;
const activeStoresOf = sql<number>`(select count(*)::int from ${store} s where s.company_id = company.id and s.status = 'active')`;

/** The value that each sort compares; a company without a rate comes first. */
const sortKeysAt = (now: Date) =>
  ({
    name: textKey(company.nameKey),
    code: textKey(company.codeKey),
    status: textKey(sql`${company.status} collate "C"`),
    stores: { value: storesOf, type: "integer" },
    rate: { value: sql`coalesce(${rateToCome(now)}, -1)`, type: "integer" },
    created: { value: company.createdAt, type: "instant" },
  }) satisfies Record<string, KeyPart>;

function matching(caller: Caller, { search, status }: CompanyFilters): SQL | undefined {
  return and(
    companiesOf(caller),
    containsText(search, company.name, company.code, company.legalName),
    status ? eq(company.status, status) : undefined,
  );
}

/**
 * A page of companies in the order asked for, each with how many match in all. Throws 422 for a
 * cursor that is not ours.
 */
export async function findCompanyPage(db: Db, caller: Caller, query: CompanyQuery, now: Date) {
  const order = keyset([sortKeysAt(now)[columnOf(query.sort)], idKey(company.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const all = db.select({ one: sql`1` }).from(company).where(matching(caller, query));
  const rows = await db
    .select({
      id: company.id,
      companyName: company.name,
      companyCode: company.code,
      status: company.status,
      stores: storesOf,
      activeStores: activeStoresOf,
      billingRate: rateToCome(now),
      nextInvoiceOn: nextInvoiceOn(now),
      billingPeriodMonths: company.billingPeriodMonths,
      billingStartsOn: company.billingStartsOn,
      timeZone: company.timeZone,
      iconFileId: company.iconFileId,
      rowKey: order.select,
      total: sql<number>`(select count(*)::int from ${all.as("every")})`,
    })
    .from(company)
    .where(and(matching(caller, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

/** The companies that match as rows of a file in the order of their names. */
export function exportCompanies(caller: Caller, filters: CompanyFilters, now: Date): ExportRows {
  return {
    columns: [
      ["Code", textCell(company.code)],
      ["Company", textCell(company.name)],
      ["Status", wordCell(company.status)],
      ["Active stores", numberCell(activeStoresOf)],
      ["Stores", numberCell(storesOf)],
      ["Rate", moneyCell(rateToCome(now))],
      [
        "Period",
        wordCell(
          sql`case ${company.billingPeriodMonths} when 1 then 'Monthly' when 3 then 'Quarterly' when 6 then 'Bi Annually' else 'Yearly' end`,
        ),
      ],
      ["Billing from", dateCell(company.billingStartsOn)],
      ["Next invoice", dateCell(sql`${nextInvoiceOn(now)}::date`)],
      ["Legal name", textCell(company.legalName)],
      ["Tax status", labelCell(company.taxStatus, Object.entries(taxStatusLabels))],
      ["GSTIN", wordCell(company.gstNo)],
      ["PAN", wordCell(company.panNo)],
      ["Contact", textCell(company.contactName)],
      ["Email", textCell(company.email)],
      ["Communication email", textCell(company.commEmail)],
      [
        "Phone",
        wordCell(
          sql`case when ${company.phone} is not null then concat_ws(' ', ${company.phoneCountryCode}, ${company.phone}) end`,
        ),
      ],
      ["Website", textCell(company.website)],
      ["Address", textCell(company.addressLine)],
      ["City", textCell(company.city)],
      ["State", textCell(company.state)],
      ["Country", wordCell(company.country)],
      ["Postal code", textCell(company.postalCode)],
      ["Time zone", wordCell(company.timeZone)],
      ["Added", dateCell(company.createdAt, company.timeZone)],
    ],
    slices: (cells) => [
      sql`select ${cells} from ${company} where ${matching(caller, filters)} order by ${company.nameKey}, ${company.id}`,
    ],
  };
}
