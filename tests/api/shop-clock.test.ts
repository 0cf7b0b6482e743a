import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import type { LogPosition } from "#contract/schedule/positions";
import { wholeCompany } from "#platform/access/scope";
import { store, storeHours, storeHoursException } from "#platform/db/schema/index";
import { findZonesApart } from "#platform/db/zone-rules";
import { capacityOn } from "#platform/engine/ad-inventory/capacity";
import {
  type GroupDayInput,
  type SchedulingSong,
  scheduleGroupDay,
  scheduleStoreLog,
  zoneClock,
} from "#platform/engine/scheduling";
import { openedAt, openingAt } from "#platform/modules/stores/index";
import { openHours } from "#platform/modules/telemetry/store-minutes.queries";
import { makeCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * Changes that fell when others tried them, and one of each other kind: back by half an hour, by
 * two hours, at and about midnight.
 */
const sample = new Set(
  `Europe/London 2027-03, America/New_York 2027-03, Europe/Berlin 2027-03, Europe/Berlin 2027-10, Australia/Lord_Howe 2027-04,
  Australia/Lord_Howe 2027-10, Antarctica/Troll 2027-10, America/Havana 2027-03, America/Havana 2027-11, America/Santiago 2027-04,
  Africa/Cairo 2027-04, Asia/Beirut 2027-10, America/Godthab 2027-03`.split(/,\s+/),
);

/** Reads from Intl what a clock shows, in minutes since 1970 as if it were UTC. */
function clockOf(timeZone: string): (instant: number) => number {
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...parts });
  return (instant) => Date.parse(`${format.format(instant).replace(", ", "T")}:00Z`) / minute;
}

type Change = {
  timeZone: string;
  at: number;
  before: number;
  after: number;
  clock: (instant: number) => number;
};

/**
 * Every change of the clocks of a zone from 2026 to 2030: its instant, and what the clock would
 * have shown and shows then.
 */
function changesOf(timeZone: string): Change[] {
  const clock = clockOf(timeZone);
  const offset = (instant: number) => clock(instant) - instant / minute;
  const changes: Change[] = [];
  const step = 7 * 24 * hour;
  for (let from = Date.UTC(2026, 0); from < Date.UTC(2031, 0); from += step) {
    if (offset(from) === offset(from + step)) continue;
    let low = from;
    let high = from + step;
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute;
      if (offset(middle) === offset(low)) low = middle;
      else high = middle;
    }
    changes.push({ timeZone, at: high, before: clock(low) + 1, after: clock(high), clock });
  }
  return changes;
}

type Opening = { day: string; opens: number; closes: number; begins: number; ends: number };

const dateOf = (wall: number) => new Date(wall * minute).toISOString().slice(0, 10);
const kinds = ["closes at", "opens at", "evening before"] as const;

/**
 * Openings that begin or end before, at the beginning, in, at the end of and after what the clocks
 * skip or repeat.
 */
function openingsAround({ at, before, after, clock }: Change): Opening[] {
  const low = Math.min(before, after);
  const high = Math.max(before, after);
  const borders = [low - 30, low, Math.floor((low + high) / 2), high, high + 30];
  return kinds.flatMap((kind) =>
    borders.flatMap((border) => {
      const [from, to] =
        kind === "opens at"
          ? [border, border + 240]
          : [border - (kind === "closes at" ? 90 : 420), border];
      const day = dateOf(from);
      const midnight = Date.parse(day) / minute;
      // by a minute for a minute: open from the first that shows its opening time or a later one, to the
      // last that shows one before its closing time
      const minutes = Array.from(
        { length: 24 * 60 },
        (_, place) => at + (place - 12 * 60) * minute,
      ).map((instant) => [instant, clock(instant)] as const);
      const begins = minutes.find(([, wall]) => wall >= from)?.[0] ?? 0;
      const ends = (minutes.findLast(([, wall]) => wall < to)?.[0] ?? 0) + minute;
      return ends > begins
        ? [{ day, opens: from - midnight, closes: to - midnight, begins, ends }]
        : [];
    }),
  );
}

