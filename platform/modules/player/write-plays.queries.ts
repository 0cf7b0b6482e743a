import { type SQL, sql } from "drizzle-orm";
import { itemKinds, type substituteReasons } from "#contract/player/endpoints";
import type { UnverifiedReason } from "#contract/player/words";
import type { Scope } from "../../access/scope.ts";
import { plainList } from "../../db/plain-list.ts";
import { playColumns } from "../../db/schema/index.ts";
import { statement } from "../../db/statement.ts";
import type { Tx } from "../../db/types.ts";
import { instants, toInstant } from "./instant-columns.ts";
import type { Item } from "./verification.ts";

/** Instants are in epoch milliseconds. */
export type NewPlay = Omit<Item, "durationSeconds"> & {
  storeId: number;
  eventId: string;
  at: number;
  seconds: number;
  logId: number | null;
  position: number | null;
  reason: UnverifiedReason | null;
  dueAt: number | null;
  campaignId: number | null;
  substituteReason: (typeof substituteReasons)[number] | null;
  device: string | null;
  receivedAt: number;
};

const columnsOf = (plays: readonly NewPlay[]) => {
  const list = (column: (play: NewPlay) => number | string | null) => plainList(plays.map(column));
  return {
    storeIds: list(({ storeId }) => storeId),
    eventIds: list(({ eventId }) => eventId),
    at: instants(plays.map(({ at }) => at)),
    kinds: list(({ kind }) => kind),
    songIds: list(({ songId }) => songId),
    spotIds: list(({ spotId }) => spotId),
    logIds: list(({ logId }) => logId),
    positions: list(({ position }) => position),
    seconds: list(({ seconds }) => seconds),
    reasons: list(({ reason }) => reason),
    due: instants(plays.map(({ dueAt }) => dueAt)),
    campaignIds: list(({ campaignId }) => campaignId),
    substituteReasons: list(({ substituteReason }) => substituteReason),
    devices: plays.map(({ device }) => device),
    received: instants(plays.map(({ receivedAt }) => receivedAt)),
  };
};

const addPlays = statement<ReturnType<typeof columnsOf> & { company: number }>(
  (columns) => sql`
    with report as (
      select * from unnest(
        ${columns.storeIds}::bigint[], ${columns.eventIds}::uuid[], ${columns.at}::double precision[], ${columns.kinds}::text[], ${columns.songIds}::bigint[],
        ${columns.spotIds}::bigint[], ${columns.logIds}::bigint[], ${columns.positions}::int[], ${columns.seconds}::int[], ${columns.reasons}::text[],
        ${columns.due}::double precision[], ${columns.campaignIds}::bigint[], ${columns.substituteReasons}::text[], ${columns.devices}::text[],
        ${columns.received}::double precision[]
      ) as report(store_id, event_id, at, kind, song_id, spot_id, log_id, position, seconds, reason, due, campaign_id, substitute_reason, device, received)
    ), new_plays as (
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, received_at,
        reason, due_at, campaign_id, device, substitute_reason)
      select store.company_id, store.id, event_id, ${toInstant(sql`at`)}, (${toInstant(sql`at`)} at time zone store.time_zone)::date,
        kind, song_id, spot_id, log_id, position, seconds, ${toInstant(sql`received`)}, reason, ${toInstant(sql`due`)}, campaign_id, device, substitute_reason
      from report join store on store.company_id = ${columns.company}::bigint and store.id = report.store_id
      returning store_id, day, kind, spot_id, started_at, seconds, reason, due_at, campaign_id
    ), ${addToTotals(columns.company)}
    select 1`,
);

/**
 * Writes plays of stores to the log and adds them to the daily totals, in one statement. Days are
 * dates on each store's own clock. The caller holds the locks of the stores and has checked that
 * the events are new.
 */
export const insertPlays = ({ companyId: company }: Scope, tx: Tx, plays: readonly NewPlay[]) =>
  tx.execute(addPlays({ company, ...columnsOf(plays) }));

/** Matches rows of the play log that count as played: verified plays and substitutes. */
export const isPlay: SQL = sql.raw("coalesce(reason, 'SUBSTITUTE') = 'SUBSTITUTE'");

/**
 * WITH parts that add the rows of a part `new_plays` (store_id, day, kind, spot_id, started_at,
 * seconds, reason, due_at, campaign_id) to the daily totals of a company, by type and by campaign,
 * and delete the counts of campaigns with a date that they fall on. Rows are locked in the
 * order of their keys, so that two statements do not deadlock.
 */
export function addToTotals(companyId: number | SQL): SQL {
  const figures = itemKinds.map((kind) => {
    const ofKind = sql.raw(`kind = '${kind}'`);
    return sql`count(*) filter (where ${ofKind}), count(*) filter (where ${ofKind} and reason is null), count(*) filter (where ${ofKind} and ${isPlay}),
      coalesce(sum(seconds) filter (where ${ofKind} and ${isPlay}), 0)`;
  });
  const at = sql`(started_at) filter (where kind = 'MUSIC' and ${isPlay})`;
  const sums = playColumns.map((name) => `${name} = store_day_plays.${name} + excluded.${name}`);
  return sql`day_totals as (
      insert into store_day_plays (company_id, day, store_id, ${sql.raw(playColumns.join(", "))}, music_first_at, music_last_at)
      select ${companyId}::bigint, day, store_id, ${sql.join(figures, sql`, `)}, min${at}, max${at}
      from new_plays group by day, store_id order by day, store_id
      on conflict (company_id, day, store_id) do update set ${sql.raw(sums.join(", "))},
        music_first_at = least(store_day_plays.music_first_at, excluded.music_first_at),
        music_last_at = greatest(store_day_plays.music_last_at, excluded.music_last_at)
    ), campaign_totals as (
      insert into campaign_plays (company_id, campaign_id, day, store_id, spot_id, verified)
      select ${companyId}::bigint, campaign_id, (due_at at time zone store.time_zone)::date as due_day, store_id, spot_id, count(*)
      from new_plays join store on store.company_id = ${companyId}::bigint and store.id = new_plays.store_id
      where campaign_id is not null and reason is null
      group by campaign_id, due_day, store_id, spot_id order by campaign_id, due_day, store_id, spot_id
      on conflict (company_id, campaign_id, day, store_id, spot_id) do update set verified = campaign_plays.verified + excluded.verified
      returning campaign_id, day, store_id
    ), outdated_deliveries as (
      delete from campaign_delivery using campaign_totals where campaign_delivery.company_id = ${companyId}::bigint
        and campaign_delivery.campaign_id = campaign_totals.campaign_id and campaign_delivery.store_id = campaign_totals.store_id and counted_to >= campaign_totals.day
    )`;
}
