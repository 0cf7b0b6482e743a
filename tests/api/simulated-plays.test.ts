import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as bookings from "#contract/ads/booking";
import { figuresOf } from "#contract/base/country-figures";
import { addDays, showDate } from "#contract/base/dates";
import { formatAmount, readAmount } from "#contract/base/money";
import { dashboardDays } from "#contract/dashboard/endpoints";
import {
  companyAdUtilisation,
  primeAdInventory,
  storeAdUtilisation,
} from "#contract/reports/ad-inventory";
import { campaignReport, storeCampaignReport } from "#contract/reports/campaigns";
import { type ReportRow, type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import { invoiceCustomers, invoiceRevenue } from "#contract/reports/invoices";
import { loginReport, storeLoginReport } from "#contract/reports/logins";
import { musicDistribution } from "#contract/reports/music-distribution";
import { averagePlayOut, musicPlayOutTime, playOutTypes } from "#contract/reports/play-out-times";
import { columnsOf, type Report } from "#contract/reports/report";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { storeDistribution } from "#contract/reports/store-distribution";
import { storeOnlineStatus, storeVolumeReport } from "#contract/reports/store-minutes";
import {
  offlineStores,
  quietStores,
  silentStores,
  storesNotPlaying,
  totalStores,
} from "#contract/reports/store-status";
import type { Account, LastReport, Minutes, Plays } from "#demo/simulation/account";
import { keepCompany } from "#demo/simulation/keep-company";
import { simulate } from "#demo/simulation/simulate";
import * as table from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { keepStoreHours } from "#platform/modules/telemetry/index";
import { makeBillingSettings } from "../support/billing.ts";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { readPdf } from "../support/pdf.ts";
import { password } from "../support/platform.ts";

const [first, last] = ["2026-10-14", "2026-11-12"] as const;
const dates = { from: first, to: last };
const hour = 3_600_000;
/**
 * The time zone and opening hours of each store: some cross midnight, and two are open while their
 * clocks change.
 */
const shops = [
  ["Asia/Kolkata", 600, 720],
  ["Asia/Kolkata", 660, 780],
  ["Asia/Kathmandu", 600, 720],
  ["Asia/Kathmandu", 1350, 1470],
  ["Europe/London", 1410, 1560],
  ["Europe/London", 600, 720],
  ["America/New_York", 60, 180],
  ["America/New_York", 600, 690],
] as const;

/** The statuses in the order of StoreDistribution's columns. */
const placeStatuses = [
  "online",
  "silent",
  "low-volume",
  "offline",
  "closed",
  "never-seen",
  "inactive",
];

/** In paise: a store and month, a second of an ad, a play of a promo or at the top of the hour. */
const storeRate = 123_457;
const adRate = 37;
const promoRate = 411;
const tohRate = 629;
const adRates = { adRate: "0.37", promoRate: "4.11", tohRate: "6.29" };
const rupees = formatAmount;

/**
 * A month of eight shops with faults of every kind, played by the simulator, whose account the
 * platform's figures must equal.
 */
describe("A simulated month [TRU-1]", () => {
  let world: AdWorld;
  let account: Account;
  const campaigns = new Map<number, string>();
  /** Indexes of the stores that people have deactivated. */
  const inactive = new Set<number>([shops.length]);
  /**
   * At each instant that the simulation stops at: what reports of the present say, and what the
   * account does.
   */
  const looks: {
    at: string;
    reportLines: Record<string, string[]>;
    expected: Record<string, string[]>;
  }[] = [];
  const signedIn: string[] = [];

  beforeAll(async () => {
    world = await openAdWorld(anyEngine, { now: new Date("2026-10-12T06:30:00Z") });
    const { platform, company, other } = world;
    const { database, clock } = platform;
    const { companyId } = company;
    await prepareShops();
    await prepareBilling();
    const { short, long, promo, toh } = company.spots;
    const book = async (body: object, sort = bookings.booking, mode = "fits") => {
      const name = `Campaign ${campaigns.size + 1}`;
      const id = await world.draft({
        name,
        wholeCompany: true,
        startsOn: first,
        endsOn: last,
        plays: hourly(() => 2),
        ...body,
      });
      await world.book(id, { mode }, { sort });
      campaigns.set(id, name);
      return id;
    };
    await keep();
    await book({ spots: [{ spotId: short, weight: 2 }, { spotId: long }], brandId: world.brandId });
    await book({
      kind: "JINGLE",
      spots: [{ spotId: promo }],
      regionIds: [company.north.regionId],
      wholeCompany: false,
    });
    await book(
      { kind: "TOH", spots: [{ spotId: toh }], plays: hourly(() => 1) },
      bookings.bookingForToh as never,
    );
    const cancelled = await book({ endsOn: addDays(first, 20) });

    const setStatus = async (shop: number, status: string) => {
      await platform
        .as(company.users.admin)
        .setStoreStatus({ body: { ids: [storeId(shop)], status } } as never);
      if (status === "active") inactive.delete(shop);
      else inactive.add(shop);
    };
    const acts: Record<string, () => Promise<unknown>> = {
      "2026-10-20T11:00:00.000Z": () => setStatus(5, "inactive"),
      "2026-10-22T11:00:00.000Z": () =>
        book({ startsOn: "2026-10-23", plays: hourly(() => 1), spots: [{ spotId: long }] }),
      "2026-10-23T11:00:00.000Z": () => setStatus(5, "active"),
      "2026-10-28T11:00:00.000Z": () => world.act(cancelled, "cancel").reply,
    };
    account = await simulate({
      database,
      companyId,
      storeIds: company.stores.slice(0, shops.length).map(({ id }) => id),
      seed: "truth",
      isDetailed: true,
      from: Date.parse("2026-10-13T14:00:00Z"),
      to: Date.parse("2026-11-13T04:00:00Z"),
      every: 23 * hour,
      async reach(now, sofar) {
        clock.now = now.getTime();
        await look(sofar);
        for (const at of Object.keys(acts).filter((at) => Date.parse(at) <= clock.now)) {
          await acts[at]?.();
          delete acts[at];
        }
        await keep();
      },
    });
    expect(Object.keys(acts)).toEqual([]);
    clock.now = Date.parse("2026-11-13T06:00:00Z");
    await keepStoreHours({ database, now: new Date(clock.now) });
    await database.db.execute(sql`analyze`); // as a database of a month would have been

    async function keep() {
      await keepCompany(database, companyId, new Date(clock.now));
    }
    async function prepareBilling() {
      const { db } = database;
      await makeBillingSettings(database, world.providerId);
      await db
        .insert(table.adSetting)
        .values({ companyId, ...adRates })
        .onConflictDoNothing();
      await db
        .update(table.company)
        .set({
          billingRate: rupees(storeRate),
          billingPeriodMonths: 3,
          billingStartsOn: "2026-10-01",
          addressLine: "8 Residency Road",
          city: "Bengaluru",
          state: "Karnataka",
          gstNo: null,
        })
        .where(eq(table.company.id, companyId));
      // added when the simulation begins, whatever the machine's own date
      await db.execute(
        sql`update store set created_at = ${new Date(clock.now).toISOString()} where company_id = ${companyId}`,
      );
    }
    async function prepareShops() {
      const { db } = database;
      await ensurePartitions(db, new Date(clock.now));
      await ensurePartitions(db, new Date(`${last}T00:00:00Z`));
      await db
        .update(table.spot)
        .set({ audioFile: "audio/any.wav" })
        .where(eq(table.spot.companyId, companyId));
      await db.execute(sql`with item as (insert into catalogue_item (company_id, kind, name) select company_id, 'genre', 'Pop' from song limit 1 returning id)
        update song set genre_id = item.id from item where song.id % 3 = 0`);
      await db.execute(sql`update company set status = 'inactive' where id = ${other.companyId}`);
      await db
        .update(table.store)
        .set({ statusSince: new Date(clock.now) })
        .where(eq(table.store.companyId, companyId));
      await db.execute(
        sql`update store set status = 'inactive' where id = ${company.stores[shops.length]?.id ?? 0}`,
      );
      for (const [index, [timeZone, opens, closes]] of shops.entries()) {
        await db
          .update(table.store)
          .set({ timeZone, volume: shopVolume(index) })
          .where(eq(table.store.id, storeId(index)));
        await db
          .update(table.storeHours)
          .set({ opens, closes })
          .where(eq(table.storeHours.storeId, storeId(index)));
      }
    }
  });
  afterAll(() => world?.platform.close());

  const storeId = (index: number) => world.company.stores[index]?.id ?? 0;
  const indexOf = (id: number | string) =>
    world.company.stores.findIndex((one) => one.id === Number(id));
  const codeOf = (id: number | string) =>
    world.company.stores.find((one) => one.id === Number(id))?.code;
  const summaryOf = async (report: Report, query: object, as = world.company.users.admin) =>
    (await world.platform.as(as).call(reportEndpoints(report).summary, {
      query: { ...dates, ...query } as never,
    })) as ReportSummary;
  /** All rows of a report. */
  async function rowsOf(report: Report, query: object = {}): Promise<ReportRow[]> {
    const rows: ReportRow[] = [];
    for (let cursor: string | undefined; ; ) {
      const pageQuery = { ...dates, ...query, limit: 100, cursor } as never;
      const { data, page } = await world.platform
        .as(world.company.users.admin)
        .call(reportEndpoints(report).table, { query: pageQuery }).answer;
      rows.push(...(data as ReportRow[]));
      if (!page?.next) return rows;
      cursor = page.next;
    }
  }
  async function look(sofar: Account) {
    const { platform, company } = world;
    const { now } = platform.clock;
    const statuses = company.stores.map(({ id, code, regionId }, index) => {
      const word = sofar.lastWords.get(id);
      const isOpen =
        !inactive.has(index) && isOpenAt(index, now) && isOpenAt(index, now - hour / 2 - 60_000);
      const hasNotPlayed = word !== undefined && now - word.playedAt > 24 * hour;
      return {
        code,
        regionId,
        status: statusAt(index, now, word),
        notPlaying: isOpen && hasNotPlayed,
      };
    });
    const codes = (of: (one: (typeof statuses)[number]) => boolean) =>
      statuses.filter(of).map(({ code }) => code);
    const places = [company.north.regionId, company.south.regionId, null].map((region) => {
      const own = statuses.filter(({ regionId }) => regionId === region);
      return [
        own.length,
        ...placeStatuses.map((status) => own.filter((one) => one.status === status).length),
      ];
    });
    const rows = (report: Report) => rowsOf(report, { from: undefined, to: undefined });
    const stores = async (report: Report) => figures(await rows(report), "storeCode");
    looks.push({
      at: new Date(now).toISOString(),
      reportLines: {
        total: figures(await rows(totalStores), "storeCode", "status"),
        offline: await stores(offlineStores),
        silent: await stores(silentStores),
        quiet: await stores(quietStores),
        notPlaying: await stores(storesNotPlaying),
        places: figures(
          await rows(storeDistribution),
          "stores",
          "online",
          "silent",
          "quiet",
          "offline",
          "closed",
          "neverSeen",
          "inactive",
        ),
      },
      expected: {
        total: lines(statuses.map(({ code, status }) => [code, status])),
        offline: codes(({ status }) => status === "offline"),
        silent: codes(({ status }) => status === "silent"),
        quiet: codes(({ status }) => status === "low-volume"),
        notPlaying: codes(({ notPlaying }) => notPlaying),
        places: lines(places),
      },
    });
    // the store's account signs in every fifth time
    if (looks.length % 5 !== 0) return;
    await platform.as(undefined).signIn({ body: { username: company.users.manager, password } });
    signedIn.push(`${company.users.manager} ${new Date(now).toISOString()}`);
  }
  /**
   * By the limits of docs/domain.md: heard within 5 minutes, played within 30, or opened in them.
   */
  function statusAt(index: number, now: number, word: LastReport | undefined): string {
    if (inactive.has(index)) return "inactive";
    if (word === undefined) return "never-seen";
    if (!isOpenAt(index, now)) return "closed";
    if (now - word.seenAt > hour / 12) return "offline";
    if (now - word.playedAt > hour / 2 && isOpenAt(index, now - hour / 2 - 60_000)) return "silent";
    return word.volume < shopVolume(index) ? "low-volume" : "online";
  }
  const shopVolume = (index: number) => 50 + index;
  /** By the shop's own hours, on its wall. */
  function isOpenAt(index: number, at: number): boolean {
    const [timeZone, opens, closes] = shops[index] ?? ["UTC", 0, 0];
    const [hours = 0, minutes = 0] = new Date(at)
      .toLocaleTimeString("en-GB", { timeZone })
      .split(":")
      .map(Number);
    const minute = hours * 60 + minutes;
    return (minute >= opens && minute < closes) || minute + 1440 < closes;
  }
  const inDates = (day: string | undefined) => day !== undefined && day >= first && day <= last;
  /** Entries of the account whose key has a date at a place. */
  const entries = <V>(of: Map<string, V>, dayAt: number) =>
    [...of]
      .map(([key, value]) => ({ key: key.split(" "), value }))
      .filter(({ key }) => inDates(key[dayAt]));
  const figures = (rows: readonly ReportRow[], ...keys: string[]) =>
    rows.map((row) => keys.map((key) => row[key]).join(" ")).sort();
  const lines = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(" ")).sort();
  const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
    rows.reduce((total, row) => total + of(row), 0);

  test("scheduled = played + named faults, store by store", () => {
    expect(account.disputes.slice(0, 9)).toEqual([]);
    const faults = new Map<string, number>();
    for (const [key, { scheduled, played, faults: faultCounts }] of account.positions) {
      expect(played + sum(Object.values(faultCounts), (count) => count), key).toBe(scheduled);
      for (const [fault, count] of Object.entries(faultCounts))
        faults.set(fault, (faults.get(fault) ?? 0) + count);
    }
    expect(new Set([...account.positions.keys()].map((key) => key.split(" ")[0])).size).toBe(
      shops.length,
    );
    const names = [...faults.keys()].sort();
    expect(names).not.toContain("UNEXPLAINED");
    expect(names).toEqual(
      expect.arrayContaining([
        "MISSING_FILE",
        "OTHER_VERSION",
        "SILENT",
        "SKIPPED",
        "SWITCHED_OFF",
        "WRONG_CLOCK",
      ]),
    );
    expect([...account.reasons.keys()]).toEqual(
      expect.arrayContaining(["FUTURE", "NOT_DUE", "SUBSTITUTE", "TOO_SHORT", "VERIFIED"]),
    );
    expect(account.reasons.get("VERIFIED")).toBeGreaterThan(5_000);
  });

  test("StorePlayoutSongTypeReport, AvgPlayoutTimeReport and StoreMusicPlayOutTime equal it", async () => {
    const types = entries(account.types, 1).filter(({ value }) => value.plays > 0);
    const rows = await rowsOf(playOutTypes);
    expect(figures(rows, "storeCode", "day", "type", "plays", "seconds")).toEqual(
      lines(
        types.map(({ key: [id = "", day, kind], value }) => [
          codeOf(id),
          day,
          kind,
          value.plays,
          value.seconds,
        ]),
      ),
    );
    const averages = shops.map((_, index) => {
      const own = types.filter(({ key }) => key[0] === String(storeId(index)));
      const days = new Set(own.map(({ key }) => key[1])).size;
      const of = (kind: string) =>
        Math.floor(
          sum(
            own.filter(({ key }) => key[2] === kind),
            ({ value }) => value.seconds,
          ) / days,
        );
      return [codeOf(storeId(index)), days, of("MUSIC"), of("AD"), of("JINGLE"), of("TOH")];
    });
    expect(
      figures(await rowsOf(averagePlayOut), "storeCode", "days", "music", "ads", "promos", "toh"),
    ).toEqual(lines(averages));
    const clock = (index: number, at: number) =>
      new Date(at).toLocaleTimeString("en-GB", { timeZone: shops[index]?.[0] });
    const days = new Map(entries(account.days, 1).map(({ key, value }) => [key.join(" "), value]));
    const played = new Set([
      ...days.keys(),
      ...types.filter(({ key }) => key[2] === "MUSIC").map(({ key }) => key.slice(0, 2).join(" ")),
    ]);
    const music = [...played].map((key) => {
      const [id = "", day] = key.split(" ");
      const of = (kind: string) => account.types.get(`${key} ${kind}`);
      const index = world.company.stores.findIndex((one) => one.id === Number(id));
      const songs = of("MUSIC");
      const open =
        (days.get(key)?.open ?? 0) * 60 -
        sum(["AD", "JINGLE", "TOH"], (kind) => of(kind)?.seconds ?? 0);
      const [begins, ends] = songs?.plays
        ? [clock(index, songs.firstAt), clock(index, songs.lastAt)]
        : [null, null];
      return [codeOf(id), day, begins, ends, songs?.seconds ?? 0, Math.max(0, open)];
    });
    const timed = (await rowsOf(musicPlayOutTime)).map((row) => ({
      ...row,
      ...Object.fromEntries(
        ["first", "last"].map((key) => [key, row[key] && String(row[key]).slice(0, 8)]),
      ),
    }));
    expect(
      figures(timed as ReportRow[], "storeCode", "day", "first", "last", "seconds", "expected"),
    ).toEqual(lines(music));
  });

  test("SongPlayOutReport and MusicDistribution equal it", async () => {
    const songs = new Map<number, Plays & { stores: Set<unknown> }>();
    for (const { key, value } of entries(account.songs, 1)) {
      const id = Number(key[2]);
      const all = songs.get(id) ?? {
        ...value,
        plays: 0,
        received: 0,
        seconds: 0,
        stores: new Set(),
        lastDay: "",
      };
      for (const member of ["plays", "received", "seconds"] as const) all[member] += value[member];
      if (value.plays > 0) all.stores.add(key[0]);
      if (value.lastDay > all.lastDay) all.lastDay = value.lastDay;
      songs.set(id, all);
    }
    const facts = await world.platform.database.db
      .select({ id: table.song.id, title: table.song.title })
      .from(table.song);
    const titles = new Map(facts.map(({ id, title }) => [id, title]));
    expect(
      figures(
        await rowsOf(songPlayOutReport),
        "title",
        "plays",
        "received",
        "stores",
        "lastPlayed",
      ),
    ).toEqual(
      lines(
        [...songs].map(([id, one]) => [
          titles.get(id),
          one.plays,
          one.received,
          one.stores.size,
          one.lastDay || null,
        ]),
      ),
    );
    const genres = ["Pop", "Not set"].map((name) => {
      const own = [...songs]
        .filter(([id, { plays }]) => (id % 3 === 0) === (name === "Pop") && plays > 0)
        .map(([, one]) => one);
      return [name, own.length, sum(own, ({ plays }) => plays), sum(own, ({ seconds }) => seconds)];
    });
    expect(figures(await rowsOf(musicDistribution), "name", "songs", "plays", "seconds")).toEqual(
      lines(genres),
    );
  });

  test("StoreOnlineStatus and StoreVolumeReport equal it, on days on which clocks change too", async () => {
    const instant = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
    const days = entries(account.days, 1).map(({ key: [id = "", day], value }) => [
      codeOf(id),
      day,
      value.open,
      value.online,
      instant(value.lastSeenAt),
    ]);
    expect(
      figures(await rowsOf(storeOnlineStatus), "storeCode", "day", "open", "online", "lastSeen"),
    ).toEqual(lines(days));
    const hours = entries(account.hours, 1).filter(({ value }) => value.online > 0);
    const figuresOf = ({ least, sum: all, most, quiet, online }: Minutes) => [
      least,
      Math.round(all / online),
      most,
      quiet,
      online,
    ];
    const wallHour = (id: string, at: string) =>
      new Date(Number(at)).toLocaleTimeString("en-GB", {
        timeZone: shops[world.company.stores.findIndex((one) => one.id === Number(id))]?.[0],
      });
    expect(
      figures(
        await rowsOf(storeVolumeReport),
        "storeCode",
        "day",
        "hour",
        "least",
        "average",
        "most",
        "quiet",
        "online",
      ),
    ).toEqual(
      lines(
        hours.map(({ key: [id = "", day, at = ""], value }) => [
          codeOf(id),
          day,
          wallHour(id, at),
          ...figuresOf(value),
        ]),
      ),
    );
    const openOn = (index: number, day: string) =>
      account.days.get(`${storeId(index)} ${day}`)?.open;
    expect([
      openOn(4, "2026-10-24"),
      openOn(4, "2026-10-25"),
      openOn(6, "2026-10-31"),
      openOn(6, "2026-11-01"),
    ]).toEqual([150, 210, 120, 180]);
  });

  test("StoreDistribution and the reports by status equal it at every instant", () => {
    expect(looks.length).toBeGreaterThan(30);
    for (const { at, reportLines, expected } of looks) expect(reportLines, at).toEqual(expected);
    const statuses = new Set(
      looks.flatMap(({ expected }) => expected.total?.map((line) => line.split(" ")[1])),
    );
    expect([...statuses]).toEqual(
      expect.arrayContaining(["closed", "inactive", "never-seen", "offline", "online", "silent"]),
    );
  });

  test("LoginReport and StoreLoginReport have each sign-in of the month once", async () => {
    expect(signedIn.length).toBeGreaterThan(5);
    const of = async (report: Report) =>
      (await rowsOf(report)).filter(({ user }) => user === world.company.users.manager);
    for (const report of [loginReport, storeLoginReport])
      expect(figures(await of(report), "user", "at"), report.key).toEqual([...signedIn].sort());
  });

  test("the ad inventory reports equal it: open minutes, and plays due × seconds", async () => {
    const facts = await world.platform.database.db
      .select()
      .from(table.campaign)
      .where(eq(table.campaign.companyId, world.company.companyId));
    const takes = new Map(
      facts.map(({ id, kind, playTakes }) => [id, kind === "AD" ? playTakes : 0]),
    );
    const booked = new Map<string, number>();
    for (const {
      key: [id, store = "", day = ""],
      value,
    } of entries(account.campaigns, 2)) {
      const key = `${store} ${day}`;
      booked.set(key, (booked.get(key) ?? 0) + value.scheduled * (takes.get(Number(id)) ?? 0));
    }
    // an hour that the clocks repeat is sold once
    const open = new Map<string, Map<number, number>>();
    for (const {
      key: [store = "", day = "", at = ""],
      value,
    } of entries(account.hours, 1)) {
      const hours = open.get(`${store} ${day}`) ?? new Map<number, number>();
      const wall = Number(
        new Date(Number(at))
          .toLocaleTimeString("en-GB", { timeZone: shops[indexOf(store)]?.[0] })
          .slice(0, 2),
      );
      open.set(`${store} ${day}`, hours.set(wall, Math.max(hours.get(wall) ?? 0, value.open)));
    }
    const days = [...open].map(([key, hours]) => {
      const [store = "", day = ""] = key.split(" ");
      return {
        store: codeOf(store),
        day,
        capacity: sum([...hours.values()], (minutes) => minutes * 10),
        booked: booked.get(key) ?? 0,
      };
    });
    const whole = lines(days.map((one) => [one.store, one.day, one.capacity, one.booked]));
    const hasTime = (row: ReportRow) => Number(row.capacity) > 0;
    expect(
      figures(
        (await rowsOf(storeAdUtilisation)).filter(hasTime),
        "storeCode",
        "day",
        "capacity",
        "booked",
      ),
    ).toEqual(whole);
    const split = (await rowsOf(primeAdInventory)).map(
      (row) =>
        ({
          ...row,
          capacity: Number(row.primeCapacity) + Number(row.otherCapacity),
          booked: Number(row.primeBooked) + Number(row.otherBooked),
        }) as ReportRow,
    );
    expect(figures(split.filter(hasTime), "storeCode", "day", "capacity", "booked")).toEqual(whole);
    const byDay = [...new Set(days.map(({ day }) => day))].map((day) => {
      const own = days.filter((one) => one.day === day);
      return [day, sum(own, ({ capacity }) => capacity), sum(own, ({ booked }) => booked)];
    });
    expect(figures(await rowsOf(companyAdUtilisation), "day", "capacity", "booked")).toEqual(
      lines(byDay),
    );
  });

  test("CampaignLevelDataReport and StoreWiseCampaignDataReport equal it", async () => {
    const own = entries(account.campaigns, 2);
    const days = own.map(({ key: [id, store = "", day], value }) => [
      campaigns.get(Number(id)),
      codeOf(store),
      day,
      value.verified,
    ]);
    const rows = await rowsOf(storeCampaignReport);
    const verifiedRows = rows.filter(({ verified }) => Number(verified) > 0);
    expect(figures(verifiedRows, "campaign", "storeCode", "day", "verified")).toEqual(
      lines(days.filter(([, , , verified]) => Number(verified) > 0)),
    );
    const due = own.map(({ key: [id, store = "", day = ""], value: { scheduled, verified } }) => {
      return [
        campaigns.get(Number(id)),
        codeOf(store),
        day,
        scheduled,
        Math.max(0, scheduled - verified),
      ];
    });
    const booked = rows.map(
      ({ booked, makeGoods, ...row }) =>
        ({ ...row, due: Number(booked) + Number(makeGoods) }) as ReportRow,
    );
    expect(figures(booked, "campaign", "storeCode", "day", "due", "missed")).toEqual(lines(due));
    const whole = [...campaigns].map(([id, name]) => {
      const of = own.filter(({ key }) => key[0] === String(id));
      return [name, sum(of, ({ value }) => value.verified)];
    });
    expect(figures(await rowsOf(campaignReport), "campaign", "verified")).toEqual(lines(whole));
  });

  test("totals are the sums of their parts, and the file's rows are the table's", async () => {
    const { company } = world;
    const units = {
      regions: [company.north, company.south].map(({ regionId }) => ({ regionId })),
      zones: [company.north, company.south].flatMap(({ zoneIds }) =>
        zoneIds.map((zoneId) => ({ zoneId })),
      ),
      groups: [company.north, company.south].flatMap(({ groupIds }) =>
        groupIds.map((groupId) => ({ groupId })),
      ),
      stores: shops.map((_, index) => ({ storeId: storeId(index) })),
    };
    for (const report of [
      playOutTypes,
      averagePlayOut,
      musicPlayOutTime,
      songPlayOutReport,
      musicDistribution,
      storeOnlineStatus,
      storeVolumeReport,
      campaignReport,
      storeCampaignReport,
    ] as Report[]) {
      const adding = Object.entries(report.columns).flatMap(([key, column]) =>
        "total" in column && column.total === "sum" && key !== "songs" ? [key] : [],
      );
      const { totals } = await summaryOf(report, {});
      for (const [level, own] of Object.entries(units)) {
        const parts = await Promise.all(own.map((unit) => summaryOf(report, unit)));
        for (const key of adding)
          expect(
            sum(parts, (part) => Number(part.totals[key])),
            `${report.key}: ${key} of ${level}`,
          ).toBe(Number(totals[key]));
      }
      const rows = await rowsOf(report);
      for (const key of adding)
        expect(
          sum(rows, (row) => Number(row[key])),
          `${report.key}: ${key} of the rows`,
        ).toBe(Number(totals[key]));
      const [, ...cells] = readCsv(
        await world.platform
          .as(company.users.admin)
          .call(reportEndpoints(report).export, { query: dates }).text,
      );
      const columns = columnsOf(report).map(([key, { format }], place) => ({ key, format, place }));
      const compared = columns.filter(({ format }) =>
        ["integer", "seconds", "percent", "date", "text"].includes(format),
      );
      const asCell = (row: ReportRow, { key, format }: (typeof compared)[number]) =>
        row[key] === null ? "" : format === "date" ? showDate(String(row[key])) : String(row[key]);
      expect(
        lines(
          cells
            .filter((row) => row.length > 1)
            .map((row) => compared.map(({ place }) => row[place])),
        ),
        report.key,
      ).toEqual(lines(rows.map((row) => compared.map((column) => asCell(row, column)))));
    }
  });

  test("the dashboard's days and songs equal it, for the company and for a region", async () => {
    const { company, platform } = world;
    for (const [as, indexes] of [
      [company.users.admin, [0, 1, 2, 3, 4, 5, 6, 7]],
      [company.users.regional, [0, 1, 2, 3]],
    ] as const) {
      const own = new Set(indexes.map((index) => String(storeId(index))));
      const data = await platform.as(as).showDashboard({ query: {} });
      const of = (day: string) =>
        [...account.types]
          .map(([key, value]) => ({ key: key.split(" "), value }))
          .filter(({ key }) => own.has(key[0] ?? "") && key[1] === day);
      expect(data.playsByType).toHaveLength(dashboardDays);
      for (const { day, plays } of data.playsByType)
        for (const [kind, count] of Object.entries(plays))
          expect(count, `${day} ${kind}`).toBe(
            sum(
              of(day).filter(({ key }) => key[2] === kind),
              ({ value }) => value.plays,
            ),
          );
      const yesterday = of(data.yesterday.day);
      for (const member of ["plays", "received", "seconds"] as const)
        expect(data.yesterday[member]).toBe(sum(yesterday, ({ value }) => value[member]));
    }
  });

  test("invoices, statement and InvoiceUploadRevenue equal it to the paisa [BIL-1]", async () => {
    const { platform, company } = world;
    const { companyId, spots } = company;
    const staff = world.staff.Fever_Admin_Ops;
    // the quarter is over: its months of stores are those in which each was active on a day
    platform.clock.now = Date.parse("2027-01-01T06:00:00Z");
    const booked = new Map<string, number>();
    for (const row of await rowsOf(storeCampaignReport)) {
      const key = `${row.campaign} ${row.storeCode}`;
      booked.set(key, (booked.get(key) ?? 0) + Number(row.booked));
    }
    const price: Record<number, number> = {
      [spots.short]: 10 * adRate,
      [spots.long]: 30 * adRate,
      [spots.promo]: promoRate,
      [spots.toh]: tohRate,
    };
    const byCampaign = new Map<string, number>();
    for (const [id, name] of campaigns)
      for (const [index] of shops.entries()) {
        let left = booked.get(`${name} ${codeOf(storeId(index))}`) ?? 0;
        // of more plays than were booked the shorter ones are billed
        for (const spot of [spots.short, spots.long, spots.promo, spots.toh]) {
          const plays = Math.min(left, account.spots.get(`${id} ${storeId(index)} ${spot}`) ?? 0);
          left -= plays;
          byCampaign.set(name, (byCampaign.get(name) ?? 0) + plays * (price[spot] ?? 0));
        }
      }
    const ads = sum([...byCampaign.values()], (amount) => amount);
    const expected = 3 * shops.length * storeRate + ads;
    const issued = await platform.as(staff).generateInvoices({ body: { companyId } });
    expect(issued.invoices).toHaveLength(1);
    const id = issued.invoices[0]?.id ?? 0;
    const show = () => platform.as(staff).findInvoice({ params: { id } });
    const invoice = await show();
    const ofLines = new Map<string, number>();
    for (const line of invoice.lines.filter(({ kind }) => kind === "ADS")) {
      const name = campaigns.get(line.campaignId ?? 0) ?? "";
      ofLines.set(name, (ofLines.get(name) ?? 0) + readAmount(line.amount));
    }
    expect(ads).toBeGreaterThan(0);
    expect([...ofLines].sort()).toEqual([...byCampaign].filter(([, amount]) => amount > 0).sort());
    expect(
      invoice.lines
        .filter(({ kind }) => kind === "STORES")
        .map(({ month, quantity }) => [month, quantity]),
    ).toEqual(["2026-10-01", "2026-11-01", "2026-12-01"].map((month) => [month, shops.length]));
    const igst = Math.floor((expected * 18 * 2 + 100) / 200);
    expect(invoice).toMatchObject({
      taxable: rupees(expected),
      igst: rupees(igst),
      total: rupees(expected + igst),
    });

    const today = "2027-01-01";
    await platform.as(staff).addCreditNote({
      body: { invoiceId: id, reason: "A day closed", lines: [{ line: 1, amount: "41.15" }] },
    });
    const amount = "1000.01";
    await platform.as(staff).addReceipt({
      query: { companyId },
      body: { amount, receivedOn: today, allocations: [{ invoiceId: id, amount }] },
    });
    const credited = readAmount((await show()).credited);
    expect(credited).toBe(4115 + Math.floor((4115 * 18 * 2 + 100) / 200));
    const statement = await platform
      .as(staff)
      .showStatement({ query: { companyId, from: today, to: today } });
    expect([statement.opening, statement.closing]).toEqual([
      "0.00",
      rupees(expected + igst - credited - 100_001),
    ]);

    const query = { companyId, from: today, to: today };
    expect(
      await platform.as(staff).call(reportEndpoints(invoiceRevenue).summary, { query }),
    ).toMatchObject({
      rows: invoice.lines.length,
      totals: { amount: expected, tax: igst, total: expected + igst },
    });
    expect(
      await platform
        .as(staff)
        .call(reportEndpoints(invoiceCustomers).table, { query: { companyId } }),
    ).toMatchObject([{ state: "Karnataka", gstNo: null }]);
  });

  test("campaign, reports, invoice and proof of play are equal to the play and its brand [ADS-6]", async () => {
    const { platform, company } = world;
    const as = platform.as(company.users.admin);
    const ofCampaigns = await rowsOf(campaignReport);
    const ofStores = await rowsOf(storeCampaignReport);
    const [{ id = 0 } = {}] = await as.listInvoices({ query: {} });
    const invoice = await as.findInvoice({ params: { id } });
    expect(campaigns.size).toBeGreaterThan(4);
    for (const [campaignId, name] of campaigns) {
      const query = { campaignId };
      const { verified, booked, makeGoods, missed } = await as.campaignDelivery({ query });
      const { token } = await as.addProofLink({ body: query });
      const proof = await platform.as(undefined).linkedProof({ params: { token } });
      const [heading = [], ...rows] = readCsv(
        await platform.nobody.exportLinkedProof({ params: { token } }).text,
      );
      const inCsv = (column: string) => sum(rows, (row) => Number(row[heading.indexOf(column)]));
      const { text } = await readPdf(
        await platform.nobody.linkedProofPdf({ params: { token } }).bytes,
      );
      const { figure } = figuresOf("IN");
      const report = ofCampaigns.find(({ campaign }) => campaign === name);
      const days = ofStores.filter(({ campaign }) => campaign === name);
      const plays = {
        report: Number(report?.verified),
        stores: sum(days, (row) => Number(row.verified)),
        proof: proof.delivery.verified,
        proofDays: sum(proof.days, (one) => one.verified),
        proofStores: sum(proof.stores, (one) => one.verified),
        proofSpots: sum(proof.spots, (one) => one.verified),
        proofHours: sum(proof.hours, (one) => one),
        csv: inCsv("Verified"),
      };
      expect(plays, name).toEqual(
        Object.fromEntries(Object.keys(plays).map((key) => [key, verified])),
      );
      expect(text.replace(/\s+/g, " "), name).toContain(
        ["Plays so far", booked, makeGoods, proof.delivery.extra, verified, missed]
          .map((of) => (typeof of === "number" ? figure(of) : of))
          .join(" "),
      );
      expect([inCsv("Booked"), inCsv("Make-goods"), inCsv("Missed")], name).toEqual([
        booked,
        makeGoods,
        missed,
      ]);
      // of a store no more than it booked is billed
      const lines = invoice.lines.filter((line) => line.campaignId === campaignId);
      expect(
        sum(lines, ({ quantity }) => quantity),
        name,
      ).toBe(sum(proof.stores, (one) => Math.min(one.verified, one.bookedInAll)));
      const brand = name === "Campaign 1" ? "Fizz" : null;
      expect([proof.brand, report?.brand ?? null], name).toEqual([brand, brand]);
      for (const { description } of lines)
        expect(description.startsWith(brand ? `${name} (${brand}), ` : `${name}, `)).toBe(true);
    }
  });
});
