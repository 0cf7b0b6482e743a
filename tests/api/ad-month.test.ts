import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as bookings from "#contract/ads/booking";
import type * as contract from "#contract/ads/campaigns";
import type * as delivery from "#contract/ads/delivery";
import type { PlayOutcome } from "#contract/ads/words";
import { addDays, daysBetween } from "#contract/base/dates";
import {
  adSchedulePreview,
  campaignReport,
  storeCampaignReport,
} from "#contract/reports/campaigns";
import { type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import type { Report } from "#contract/reports/report";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import {
  countDelivery,
  followStores,
  keepCampaigns,
  keepLedger,
  makeGoods,
} from "#platform/modules/ads/index";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeAudioFile } from "../support/play-outs.ts";
import { type FleetPlayer, runFleet } from "../support/player-fleet.ts";

const hour = 3_600_000;
const [first, last] = ["2026-05-13", "2026-06-09"] as const;
const at = (day: string, clock: string) => Date.parse(`${day}T${clock}:00+05:30`);
const dayOf = (n: number) => addDays(first, n - 1);
/**
 * Shops are open from 10:00 to 12:00; players reach the platform from an hour before until they
 * close.
 */
const inHours = (plays: number) =>
  hourly((hourOfDay) => (hourOfDay >= 10 && hourOfDay < 12 ? plays : 0));

