import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import { wholeCompany } from "../access/scope.ts";
import type { Database, DatabaseLogger, Db } from "../db/client.ts";
import { ensureMonthPartitions } from "../db/month-partitions.ts";
import { campaign, campaignSpot } from "../db/schema/ads.ts";
import { store, storeHours, storeHoursException } from "../db/schema/organisation.ts";
import { playLog, storeState } from "../db/schema/player.ts";
import { addToTotals } from "../modules/player/index.ts";
import { addPastHours, addToHours, minutesBetween, noMinutes } from "../modules/telemetry/index.ts";
import { behaviourOf, hoursOn, playsUntil, type Shop, stateAt, toldBy } from "./behaviour.ts";
import { clientCompanies, companies } from "./companies.ts";
import { addDays, daysBetween, type LocalClock, localClock } from "./local-clock.ts";
import { demoStoreId } from "./organisation.ts";
import { createDayPlanner, type DayPlanner, hasPlayOuts, outageOf, type PlannedPlay, startDelay } from "./play-plan.ts";

/** How many of each store's own days the simulated past has, today included. */
export const HISTORY_DAYS = 30;
const TICK = 60_000;
/** A company as large as this is read again only now and then; else each minute, so that a store deactivated falls silent at once. */
const MANY_SHOPS = 1_000;
const RELOAD_TICKS = 10;

/**
 * Published logs of some stores for a date, by store id: what the simulator plays instead of a day it makes up.
 * A store that is absent has no published log.
 */
export type PublishedLogs = (db: Db, companyId: number, day: string, storeIds: number[]) => Promise<Map<number, readonly PlannedPlay[]>>;
const noLogs: PublishedLogs = async () => new Map();

/**
 * Writes the last days' play-outs and heartbeats up to `now`, with their totals. What is already there stays as it is.
 * @param db the database or an open transaction; the partitions of play_log and store_hour must be there.
 */
export async function simulateHistory(
  db: Db,
  now: Date,
  days: number,
  publishedLogs: PublishedLogs = noLogs,
  tell: (progress: string) => void = () => {},
): Promise<void> {
  const planner = createDayPlanner();
  const shops = await loadShops(db);
  const playing = shops.filter((shop) => hasPlayOuts(shop.companyId, shop.id));
  await playDays(db, { planner, publishedLogs, shops: playing, days, after: new Date(0), now, tell });
  const heard = shops.filter(isHeardOfPast);
  await hearDays(db, { shops: heard, days, now });
  const from = new Date(now.getTime() - (days + 1) * 86_400_000);
  for (const { id } of clientCompanies) {
    const ids = heard.flatMap((shop) => (shop.companyId === id ? shop.id : []));
    await addPastHours(wholeCompany(id), db, { from, now }, sql`${store.id} = any(${list(ids)}::bigint[])`);
  }
}

/**
 * Lets the demo's stores live while the process is up: each minute their heartbeats and what they have played since the last one.
 * The demo store is left to its visitor, whose player reports for it. Days since the last run are made up for at the first tick.
 * A tick that fails is logged, and the next one makes up for it.
 */
export function startSimulator({
  database,
  now,
  logger,
  publishedLogs = noLogs,
}: {
  database: Database;
  now: () => Date;
  logger: DatabaseLogger;
  publishedLogs?: PublishedLogs;
}): { stop(): Promise<void> } {
  const advance = createSimulation(database, publishedLogs);
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= advance(now())
      .catch((error: unknown) => logger.error({ error }, "the store simulator missed a minute"))
      .finally(() => {
        running = undefined;
      });
  };
  tick();
  const timer = setInterval(tick, TICK);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** The simulator without its timer: each call brings the stores from the last call's instant up to the one given. */
