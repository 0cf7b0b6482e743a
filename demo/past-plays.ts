import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { playsOn } from "#contract/ads/plays";
import { plainList } from "../platform/db/plain-list.ts";
import { campaign, campaignSpot } from "../platform/db/schema/index.ts";
import type { Db } from "../platform/db/types.ts";
import { addToTotals } from "../platform/modules/player/index.ts";
import { gapOn, instantOf } from "./behaviour.ts";
import {
  type CompanyDay,
  endsOf,
  type Opening,
  openingsOn,
  type PublishedLogs,
} from "./past-openings.ts";
import { type PlannedPlay, startDelay } from "./play-plan.ts";

/**
 * A company's date in one statement: plans and stores go in as arrays, the database joins them,
 * cuts each store's plan to its hours, writes the log, adds what was new to the daily totals, moves
 * the stores' last play and notes the songs, as schedules do, so that none that was played can be
 * deleted. Event ids come from store, date and second, so that a play written twice counts once. A
 * store plays each item in full within a minute of its time, so its plays are verified; of the
 * songs, one in two hundred was cut short.
 */
export async function playDay(db: Db, past: CompanyDay): Promise<void> {
  const { companyId, day, now, after = new Date(0) } = past;
  const openings = openingsOn(past.shops, day)
    .map((opening) => ({
      ...opening,
      until: endsOf(opening.shop, now).playedUntil,
      gap: gapOn(opening.shop, opening.opened),
    }))
    .filter(
      ({ shop, opened, from, to, until }) =>
        instantOf(shop.timeZone, opened, from) < until &&
        instantOf(shop.timeZone, opened, to) > after,
    );
  if (openings.length === 0) return;
  const { plays, planOf } = await planOpenings(db, past, openings);
  const campaigns = await campaignsOn(db, companyId, day);
  const owedTo = ({ kind, itemId, second }: PlannedPlay) => {
    const owed = kind === "MUSIC" ? undefined : campaigns.get(itemId);
    return owed && (owed.plays[Math.floor(second / 3600) % 24] ?? 0) > 0 ? owed.id : null;
  };
  const column = <Row>(
    rows: readonly Row[],
    of: (row: Row, place: number) => number | string | null,
  ) => plainList(rows.map(of));
  await db.execute(sql`
    with plan as (
      select * from unnest(
        ${column(plays, ({ plan }) => plan)}::int[], ${column(plays, ({ second }) => second)}::int[],
        ${column(plays, ({ kind }) => kind)}::text[], ${column(plays, ({ itemId }) => itemId)}::bigint[],
        ${column(plays, ({ seconds }) => seconds)}::int[], ${column(plays, ({ position }) => position)}::int[],
        ${column(plays, (play) => play.campaignId ?? owedTo(play))}::bigint[]
      ) as p(plan, second, kind, item_id, seconds, position, campaign_id)
    ), opening as (
      select * from unnest(
        ${column(openings, ({ shop }) => shop.id)}::bigint[], ${column(planOf, ({ plan }) => plan)}::int[], ${column(planOf, ({ logId }) => logId)}::bigint[],
        ${column(openings, ({ shop }) => shop.timeZone)}::text[], ${column(openings, ({ opened }) => opened)}::date[],
        ${column(openings, ({ from }) => from * 60)}::int[], ${column(openings, ({ to }) => to * 60)}::int[],
        ${column(openings, ({ until }) => until.toISOString())}::timestamptz[], ${column(openings, ({ shop }) => startDelay(shop.id))}::int[],
        ${column(openings, ({ gap }) => (gap ? gap.from * 60 : -1))}::int[], ${column(openings, ({ gap }) => (gap ? gap.to * 60 : -1))}::int[]
      ) as o(store_id, plan, log_id, time_zone, opened, begins, ends, until, delay, gap_from, gap_to)
    ), played as (
      select o.store_id, o.until, p.kind, p.item_id, p.seconds, o.log_id, p.position, booked.campaign_id,
        lpad(to_hex((o.opened - date '2000-01-01')::bigint * 131072 + p.second), 12, '0') as time_hex,
        (o.opened + (p.second + o.delay) * interval '1 second') at time zone o.time_zone as started_at,
        (o.opened + p.second * interval '1 second') at time zone o.time_zone as position_at,
        p.kind = 'MUSIC' and (o.store_id + p.second) % 200 = 0 as is_short
      from opening o join plan p on p.plan = o.plan
        left join campaign_store booked on booked.company_id = ${companyId} and booked.campaign_id = p.campaign_id and booked.store_id = o.store_id
      where p.second + o.delay >= o.begins and p.second + o.delay < 86400 * (1 + ${day}::date - o.opened) and p.second + p.seconds + o.delay <= o.ends
        and not (p.second < o.gap_to and p.second + p.seconds > o.gap_from)
    ), new_plays as (
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, received_at,
        reason, due_at, campaign_id)
      select ${companyId}::bigint, store_id,
        (left(time_hex, 8) || '-' || right(time_hex, 4) || '-8000-8000-' || lpad(to_hex(store_id), 12, '0'))::uuid,
        started_at, ${day}::date, kind, case when kind = 'MUSIC' then item_id end, case when kind <> 'MUSIC' then item_id end, log_id, position,
        case when is_short then seconds / 4 else seconds end, started_at + (seconds + 20) * interval '1 second',
        case when is_short then 'TOO_SHORT' end, case when not is_short then position_at end, campaign_id
      from played
      where started_at + seconds * interval '1 second' <= until
        and started_at + seconds * interval '1 second' > ${after.toISOString()}::timestamptz
      order by store_id, started_at
      on conflict do nothing
      returning store_id, day, kind, song_id, spot_id, started_at, seconds, reason, due_at, campaign_id
    ), noted as (
      insert into scheduled_song (song_id, first_day)
      select song_id, min(day) from new_plays join song on song.id = song_id group by song_id order by song_id
      on conflict do nothing
    ), moved as (
      update store_state set last_played_at = greatest(last_played_at, ended.at), started_at = least(started_at, ended.at)
      from (select store_id, max(started_at + seconds * interval '1 second') as at from new_plays group by store_id) as ended
      where store_state.company_id = ${companyId} and store_state.store_id = ended.store_id
    ), ${addToTotals(companyId)}
    select 1`);
}