describe("a month of campaigns, played by command-line players [ADS-4]", () => {
  let world: AdWorld;
  let storeIds: number[];
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    const { platform, company } = world;
    const { db } = platform.database;
    const { companyId } = company;
    await makeAudioFile("audio/any.wav", 1_000);
    await db
      .update(table.spot)
      .set({ audioFile: "audio/any.wav" })
      .where(eq(table.spot.companyId, companyId));
    storeIds = [0, 1, 4, 5].map((index) => company.stores[index]?.id ?? 0);
    await db.execute(
      sql`update store set status = 'inactive' where company_id = ${companyId} and id <> all(${sql.param(storeIds)}::bigint[])`,
    );
    await db
      .update(table.storeHours)
      .set({ opens: 600, closes: 720 })
      .where(eq(table.storeHours.companyId, companyId));
    await ensurePartitions(db, new Date(platform.clock.now));
    await ensurePartitions(db, new Date(at(last, "00:00")));
    await keepAll();
  });
  afterAll(() => world?.platform.close());

  /** Runs the jobs, one after the other. */
  async function keepAll() {
    const { platform, company } = world;
    const keeping = { database: platform.database, now: new Date(platform.clock.now) };
    const call = { ...keeping, db: platform.database.db };
    await keepCampaigns(keeping);
    await keepLedger(call, company.companyId);
    await followStores(keeping, company.companyId);
    await countDelivery(keeping);
    await makeGoods(keeping);
    await keepDays(call, company.companyId);
  }

  it("booked = in the logs + told as refused, and in the logs = verified + missed", async () => {
    const { platform, company } = world;
    const { db } = platform.database;
    const { short, long, promo, toh } = company.spots;
    const [one = 0, , three = 0, four = 0] = storeIds;
    const book = async (body: object, sort = bookings.booking, mode = "all") => {
      const id = await world.draft({
        wholeCompany: true,
        startsOn: first,
        endsOn: last,
        plays: inHours(1),
        ...body,
      });
      const reply = await world.book(id, { mode }, { sort }).reply;
      expect(reply.status, reply.body.message).toBe(200);
      return id;
    };
    const times = { plays: undefined, exactTimes: [620, 690] };
    const campaigns = {
      rotation: await book({
        plays: inHours(2),
        spots: [{ spotId: short, weight: 2 }, { spotId: long }],
      }),
      promos: await book({
        kind: "JINGLE",
        spots: [{ spotId: promo }],
        regionIds: [company.north.regionId],
        wholeCompany: false,
        weekdays: [1, 3, 5, 6],
      }),
      toh: await book({ kind: "TOH", spots: [{ spotId: toh }] }, bookings.bookingForToh as never),
      times: await book(
        { ...times, spots: [{ spotId: long }], storeIds: [one, three], wholeCompany: false },
        bookings.bookingWithTime as never,
      ),
      paused: await book({}),
      cancelled: await book({ endsOn: dayOf(20) }),
    };
    let late = 0;
    await keepAll();

    /** Lists what people and shops do before the jobs of a date, or at an hour of it. */
    const acts: Record<number, () => Promise<unknown>> = {
      [at(dayOf(6), "11:00")]: () => world.act(campaigns.paused, "pause").reply,
      [at(dayOf(9), "00:00")]: () => world.act(campaigns.paused, "resume").reply,
      [at(dayOf(12), "10:00")]: async () => {
        late = await book(
          { startsOn: dayOf(12), endsOn: dayOf(22), plays: hourly((of) => (of === 11 ? 3 : 0)) },
          bookings.booking,
          "fits",
        );
      },
      [at(dayOf(14), "11:00")]: () => world.act(campaigns.cancelled, "cancel").reply,
      [at(dayOf(10), "08:00")]: () =>
        db.insert(table.storeHoursException).values([
          { companyId: company.companyId, storeId: four, day: dayOf(11) },
          { companyId: company.companyId, storeId: four, day: dayOf(15), opens: 600, closes: 660 },
        ]),
      [at(dayOf(17), "09:00")]: () => setStatus(three, "inactive"),
      [at(dayOf(20), "09:00")]: () => setStatus(three, "active"),
    };
    const setStatus = (storeId: number, status: "active" | "inactive") =>
      db
        .update(table.store)
        .set({ status, statusSince: new Date(platform.clock.now) })
        .where(eq(table.store.id, storeId));

    const begins = at(addDays(first, -1), "20:00");
    const ends = at(addDays(last, 1), "16:00");
    const isOpenAbout = (instant: number) =>
      [9, 10, 11, 12].includes(Math.floor(instant / hour + 5.5) % 24);
    const between = (instant: number, from: number, to: number) =>
      instant >= at(dayOf(from), "00:00") && instant < at(dayOf(to), "00:00");
    const whole = [{ from: begins, to: ends }];
    const habits: Omit<FleetPlayer, "username">[] = [
      // it lacks a file, and people skip songs
      {
        spans: whole,
        isOnline: isOpenAbout,
        lacks: `spot-${promo}`,
        skipAfter: ({ itemId }) => (itemId.endsWith("7") ? 20 : undefined),
      },
      // its line is cut for a day, and for five
      {
        spans: whole,
        isOnline: (instant) =>
          isOpenAbout(instant) && !between(instant, 4, 5) && !between(instant, 10, 15),
      },
      // switched off for a day and a half
      {
        spans: [
          { from: begins, to: at(dayOf(8), "11:00") },
          { from: at(dayOf(10), "09:00"), to: ends },
        ],
        isOnline: isOpenAbout,
      },
      // somebody takes the player home before the last hour each seventh day
      {
        spans: [1, 2, 3, 4].map((week) => ({
          from: week === 1 ? begins : at(dayOf(7 * week - 7), "20:00"),
          to: week === 4 ? ends : at(dayOf(7 * week - 7 + 6), "11:00"),
        })),
        isOnline: isOpenAbout,
      },
    ];
    const players = await Promise.all(
      habits.map(async (habit, place) => {
        const person = {
          role: "ROLE_Store_Music_Manager" as const,
          level: "store" as const,
          units: [{ storeId: storeIds[place] ?? 0 }],
        };
        return {
          ...habit,
          username: (await makeUser(platform.database, company.companyId, person)).username,
        };
      }),
    );
    const reach = async (instant: number) => {
      platform.clock.now = instant;
      const act = acts[instant];
      await act?.();
      if (act || Math.floor(instant / hour + 5.5) % 24 === 1) await keepAll();
    };
    platform.clock.now = begins;
    await runFleet({ url: await platform.url(), players, every: hour, reach });
    platform.clock.now = at(addDays(last, 2), "01:00");
    await keepAll();

    const scope = wholeCompany(company.companyId);
    const days = Array.from({ length: daysBetween(first, last) + 2 }, (_, n) =>
      addDays(first, n - 1),
    );
    const logs = await findCurrentLogs(scope, db, storeIds, days);
    const outcomes = new Set<PlayOutcome>();
    let madeUpPlays = 0;
    for (const [name, campaignId] of Object.entries({ ...campaigns, late })) {
      const count = new Map<
        string,
        { booked: number; inLogs: number; refused: number; verified: number; missed: number }
      >();
      const of = (storeId: number, day: string, spotId: number | null | "any") => {
        const key = `${storeId} ${day} ${spotId}`;
        const row = count.get(key) ?? { booked: 0, inLogs: 0, refused: 0, verified: 0, missed: 0 };
        count.set(key, row);
        return row;
      };
      const lines = await db
        .select()
        .from(table.campaignLine)
        .where(eq(table.campaignLine.campaignId, campaignId));
      for (const { storeId, day, plays } of lines)
        of(storeId, day, "any").booked += plays.reduce((sum, each) => sum + each, 0);
      for (const { storeId, day, positions } of logs)
        for (const { bookingId, spotId = 0 } of positions)
          if (bookingId === campaignId)
            for (const key of ["any", spotId] as const) of(storeId, day, key).inLogs++;
      const { rows: verifiedPlays } = await db.execute<{
        storeId: number;
        day: string;
        spotId: number;
      }>(sql`select store_id::int as "storeId",
        (due_at at time zone 'Asia/Kolkata')::date::text as day, spot_id::int as "spotId" from play_log where campaign_id = ${campaignId} and reason is null`);
      for (const { storeId, day, spotId } of verifiedPlays)
        for (const key of ["any", spotId] as const) of(storeId, day, key).verified++;
      const plays = await asRun(campaignId);
      for (const { storeId, day, spotId, outcome } of plays) {
        outcomes.add(outcome);
        if (["NOT_IN_LOG", "STORE_CLOSED", "STORE_INACTIVE"].includes(outcome))
          of(storeId, day, "any").refused++;
        else if (outcome !== "PLAYED")
          for (const key of ["any", spotId] as const) of(storeId, day, key).missed++;
      }
      for (const [key, { booked, inLogs, refused, verified, missed }] of count) {
        if (key.endsWith("any"))
          expect(
            [key, booked - inLogs - refused],
            `${name} ${JSON.stringify(count.get(key))}`,
          ).toEqual([key, 0]);
        expect(
          [key, inLogs - verified - missed],
          `${name} ${JSON.stringify(count.get(key))}`,
        ).toEqual([key, 0]);
      }
      expect(plays).toHaveLength(
        [...count].reduce((sum, [key, { booked }]) => sum + (key.endsWith("any") ? booked : 0), 0),
      );
      const figures = await platform
        .as(company.users.admin)
        .campaignDelivery({ query: { campaignId } });
      for (const member of [
        "bookedInAll",
        "booked",
        "makeGoods",
        "makeGoodsAhead",
        "verified",
        "missed",
        "extra",
      ] as const)
        expect(figures[member], `${name}: ${member}, counted day by day`).toBe(
          figures.days.reduce((sum, day) => sum + day[member], 0),
        );
      expect(figures, name).toMatchObject({ verified: verifiedPlays.length, extra: 0 });
      expect(figures.booked + figures.makeGoods, name).toBe(figures.verified + figures.missed);
      expect(verifiedPlays.length, name).toBeGreaterThan(20);
      madeUpPlays += figures.makeGoods;
    }
    await reportsAgree(Object.keys(campaigns).length + 1);
    expect([...outcomes].sort()).toEqual([
      "NOT_IN_LOG",
      "NOT_RECEIVED",
      "NOT_VERIFIED",
      "PLAYED",
      "STORE_CLOSED",
    ]);
    expect(madeUpPlays).toBeGreaterThan(20);
    expect(await world.differences()).toEqual([]);

    /** The reports count what the campaigns' pages do, and what the play log has heard. */
    async function reportsAgree(count: number) {
      const ask = async (
        report: typeof campaignReport | typeof storeCampaignReport | typeof adSchedulePreview,
        from: string,
        to: string,
      ) => {
        const { data: rows, page } = await platform
          .as(company.users.admin)
          .call(reportEndpoints(report as Report).table, {
            query: { from, to, limit: 100, whole: "true" },
          }).answer;
        return { rows, totals: (page as unknown as ReportSummary).totals };
      };
      const listed = (await platform
        .as(company.users.admin)
        .listCampaigns({ query: {} })) as contract.ListedCampaign[];
      const total = (
        member:
          | "bookedInAll"
          | "booked"
          | "makeGoods"
          | "makeGoodsAhead"
          | "verified"
          | "missed"
          | "extra",
      ) => listed.reduce((sum, one) => sum + one.delivery[member], 0);
      const { rows: verifiedCounts } = await db.execute<{ plays: number }>(
        sql`select count(*)::int as plays from play_log where company_id = ${company.companyId} and campaign_id is not null`,
      );
      expect(verifiedCounts[0]?.plays).toBe(total("verified"));
      const whole = await ask(campaignReport, first, last);
      expect(whole.rows).toHaveLength(count);
      expect(whole.totals).toMatchObject({
        booked: total("bookedInAll"),
        due: total("booked"),
        verified: total("verified"),
      });
      expect(whole.totals).toMatchObject({
        missed: total("missed"),
        makeGoods: total("makeGoods") + total("makeGoodsAhead"),
      });
      const byDay = await ask(storeCampaignReport, first, addDays(last, 2));
      expect(byDay.totals).toEqual({
        booked: total("booked"),
        makeGoods: total("makeGoods"),
        extra: total("extra"),
        verified: total("verified"),
        missed: total("missed"),
      });
      const schedule = await ask(adSchedulePreview, first, addDays(last, 2));
      expect(schedule.totals.plays).toBe(
        total("bookedInAll") + total("makeGoods") + total("makeGoodsAhead"),
      );
    }

    async function asRun(campaignId: number) {
      const plays: delivery.AsRunPlay[] = [];
      for (let cursor: string | undefined; ; ) {
        const { data, page } = await platform
          .as(company.users.admin)
          .campaignAsRun({ query: { campaignId, cursor, limit: 100 } }).answer;
        plays.push(...data);
        if (!page.next) return plays;
        cursor = page.next;
      }
    }
  });
});
