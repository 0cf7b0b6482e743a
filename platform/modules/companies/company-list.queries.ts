import { and, eq, type SQL, sql } from "drizzle-orm";
import { taxStatusLabels } from "#contract/billing/tax-rules";
import type { CompanyFilters, CompanyQuery } from "#contract/companies/endpoints";
import type { Caller } from "../../access/caller.ts";
import { type CsvRows, csvAmount, csvDate, csvLabel, csvSafe } from "../../db/copy-csv.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { company, store } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { nextInvoiceOn, rateToCome } from "../billing/index.ts";
import { companiesOf } from "./companies.queries.ts";

// written out: in a select of one table drizzle leaves the table's name out, and "id" would be the
// store's
const storesOf = sql<number>`(select count(*)::int from ${store} s where s.company_id = company.id)`;
const activeStoresOf = sql<number>`(select count(*)::int from ${store} s where s.company_id = company.id and s.status = 'active')`;

/** What each sort compares; a company without a rate comes first. */
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
  const pattern = `%${search?.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    companiesOf(caller),
    search
      ? sql`(${company.name} ilike ${pattern} or ${company.code} ilike ${pattern})`
      : undefined,
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

/** The companies that match as CSV rows in the order of their names. */
export function exportCompanies(caller: Caller, filters: CompanyFilters, now: Date): CsvRows {
  return {
    columns: [
      ["Code", csvSafe(company.code)],
      ["Company", csvSafe(company.name)],
      ["Status", company.status],
      ["Active stores", activeStoresOf],
      ["Stores", storesOf],
      ["Rate", csvAmount(rateToCome(now))],
      [
        "Period",
        sql`case ${company.billingPeriodMonths} when 1 then 'Monthly' when 3 then 'Quarterly' when 6 then 'Bi Annually' else 'Yearly' end`,
      ],
      ["Billing from", csvDate(company.billingStartsOn)],
      ["Next invoice", csvDate(sql`${nextInvoiceOn(now)}::date`)],
      ["Tax status", csvLabel(company.taxStatus, Object.entries(taxStatusLabels))],
      ["GSTIN", company.gstNo],
      ["PAN", company.panNo],
      ["Contact", csvSafe(company.contactName)],
      ["Email", csvSafe(company.email)],
      ["Communication email", csvSafe(company.commEmail)],
      [
        "Phone",
        sql`case when ${company.phone} is not null then concat_ws(' ', ${company.phoneCountryCode}, ${company.phone}) end`,
      ],
      ["Website", csvSafe(company.website)],
      ["Address", csvSafe(company.addressLine)],
      ["City", csvSafe(company.city)],
      ["State", csvSafe(company.state)],
      ["Country", company.country],
      ["Postal code", csvSafe(company.postalCode)],
      ["Time zone", company.timeZone],
      ["Added", csvDate(company.createdAt, company.timeZone)],
    ],
    slices: (cells) => [
      sql`select ${cells} from ${company} where ${matching(caller, filters)} order by ${company.nameKey}, ${company.id}`,
    ],
  };
}
