import { type SQL, sql } from "drizzle-orm";
import type { AgeingQuery } from "#contract/billing/ageing";
import type { Scope } from "../../access/scope.ts";
import { type ExportColumn, type ExportRows, moneyCell, textCell } from "../../db/export-cells.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { company } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";
import { creditsOf, itemsOf } from "./open-items.queries.ts";

/** In paise. */
export type FoundAgeing = {
  notDue: number;
  to30: number;
  to60: number;
  to90: number;
  over90: number;
  credit: number;
  total: number;
};

const late = (today: string) => sql`(${today}::date - due_on)`;
const whereLate = (condition: SQL) =>
  sql`coalesce(sum(outstanding) filter (where outstanding > 0 and ${condition}), 0)::bigint`;

/** Adds up what each company owes by age: a row for each that ever owed or paid something. */
const ageingOf = (today: string, which?: SQL) => sql`
  select company_id, ${whereLate(sql`${late(today)} <= 0`)} as not_due, ${whereLate(sql`${late(today)} between 1 and 30`)} as to_30,
    ${whereLate(sql`${late(today)} between 31 and 60`)} as to_60, ${whereLate(sql`${late(today)} between 61 and 90`)} as to_90,
    ${whereLate(sql`${late(today)} > 90`)} as over_90,
    coalesce(-sum(outstanding) filter (where outstanding < 0), 0)::bigint as credit, coalesce(sum(outstanding), 0)::bigint as total
  from (select company_id, due_on, outstanding from (${itemsOf(which)}) item
    union all select company_id, null::date, -credit from (${creditsOf(which)}) credit) owed group by 1`;

const bucket = (name: string) => sql.raw(`aged.${name}::float8`);
const columns = sql`${bucket("not_due")} as "notDue", ${bucket("to_30")} as "to30", ${bucket("to_60")} as "to60", ${bucket("to_90")} as "to90",
  ${bucket("over_90")} as "over90", ${bucket("credit")} as credit, ${bucket("total")} as total`;
const sums = sql`coalesce(sum(aged.not_due), 0)::float8 as "notDue", coalesce(sum(aged.to_30), 0)::float8 as "to30", coalesce(sum(aged.to_60), 0)::float8 as "to60",
  coalesce(sum(aged.to_90), 0)::float8 as "to90", coalesce(sum(aged.over_90), 0)::float8 as "over90", coalesce(sum(aged.credit), 0)::float8 as credit,
  coalesce(sum(aged.total), 0)::float8 as total`;
const isOpen = sql`(aged.total <> 0 or aged.credit <> 0)`;

const matching = (search: string | undefined) =>
  search ? sql`${isOpen} and ${containsText(search, company.name, company.legalName)}` : isOpen;

export async function findAgeing(
  { companyId }: Scope,
  db: Db,
  today: string,
): Promise<FoundAgeing> {
  const { rows } = await db.execute<FoundAgeing>(
    sql`select ${sums} from (${ageingOf(today, sql`company_id = ${companyId}`)}) aged`,
  );
  if (!rows[0]) throw new Error("sums without a row");
  return rows[0];
}

const sortKeys = {
  company: textKey(sql`left(fold_text(company.name), 100) collate "C"`),
  total: { value: sql`aged.total`, type: "integer" },
  over90: { value: sql`aged.over_90`, type: "integer" },
} satisfies Record<string, KeyPart>;

/** A page of companies that owe or have credit. Throws 422 for a cursor that is not ours. */
export async function findAgeingPage(
  db: Db,
  { search, sort, limit, cursor }: AgeingQuery,
  today: string,
) {
  const order = keyset([sortKeys[columnOf(sort)], idKey(sql`company.id`)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const from = sql`from (${ageingOf(today)}) aged join ${company} on company.id = aged.company_id where ${matching(search)}`;
  const { rows } = await db.execute<
    FoundAgeing & { companyId: number; companyName: string; rowKey: string[] }
  >(sql`select company.id::float8 as "companyId", company.name as "companyName", ${columns}, ${order.select} as "rowKey"
    ${from} ${order.where ? sql`and ${order.where}` : sql``} order by ${order.orderBy} limit ${limit + 1}`);
  const { rows: all } = await db.execute<FoundAgeing & { companies: number }>(
    sql`select count(*)::int as companies, ${sums} ${from}`,
  );
  if (!all[0]) throw new Error("sums without a row");
  return { ...order.page(rows, limit), all: all[0] };
}

/** The same list as rows of a file, the largest debt first, and the total below. */
export function ageingRows(search: string | undefined, today: string): ExportRows {
  const names = ["not_due", "to_30", "to_60", "to_90", "over_90", "credit", "total"];
  const headings = ["Not due", "1–30 days", "31–60 days", "61–90 days", "Above 90 days"];
  return {
    columns: [
      ["Company code", textCell(sql`line.code`)],
      ["Company", textCell(sql`line.name`)],
      ...[...headings, "Credit", "Balance"].map(
        (heading, place): ExportColumn => [
          `${heading} (INR)`,
          moneyCell(sql.raw(`line.${names[place]}`)),
        ],
      ),
    ],
    slices: (cells) => [
      sql`with line as (select 0 as place, company.code, company.name, aged.* from (${ageingOf(today)}) aged
          join ${company} on company.id = aged.company_id where ${matching(search)})
        select ${cells} from (select * from line union all select 1, '', 'Total', null, ${sql.join(
          names.map((name) => sql.raw(`coalesce(sum(${name}), 0)::bigint`)),
          sql`, `,
        )} from line) line order by place, total desc, name`,
    ],
  };
}