const songs = Array.from({ length: 12 }, (_, place): SchedulingSong => {
  const unknown = {
    album: null,
    language: null,
    mood: null,
    genre: null,
    era: null,
    vocal: null,
    tempo: null,
    energy: null,
  };
  const licence = {
    licensedFrom: null,
    licensedTo: null,
    territories: null,
    active: true,
    blocked: false,
  };
  return {
    id: place + 1,
    title: `Song ${place}`,
    artist: `Artist ${place}`,
    durationSeconds: 60,
    ...unknown,
    ...licence,
  };
});

/** From when to when the log of a store plays. */
function loggedBetween(timeZone: string, { day, opens, closes }: Opening): [number, number] {
  const input: GroupDayInput = {
    date: day,
    unitId: 1,
    ruleVersion: 1,
    opening: [{ from: opens * 60, to: closes * 60 }],
    territory: null,
    songs,
    slots: [],
    categories: [],
    events: [],
    fallbackCategoryId: null,
    history: [],
    later: [],
    locked: [],
    spots: [],
  };
  const { positions } = scheduleStoreLog({ ...input, timeZone, playlist: scheduleGroupDay(input) });
  const [first, last] = [positions[0], positions.at(-1)] as [LogPosition, LogPosition];
  return [first.startsAt, last.startsAt + last.durationSeconds * 1000];
}

/** The minutes of a store's hours that its clock shows on a date, each counted once. */
function soldMinutes({ clock, at }: Change, { day, opens, closes }: Opening, date: string): number {
  const midnight = Date.parse(day) / minute;
  const ofDate = Date.parse(date) / minute;
  const clockMinutes = new Set<number>();
  for (let instant = at - 30 * hour; instant < at + 30 * hour; instant += minute)
    clockMinutes.add(clock(instant));
  return [...clockMinutes].filter(
    (wall) =>
      wall >= ofDate &&
      wall < ofDate + 1440 &&
      wall >= midnight + opens &&
      wall < midnight + closes,
  ).length;
}

const allChanges = Intl.supportedValuesOf("timeZone").flatMap(changesOf);
/** Zones that change alike at one instant are one case. */
const changes = process.env.TEST_ALL
  ? [
      ...new Map(
        allChanges.map((change) => [`${change.at} ${change.before} ${change.after}`, change]),
      ).values(),
    ]
  : allChanges.filter(({ timeZone, at }) =>
      sample.has(`${timeZone} ${new Date(at).toISOString().slice(0, 7)}`),
    );

test("hours begin and end as Intl says at every change of every zone to 2030 [SCH-1]", () => {
  expect(allChanges.length).toBeGreaterThan(500);
  for (const { timeZone, at, before, after } of allChanges) {
    const low = Math.min(before, after);
    const high = Math.max(before, after);
    const day = dateOf(low - 1);
    const clock = zoneClock(day, timeZone);
    const [from, to] = [low, high].map((wall) => (wall - Date.parse(day) / minute) * 60) as [
      number,
      number,
    ];
    const second = (instant: number) => (instant - clock.instantAt(0)) / 1000;
    const caseName = `${timeZone} ${new Date(at).toISOString()}`;
    const middle = (from + to) / 2;
    // what is skipped ends and begins at the jump; what is repeated begins the first time and ends the
    // last
    const isSkipped = before < after;
    const [first, last] = isSkipped
      ? [second(at), second(at)]
      : [second(at) - (to - middle), second(at) + (middle - from)];
    expect([clock.startOf(middle), clock.endOf(middle), clock.endOf(to)], caseName).toEqual([
      first,
      last,
      second(at) + (isSkipped ? 0 : to - from),
    ]);
  }
});

test("log and ledger follow Intl around every change of clocks [SCH-1] [ADS-1]", () => {
  expect(changes.length).toBeGreaterThanOrEqual(sample.size);
  for (const change of changes)
    for (const opening of openingsAround(change)) {
      const { day, opens, closes, begins, ends } = opening;
      const caseName = `${change.timeZone} ${day} ${opens}-${closes}`;
      expect(
        loggedBetween(change.timeZone, opening).map((at) => new Date(at).toISOString()),
        caseName,
      ).toEqual([begins, ends].map((at) => new Date(at).toISOString()));
      const hours = { hours: [], exceptions: [opening], timeZone: change.timeZone };
      for (const date of [day, addDays(day, 1)]) {
        const { AD } = capacityOn(
          hours,
          { adSecondsPerHour: 3600, promoPositions: 0, tohPositions: 0 },
          date,
        );
        expect(
          AD.reduce((sum, seconds) => sum + seconds, 0),
          `${caseName} on ${date}`,
        ).toBe(60 * soldMinutes(change, opening, date));
      }
    }
});

