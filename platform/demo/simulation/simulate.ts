import { eq, isNotNull, sql } from "drizzle-orm";
import { type Scope, wholeCompany } from "../../access/scope.ts";
import type { Database } from "../../db/client.ts";
import { spot } from "../../db/schema/ads.ts";
import { song } from "../../db/schema/library.ts";
import { company, store, storeHours, storeHoursException } from "../../db/schema/organisation.ts";
import { recordPlayOuts } from "../../modules/player/index.ts";
import { findCurrentLogs, type StoreLogLines } from "../../modules/schedule/index.ts";
import { type StoreBeat, saveHeartbeats } from "../../modules/telemetry/index.ts";
import { byStore } from "../behaviour.ts";
import { addDays } from "../local-clock.ts";
import { type Account, openAccount } from "./account.ts";
import { drawFaults, type Faults, type Span } from "./faults.ts";
import { type DueItem, openingsOf, type SimulatedStore, simulatedStore } from "./simulated-store.ts";
import { wallClock } from "./wall-clock.ts";

export type Simulation = {
  database: Database;
  companyId: number;
  /** By default all of the company. */
  storeIds?: readonly number[];
  /** From when to when stores live, in epoch milliseconds on a minute. */
  from: number;
  to: number;
  /** How often (ms) they look for new logs and tell what they have played. */
  every: number;
  seed: string;
  /** Called before each of these instants: the place for the platform's jobs and for what people do. */
  reach: (now: Date) => Promise<void>;
  /** Whether the account has songs and hours too. */
  isDetailed?: boolean;
  /** Draws what goes wrong; by default `drawFaults`. */
  faultsOf?: (storeId: number, openings: readonly Span[]) => Faults;
};

const storesAtOnce = 200;
const beatsAtOnce = 5_000;

/**
 * Lets a company's stores play their published logs, with faults, and tell the platform by the services that the player's calls use: heartbeats
 * as saveHeartbeats takes them, play-outs as recordPlayOuts does. Nothing is written past those. Gives the account of what really happened.
 */
