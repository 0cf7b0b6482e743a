import { type SQL, sql } from "drizzle-orm";
import { playOutDaysBack } from "#contract/player/limits";
import {
  billingPeriod,
  campaign,
  campaignLine,
  campaignMakeGood,
  company,
  inactiveSpan,
  invoicePlays,
  playLog,
  spot,
  store,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { campaignBrand, primeHoursOf } from "../ads/index.ts";
import type { BilledCompany, Period, StoreMonth, UnbilledPlays } from "./draft.ts";
import { billingDay, rateIn } from "./rates.queries.ts";

/**
 * Queries for computing invoices. Billing covers all companies, so each query takes the companies
 * and their periods.
 */

export type DueCompany = BilledCompany & {
  periodMonths: number;
  startsOn: string;
  lastTo: string | null;
  commEmail: string | null;
};

const companyColumns = sql`${company.id}::float8 as id, ${company.name} as name, ${company.legalName} as "legalName", ${company.country} as country, ${company.addressLine} as "addressLine",
  ${company.city} as city, ${company.state} as state, ${company.postalCode} as "postalCode", ${company.gstNo} as "gstNo", ${company.panNo} as "panNo",
  ${company.taxStatus} as "taxStatus", ${company.commEmail} as email, ${company.billingPeriodMonths}::int as "periodMonths", ${company.billingStartsOn}::text as "startsOn"`;
// written out: in a select of one table drizzle leaves the table's name out, and "id" would be the
// period's
const lastTo = sql`(select max(periods.period_to) from ${billingPeriod} periods where periods.company_id = company.id)`;
/** The first and the last day of the period after `last_to`: periodAfter (draft.ts) in SQL. */
const nextStart = sql`greatest(last_to + 1, date_trunc('month', company.billing_starts_on)::date)`;
const nextEnd = sql`(${nextStart} + make_interval(months => company.billing_period_months))::date - 1`;

/**
 * Gives the earliest date of the next invoice for a row of `company`: the day after the next period
 * that is not billed, or today if that is over.
 */
export const nextInvoiceOn = (now: Date) =>
  sql<
    string | null
  >`(select greatest(${nextEnd} + 1, ${billingDay(now)})::text from (select ${lastTo} as last_to) done where company.billing_starts_on is not null)`;

type DueFilter = {
  today: string;
  after: number;
  limit: number;
  companyId?: number | undefined;
  without: readonly number[];
};

/**
 * The next companies by id with a period that was over before today, locked until the transaction
 * ends. Those that another run has locked are left to it: two runs share the work.
 */
export async function lockDueCompanies(
  tx: Tx,
  { today, after, limit, companyId, without }: DueFilter,
): Promise<DueCompany[]> {
  const { rows } =
    await tx.execute<DueCompany>(sql`select ${companyColumns}, last_to::text as "lastTo"
    from ${company} cross join lateral (select ${lastTo} as last_to) done
    where ${isBilled} and ${company.id} > ${after} and not ${company.id} = any(${sql.param([...without])}::bigint[]) ${companyId === undefined ? sql`` : sql`and ${company.id} = ${companyId}`} and ${nextEnd} < ${today}::date
    order by ${company.id} limit ${limit} for no key update of company skip locked`);
  // read again under the lock: another run may have billed the period just before
  const ids = rows.map(({ id }) => id);
  const { rows: periods } = await tx.execute<{ companyId: number; lastTo: string }>(sql`
    select ${billingPeriod.companyId}::float8 as "companyId", max(${billingPeriod.periodTo})::text as "lastTo" from ${billingPeriod}
    where ${billingPeriod.companyId} = any(${sql.param(ids)}::bigint[]) group by 1`);
  const ends = new Map(periods.map((row) => [row.companyId, row.lastTo]));
  return rows.map((row) => ({ ...row, lastTo: ends.get(row.id) ?? null }));
}

const isBilled = sql`${company.kind} = 'client' and ${company.billingStartsOn} is not null`;

export async function findBilledCompany(
  db: Db,
  companyId: number,
): Promise<DueCompany | undefined> {
  const { rows } =
    await db.execute<DueCompany>(sql`select ${companyColumns}, ${lastTo}::text as "lastTo"
    from ${company} where ${company.id} = ${companyId} and ${isBilled}`);
  return rows[0];
}

/** Finds companies with a period to bill, without locking them. */
export async function findDueCompanies(
  db: Db,
  today: string,
  limit: number,
): Promise<DueCompany[]> {
  const { rows } =
    await db.execute<DueCompany>(sql`select ${companyColumns}, last_to::text as "lastTo"
    from ${company} cross join lateral (select ${lastTo} as last_to) done
    where ${isBilled} and ${nextEnd} < ${today}::date order by ${company.id} limit ${limit}`);
  return rows;
}

/**
 * Finds from when plays may be unbilled: the first day of the earliest period to come of a company
 * with campaigns that findUnbilledPlays asks for.
 */
export async function findUnbilledSince(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{
    since: string | null;
  }>(sql`select min(${nextStart})::date::text as since
    from ${company} cross join lateral (select ${lastTo} as last_to) done
    where ${isBilled} and exists (select 1 from ${campaign} c join ${campaignLine} l on l.company_id = c.company_id and l.campaign_id = c.id
      where c.company_id = ${company.id} and num_nonnulls(c.rate, c.prime_rate) > 0 and l.day >= ${nextStart}::date - ${playOutDaysBack}::int)`);
  const since = rows[0]?.since ?? null;
  return since === null ? undefined : new Date(since);
}

/**
 * Active companies with active stores that are never billed, for they have no first billing day.
 */
export async function findCompaniesWithoutStart(
  db: Db,
  limit: number,
): Promise<{ companyId: number; companyName: string }[]> {
  const { rows } = await db.execute<{ companyId: number; companyName: string }>(sql`
    select ${company.id}::float8 as "companyId", ${company.name} as "companyName" from ${company}
    where ${company.kind} = 'client' and ${company.status} = 'active' and ${company.billingStartsOn} is null
      and exists (select 1 from ${store} s where s.company_id = ${company.id} and s.status = 'active')
    order by ${company.id} limit ${limit}`);
  return rows;
}

/** Counts the companies with a period that is over and not billed. */
export async function countDueCompanies(db: Db, today: string): Promise<number> {
  const { rows } = await db.execute<{ due: number }>(sql`select count(*)::int as due
    from ${company} cross join lateral (select ${lastTo} as last_to) done where ${isBilled} and ${nextEnd} < ${today}::date`);
  return rows[0]?.due ?? 0;
}

/** A company's period, its months by their firsts, and the day from which it is billed. */
export type CompanyPeriod = Period & { companyId: number; startsOn: string; months: string[] };

const recordset = (periods: readonly CompanyPeriod[], months: boolean): SQL => {
  const rows = periods.flatMap(({ companyId, startsOn, periodFrom, periodTo, months: all }) =>
    (months ? all : [periodFrom]).map((month) => ({
      company_id: companyId,
      starts_on: startsOn,
      period_from: periodFrom,
      period_to: periodTo,
      month,
    })),
  );
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as periods(company_id bigint, starts_on date, period_from date, period_to date, month date)`;
};
/** Midnight of a date in the provider's zone. */
const midnight = (date: SQL, zone: string) => sql`((${date})::timestamp at time zone ${zone})`;

/**
 * By company, the stores that were active at some time of each month (since billing begins), while
 * their company was, and the rate in force.
 */
export async function findStoreMonths(
  db: Db | Tx,
  periods: readonly CompanyPeriod[],
  zone: string,
): Promise<Map<number, StoreMonth[]>> {
  const begin = midnight(sql`greatest(periods.month, periods.starts_on)`, zone);
  const end = midnight(sql`periods.month + interval '1 month'`, zone);
  const { rows } = await db.execute<{
    companyId: number;
    month: string;
    rate: string | null;
    storeIds: number[];
  }>(sql`
    select periods.company_id::float8 as "companyId", periods.month::text as month, ${rateIn(sql`periods.month`, sql`periods.company_id`)}::text as rate,
      array(select s.id::float8 from ${store} s where s.company_id = periods.company_id and s.created_at < span.until
        and not isempty(tstzmultirange(tstzrange(greatest(span.since, s.created_at), span.until)) - coalesce((
          select range_agg(tstzrange(i.since, case when i.until is null then null else greatest(i.since, i.until) end)) from ${inactiveSpan} i
          where i.company_id = s.company_id and (i.store_id = s.id or num_nonnulls(i.store_id, i.user_id) = 0)), tstzmultirange())) order by 1) as "storeIds"
    from ${recordset(periods, true)} cross join lateral (select ${begin} as since, ${end} as until) span order by 1, 2`);
  return byCompany(rows, ({ companyId: _, rate, ...row }) => ({
    ...row,
    rate: rate === null ? null : Number(rate),
  }));
}

/**
 * By company, the verified plays up to the period's end that no invoice has: of each campaign and
 * store as many as were booked up to then and not billed, the earliest months first, and within a
 * month those of the lower rate. Make-goods are no bookings of their own; a play in the running
 * hour counts too.
 */
export async function findUnbilledPlays(
  db: Db | Tx,
  periods: readonly CompanyPeriod[],
  zone: string,
): Promise<Map<number, UnbilledPlays[]>> {
  const end = midnight(sql`periods.period_to + 1`, zone);
  const ids = sql`${sql.param(periods.map(({ companyId }) => companyId))}::bigint[]`;
  const { rows } = await db.execute<UnbilledPlays & { companyId: number; rate: string }>(sql`
    with periods as materialized (select company_id, starts_on, period_from, period_to, ${midnight(sql`periods.starts_on`, zone)} as since, ${end} as until
        from ${recordset(periods, false)}),
      campaigns as materialized (select c.company_id, c.id as campaign_id, c.name, c.kind, coalesce(c.rate, 0) as rate, coalesce(c.prime_rate, c.rate, 0) as prime_rate,
          periods.since, periods.until, periods.starts_on, periods.period_to
        from periods join ${campaign} c on c.company_id = periods.company_id
        where num_nonnulls(c.rate, c.prime_rate) > 0 and c.starts_on <= periods.period_to + 1
          and exists (select 1 from ${campaignLine} l where l.company_id = c.company_id and l.campaign_id = c.id and l.day >= periods.period_from - ${playOutDaysBack}::int)),
      prime as (${primeHoursOf(sql`${store.companyId} = any(${ids})`)}),
      verified_plays as (select campaigns.company_id, campaigns.campaign_id, p.store_id, date_trunc('month', p.due_at at time zone ${zone})::date as month,
          (extract(dow from p.due_at at time zone s.time_zone) * 24 + extract(hour from p.due_at at time zone s.time_zone))::int = any(prime.hours) as prime,
          spot.duration_seconds as seconds, count(*)::int as verified
        from campaigns join ${playLog} p on p.company_id = campaigns.company_id and p.campaign_id = campaigns.campaign_id and p.due_at >= campaigns.since and p.due_at < campaigns.until
          join ${store} s on s.company_id = p.company_id and s.id = p.store_id join prime on prime.store_id = s.id
          join ${spot} spot on spot.company_id = p.company_id and spot.id = p.spot_id
        where p.reason is null group by 1, 2, 3, 4, 5, 6),
      billed_plays as (select b.company_id, b.campaign_id, b.store_id, b.month, b.prime, b.seconds, sum(b.plays)::int as plays
        from ${invoicePlays} b join campaigns using (company_id, campaign_id) group by 1, 2, 3, 4, 5, 6),
      booked_plays as (select company_id, campaign_id, store_id, sum(plays)::int as plays from (
          select l.company_id, l.campaign_id, l.store_id, l.plays_in_all as plays from ${campaignLine} l join campaigns using (company_id, campaign_id) where l.day between campaigns.starts_on and campaigns.period_to
          union all select g.company_id, g.campaign_id, g.store_id, -g.plays_in_all from ${campaignMakeGood} g join campaigns using (company_id, campaign_id) where g.day between campaigns.starts_on and campaigns.period_to
          union all select company_id, campaign_id, store_id, -plays from billed_plays) line group by 1, 2, 3),
      unbilled_plays as (select company_id, campaign_id, store_id, month, prime, seconds, verified_plays.verified - coalesce(billed_plays.plays, 0) as plays
        from verified_plays left join billed_plays using (company_id, campaign_id, store_id, month, prime, seconds)
        where verified_plays.verified > coalesce(billed_plays.plays, 0)),
      running_plays as (select unbilled_plays.*, coalesce(sum(unbilled_plays.plays) over (partition by company_id, campaign_id, store_id order by month, prime, seconds
          rows between unbounded preceding and 1 preceding), 0)::int as before from unbilled_plays),
      payable_plays as (select running_plays.*, least(running_plays.plays, booked_plays.plays - before) as taken
        from running_plays join booked_plays using (company_id, campaign_id, store_id) where booked_plays.plays > before)
    select payable_plays.company_id::float8 as "companyId", payable_plays.campaign_id::float8 as "campaignId", campaigns.name as "campaignName",
      (select ${campaignBrand} from ${campaign} where ${campaign.companyId} = payable_plays.company_id and ${campaign.id} = payable_plays.campaign_id) as brand, campaigns.kind, store_id::float8 as "storeId",
      month::text as month, prime, seconds, (case when prime then prime_rate else rate end)::text as rate, payable_plays.taken as plays
    from payable_plays join campaigns using (company_id, campaign_id) where (case when prime then prime_rate else rate end) > 0
    order by 1, 2, month, prime, seconds, 5`);
  return byCompany(rows, ({ companyId: _, rate, ...row }) => ({ ...row, rate: Number(rate) }));
}

function byCompany<Row extends { companyId: number }, Value>(
  rows: readonly Row[],
  of: (row: Row) => Value,
): Map<number, Value[]> {
  const grouped = new Map<number, Value[]>();
  for (const row of rows) {
    const list = grouped.get(row.companyId);
    if (list) list.push(of(row));
    else grouped.set(row.companyId, [of(row)]);
  }
  return grouped;
}