describe.each(engines)("A shop's clock on %s", (engine) => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openTestPlatform(engine);
  });
  afterAll(() => at.close());

  test("open minutes and statuses follow Intl around every change of clocks [TRU-1] [SCH-1]", async () => {
    const { db } = at.database;
    const company = await makeCompany(at.database);
    const scope = wholeCompany(company.companyId);
    await db
      .update(store)
      .set({ statusSince: new Date("2025-01-01") })
      .where(eq(store.companyId, company.companyId));
    await db.delete(storeHours).where(eq(storeHours.companyId, company.companyId));
    const ids = company.stores.map(({ id }) => id);
    // a database with another version of the tz database cannot follow Intl
    const apart = await findZonesApart(
      at.database.pool,
      [...new Set(changes.map(({ timeZone }) => timeZone))],
      [...new Set(changes.map(({ at }) => at))].flatMap((at) =>
        [-hour, -minute, 0, hour].map((apart) => new Date(at + apart)),
      ),
    );
    expect(apart.length).toBeLessThan(changes.length / 10);
    for (const change of changes.filter(({ timeZone }) => !apart.includes(timeZone))) {
      const openings = openingsAround(change);
      for (let first = 0; first < openings.length; first += ids.length) {
        const lot = openings
          .slice(first, first + ids.length)
          .map((opening, place) => ({ ...opening, storeId: ids[place] as number }));
        await db
          .update(store)
          .set({ timeZone: change.timeZone })
          .where(eq(store.companyId, company.companyId));
        await db
          .delete(storeHoursException)
          .where(eq(storeHoursException.companyId, company.companyId));
        await db.insert(storeHoursException).values(
          lot.map(({ storeId, day, opens, closes }) => ({
            companyId: company.companyId,
            storeId,
            day,
            opens,
            closes,
          })),
        );
        const window = {
          after: new Date(change.at - 30 * hour),
          until: new Date(change.at + 30 * hour),
        };
        const counted = await db.execute<{
          id: number;
          minutes: number;
          first: Date;
        }>(sql`with ${openHours(scope, window, sql`true`)}
          select store_id::int as id, sum(bit_count(open))::int as minutes, min(hour_at + (position('1' in open::text) - 1) * interval '1 minute') as first
          from open_hour where bit_count(open) > 0 group by 1`);
        const describeCase = (place: number) =>
          `${change.timeZone} ${lot[place]?.day} ${lot[place]?.opens}-${lot[place]?.closes}`;
        for (const [place, { storeId, begins, ends }] of lot.entries()) {
          const storeRow = counted.rows.find(({ id }) => id === storeId);
          expect(
            [storeRow?.minutes, storeRow && new Date(storeRow.first).getTime()],
            describeCase(place),
          ).toEqual([(ends - begins) / minute, begins]);
        }
        const instants = lot.flatMap(({ storeId, begins, ends }) =>
          [begins - minute, begins, ends - minute, ends].map((instant) => ({
            storeId,
            instant: new Date(instant).toISOString(),
          })),
        );
        const { rows } = await db.execute<{
          open: boolean;
          place: number;
        }>(sql`select opening.open, place::int
          from unnest(${sql.param(instants.map(({ storeId }) => storeId))}::bigint[], ${sql.param(instants.map(({ instant }) => instant))}::timestamptz[])
            with ordinality as asked (store_id, at, place)
          join ${store} on ${store.companyId} = ${company.companyId} and ${store.id} = asked.store_id
          cross join ${openingAt(sql`asked.at`)} order by place`);
        for (const [place, { open }] of rows.entries())
          expect(open, `${describeCase(Math.floor(place / 4))}, ${place % 4}`).toBe(
            place % 4 === 1 || place % 4 === 2,
          );
        const last = lot[0] as (typeof lot)[number];
        const opened = await db.execute<{
          at: Date;
        }>(sql`select opened.opened_at as at from ${store}
          cross join ${openedAt(new Date(last.ends - minute))} where ${store.companyId} = ${company.companyId} and ${store.id} = ${last.storeId}`);
        expect(new Date(opened.rows[0]?.at ?? 0).getTime(), describeCase(0)).toBe(last.begins);
      }
    }
  });
});