export function createSimulation(database: Database, publishedLogs: PublishedLogs = noLogs): (now: Date) => Promise<void> {
  const planner = createDayPlanner();
  let shops: Shop[] = [];
  let reached: Date | undefined;
  let ticks = 0;
  return async (now) => {
    if (shops.length < MANY_SHOPS || ticks % RELOAD_TICKS === 0) {
      shops = (await loadShops(database.db)).filter(({ id }) => id !== demoStoreId);
      for (const parent of ["play_log", "store_hour"]) await ensureMonthPartitions(database.db, parent, now, 2);
    }
    ticks++;
    const after = reached ?? (await lastPlayDay(database.db)) ?? now;
    const days = Math.min(HISTORY_DAYS, Math.ceil((now.getTime() - after.getTime()) / 86_400_000) + 2);
    if (!reached) await hearDays(database.db, { shops: shops.filter(isHeardOfPast), days, now });
    await reportStates(database.db, shops, now);
    const active = shops.filter((shop) => shop.status === "active" && hasPlayOuts(shop.companyId, shop.id));
    await playDays(database.db, { planner, publishedLogs, shops: active, days, after, now });
    reached = now;
  };
}

/** Stores whose player has ever been heard of. */
async function loadShops(db: Db): Promise<Shop[]> {
  const companyIds = clientCompanies.map(({ id }) => id);
  const rows = await db
    .select({
      companyId: store.companyId,
      id: store.id,
      groupId: store.groupId,
      status: store.status,
      statusSince: store.statusSince,
      timeZone: store.timeZone,
      volume: store.volume,
    })
    .from(store)
    .innerJoin(storeState, sql`${storeState.companyId} = ${store.companyId} and ${storeState.storeId} = ${store.id}`)
    .where(inArray(store.companyId, companyIds))
    .orderBy(store.companyId, store.id);
  const weeks = byStore(await db.select().from(storeHours).where(inArray(storeHours.companyId, companyIds)));
  const dates = byStore(await db.select().from(storeHoursException).where(inArray(storeHoursException.companyId, companyIds)));
  return rows.map((row) => ({ ...row, hours: weeks.get(row.id) ?? [], exceptions: dates.get(row.id) ?? [] }));
}

/** The start of the last day that a simulated store other than the demo store has played on. */
async function lastPlayDay(db: Db): Promise<Date | undefined> {
  const [last] = await db
    .select({ day: sql<string | null>`max(${playLog.day})` })
    .from(playLog)
    .where(eq(playLog.companyId, companies.corner.id));
  return last?.day ? new Date(`${addDays(last.day, -1)}T00:00:00Z`) : undefined;
}

/** One statement for each company: what heartbeats would have written one by one. */
async function reportStates(db: Db, shops: readonly Shop[], now: Date): Promise<void> {
  for (const { id: companyId } of clientCompanies) {
    const own = shops.filter((shop) => shop.companyId === companyId && shop.status === "active");
    const states = own.map((shop) => stateAt(shop, now));
    await db.execute(sql`
      update store_state set last_seen_at = s.seen, last_played_at = s.played, playing = s.playing, volume = s.volume
      from unnest(
        ${list(own.map(({ id }) => id))}::bigint[], ${list(states.map(({ lastSeenAt }) => lastSeenAt))}::timestamptz[],
        ${list(states.map(({ lastPlayedAt }) => lastPlayedAt))}::timestamptz[], ${list(states.map(({ playing }) => playing))}::boolean[],
        ${list(states.map(({ volume }) => volume))}::smallint[]) as s(id, seen, played, playing, volume)
      where store_state.company_id = ${companyId} and store_state.store_id = s.id`);
  }
  const heardNow = shops.filter((shop) => shop.status === "active" && stateAt(shop, now).lastSeenAt.getTime() === now.getTime());
  await hearDays(db, { shops: heardNow, days: 1, now, minutes: 1 });
}

type Hearing = {
  shops: readonly Shop[];
  /** How many days back, today included. */
  days: number;
  now: Date;
  /** Only this many minutes, the one that runs included. */
  minutes?: number;
};

/** The heartbeats of each minute in which the stores were open and their players up, an hour at once, but for those that are there already. */
async function hearDays(db: Db, { shops, days, now, minutes }: Hearing): Promise<void> {
  const tomorrow = addDays(now.toISOString().slice(0, 10), 1);
  const clocks = new Map([...new Set(shops.map(({ timeZone }) => timeZone))].map((zone) => [zone, localClock(zone, now)]));
  for (let back = days + 1; back >= 0; back--) {
    const day = addDays(tomorrow, -back);
    for (const { id } of clientCompanies) {
      const own = shops.filter(({ companyId }) => companyId === id);
      const open = own.flatMap((shop) => heardDay(shop, day, clocks.get(shop.timeZone), { now, days, minutes }) ?? []);
      if (open.length > 0) await hearDay(db, id, day, open);
    }
  }
}

