import { eq, isNotNull, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import type { PlayOut } from "#contract/player/endpoints";
import { wholeCompany } from "../../platform/access/scope.ts";
import type { Database } from "../../platform/db/database.ts";
import { song } from "../../platform/db/schema/library.ts";
import { company, store } from "../../platform/db/schema/organisation.ts";
import { playLog } from "../../platform/db/schema/player.ts";
import { spot } from "../../platform/db/schema/spots.ts";
import { storeHours, storeHoursException } from "../../platform/db/schema/store-hours.ts";
import { storeLog } from "../../platform/db/schema/store-logs.ts";
import { playOutsService } from "../../platform/modules/player/index.ts";
import { findLogs, type StoreLogLines } from "../../platform/modules/schedule/index.ts";
import { type StoreBeat, saveHeartbeats } from "../../platform/modules/telemetry/index.ts";
import { addDays } from "../local-clock.ts";
import { type Account, openAccount } from "./account.ts";
import type { DueItem } from "./due-item.ts";
import { drawFaults, type Faults, type Span } from "./faults.ts";
import { openingsOf } from "./openings.ts";
import { SimulatedStore } from "./simulated-store.ts";
import { wallClock } from "./wall-clock.ts";

export type Simulation = {
  database: Database;
  companyId: number;
  /** By default all of the company. */
  storeIds?: readonly number[];
  /** From when to when stores live, in epoch milliseconds on a minute. */
  from: number;
  to: number;
  /** Milliseconds between their looks for new logs and reports of plays. */
  every: number;
  seed: string;
  /**
   * Called before each of these instants, with the account up to then: the place for the platform's
   * jobs and for what people do.
   */
  reach: (now: Date, account: Account) => Promise<void>;
  /**
   * Does the platform's work as of the end of a step, while stores run through it. They play the
   * logs that were published when the step began.
   */
  meanwhile?: (next: Date) => Promise<unknown>;
  /** True if the account has songs and hours too. */
  isDetailed?: boolean;
  /** Draws the faults; by default `drawFaults`. */
  faultsOf?: (storeId: number, openings: readonly Span[]) => Faults;
};

/** By store. */
type CurrentLogs = ReadonlyMap<number, readonly { id: number }[]>;

const storesAtOnce = 200;
const beatsAtOnce = 5_000;

/**
 * Lets a company's stores play their published logs, with faults, and report to the platform by
 * the services behind the player's calls: heartbeats to saveHeartbeats, play-outs to
 * recordPlayOuts. Writes nothing else. Gives the account of what really happened.
 */
export async function simulate(simulation: Simulation): Promise<Account> {
  const { from, to, every, reach, meanwhile, isDetailed = false } = simulation;
  const account = openAccount(isDetailed);
  const steps = new Steps(simulation, await loadStores(simulation, account));
  for (let now = from; now < to; now += every) {
    await reach(new Date(now), account);
    const next = Math.min(to, now + every);
    await steps.run(now, next, () => meanwhile?.(new Date(next)));
  }
  await reach(new Date(to), account);
  return account;
}

/** Runs the stores step by step. */
class Steps {
  readonly #scope: ReturnType<typeof wholeCompany>;
  readonly #recordPlayOuts = playOutsService().recordPlayOuts;
  /** The logs in force by store, with the media that were playable when they were read. */
  readonly #logsOf = new Map<number, Map<number, DueItem[]>>();
  #playable: ReadonlySet<string> = new Set();
  /** The months whose plays have been analysed. */
  #analysed = "";

  constructor(
    private readonly simulation: Pick<Simulation, "database" | "companyId" | "to">,
    private readonly stores: readonly SimulatedStore[],
  ) {
    this.#scope = wholeCompany(simulation.companyId);
  }

  /** Runs a step by the logs published at its beginning, while the platform works `meanwhile`. */
  async run(now: number, next: number, meanwhile: () => Promise<unknown> | undefined) {
    const active = await this.#findActive();
    const nowPlayable = await this.#findPlayable();
    if (!isSameSet(nowPlayable, this.#playable)) this.#logsOf.clear();
    this.#playable = nowPlayable;
    const current = await this.#findCurrent(now, next);
    const beside = meanwhile();
    beside?.catch(() => {}); // an error is thrown where this is awaited
    try {
      await this.#live(now, next, active, current);
    } finally {
      await beside;
    }
  }

  async #live(now: number, next: number, active: ReadonlySet<number>, current: CurrentLogs) {
    const months = [now, next].map((at) => new Date(at).toISOString().slice(0, 7)).join();
    let telling: Promise<void> | undefined;
    for (let first = 0; first < this.stores.length; first += storesAtOnce) {
      const some = this.stores.slice(first, first + storesAtOnce);
      const published = await this.#readPublished(some, current);
      const beats = published.flatMap(({ one, ...logs }) =>
        one.live({ from: now, ...logs, isActive: active.has(one.id) }, next),
      );
      await telling;
      telling = this.#tell(some, beats, next);
      telling.catch(() => {}); // likewise; the next stores run in the meantime
      if (months === this.#analysed) continue;
      // Until autovacuum analyses a new month, plans assume that it is empty, and each look-up of a play
      // reads all of it.
      await telling;
      await this.simulation.database.db.execute(sql`analyze ${playLog}`);
      this.#analysed = months;
    }
    await telling;
  }

  async #findActive(): Promise<Set<number>> {
    const { database, companyId } = this.simulation;
    const rows = await database.db
      .select({ id: store.id })
      .from(store)
      .innerJoin(company, eq(company.id, store.companyId))
      .where(
        sql`${store.companyId} = ${companyId} and ${store.status} = 'active' and ${company.status} = 'active'`,
      );
    return new Set(rows.map(({ id }) => id));
  }

  async #findPlayable(): Promise<ReadonlySet<string>> {
    const { database, companyId } = this.simulation;
    const { db } = database;
    const songs = await db.select({ id: song.id }).from(song).where(isNotNull(song.audioFile));
    const spots = await db
      .select({ id: spot.id })
      .from(spot)
      .where(sql`${spot.companyId} = ${companyId} and ${spot.audioFile} is not null`);
    return new Set([
      ...songs.map(({ id }) => `song-${id}`),
      ...spots.map(({ id }) => `spot-${id}`),
    ]);
  }

  /** By store, the logs that are in force for the days around now. */
  async #findCurrent(now: number, next: number) {
    const { database, companyId } = this.simulation;
    const first = addDays(new Date(now).toISOString().slice(0, 10), -2);
    // players get two days ahead
    const last = addDays(new Date(next).toISOString().slice(0, 10), 2);
    const { id, storeId, day } = storeLog;
    const logs = await database.db
      .select({ id, storeId })
      .from(storeLog)
      .where(
        sql`${storeLog.companyId} = ${companyId} and ${day} between ${first} and ${last} and ${storeLog.supersededAt} is null`,
      )
      .orderBy(storeId, day);
    return byStore(logs);
  }

  /** The lines of stores' logs. A log never changes, so each is read once. */
  async #readPublished(some: readonly SimulatedStore[], current: CurrentLogs) {
    const held = new Map(some.flatMap((one) => [...(this.#logsOf.get(one.id) ?? [])]));
    const ids = some.flatMap((one) => current.get(one.id) ?? []).map(({ id }) => id);
    const missing = ids.filter((id) => !held.has(id));
    if (missing.length > 0)
      for (const log of await findLogs(this.#scope, this.simulation.database.db, missing))
        held.set(log.id, toItems(log, this.#playable));
    return some.map((one) => {
      const own = new Map(current.get(one.id)?.map(({ id }) => [id, held.get(id) ?? []]));
      this.#logsOf.set(one.id, own);
      return { one, items: inOrder([...own.values()]), logIds: new Set(own.keys()) };
    });
  }

  async #tell(some: readonly SimulatedStore[], beats: StoreBeat[], next: number) {
    await this.#sendBeats(beats);
    // written together
    await Promise.all(
      some.map((one) =>
        one.tell(next, this.#reportFrom(one.id, next), next === this.simulation.to),
      ),
    );
  }

  #reportFrom = (storeId: number, now: number) => (batch: PlayOut[], clock: string) => {
    const { database } = this.simulation;
    const call = { scope: this.#scope, database, db: database.db, now: new Date(now) };
    return this.#recordPlayOuts({ ...call, caller: callerOf(storeId) }, batch, {
      "device-clock": clock,
    });
  };

  async #sendBeats(beats: StoreBeat[]) {
    for (let first = 0; first < beats.length; first += beatsAtOnce)
      await saveHeartbeats(
        this.#scope,
        this.simulation.database.db,
        beats.slice(first, first + beatsAtOnce),
      );
  }
}

async function loadStores(
  { database: { db }, companyId, storeIds, from, to, seed, faultsOf }: Simulation,
  account: Account,
): Promise<SimulatedStore[]> {
  const inCompany = eq(store.companyId, companyId);
  const shops = await db
    .select({
      id: store.id,
      timeZone: store.timeZone,
      volume: store.volume,
      threshold: company.thresholdVolume,
    })
    .from(store)
    .innerJoin(company, eq(company.id, store.companyId))
    .where(inCompany)
    .orderBy(store.groupId, store.id); // groups in sequence: common data is read once
  const weeks = byStore(
    await db.select().from(storeHours).where(eq(storeHours.companyId, companyId)),
  );
  const clocks = new Map(
    [...new Set(shops.map(({ timeZone }) => timeZone))].map((zone) => [zone, wallClock(zone)]),
  );
  const dates = byStore(
    await db.select().from(storeHoursException).where(eq(storeHoursException.companyId, companyId)),
  );
  return shops
    .filter(({ id }) => storeIds?.includes(id) ?? true)
    .map(({ timeZone, ...facts }) => {
      const shop = {
        ...facts,
        hours: weeks.get(facts.id) ?? [],
        exceptions: dates.get(facts.id) ?? [],
      };
      const wall = clocks.get(timeZone) ?? wallClock(timeZone);
      const openings = openingsOf(shop, wall, from, to);
      const faults = faultsOf?.(shop.id, openings) ?? drawFaults(seed, shop.id, openings);
      return new SimulatedStore({ shop, wall, faults, account, seed });
    });
}

/** A player of a store that nobody has signed in. */
export const callerOf = (storeId: number) => ({
  id: 0,
  openedBy: null,
  playerDevice: null,
  units: { regionIds: [], zoneIds: [], groupIds: [], storeIds: [storeId] },
});
const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id));

/**
 * A log's items in playing order: each ends where the next begins, or when it is over, as
 * player/schedule gives them.
 */
const toItems = (
  { id: logId, day, positions }: StoreLogLines,
  playable: ReadonlySet<string>,
): DueItem[] =>
  positions.map(({ kind, songId, spotId, bookingId, startsAt = 0, durationSeconds }, place) => {
    const mediaId = songId === undefined ? `spot-${spotId}` : `song-${songId}`;
    const seconds = Math.round(durationSeconds);
    const nextStart = positions[place + 1]?.startsAt ?? Number.POSITIVE_INFINITY;
    return {
      itemId: `${logId}-${place}`,
      kind,
      logId,
      day,
      startsAt: Math.trunc(startsAt),
      seconds,
      id: songId ?? spotId ?? 0,
      campaignId: bookingId || null,
      mediaId: playable.has(mediaId) ? mediaId : null,
      endsAt: Math.min(Math.trunc(startsAt) + seconds * 1000, Math.trunc(nextStart)),
    };
  });

/** The items of several logs, one day after the other. */
function inOrder(logs: readonly DueItem[][]): DueItem[] {
  const items = logs.flat().sort((a, b) => a.startsAt - b.startsAt);
  return items.map((item, n) => {
    const endsAt = Math.min(item.endsAt, items[n + 1]?.startsAt ?? Number.POSITIVE_INFINITY);
    return endsAt === item.endsAt ? item : { ...item, endsAt };
  });
}
