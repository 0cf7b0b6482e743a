import { and, between, eq, isNull, sql } from "drizzle-orm";
import type { PlayOut } from "#contract/player/endpoints";
import { wholeCompany } from "../platform/access/scope.ts";
import type { Database, DatabaseLogger } from "../platform/db/database.ts";
import { ensureMonthPartitions } from "../platform/db/month-partitions.ts";
import { plainList } from "../platform/db/plain-list.ts";
import { storeLog } from "../platform/db/schema/store-logs.ts";
import type { Db } from "../platform/db/types.ts";
import { makeMediaKey, playOutsService } from "../platform/modules/player/index.ts";
import { findLogs, type StoreLogLines } from "../platform/modules/schedule/index.ts";
import { type StoreBeat, saveHeartbeats } from "../platform/modules/telemetry/index.ts";
import { behaviourOf, gapOn, heartbeatOf, lastUp, troubleSince } from "./behaviour.ts";
import { clientCompanies } from "./companies.ts";
import type { History } from "./history.ts";
import { addDays } from "./local-clock.ts";
import { startDelay } from "./play-plan.ts";
import { type DemoShop, loadShops } from "./shops.ts";
import { callerOf } from "./simulation/simulate.ts";

const TICK = 60_000;
/**
 * A company as large as this is read again only now and then; else each minute, so that a store
 * deactivated falls silent at once.
 */
const MANY_SHOPS = 1_000;
const RELOAD_TICKS = 10;
/** After a longer pause the past is made up for as the demo's past was made. */
const LONGEST_PAUSE = 15 * TICK;
const BEATS_AT_ONCE = 5_000;
const LOGS_AT_ONCE = 500;

type Logs = Map<number, StoreLogLines[]>;
type Company = { id: number; shops: DemoShop[]; logs: Logs };

/**
 * Runs the demo's stores while the process is up: each minute their heartbeats and their
 * plays since the last one. A store whose player a visitor runs is left to the visitor. A
 * tick that fails is logged, and the next one catches up.
 */
