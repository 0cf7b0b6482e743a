import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { playsOn } from "#contract/ads/plays";
import { groupBy } from "#contract/base/group-by";
import { wholeCompany } from "../platform/access/scope.ts";
import type { Database } from "../platform/db/client.ts";
import { ensureMonthPartitions } from "../platform/db/month-partitions.ts";
import { plainList } from "../platform/db/plain-list.ts";
import { alert, campaign, campaignSpot, store } from "../platform/db/schema/index.ts";
import type { Db, Tx } from "../platform/db/types.ts";
import { addToTotals } from "../platform/modules/player/index.ts";
import {
  addPastHours,
  addToHours,
  lastFullQuarter,
  minutesBetween,
  noMinutes,
} from "../platform/modules/telemetry/index.ts";
import { alertsOn } from "./alerts.ts";
import {
  behaviourOf,
  faultOn,
  hoursOn,
  instantOf,
  isNeverSeen,
  toldBy,
  troubleSince,
} from "./behaviour.ts";
import { bookPastDay } from "./campaigns.ts";
import { clientCompanies } from "./companies.ts";
import { insertRows } from "./insert-rows.ts";
import { addDays, localClock } from "./local-clock.ts";
import { createDayPlanner, type PlannedPlay, startDelay } from "./play-plan.ts";
import { type HeardShop, loadShops } from "./shops.ts";

/**
 * A store's published log, which it plays instead of a made-up day. Stores that play the
 * same share `plays`.
 */
export type StoreLog = { logId: number; plays: readonly PlannedPlay[] };
/** Published logs of some stores for a date, by store id; a store without one is absent. */
export type PublishedLogs = (
  db: Db,
  companyId: number,
  day: string,
  storeIds: number[],
) => Promise<Map<number, StoreLog>>;
const noLogs: PublishedLogs = async () => new Map();

/** All companies' dates by their own calendar, which is India's. */
const zone = "Asia/Kolkata";

type Missing = { companyId: number; day: string };
export type History = {
  /** The dates, the latest first, that a company does not have of the last `days`. */
  findMissing(days: number, now: Date): Promise<Missing[]>;
  /** Fills one of them up to `now`, whole or not at all. */
  fillDay(missing: Missing, now: Date): Promise<void>;
  /**
   * Makes up for the time from an instant up to `now` in which nothing ran, for the stores that are
   * simulated.
   */
  catchUp(after: Date, now: Date): Promise<void>;
};

/**
 * The past of the demo's stores: plays with all their totals, heartbeats with the hours and days
 * that they add up to, and alerts. It is written by company and date, each in one transaction, so
 * that every page shows all of a date or nothing of it.
 */
export function createHistory(database: Database, publishedLogs: PublishedLogs = noLogs): History {
  const planner = createDayPlanner();
  let queue: Promise<unknown> = Promise.resolve();
  const fill = (
    { companyId, day }: Missing,
    past: Omit<Past, "shops">,
    isInPast: (shop: HeardShop) => boolean,
  ): Promise<void> => {
    // one after the other: making up for a pause may concern a date that is being filled
    const filling = queue.then(() => database.transaction((tx) => write(tx)));
    queue = filling.catch(() => {});
    return filling;

    async function write(tx: Tx) {
      const shops = (await loadShops(tx, companyId)).filter(isInPast);
      if (!past.after && day < localClock(zone, past.now).day)
        await bookPastDay(tx, companyId, day);
      await playDay(tx, { companyId, day, ...past, shops });
      for (const [timeZone, ofZone] of groupBy(shops, (shop) => shop.timeZone)) {
        await hearDay(tx, { companyId, day, ...past, shops: ofZone });
        // closing hours takes along those that were heard of in other zones; after a pause the job does it
        if (!past.after) await closeDay(tx, { companyId, day, now: past.now, timeZone });
      }
      if (!past.after) await raiseAlerts(tx, companyId, alertsOn(shops, day, past.now));
    }
  };
  return {
    async findMissing(days, now) {
      const today = localClock(zone, now).day;
      const dates = Array.from({ length: days }, (_, back) => addDays(today, -back));
      const missing: Missing[] = [];
      for (const { id: companyId } of clientCompanies) {
        const filled = await findFilled(database.db, companyId, dates);
        missing.push(...dates.flatMap((day) => (filled.has(day) ? [] : [{ companyId, day }])));
      }
      return missing.sort((a, b) => b.day.localeCompare(a.day));
    },
    async fillDay(missing, now) {
      const from = new Date(Date.parse(missing.day) - 2 * 86_400_000);
      for (const parent of ["play_log", "store_hour"])
        await ensureMonthPartitions(database.db, parent, from, 3);
      const isThere = ({ id, createdAt }: HeardShop) =>
        !isNeverSeen(id) && createdAt.toISOString().slice(0, 10) < missing.day;
      await fill(missing, { planner, publishedLogs, now }, isThere);
    },
    async catchUp(after, now) {
      const last = localClock(zone, now).day;
      for (let day = addDays(localClock(zone, after).day, -1); day <= last; day = addDays(day, 1))
        for (const { id: companyId } of clientCompanies)
          await fill(
            { companyId, day },
            { planner, publishedLogs, now, after },
            ({ isVisitors }) => !isVisitors,
          );
    },
  };
}

