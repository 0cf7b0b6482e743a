import { type SQL, sql } from "drizzle-orm";
import type { LineKind } from "#contract/billing/words";
import { invoiceCustomers, invoiceRevenue } from "#contract/reports/invoices";
import type { UnitFilters } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import { company, invoice, invoiceLine } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";

/** Companies are billed as a whole: a scope or filter of a part of one gets no rows. */
const isWhole = ({ reach }: Scope, { regionId, zoneId, groupId, storeId }: UnitFilters): SQL =>
  reach === "company" && (regionId ?? zoneId ?? groupId ?? storeId) === undefined
    ? sql`true`
    : sql`false`;

/** The row is the company. */
export const billedCustomers = sourceOf(invoiceCustomers, {
  key: { companyId: "integer" },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      companyId: company.id,
      name: company.name,
      code: company.code,
      gstNo: company.gstNo,
      panNo: company.panNo,
      address: sql<string>`concat_ws(', ', ${company.addressLine}, ${company.city}, ${company.postalCode})`,
      state: company.state,
      country: company.country,
      email: company.commEmail,
      phone: sql<
        string | null
      >`case when ${company.phone} is not null then concat_ws(' ', ${company.phoneCountryCode}, ${company.phone}) end`,
    },
    from: sql`from ${company} where ${company.id} = ${scope.companyId} and ${isWhole(scope, criteria)}`,
  }),
});

const halves = (amount: SQL) => sql`(${amount} * ${invoice.taxRate} * 2 + 20000) / 40000 * 2`;
/**
 * GST on an amount of paise, each tax to the nearest paisa, half a paisa up: taxOn
 * (modules/billing/tax.ts) in SQL.
 */
const taxOf = (amount: SQL) => sql`(case ${invoice.taxKind}
  when 'CGST_SGST' then ${halves(amount)} when 'CGST_UTGST' then ${halves(amount)}
  when 'EXPORT' then 0 when 'SEZ' then 0 else (${amount} * ${invoice.taxRate} * 2 + 10000) / 20000 end)`;

/**
 * A row is a line of an invoice. Its tax is the difference to the tax up to the line before, so
 * that the lines' taxes add up to the invoice's.
 */
export const billedLines = sourceOf(invoiceRevenue, {
  key: { invoiceId: "integer", line: "integer" },
  isAggregate: true,
  select: (scope, criteria) => {
    const until = sql`sum(${invoiceLine.amount}) over (partition by ${invoiceLine.invoiceId} order by ${invoiceLine.line})::bigint`;
    const tax = sql<number>`${taxOf(until)} - ${taxOf(sql`(${until} - ${invoiceLine.amount})`)}`;
    return {
      columns: {
        invoiceId: invoice.id,
        line: invoiceLine.line,
        number: invoice.number,
        issued: invoice.issuedOn,
        due: invoice.dueOn,
        periodFrom: invoice.periodFrom,
        periodTo: invoice.periodTo,
        item: invoiceLine.description,
        kind: sql<LineKind>`${invoiceLine.kind}`,
        stores: sql<
          number | null
        >`case when ${invoiceLine.kind} = 'STORES' then ${invoiceLine.quantity} end`,
        plays: sql<
          number | null
        >`case when ${invoiceLine.kind} = 'ADS' then ${invoiceLine.quantity} end`,
        seconds: invoiceLine.seconds,
        rate: invoiceLine.rate,
        amount: invoiceLine.amount,
        tax,
        total: sql<number>`${invoiceLine.amount} + ${tax}`,
      },
      from: sql`from ${invoice} join ${invoiceLine} on ${invoiceLine.companyId} = ${invoice.companyId} and ${invoiceLine.invoiceId} = ${invoice.id}
        where ${invoice.companyId} = ${scope.companyId} and ${isWhole(scope, criteria)}
          and ${invoice.issuedOn} between ${criteria.from}::date and ${criteria.to}::date`,
    };
  },
});