export async function simulate({ database, companyId, from, to, every, seed, reach, ...given }: Simulation): Promise<Account> {
  const { db } = database;
  const scope = wholeCompany(companyId);
  const account = openAccount(given.isDetailed ?? false);
  const stores = await loadStores(given.faultsOf ?? ((storeId, openings) => drawFaults(seed, storeId, openings)));
  const report = (storeId: number, now: number) => (batch: Parameters<typeof recordPlayOuts>[1], clock: string) =>
    recordPlayOuts(
      { scope, database, db, now: new Date(now), caller: { ...nobody, units: { ...nobody.units, storeIds: [storeId] } } },
      batch,
      { "device-clock": clock },
    );
  for (let now = from; now < to; now += every) {
    await reach(new Date(now));
    const next = Math.min(to, now + every);
    const active = await findActive();
    const playable = await findPlayable();
    for (let first = 0; first < stores.length; first += storesAtOnce) {
      const some = stores.slice(first, first + storesAtOnce);
      const published = await findPublished(scope, some, now, next, playable);
      const beats = some.flatMap((one) =>
        one.live({ from: now, ...(published.get(one.id) ?? nothing), isActive: active.has(one.id) }, next),
      );
      await sendBeats(beats);
      await tellAll(some, next, next === to);
    }
  }
  await reach(new Date(to));
  return account;

  async function loadStores(faultsOf: NonNullable<Simulation["faultsOf"]>): Promise<SimulatedStore[]> {
    const inCompany = eq(store.companyId, companyId);
    const shops = await db
      .select({ id: store.id, timeZone: store.timeZone, volume: store.volume, threshold: company.thresholdVolume })
      .from(store)
      .innerJoin(company, eq(company.id, store.companyId))
      .where(inCompany)
      .orderBy(store.id);
    const weeks = byStore(await db.select().from(storeHours).where(eq(storeHours.companyId, companyId)));
    const clocks = new Map([...new Set(shops.map(({ timeZone }) => timeZone))].map((zone) => [zone, wallClock(zone)]));
    const dates = byStore(await db.select().from(storeHoursException).where(eq(storeHoursException.companyId, companyId)));
    return shops
      .filter(({ id }) => given.storeIds?.includes(id) ?? true)
      .map(({ timeZone, ...facts }) => {
        const shop = { ...facts, hours: weeks.get(facts.id) ?? [], exceptions: dates.get(facts.id) ?? [] };
        const wall = clocks.get(timeZone) ?? wallClock(timeZone);
        return simulatedStore(shop, wall, faultsOf(shop.id, openingsOf(shop, wall, from, to)), account, seed);
      });
  }

  async function findActive(): Promise<Set<number>> {
    const rows = await db
      .select({ id: store.id })
      .from(store)
      .innerJoin(company, eq(company.id, store.companyId))
      .where(sql`${store.companyId} = ${companyId} and ${store.status} = 'active' and ${company.status} = 'active'`);
    return new Set(rows.map(({ id }) => id));
  }

  async function findPlayable(): Promise<ReadonlySet<string>> {
    const songs = await db.select({ id: song.id }).from(song).where(isNotNull(song.audioFile));
    const spots = await db
      .select({ id: spot.id })
      .from(spot)
      .where(sql`${spot.companyId} = ${companyId} and ${spot.audioFile} is not null`);
    return new Set([...songs.map(({ id }) => `song-${id}`), ...spots.map(({ id }) => `spot-${id}`)]);
  }

  async function findPublished(scope: Scope, some: readonly SimulatedStore[], now: number, next: number, playable: ReadonlySet<string>) {
    const first = addDays(new Date(now).toISOString().slice(0, 10), -2);
    const last = addDays(new Date(next).toISOString().slice(0, 10), 3);
    const days: string[] = [];
    for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
    const ids = some.map(({ id }) => id);
    const logs = byStore(await findCurrentLogs(scope, db, ids, days));
    return new Map(
      [...logs].map(([storeId, own]) => [storeId, { items: asItems(own, playable), logIds: new Set(own.map(({ id }) => id)) }]),
    );
  }

  async function sendBeats(beats: StoreBeat[]) {
    for (let first = 0; first < beats.length; first += beatsAtOnce)
      await saveHeartbeats(scope, db, beats.slice(first, first + beatsAtOnce));
  }

  /** PostgreSQL takes the batches of several stores at once. */
  async function tellAll(some: readonly SimulatedStore[], now: number, all: boolean) {
    const waiting = [...some];
    const tellNext = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) await one.tell(now, report(one.id, now), all);
    };
    await Promise.all(Array.from({ length: database.engine === "postgres" ? 4 : 1 }, tellNext));
  }
}

const nobody = {
  id: 0,
  units: { regionIds: [], zoneIds: [], groupIds: [], storeIds: [] },
  openedBy: null,
  playerDevice: null,
  token: null,
};
const nothing = { items: [], logIds: new Set<number>() };

/** Items in playing order: each ends where the next begins, or when it is over, as player/schedule gives them. */
function asItems(logs: readonly StoreLogLines[], playable: ReadonlySet<string>): DueItem[] {
  const items = logs.flatMap(({ id: logId, day, positions }) =>
    positions.map(({ kind, songId, spotId, bookingId, startsAt = 0, durationSeconds }, place) => {
      const mediaId = songId === undefined ? `spot-${spotId}` : `song-${songId}`;
      return {
        ...{ itemId: `${logId}-${place}`, kind, logId, day, startsAt: Math.trunc(startsAt), seconds: Math.round(durationSeconds) },
        ...{ id: songId ?? spotId ?? 0, campaignId: bookingId || null, mediaId: playable.has(mediaId) ? mediaId : null },
      };
    }),
  );
  items.sort((a, b) => a.startsAt - b.startsAt);
  return items.map((item, n) => ({
    ...item,
    endsAt: Math.min(item.startsAt + item.seconds * 1000, items[n + 1]?.startsAt ?? Number.POSITIVE_INFINITY),
  }));
}
