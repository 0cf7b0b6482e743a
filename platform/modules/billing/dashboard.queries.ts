import { sql } from "drizzle-orm";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  company,
  creditNote,
  invoice,
  invoiceLine,
  openingBalance,
  receipt,
  receiptAllocation,
  store,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { primeHoursOf } from "../ads/index.ts";
import { lateness, outstanding, rowColumns, statusOn } from "./invoices.queries.ts";
import { openingOutstanding } from "./open-items.queries.ts";
import { rateIn } from "./rates.queries.ts";

/** Figures over all companies, for provider staff. */

export async function findTotalsByStatus(
  db: Db,
  today: string,
): Promise<Map<string, { invoices: number; amount: number }>> {
  const { rows } = await db.execute<{ status: string; invoices: number; amount: number }>(sql`
    select status, count(*)::int as invoices, sum(amount)::float8 as amount from (
      select ${statusOn(today)} as status, ${outstanding} as amount from ${invoice}
      union all select ${lateness(today, openingBalance.dueOn)}, ${openingOutstanding} from ${openingBalance} where ${openingOutstanding} > 0) owed group by 1`);
  return new Map(rows.map(({ status, ...sum }) => [status, sum]));
}

/** By the first of each month, from a month on. */
export async function findRevenue(db: Db, from: string) {
  const monthOf = (day: string) => sql.raw(`date_trunc('month', ${day})::date::text`);
  const { rows } = await db.execute<{
    month: string;
    invoiced: number;
    credited: number;
    paid: number;
    earned: number;
  }>(sql`
    select month, sum(invoiced)::float8 as invoiced, sum(credited)::float8 as credited, sum(paid)::float8 as paid, sum(earned)::float8 as earned from (
      select ${monthOf("issued_on")} as month, taxable as invoiced, 0 as credited, 0 as paid, 0 as earned from ${invoice} where issued_on >= ${from}::date
      union all select ${monthOf("issued_on")}, case kind when 'DEBIT' then taxable else 0 end, case kind when 'DEBIT' then 0 else taxable end, 0, 0 from ${creditNote} where issued_on >= ${from}::date
      union all select month::text, 0, 0, 0, amount from ${invoiceLine} where month >= ${from}::date
      union all select ${monthOf("period_from")}, 0, 0, 0, case note.kind when 'DEBIT' then note.taxable else -note.taxable end
        from ${creditNote} as note join ${invoice} as corrected on corrected.company_id = note.company_id and corrected.id = note.invoice_id where period_from >= ${from}::date
      union all select ${monthOf("received_on")}, 0, 0, amount + tds, 0 from ${receipt} where received_on >= ${from}::date and method <> 'OPENING') moved group by 1`);
  return new Map(rows.map(({ month, ...sums }) => [month, sums]));
}

/** Sums what receipts of all companies have left to allocate. */
export async function findCreditOnAccount(db: Db): Promise<number> {
  const { rows } = await db.execute<{ credit: number }>(sql`
    select ((select coalesce(sum(amount), 0) from ${receipt})
      - (select coalesce(sum(amount), 0) from ${receiptAllocation} where num_nonnulls(invoice_id, opening_id) > 0))::float8 as credit`);
  return rows[0]?.credit ?? 0;
}

/**
 * Active stores of companies that are billed, at their rates of each month that they are not
 * invoiced for yet.
 */
export async function findStoreFees(db: Db, months: readonly string[]) {
  const { rows } = await db.execute<{ month: string; stores: number; storeAmount: number }>(sql`
    select month::date::text as month, coalesce(sum(stores), 0)::int as stores, coalesce(sum(stores * rate), 0)::float8 as "storeAmount"
    from unnest(${sql.param([...months])}::date[]) month left join lateral (
      select (select count(*) from ${store} s where s.company_id = company.id and s.status = 'active') as stores, coalesce(${rateIn(sql`month`, sql`company.id`)}, 0) as rate
      from ${company} where ${company.kind} = 'client' and ${company.status} = 'active' and ${company.billingStartsOn} < month + interval '1 month'
        and not exists (select from ${invoice} where ${invoice.companyId} = ${company.id} and ${invoice.periodFrom} <= month and ${invoice.periodTo} > month)) one on true
    group by 1 order by 1`);
  return rows;
}

/** Sums the amounts that campaigns have booked in each month, by its first day. */
export async function findAdAmounts(db: Db, months: readonly string[]) {
  const { rows } = await db.execute<{ month: string; adAmount: number }>(sql`
    with prime as (${primeHoursOf(sql`exists (select 1 from ${campaign} c where c.company_id = ${store.companyId} and c.state in ('BOOKED', 'LIVE') and c.ends_on >= ${months[0]}::date)`)}),
      line as (select l.company_id, l.campaign_id, l.store_id, l.day, l.plays, 1 as sign from ${campaignLine} l
          where l.day >= ${months[0]}::date and l.day < (${months.at(-1)}::date + interval '1 month')
        union all select g.company_id, g.campaign_id, g.store_id, g.day, g.plays, -1 from ${campaignMakeGood} g
          where g.day >= ${months[0]}::date and g.day < (${months.at(-1)}::date + interval '1 month'))
    select date_trunc('month', line.day)::date::text as month, sum(sign * n * c.play_takes
        * case when (extract(dow from line.day)::int * 24 + hour - 1)::int = any(prime.hours) then coalesce(c.prime_rate, c.rate, 0) else coalesce(c.rate, 0) end)::float8 as "adAmount"
    from line join ${campaign} c on c.company_id = line.company_id and c.id = line.campaign_id join prime on prime.store_id = line.store_id
      cross join lateral unnest(line.plays) with ordinality as hourly(n, hour)
    where c.state in ('BOOKED', 'LIVE') and n > 0 group by 1`);
  return new Map(rows.map(({ month, adAmount }) => [month, adAmount]));
}

export const findLongestOverdue = (db: Db, today: string, most: number) =>
  db
    .select(rowColumns(today))
    .from(invoice)
    .where(sql`${statusOn(today)} = 'overdue'`)
    .orderBy(invoice.dueOn, invoice.id)
    .limit(most);