/** From when to when a store's player is heard on a date, and until when it plays, in minutes since local midnight. */
function heardDay(shop: Shop, day: string, clock: LocalClock | undefined, { now, days, minutes }: Omit<Hearing, "shops">) {
  const hours = hoursOn(shop, day);
  if (!hours || !clock) return undefined;
  const back = daysBetween(day, clock.day);
  if (back < 0 || back > days) return undefined;
  const reached = back * 1_440 + clock.minute;
  const lag = Math.floor((now.getTime() - playsUntil(shop, now).getTime()) / TICK);
  const isSilent = ["silent", "not playing"].includes(behaviourOf(shop.id)) && shop.status === "active";
  const from = Math.max(hours.opens, minutes === undefined ? 0 : reached + 1 - minutes);
  const to = Math.min(hours.closes, reached + 1 - (isSilent ? 0 : lag));
  return from < to ? { shop, from, to, playsTo: reached + 1 - lag, outage: outageOf(shop.id, day) } : undefined;
}

async function hearDay(db: Db, companyId: number, day: string, open: readonly NonNullable<ReturnType<typeof heardDay>>[]): Promise<void> {
  const within = (from: string, to: string) => minutesBetween(sql.raw(`${from} - h * 60`), sql.raw(`${to} - h * 60`));
  const minutesOf = (second: number | undefined) => Math.floor((second ?? 0) / 60);
  await db.execute(sql`
    with shop as (
      select * from unnest(
        ${list(open.map(({ shop }) => shop.id))}::bigint[], ${list(open.map(({ shop }) => shop.timeZone))}::text[],
        ${list(open.map(({ from }) => from))}::int[], ${list(open.map(({ to }) => to))}::int[], ${list(open.map(({ playsTo }) => playsTo))}::int[],
        ${list(open.map(({ outage }) => minutesOf(outage?.from)))}::int[], ${list(open.map(({ outage }) => minutesOf(outage?.to)))}::int[],
        ${list(open.map(({ shop }) => toldBy(shop).volume))}::int[], ${list(open.map(({ shop }) => toldBy(shop).playerVersion))}::text[]
      ) as s(store_id, time_zone, begins, ends, plays_to, outage_from, outage_to, volume, player_version)
    ), minutes as (
      select distinct on (shop.store_id, instant.hour_at) shop.store_id, instant.hour_at, clock.local_hour, plays_to, h, volume, shop.player_version,
        ${within("begins", "ends")} & ~${within("outage_from", "outage_to")} & ~coalesce(store_hour.online, ${noMinutes}) as online
      from shop cross join generate_series(begins / 60, (ends - 1) / 60) as h
        cross join lateral (select ${day}::timestamp + h * interval '1 hour' as local_hour) as clock
        cross join lateral (select clock.local_hour at time zone time_zone as hour_at) as instant
        left join store_hour on store_hour.company_id = ${companyId} and store_hour.store_id = shop.store_id and store_hour.hour_at = instant.hour_at
    ), beat as (
      select store_id, hour_at, local_hour, online, online & ${minutesBetween(sql`0`, sql`plays_to - h * 60`)} as playing,
        case when volume < company.threshold_volume then online else ${noMinutes} end as quiet,
        volume as volume_least, volume * bit_count(online)::int as volume_sum, volume as volume_most, player_version
      from minutes join company on company.id = ${companyId} where bit_count(online) > 0
    ), ${addToHours(companyId)}
    select 1`);
}

/** Stores that were heard of before the server started: few of a company of thousands, so that its past is made quickly. */
const isHeardOfPast = ({ companyId, id }: Shop) => companyId !== companies.northwind.id || id % 1_000_000 <= 240;

type Run = {
  planner: DayPlanner;
  publishedLogs: PublishedLogs;
  shops: readonly Shop[];
  /** How many days back, today included. */
  days: number;
  /** Plays that ended up to here have been written before. */
  after: Date;
  now: Date;
  tell?: (progress: string) => void;
};