export function startSimulator({
  now,
  logger,
  ...needs
}: {
  database: Database;
  history: Pick<History, "catchUp">;
  now: () => Date;
  logger: DatabaseLogger;
}): { stop(): Promise<void> } {
  const advance = createSimulation(needs);
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

/**
 * The simulator without its timer: each call brings the stores from the last call's instant up to
 * the one given. Their reports go through the services behind a player's calls, so that they are
 * verified as a player's are.
 */
export function createSimulation({
  database,
  history,
}: {
  database: Database;
  history: Pick<History, "catchUp">;
}): (now: Date) => Promise<void> {
  const { db } = database;
  const { recordPlayOuts } = playOutsService();
  let companies: Company[] = [];
  let reached: Date | undefined;
  let ticks = 0;
  return async (now) => {
    const isMany = companies.some(({ shops }) => shops.length >= MANY_SHOPS);
    if (!isMany || ticks % RELOAD_TICKS === 0) {
      for (const parent of ["play_log", "store_hour"])
        await ensureMonthPartitions(db, parent, now, 2);
      companies = await loadCompanies(db, companies);
    }
    ticks++;
    reached ??= lastHeard(companies) ?? now;
    if (now.getTime() - reached.getTime() > LONGEST_PAUSE) {
      await history.catchUp(reached, now);
      await noteLastUp(db, companies, now);
      reached = now;
    }
    for (const company of companies) {
      await readLogs(db, company, now);
      await beat(db, company, { after: reached, now });
      await play({ database, recordPlayOuts }, company, { after: reached, now });
    }
    reached = now;
  };
}

/** Loads the stores that live by themselves; keeps the logs that were read before. */
async function loadCompanies(db: Db, previous: Company[]): Promise<Company[]> {
  const before = new Map(previous.map(({ id, logs }) => [id, logs]));
  const companies: Company[] = [];
  for (const { id } of clientCompanies) {
    const shops = (await loadShops(db, id)).filter(
      ({ status, isVisitors }) => status === "active" && !isVisitors,
    );
    companies.push({ id, shops, logs: before.get(id) ?? new Map() });
  }
  return companies;
}

/** Up to when the stores have lived: one of them at least is always open. */
function lastHeard(companies: Company[]): Date | undefined {
  const lastSeenTimes = companies.flatMap(({ shops }) =>
    shops.flatMap(({ lastSeenAt }) => lastSeenAt?.getTime() ?? []),
  );
  return lastSeenTimes.length > 0
    ? new Date(lastSeenTimes.reduce((latest, at) => Math.max(latest, at), 0))
    : undefined;
}

/** Stores that closed during a pause were last heard then. */
async function noteLastUp(db: Db, companies: Company[], now: Date): Promise<void> {
  for (const { id, shops } of companies) {
    const onlineShops = shops.filter((shop) => behaviourOf(shop.id) !== "offline");
    await db.execute(sql`update store_state set last_seen_at = greatest(last_seen_at, up.at), playing = false
      from unnest(${plainList(onlineShops.map((shop) => shop.id))}::bigint[], ${plainList(onlineShops.map((shop) => lastUp(shop, now).toISOString()))}::timestamptz[]) as up(id, at)
      where store_state.company_id = ${id} and store_state.store_id = up.id`);
  }
}

/** The time that a tick brings the stores through. */
type TickSpan = { after: Date; now: Date };
type PlayOutServices = { database: Database } & Pick<
  ReturnType<typeof playOutsService>,
  "recordPlayOuts"
>;

/** Saves a heartbeat a minute of each store that is up. */
async function beat(db: Db, { id, shops, logs }: Company, { after, now }: TickSpan): Promise<void> {
  const beats: StoreBeat[] = [];
  for (let at = now.getTime(); at > after.getTime(); at -= TICK)
    for (const shop of shops) {
      const heartbeat = heartbeatOf(shop, new Date(at));
      if (!heartbeat) continue;
      const { playerVersion: version, ...state } = heartbeat;
      const sound = state.playing ? soundOf(shop, logs.get(shop.id) ?? [], at) : undefined;
      beats.push({
        storeId: shop.id,
        at: new Date(at),
        version,
        ...state,
        ...(sound && { sound }),
      });
    }
  for (let first = 0; first < beats.length; first += BEATS_AT_ONCE)
    await saveHeartbeats(wholeCompany(id), db, beats.slice(first, first + BEATS_AT_ONCE));
}

/** Reports the plays that ended. */
async function play(
  { database, recordPlayOuts }: PlayOutServices,
  company: Company,
  { after, now }: TickSpan,
): Promise<void> {
  const { db } = database;
  const scope = wholeCompany(company.id);
  const reports = company.shops.map((shop) => {
    const batch = (company.logs.get(shop.id) ?? []).flatMap((log) =>
      playsOf(shop, log, after, now),
    );
    return batch.length > 0
      ? recordPlayOuts({ scope, database, db, now, caller: callerOf(shop.id) }, batch)
      : undefined;
  });
  await Promise.all(reports);
}

/** Keeps the logs in force of the dates around now; a log never changes, so each is read once. */
async function readLogs(db: Db, company: Company, now: Date): Promise<void> {
  const scope = wholeCompany(company.id);
  const today = now.toISOString().slice(0, 10);
  const isSimulated = new Set(company.shops.map(({ id }) => id));
  const inForce = await db
    .select({ id: storeLog.id, storeId: storeLog.storeId })
    .from(storeLog)
    .where(
      and(
        eq(storeLog.companyId, company.id),
        between(storeLog.day, addDays(today, -1), addDays(today, 1)),
        isNull(storeLog.supersededAt),
      ),
    );
  const current = inForce.filter(({ storeId }) => isSimulated.has(storeId));
  const logsById = new Map([...company.logs.values()].flat().map((log) => [log.id, log]));
  const missing = current.filter(({ id }) => !logsById.has(id)).map(({ id }) => id);
  for (let first = 0; first < missing.length; first += LOGS_AT_ONCE)
    for (const log of await findLogs(scope, db, missing.slice(first, first + LOGS_AT_ONCE)))
      logsById.set(log.id, log);
  company.logs = new Map();
  for (const { id, storeId } of current) {
    const log = logsById.get(id);
    if (log) company.logs.set(storeId, [...(company.logs.get(storeId) ?? []), log]);
  }
}

const delayOf = ({ id }: Pick<DemoShop, "id">) => startDelay(id) * 1000;

/** Finds the item of a store's logs that sounds at an instant, and for how long already. */
function soundOf(shop: DemoShop, logs: readonly StoreLogLines[], at: number): StoreBeat["sound"] {
  const since = at - delayOf(shop);
  const isDue = ({ startsAt = 0, durationSeconds }: StoreLogLines["positions"][number]) =>
    startsAt <= since && since < startsAt + durationSeconds * 1000;
  const [position] = logs.flatMap(({ positions }) => positions.find(isDue) ?? []);
  if (!position) return undefined;
  const { songId, spotId = 0, startsAt = 0 } = position;
  const mediaId = makeMediaKey(
    songId === undefined ? { kind: "spot", id: spotId } : { kind: "song", id: songId },
  );
  return { mediaId, seconds: Math.trunc((since - startsAt) / 1000) };
}

/**
 * Lists a store's plays of a log that ended after one instant and up to another. One song in two
 * hundred is cut short.
 */
function playsOf(
  shop: DemoShop,
  { id: logId, day, positions }: StoreLogLines,
  after: Date,
  now: Date,
): PlayOut[] {
  if (troubleSince(shop.id, now)) return [];
  const gap = gapOn(shop, day);
  return positions.flatMap(({ kind, startsAt = 0, startSeconds, durationSeconds }, position) => {
    const from = Math.trunc(startsAt) + delayOf(shop);
    const seconds = Math.round(durationSeconds);
    const second = Math.round(startSeconds);
    const ended = from + seconds * 1000;
    if (ended <= after.getTime() || ended > now.getTime()) return [];
    if (gap && second < gap.to * 60 && second + seconds > gap.from * 60) return [];
    const isShort = kind === "MUSIC" && (shop.id + second) % 200 === 0;
    return {
      eventId: eventIdOf(shop.id, day, second),
      itemId: `${logId}-${position}`,
      startedAt: new Date(from).toISOString(),
      seconds: isShort ? Math.trunc(seconds / 4) : seconds,
    };
  });
}

/** Equals the past's id (history.ts): a play that is reported twice counts once. */
function eventIdOf(storeId: number, day: string, second: number): string {
  const days = (Date.parse(day) - Date.UTC(2000, 0, 1)) / 86_400_000;
  const time = (days * 131_072 + second).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-8000-8000-${storeId.toString(16).padStart(12, "0")}`;
}