/** Adds a date's alerts. A date is filled again while nothing was played on it: none comes twice. */
async function raiseAlerts(
  tx: Tx,
  companyId: number,
  rows: readonly (typeof alert.$inferInsert)[],
): Promise<void> {
  const raised = await tx.select().from(alert).where(eq(alert.companyId, companyId));
  const isRaised = (row: (typeof rows)[number]) =>
    raised.some(
      ({ storeId, kind, beganAt, endedAt }) =>
        storeId === row.storeId &&
        kind === row.kind &&
        (beganAt.getTime() === row.beganAt.getTime() || (endedAt === null && !row.endedAt)),
    );
  await insertRows(
    tx,
    alert,
    rows.filter((row) => !isRaised(row)),
  );
}

/**
 * Finds the dates for which the company's first stores have plays. Plays of a visitor's store do
 * not count.
 */
async function findFilled(
  db: Db,
  companyId: number,
  dates: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select day::text as day from unnest(${sql.param(dates)}::date[]) as day where exists (select from store_day_plays as plays
      join store on store.company_id = plays.company_id and store.id = plays.store_id
      where plays.company_id = ${companyId} and plays.day = day.day and store.created_at < day.day)`);
  return new Set(rows.map(({ day }) => day));
}

type Past = {
  planner: ReturnType<typeof createDayPlanner>;
  publishedLogs: PublishedLogs;
  now: Date;
  /** Plays that ended up to here have been written before. */
  after?: Date;
  shops: readonly HeardShop[];
};
type CompanyDay = Past & Missing;

/**
 * The part of a date in which a store is open by the hours of that date, or of the one before, in
 * minutes since the midnight of `opened`.
 */
type Opening = { shop: HeardShop; opened: string; from: number; to: number };

function openingsOn(shops: readonly HeardShop[], day: string): Opening[] {
  const before = addDays(day, -1);
  return shops.flatMap((shop) => {
    const today = hoursOn(shop, day);
    const yesterday = hoursOn(shop, before);
    return [
      ...(today
        ? [{ shop, opened: day, from: today.opens, to: Math.min(today.closes, 1_440) }]
        : []),
      ...(yesterday && yesterday.closes > 1_440
        ? [{ shop, opened: before, from: 1_440, to: yesterday.closes }]
        : []),
    ];
  });
}

/**
 * Gives the times up to which a store is heard and plays: a store that is in trouble since the
 * demo's first day stays in it.
 */
function endsOf(shop: HeardShop, now: Date): { heardUntil: Date; playedUntil: Date } {
  const until = shop.status === "inactive" && shop.statusSince < now ? shop.statusSince : now;
  const trouble = troubleSince(shop.id, now) && (shop.lastPlayedAt ?? troubleSince(shop.id, now));
  const playedUntil = trouble && trouble < until ? trouble : until;
  const isOffline =
    behaviourOf(shop.id) === "offline" && shop.lastSeenAt !== null && shop.lastSeenAt < until;
  return { heardUntil: isOffline && shop.lastSeenAt ? shop.lastSeenAt : until, playedUntil };
}

/**
 * A company's date in one statement: plans and stores go in as arrays, the database joins them,
 * cuts each store's plan to its hours, writes the log, adds what was new to the daily totals, moves
 * the stores' last play and notes the songs, as schedules do, so that none that was played can be
 * deleted. Event ids come from store, date and second, so that a play written twice counts once. A
 * store plays each item in full within a minute of its time, so its plays are verified; of the
 * songs, one in two hundred was cut short.
 */
async function playDay(db: Db, past: CompanyDay): Promise<void> {
  const { companyId, day, now, after = new Date(0) } = past;
  const openings = openingsOn(past.shops, day)
    .map((opening) => ({
      ...opening,
      until: endsOf(opening.shop, now).playedUntil,
      fault: faultOn(opening.shop, opening.opened),
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
        ${column(openings, ({ fault }) => (fault ? fault.from * 60 : -1))}::int[], ${column(openings, ({ fault }) => (fault ? fault.to * 60 : -1))}::int[]
      ) as o(store_id, plan, log_id, time_zone, opened, begins, ends, until, delay, fault_from, fault_to)
    ), played as (
      select o.store_id, o.until, p.kind, p.item_id, p.seconds, o.log_id, p.position, booked.campaign_id,
        lpad(to_hex((o.opened - date '2000-01-01')::bigint * 131072 + p.second), 12, '0') as time_hex,
        (o.opened + (p.second + o.delay) * interval '1 second') at time zone o.time_zone as started_at,
        (o.opened + p.second * interval '1 second') at time zone o.time_zone as position_at,
        p.kind = 'MUSIC' and (o.store_id + p.second) % 200 = 0 as is_short
      from opening o join plan p on p.plan = o.plan
        left join campaign_store booked on booked.company_id = ${companyId} and booked.campaign_id = p.campaign_id and booked.store_id = o.store_id
      where p.second + o.delay >= o.begins and p.second + o.delay < 86400 * (1 + ${day}::date - o.opened) and p.second + p.seconds + o.delay <= o.ends
        and not (p.second < o.fault_to and p.second + p.seconds > o.fault_from)
    ), written as (
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
      select song_id, min(day) from written join song on song.id = song_id group by song_id order by song_id
      on conflict do nothing
    ), moved as (
      update store_state set last_played_at = greatest(last_played_at, ended.at), started_at = least(started_at, ended.at)
      from (select store_id, max(started_at + seconds * interval '1 second') as at from written group by store_id) as ended
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

/**
 * The heartbeats of each minute of a date in which stores were open and their players up, an hour
 * at once, but for those that are there already.
 */
async function hearDay(db: Db, { companyId, day, shops, now }: CompanyDay): Promise<void> {
  const minuteAt = (shop: HeardShop, opened: string, at: Date) =>
    Math.floor((at.getTime() - instantOf(shop.timeZone, opened, 0).getTime()) / 60_000) + 1;
  const openings = openingsOn(shops, day).flatMap((opening) => {
    const { shop, opened, from, to } = opening;
    const { heardUntil, playedUntil } = endsOf(shop, now);
    const end = Math.min(to, minuteAt(shop, opened, heardUntil));
    return end > from
      ? [
          {
            ...opening,
            to: end,
            playsTo: minuteAt(shop, opened, playedUntil),
            fault: faultOn(shop, opened),
          },
        ]
      : [];
  });
  if (openings.length === 0) return;
  const within = (from: string, to: string) =>
    minutesBetween(sql.raw(`${from} - h * 60`), sql.raw(`${to} - h * 60`));
  const column = (of: (opening: (typeof openings)[number]) => number | string) =>
    plainList(openings.map(of));
  const edgeOf = (kind: "off" | "silent", edge: "from" | "to") =>
    column(({ fault }) => (fault?.kind === kind ? fault[edge] : 0));
  await db.execute(sql`
    with opening as (
      select * from unnest(
        ${column(({ shop }) => shop.id)}::bigint[], ${column(({ shop }) => shop.timeZone)}::text[], ${column(({ opened }) => opened)}::date[],
        ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[], ${column(({ playsTo }) => playsTo)}::int[],
        ${edgeOf("off", "from")}::int[], ${edgeOf("off", "to")}::int[], ${edgeOf("silent", "from")}::int[], ${edgeOf("silent", "to")}::int[],
        ${column(({ shop }) => toldBy(shop).volume)}::int[], ${column(({ shop }) => toldBy(shop).playerVersion)}::text[]
      ) as o(store_id, time_zone, opened, begins, ends, plays_to, off_from, off_to, silent_from, silent_to, volume, player_version)
    ), minutes as (
      select distinct on (opening.store_id, instant.hour_at) opening.store_id, instant.hour_at, clock.local_hour, volume, opening.player_version,
        ${within("begins", "ends")} & ~${within("off_from", "off_to")} & ~coalesce(store_hour.online, ${noMinutes}) as online,
        ${within("0", "plays_to")} & ~${within("silent_from", "silent_to")} as playing
      from opening cross join generate_series(begins / 60, (ends - 1) / 60) as h
        cross join lateral (select opened + h * interval '1 hour' as local_hour) as clock
        cross join lateral (select clock.local_hour at time zone time_zone as hour_at) as instant
        left join store_hour on store_hour.company_id = ${companyId} and store_hour.store_id = opening.store_id and store_hour.hour_at = instant.hour_at
    ), beat as (
      select store_id, hour_at, local_hour, online, online & playing as playing,
        case when volume < company.threshold_volume then online else ${noMinutes} end as quiet,
        volume as volume_least, volume * bit_count(online)::int as volume_sum, volume as volume_most, player_version
      from minutes join company on company.id = ${companyId} where bit_count(online) > 0
    ), ${addToHours(companyId)}
    select 1`);
}

/** Adds the hours of a date that are over to the days of the company's stores in a zone. */
async function closeDay(
  db: Db,
  { companyId, day, now, timeZone }: Missing & { now: Date; timeZone: string },
): Promise<void> {
  const after = instantOf(timeZone, day, 0);
  const until = new Date(
    Math.min(instantOf(timeZone, addDays(day, 1), 0).getTime(), lastFullQuarter(now)),
  );
  if (after < until)
    await addPastHours(wholeCompany(companyId), db, { after, until }, eq(store.timeZone, timeZone));
}