async function playDays(db: Db, run: Run): Promise<void> {
  // Zones east of the server's may be a day ahead, those west a day behind.
  const tomorrow = addDays(run.now.toISOString().slice(0, 10), 1);
  const clocks = new Map([...new Set(run.shops.map(({ timeZone }) => timeZone))].map((zone) => [zone, localClock(zone, run.now)]));
  for (let back = run.days + 1; back >= 0; back--) {
    const day = addDays(tomorrow, -back);
    run.tell?.(`Play-outs, ${back} days to go …`);
    for (const { id } of clientCompanies) {
      const own = run.shops.filter(({ companyId }) => companyId === id);
      const open = own.flatMap((shop) => openDay(run, shop, day, clocks.get(shop.timeZone)) ?? []);
      if (open.length > 0) await playDay(db, run, id, day, open);
    }
  }
}

type OpenDay = {
  shop: Shop;
  opens: number;
  closes: number;
  until: Date;
  outage: { from: number; to: number } | null;
  from: number;
  to: number;
};

/** A store's hours on a date with the seconds of that day that the run covers, or nothing when the run covers none of them. */
function openDay(run: Run, shop: Shop, day: string, clock: LocalClock | undefined): OpenDay | undefined {
  const hours = hoursOn(shop, day);
  if (!hours || !clock) return undefined;
  const back = daysBetween(day, clock.day);
  if (back < 0 || back >= run.days) return undefined;
  const [opens, closes] = [hours.opens * 60, hours.closes * 60];
  const to = (back * 1_440 + clock.minute + 1) * 60;
  // An hour and more of slack, for days when clocks change and for plays that began before.
  const from = Math.max(opens, to - (run.now.getTime() - run.after.getTime()) / 1_000 - 7_200);
  if (to <= opens || from >= closes) return undefined;
  return { shop, opens, closes, until: playsUntil(shop, run.now), outage: outageOf(shop.id, day), from, to };
}

/**
 * One company's day in one statement: plans and stores go in as arrays, the database joins them, cuts each store's plan to its
 * hours, writes the log, adds what was new to the daily totals and notes the songs, as schedules do, so that none that was played can be
 * deleted. Event ids come from store, day and second, so that a play written twice counts once. A store plays each item in full within a
 * minute of its time, so its plays are verified; of the songs, one in two hundred was cut short.
 */
