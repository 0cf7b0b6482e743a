import { type SQL, sql } from "drizzle-orm";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import {
  adLedger,
  adShortfall,
  campaign,
  campaignLine,
  campaignMakeGood,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import {
  type ByHour,
  byHour,
  type CampaignInLedger,
  isBegun,
  lock,
  mostNamed,
  nothing,
  ofKind,
  raw,
  sold,
  sumOf,
} from "./ledger-parts.queries.ts";

/**
 * Turns a campaign's held plays into booked ones. The caller changes the campaign's state in
 * the same transaction, its row locked.
 */
export async function bookHeld(scope: Scope, tx: Tx, ofCampaign: CampaignInLedger): Promise<void> {
  await lockLines(scope, tx, ofCampaign);
  const capacityUsed = (hour: number) =>
    sql`line.plays[${raw(hour)}] * ${raw(ofCampaign.playTakes)}`;
  await tx.execute(sql`update ${adLedger} set held = ${byHour((hour) => sql`held[${raw(hour)}] - ${capacityUsed(hour)}`)},
      booked = ${byHour((hour) => sql`booked[${raw(hour)}] + ${capacityUsed(hour)}`)}
    from ${campaignLine} line where ${isLineOf(scope, ofCampaign)}`);
}

export type ReleaseOptions = {
  as: "held" | "booked";
  now: Date;
  from?: string | undefined;
  before?: string | undefined;
  storeIds?: readonly number[] | undefined;
  /**
   * The hours to give back: future ones (default), those that have begun, which a hold
   * never played, or both.
   */
  hours?: "coming" | "begun" | "all";
};

/**
 * Gives back all hours of a campaign that have not begun in the store's local time; its lines keep
 * the others. If given, `from` and `before` limit the dates, and `storeIds` the stores. Gives the
 * number of plays returned.
 */
export async function giveBack(
  scope: Scope,
  tx: Tx,
  ofCampaign: CampaignInLedger,
  { as, now, from, before, storeIds, hours: which = "coming" }: ReleaseOptions,
): Promise<number> {
  await lockLines(scope, tx, ofCampaign);
  const isReturned = (hour: number) =>
    which === "all"
      ? sql`true`
      : sql`(${isBegun(hour, now, sql`line.day`)}) = ${sql.raw(String(which === "begun"))}`;
  const count = sql.identifier(as);
  const isOfStore = sql`${store.companyId} = line.company_id and ${store.id} = line.store_id`;
  const isAffected = sql`line.company_id = ${scope.companyId} and line.campaign_id = ${ofCampaign.id} ${from ? sql`and line.day >= ${from}` : sql``}
    ${before ? sql`and line.day < ${before}` : sql``} ${storeIds ? sql`and line.store_id = any(${sql.param([...storeIds])}::bigint[])` : sql``}`;
  // a join of the lines with what they return would be slow: right after a large booking the planner
  // expects few lines, and compares each with each
  const [result] = (
    await tx.execute<{
      returned: number;
    }>(sql`with returned_plays as materialized (select line.store_id, line.day, ${byHour((hour) => sql`case when ${isReturned(hour)} then line.plays[${raw(hour)}] else 0 end`)} as plays
        from ${campaignLine} line join ${store} on ${isOfStore} where ${isAffected}),
      ledger_changes as (update ${adLedger} set ${count} = ${byHour((hour) => sql`${count}[${raw(hour)}] - returned_plays.plays[${raw(hour)}] * ${raw(ofCampaign.playTakes)}`)}
        from returned_plays where ${ofKind(scope, ofCampaign.kind)} and ${adLedger.storeId} = returned_plays.store_id and ${adLedger.day} = returned_plays.day
          and returned_plays.plays <> ${nothing}),
      line_changes as (update ${campaignLine} line set plays = ${byHour((hour) => sql`case when ${isReturned(hour)} then 0 else line.plays[${raw(hour)}] end`)}
        from ${store} where ${isOfStore} and ${isAffected}),
      make_good_changes as (update ${campaignMakeGood} set plays = ${byHour((hour) => sql`case when returned_plays.plays[${raw(hour)}] > 0 then 0 else ${campaignMakeGood.plays}[${raw(hour)}] end`)}
        from returned_plays where ${campaignMakeGood.companyId} = ${scope.companyId} and ${campaignMakeGood.campaignId} = ${ofCampaign.id}
          and ${campaignMakeGood.storeId} = returned_plays.store_id and ${campaignMakeGood.day} = returned_plays.day and returned_plays.plays <> ${nothing})
      select coalesce(sum(${sumOf("plays")}), 0)::int as returned from returned_plays`)
  ).rows;
  await closeReturned(scope, tx, ofCampaign);
  return result?.returned ?? 0;
}

/**
 * Takes plays of stores, dates and hours from a campaign's lines. The caller has locked their rows
 * of the ledger, and takes no more than the lines have.
 */
export async function takeFromLines(
  scope: Scope,
  tx: Tx,
  ofCampaign: CampaignInLedger,
  takenPlays: readonly { storeId: number; day: string; plays: ByHour }[],
): Promise<void> {
  const takenJson = JSON.stringify(
    takenPlays.map(({ storeId, day, plays }) => ({ store_id: storeId, day, plays })),
  );
  // each line is found by its key: right after a large booking the planner takes the lines for few,
  // and joins them by comparing each with each
  await tx.execute(sql`with taken_plays as materialized (select * from jsonb_to_recordset(${takenJson}::jsonb) as row(store_id bigint, day date, plays smallint[])),
      ledger_changes as (update ${adLedger} set booked = ${byHour((hour) => sql`booked[${raw(hour)}] - taken_plays.plays[${raw(hour)}] * ${raw(ofCampaign.playTakes)}`)}
        from taken_plays where ${ofKind(scope, ofCampaign.kind)} and ${adLedger.storeId} = taken_plays.store_id and ${adLedger.day} = taken_plays.day)
    insert into ${campaignLine} as line (company_id, campaign_id, store_id, day, plays)
      select ${scope.companyId}, ${ofCampaign.id}, store_id, day, plays from taken_plays
      on conflict (company_id, campaign_id, store_id, day) do update set plays = ${byHour((hour) => sql`line.plays[${raw(hour)}] - excluded.plays[${raw(hour)}]`)}`);
  await closeReturned(scope, tx, ofCampaign);
}

/** Keeps plays that were sold above a store's capacity off sale, and deletes lines without plays. */
async function closeReturned(scope: Scope, tx: Tx, ofCampaign: CampaignInLedger): Promise<void> {
  await tx.execute(sql`update ${adLedger} set capacity = ${byHour((hour) => sql`greatest(shortfall.capacity[${raw(hour)}], ${sold(hour)})`)}
    from ${adShortfall} shortfall join ${campaignLine} line using (company_id, store_id, day)
    where ${isLineOf(scope, ofCampaign)} and shortfall.kind = ${ofCampaign.kind}`);
  await tx.execute(
    sql`delete from ${campaignLine} where company_id = ${scope.companyId} and campaign_id = ${ofCampaign.id} and plays = ${nothing}`,
  );
}

export type Difference = {
  kind: SpotKind;
  storeId: number;
  day: string;
  booked: number[];
  held: number[];
  bookedByLines: number[];
  heldByLines: number[];
};

/**
 * Recounts the company's ledger from the lines of its campaigns and gives the differences (ADS-5).
 * One statement, so that it sees a single moment.
 */
export async function recount(scope: Scope, db: Db): Promise<Difference[]> {
  const sumsOf = (state: SQL) =>
    byHour(
      (hour) =>
        sql`coalesce(sum(line.plays[${raw(hour)}] * ${campaign.playTakes}) filter (where ${campaign.state} ${state}), 0)`,
    );
  const { rows } = await db.execute<Difference>(sql`with lines as (
      select ${campaign.kind}, line.store_id, line.day, ${sumsOf(sql`<> 'HELD'`)} as booked, ${sumsOf(sql`= 'HELD'`)} as held
      from ${campaignLine} line join ${campaign} on ${campaign.companyId} = line.company_id and ${campaign.id} = line.campaign_id
      where line.company_id = ${scope.companyId} group by 1, 2, 3)
    select kind, store_id::int as "storeId", day::text as day, coalesce(ledger.booked, ${nothing}) as booked, coalesce(ledger.held, ${nothing}) as held,
      coalesce(lines.booked, ${nothing}) as "bookedByLines", coalesce(lines.held, ${nothing}) as "heldByLines"
    from (select * from ${adLedger} where ${adLedger.companyId} = ${scope.companyId}) ledger full join lines using (kind, store_id, day)
    where coalesce(ledger.booked, ${nothing}) <> coalesce(lines.booked, ${nothing}) or coalesce(ledger.held, ${nothing}) <> coalesce(lines.held, ${nothing})
    order by 1, 2, 3 limit ${mostNamed}`);
  return rows;
}

const lockLines = (scope: Scope, tx: Tx, { id, kind }: CampaignInLedger) =>
  lock(tx, sql`${ofKind(scope, kind)} and ${isInLines(scope, id)}`);

export const isInLines = ({ companyId }: Scope, campaignId: number) =>
  sql`(${adLedger.storeId}, ${adLedger.day}) in
    (select line.store_id, line.day from ${campaignLine} line where line.company_id = ${companyId} and line.campaign_id = ${campaignId})`;

const isLineOf = (
  scope: Scope,
  { id, kind }: CampaignInLedger,
) => sql`${ofKind(scope, kind)} and line.company_id = ${scope.companyId}
  and line.campaign_id = ${id} and line.store_id = ${adLedger.storeId} and line.day = ${adLedger.day}`;