/** The campaign that each spot plays for on a day that was never published. */
async function campaignsOn(
  db: Db,
  companyId: number,
  day: string,
): Promise<Map<number, { id: number; plays: readonly number[] }>> {
  const rows = await db
    .select({ spotId: campaignSpot.spotId, id: campaign.id, plays: campaign.plays })
    .from(campaign)
    .innerJoin(
      campaignSpot,
      and(eq(campaignSpot.companyId, campaign.companyId), eq(campaignSpot.campaignId, campaign.id)),
    )
    .where(
      and(
        eq(campaign.companyId, companyId),
        lte(campaign.startsOn, day),
        gte(campaign.endsOn, day),
        inArray(campaign.state, ["LIVE", "FINISHED"]),
      ),
    );
  return new Map(rows.map(({ spotId, id, plays }) => [spotId, { id, plays: playsOn(plays, day) }]));
}

/**
 * By opening, the published log where the store has one, else a made-up day that it shares with its
 * group.
 */
async function planOpenings(db: Db, past: CompanyDay, openings: readonly Opening[]) {
  const { companyId, planner, publishedLogs } = past;
  const numbers = new Map<unknown, number>();
  const plays: (PlannedPlay & { plan: number })[] = [];
  const numberOf = (key: unknown, opened: string, planned: () => readonly PlannedPlay[]) => {
    const earlierPlan = numbers.get(key);
    if (earlierPlan !== undefined) return earlierPlan;
    const plan = numbers.size;
    numbers.set(key, plan);
    const first = opened === past.day ? 0 : 86_400 - 60; // a play may begin late by less
    for (const { second, kind, itemId, seconds, position, campaignId } of planned())
      if (second >= first)
        plays.push({ plan, second, kind, itemId, seconds, position, campaignId });
    return plan;
  };
  const logs = new Map<string, Awaited<ReturnType<PublishedLogs>>>();
  for (const day of new Set(openings.map(({ opened }) => opened))) {
    const ids = openings.flatMap(({ shop, opened }) => (opened === day ? shop.id : []));
    logs.set(day, await publishedLogs(db, companyId, day, ids));
  }
  const planOf = openings.map(({ shop, opened }) => {
    const log = logs.get(opened)?.get(shop.id);
    if (log) return { plan: numberOf(log.plays, opened, () => log.plays), logId: log.logId };
    const { key, plays: planned } = planner(companyId, shop.groupId, opened);
    return { plan: numberOf(key, opened, planned), logId: null };
  });
  return { plays, planOf };
}