async function playDay(db: Db, run: Run, companyId: number, day: string, open: readonly OpenDay[]): Promise<void> {
  const { plays, planOf } = await planStores(db, run, companyId, day, open);
  const campaigns = await campaignsOn(db, companyId, day);
  const owedTo = ({ kind, itemId, second }: PlannedPlay) => {
    const found = kind === "MUSIC" ? undefined : campaigns.get(itemId);
    return found && (found.plays[Math.floor(second / 3600)] ?? 0) > 0 ? found.id : null;
  };
  const campaignOf = (play: PlannedPlay) => play.campaignId ?? owedTo(play);
  await db.execute(sql`
    with plan as (
      select * from unnest(
        ${list(plays.map(({ plan }) => plan))}::int[], ${list(plays.map(({ second }) => second))}::int[],
        ${list(plays.map(({ kind }) => kind))}::text[], ${list(plays.map(({ itemId }) => itemId))}::bigint[],
        ${list(plays.map(({ seconds }) => seconds))}::int[], ${list(plays.map(({ logId }) => logId))}::bigint[],
        ${list(plays.map(({ position }) => position))}::int[], ${list(plays.map(campaignOf))}::bigint[]
      ) as p(plan, second, kind, item_id, seconds, log_id, position, campaign_id)
    ), shop as (
      select * from unnest(
        ${list(open.map(({ shop }) => shop.id))}::bigint[], ${list(planOf)}::int[], ${list(open.map(({ shop }) => shop.timeZone))}::text[],
        ${list(open.map(({ opens }) => opens))}::int[], ${list(open.map(({ closes }) => closes))}::int[],
        ${list(open.map(({ until }) => until))}::timestamptz[], ${list(open.map(({ shop }) => startDelay(shop.id)))}::int[],
        ${list(open.map(({ outage }) => outage?.from ?? -1))}::int[], ${list(open.map(({ outage }) => outage?.to ?? -1))}::int[]
      ) as s(store_id, plan, time_zone, opens, closes, until, delay, outage_from, outage_to)
    ), played as (
      select s.store_id, s.until, p.kind, p.item_id, p.seconds, p.log_id, p.position, p.campaign_id,
        lpad(to_hex((${day}::date - date '2000-01-01')::bigint * 131072 + p.second), 12, '0') as time_hex,
        ${day}::date + (p.second + s.delay) / 86400 as day,
        (${day}::timestamp + (p.second + s.delay) * interval '1 second') at time zone s.time_zone as started_at,
        case when p.log_id is not null or p.campaign_id is not null then (${day}::timestamp + p.second * interval '1 second') at time zone s.time_zone end as due_at,
        p.kind = 'MUSIC' and (s.store_id + p.second) % 200 = 0 as is_short
      from shop s join plan p on p.plan = s.plan
      where p.second >= s.opens and p.second + p.seconds + s.delay <= s.closes
        and not (p.second >= s.outage_from and p.second < s.outage_to)
    ), written as (
      insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, received_at,
        reason, due_at, campaign_id)
      select ${companyId}::bigint, store_id,
        (left(time_hex, 8) || '-' || right(time_hex, 4) || '-8000-8000-' || lpad(to_hex(store_id), 12, '0'))::uuid,
        started_at, day, kind, case when kind = 'MUSIC' then item_id end, case when kind <> 'MUSIC' then item_id end, log_id, position,
        case when is_short then seconds / 4 else seconds end, started_at + (seconds + 20) * interval '1 second',
        case when is_short then 'TOO_SHORT' end, case when not is_short then due_at end, campaign_id
      from played
      where started_at + seconds * interval '1 second' <= until
        and started_at + seconds * interval '1 second' > ${run.after.toISOString()}::timestamptz
      order by store_id, started_at
      on conflict do nothing
      returning store_id, day, kind, song_id, spot_id, started_at, seconds, reason, due_at, campaign_id
    ), noted as (
      insert into scheduled_song (song_id, first_day)
      select song_id, min(day) from written join song on song.id = song_id group by song_id order by song_id
      on conflict do nothing
    ), ${addToTotals(companyId)}
    select 1`);
}

/** The campaign that each spot plays for on a day that was never published. */
async function campaignsOn(db: Db, companyId: number, day: string): Promise<Map<number, { id: number; plays: number[] }>> {
  const rows = await db
    .select({ spotId: campaignSpot.spotId, id: campaign.id, plays: campaign.plays })
    .from(campaign)
    .innerJoin(campaignSpot, and(eq(campaignSpot.companyId, campaign.companyId), eq(campaignSpot.campaignId, campaign.id)))
    .where(
      and(
        eq(campaign.companyId, companyId),
        lte(campaign.startsOn, day),
        gte(campaign.endsOn, day),
        inArray(campaign.state, ["LIVE", "FINISHED"]),
      ),
    );
  return new Map(rows.map(({ spotId, ...one }) => [spotId, one]));
}

/** The published log where a store has one, else a made-up day that it shares with its group. */
async function planStores(db: Db, run: Run, companyId: number, day: string, open: readonly OpenDay[]) {
  const ids = open.map(({ shop }) => shop.id);
  const logs = await run.publishedLogs(db, companyId, day, ids);
  const [from, to] = [Math.min(...open.map((entry) => entry.from)), Math.max(...open.map((entry) => entry.to))];
  const numbers = new Map<string, number>();
  const plays: (PlannedPlay & { plan: number })[] = [];
  const numberOf = (key: string, planned: () => readonly PlannedPlay[]) => {
    const existingPlan = numbers.get(key);
    if (existingPlan !== undefined) return existingPlan;
    const plan = numbers.size;
    numbers.set(key, plan);
    for (const play of planned()) if (play.second >= from && play.second <= to) plays.push({ ...play, plan });
    return plan;
  };
  const planOf = open.map(({ shop }) => {
    const log = logs.get(shop.id);
    if (log) return numberOf(`log of ${shop.id}`, () => log);
    const { key, plays: planned } = run.planner(companyId, shop.groupId, day);
    return numberOf(key, planned);
  });
  return { plays, planOf };
}

/** As one array parameter; drizzle would spell a bare array out item by item. */
const list = (values: unknown[]) => sql.param(values);
