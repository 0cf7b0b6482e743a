import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ListedCampaign } from "#contract/ads/campaigns";
import * as contract from "#contract/ads/delivery";
import { isOutcome } from "#contract/ads/words";
import { addDays } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { keepHouse } from "#platform/jobs/keep-house";
import { findPlaysByWeekday } from "#platform/modules/ads/booking/booking.queries";
import { countTaken } from "#platform/modules/ads/booking/campaign-stores.queries";
import { countDelivery, notifyUnderdelivery } from "#platform/modules/ads/index";
import { giveBack } from "#platform/modules/ads/ledger/ledger.queries";
import { makeCompany, makeUser } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import {
  type DeliveryWorld,
  flight,
  openDeliveryWorld,
  type PlayerBehaviour,
} from "../support/delivery.ts";
import { cases } from "../support/drawn-cases.ts";
import type { Reply } from "../support/platform.ts";

describe("delivery of campaigns [ADS-4]", () => {
  let platform: DeliveryWorld["platform"];
  let openCampaign: DeliveryWorld["openCampaign"];
  beforeAll(async () => {
    ({ platform, openCampaign } = await openDeliveryWorld(anyEngine));
  });
  afterAll(() => platform?.close());

  it("what was verified, cut off and never reported adds up by store and day", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    expect(await its.logged(two, "2026-05-12")).toHaveLength(4);
    its.at("2026-05-12", "22:00");
    await its.report(one, "2026-05-12", () => "plays");
    await its.report(
      two,
      "2026-05-12",
      (place) => (["plays", "cuts off", "says nothing", "says nothing"] as const)[place] ?? "plays",
    );
    const figures = await its.delivery();
    expect(figures).toMatchObject({
      bookedInAll: 40,
      booked: 8,
      makeGoods: 0,
      verified: 5,
      missed: 3,
      extra: 0,
      owed: 3,
    });
    expect([figures.delivery, figures.elapsed, figures.pacing]).toEqual([5 / 40, 8 / 40, 5 / 8]);
    expect(figures.days[0]).toMatchObject({ day: "2026-05-12", booked: 8, verified: 5, missed: 3 });
    expect(figures.days[1]).toMatchObject({
      day: "2026-05-13",
      booked: 0,
      missed: 0,
      bookedInAll: 8,
    });
    const stores = await its.call(contract.campaignDeliveryByStore, { limit: 1 }).reply;
    expect(stores.body).toMatchObject({
      data: [{ storeId: two, missed: 3, owed: 3, pacing: 0.25 }],
      page: { total: 2 },
    });
    const next = await its.call(contract.campaignDeliveryByStore, {
      limit: 1,
      cursor: stores.body.page?.next,
    }).reply;
    expect(next.body.data).toMatchObject([{ storeId: one, missed: 0, verified: 4 }]);

    const { plays, total } = await its.asRun({
      from: "2026-05-12",
      to: "2026-05-12",
      storeId: two,
    });
    expect(plays.map(({ hour, outcome, reason }) => [hour, outcome, reason])).toEqual([
      [10, "PLAYED", null],
      [10, "NOT_VERIFIED", "TOO_SHORT"],
      [11, "NOT_RECEIVED", null],
      [11, "NOT_RECEIVED", null],
    ]);
    expect(total).toBe(4);
    expect(plays[1]).toMatchObject({
      spotName: "Fizz",
      seconds: 3,
      storeName: its.company.stores.find(({ id }) => id === two)?.name,
    });
    const all = await its.asRun();
    expect([all.plays.length, all.total]).toEqual([40, 40]);
    expect(all.plays.filter(({ outcome }) => outcome === "DUE")).toHaveLength(32);

    const rows = readCsv(
      await platform
        .as(its.company.users.admin)
        .exportAsRun({ query: { campaignId: its.campaignId } }).text,
    );
    expect(rows).toHaveLength(41);
    expect(rows[0]?.slice(2, 4)).toEqual(["Date", "Hour"]);
    expect(rows.filter((row) => row.includes("Played, not verified"))[0]).toEqual(
      expect.arrayContaining(["12/05/26", "10:00", "3", "too short"]),
    );
  });

  it("what is counted beforehand is what is counted day by day", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    const members = [
      "bookedInAll",
      "booked",
      "makeGoods",
      "makeGoodsAhead",
      "verified",
      "missed",
      "extra",
    ] as const;
    const same = async () => {
      const figures = await its.delivery();
      for (const member of members)
        expect([member, figures[member]]).toEqual([
          member,
          sum(figures.days.map((day) => day[member])),
        ]);
      const stores = (await its.call(contract.campaignDeliveryByStore).reply).body
        .data as contract.StoreDelivery[];
      for (const member of [...members, "owed"] as const)
        expect(sum(stores.map((of) => of[member]))).toBe(figures[member]);
      const [listed] = (await platform
        .as(its.company.users.admin)
        .listCampaigns({ query: {} })) as ListedCampaign[];
      expect(figures).toMatchObject(listed?.delivery ?? {});
      return figures;
    };
    const counted = async () =>
      (
        await platform.database.db
          .select()
          .from(table.campaignDelivery)
          .where(eq(table.campaignDelivery.campaignId, its.campaignId))
      )
        .map(({ storeId, countedTo, verified, missed }) => ({
          storeId,
          countedTo,
          verified,
          missed,
        }))
        .sort((a, b) => a.storeId - b.storeId);
    const count = async () =>
      countDelivery({ database: platform.database, now: new Date(platform.clock.now) });
    for (const day of ["2026-05-12", "2026-05-13", "2026-05-14"]) {
      its.at(day);
      await its.keep();
      await count();
      await same();
      its.at(day, "22:00");
      await its.report(one, day, (place) => (place === 0 ? "cuts off" : "plays"));
      await same();
    }
    its.at("2026-05-16", "09:00");
    await count();
    expect(await counted()).toEqual([
      { storeId: one, countedTo: "2026-05-15", verified: 9, missed: 7 },
      { storeId: two, countedTo: "2026-05-15", verified: 0, missed: 16 },
    ]);
    expect(await same()).toMatchObject({ booked: 32, verified: 9, missed: 23 });
    await its.report(two, "2026-05-13", () => "plays");
    expect((await counted()).map(({ storeId }) => storeId)).toEqual([one]);
    expect(await same()).toMatchObject({ verified: 13, missed: 19 });
    await count();
    expect((await counted())[1]).toEqual({
      storeId: two,
      countedTo: "2026-05-15",
      verified: 4,
      missed: 12,
    });
    expect(await same()).toMatchObject({ verified: 13, missed: 19 });
    its.at("2026-07-01");
    await count();
    await same();
    await count();
    expect(await same()).toMatchObject({ booked: 40, verified: 13, missed: 27 });
  });

  it("delivery is narrowed to stores that are behind, and plays to an outcome", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-12", "22:00");
    await its.report(one, "2026-05-12", () => "plays");
    await its.report(two, "2026-05-12", (place) => (place === 1 ? "cuts off" : "says nothing"));
    const figures = await its.delivery();
    expect(figures.spots).toEqual([
      { spotId: expect.any(Number), name: "Fizz", verified: figures.verified },
    ]);
    const names = async (query: object) =>
      (
        (await its.call(contract.campaignDeliveryByStore, query).reply).body
          .data as contract.StoreDelivery[]
      ).map(({ storeId }) => storeId);
    expect([await names({ behind: "yes" }), await names({ behind: "no" })]).toEqual([[two], [one]]);
    const code = its.company.stores.find(({ id }) => id === one)?.name ?? "";
    expect([await names({ search: code.toUpperCase() }), await names({ search: "100%" })]).toEqual([
      [one],
      [],
    ]);

    const all = (await its.asRun()).plays;
    for (const outcome of [
      "MISSED",
      "PLAYED",
      "NOT_VERIFIED",
      "NOT_RECEIVED",
      "DUE",
      "STORE_CLOSED",
    ] as const) {
      const those = all.filter((play) => isOutcome(play.outcome, outcome));
      // pages of seven: the days of a store are parted between them
      expect((await its.asRun({ outcome })).plays, outcome).toEqual(those);
      expect(
        readCsv(
          await platform
            .as(its.company.users.admin)
            .exportAsRun({ query: { campaignId: its.campaignId, outcome } }).text,
        ),
      ).toHaveLength(those.length + 1);
    }
    expect(all.filter(({ outcome }) => isOutcome(outcome, "MISSED"))).toHaveLength(4);
    const pages: contract.AsRunPlay[][] = [];
    let [cursor, back]: [string | undefined, string | undefined] = [undefined, undefined];
    for (const _ of [1, 2, 3]) {
      const { body }: Reply = await its.call(contract.campaignAsRun, {
        outcome: "DUE",
        limit: 5,
        cursor,
      }).reply;
      pages.push(body.data as contract.AsRunPlay[]);
      [cursor, back] = [body.page?.next ?? undefined, body.page?.prev ?? undefined];
    }
    const { body } = await its.call(contract.campaignAsRun, {
      outcome: "DUE",
      limit: 5,
      cursor: back,
    }).reply;
    expect(body.data).toEqual(pages[1]);
    const other = await its.call(contract.campaignAsRun, { limit: 5 }).reply;
    expect(
      (
        await its.call(contract.campaignAsRun, { outcome: "DUE", cursor: other.body.page?.next })
          .reply
      ).status,
    ).toBe(422);
  });

  it("the hour that runs counts neither as booked nor as verified", async () => {
    const its = await openCampaign();
    const [one = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-12", "10:58");
    await its.report(one, "2026-05-12", (place) => (place < 2 ? "plays" : "says nothing"));
    expect(await its.delivery()).toMatchObject({ booked: 0, verified: 0, missed: 0, pacing: null });
    its.at("2026-05-12", "11:00");
    expect(await its.delivery()).toMatchObject({ booked: 4, verified: 2, missed: 2, extra: 0 });
  });

  it("plays of closed hours, inactive stores and unpublished days say so", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    const { db } = platform.database;
    its.at("2026-05-12");
    await db.execute(
      sql`update campaign_line set plays[24] = 1 where campaign_id = ${its.campaignId} and store_id = ${one} and day = '2026-05-12'`,
    );
    await db.execute(
      sql`update store set status = 'inactive', status_since = '2026-05-11T00:00:00Z' where id = ${two}`,
    );
    await its.keep();
    its.at("2026-05-15");
    const outcomes = async (storeId: number, day: string) =>
      (await its.asRun({ storeId, from: day, to: day })).plays.map(({ outcome }) => outcome);
    expect(await outcomes(one, "2026-05-12")).toEqual([
      ...Array.from({ length: 4 }, () => "NOT_RECEIVED"),
      "STORE_CLOSED",
    ]);
    expect(await outcomes(two, "2026-05-12")).toEqual(
      Array.from({ length: 4 }, () => "STORE_INACTIVE"),
    );
    await db.execute(
      sql`update store set status = 'active', status_since = '2026-05-14T00:00:00Z' where id = ${two}`,
    );
    expect(await outcomes(two, "2026-05-12")).toEqual(
      Array.from({ length: 4 }, () => "NOT_IN_LOG"),
    );
  });

  it("what a day missed is booked again in the same store and hour, once", async () => {
    const its = await openCampaign();
    const [one = 0, two = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-12", "22:00");
    await its.report(one, "2026-05-12", () => "plays");
    await its.report(two, "2026-05-12", (place) => (place === 0 ? "plays" : "says nothing"));
    its.at("2026-05-13");
    await its.keepGoods();
    expect(await its.findMakeGoods()).toEqual([]);
    its.at("2026-05-13", "22:00");
    for (const storeId of its.storeIds) await its.report(storeId, "2026-05-13", () => "plays");
    its.at("2026-05-14");
    const before = await its.logged(two, "2026-05-14");
    await Promise.all([its.keepGoods(), its.keepGoods(), its.keepGoods()]);
    await its.keepGoods();
    const makeGoods = await its.findMakeGoods();
    expect(
      makeGoods.map(({ storeId, day, missedOn, plays }) => [
        storeId,
        day,
        missedOn,
        plays[10],
        plays[11],
        sum(plays),
      ]),
    ).toEqual([
      [two, "2026-05-15", "2026-05-12", 1, 1, 2],
      [two, "2026-05-16", "2026-05-12", 0, 1, 1],
    ]);
    expect(await its.differences()).toEqual([]);
    expect(await its.delivery()).toMatchObject({
      bookedInAll: 40,
      booked: 16,
      verified: 13,
      missed: 3,
      owed: 3,
      makeGoodsAhead: 3,
    });

    await its.keep();
    expect(before).toHaveLength(4);
    expect(await its.logged(two, "2026-05-14")).toEqual(before);
    expect(await its.logged(two, "2026-05-15")).toHaveLength(6);
    for (const day of ["2026-05-14", "2026-05-15", "2026-05-16"]) {
      its.at(day, "00:40");
      await its.keep();
      its.at(day, "22:00");
      for (const storeId of its.storeIds) await its.report(storeId, day, () => "plays");
    }
    its.at("2026-05-18");
    await its.keepGoods();
    expect(await its.delivery()).toMatchObject({
      booked: 40,
      makeGoods: 3,
      verified: 40,
      missed: 3,
      owed: 0,
      delivery: 1,
      pacing: 1,
    });
    expect(await its.findMakeGoods()).toHaveLength(2);
    const entries = await platform.database.db
      .select()
      .from(table.auditLog)
      .where(eq(table.auditLog.action, "make-goods booked"));
    expect(
      entries
        .filter(({ companyId }) => companyId === its.company.companyId)
        .map(({ after }) => after),
    ).toEqual([{ plays: 3, stores: 1 }]);
  });

  it("what a day missed is booked on a day already out where no other has room", async () => {
    const its = await openCampaign({ over: { endsOn: "2026-05-14" } });
    const [one = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-14");
    expect(await its.logged(one, "2026-05-14")).toHaveLength(4);
    await its.keepGoods();
    expect(
      (await its.findMakeGoods()).map(({ storeId, day, plays }) => [storeId, day, sum(plays)]),
    ).toEqual(
      // there is room for one more in each hour
      its.storeIds.map((storeId) => [storeId, "2026-05-14", 2]),
    );
    await its.keep();
    expect(await its.logged(one, "2026-05-14")).toHaveLength(6);
    expect(await its.differences()).toEqual([]);
  });

  it("make-goods that are given back with their days are owed again", async () => {
    const its = await openCampaign();
    const { database } = platform;
    its.at("2026-05-14");
    await its.keepGoods();
    const before = sum((await its.findMakeGoods()).flatMap(({ plays }) => plays));
    // nobody published or reported 12 May: of 8 plays two in each store and day fit
    expect(before).toBe(8);
    await database.transaction((tx) =>
      giveBack(its.scope, tx, its.inLedger, {
        as: "booked",
        now: new Date(platform.clock.now),
        from: "2026-05-15",
      }),
    );
    const left = await its.findMakeGoods();
    expect(left.every(({ day }) => day === "2026-05-14")).toBe(true);
    await its.keepGoods();
    expect(sum((await its.findMakeGoods()).flatMap(({ plays }) => plays))).toBe(8);
    expect(await its.differences()).toEqual([]);
  });

  it("make-goods are not sold: what a campaign wants and costs stays as it was", async () => {
    const its = await openCampaign();
    its.at("2026-05-14");
    await its.keepGoods();
    expect(await its.findMakeGoods()).not.toEqual([]);
    expect(
      await platform.database.transaction((tx) => countTaken(its.scope, tx, its.campaignId)),
    ).toBe(40);
    const priced = await findPlaysByWeekday(its.scope, platform.database.db, its.campaignId);
    expect(sum(priced.flatMap(({ plays }) => plays))).toBe(40);
  });

  it("what found no room is owed, and booked when a person asks [ROL-4]", async () => {
    const its = await openCampaign({ room: 20 });
    its.at("2026-05-15");
    await its.keepGoods();
    expect(await its.findMakeGoods()).toEqual([]);
    expect(await its.delivery()).toMatchObject({
      booked: 24,
      verified: 0,
      owed: 24,
      makeGoodsAhead: 0,
    });
    const ask = (body: object, as = its.company.users.admin) =>
      platform
        .as(as)
        .makeUpPlays({ body: { campaignId: its.campaignId, until: "2026-05-18", ...body } });
    expect(await ask({ until: "2026-05-16" }).wrongFields).toEqual(["until"]);
    const foreign = await makeCompany(platform.database);
    expect([
      await ask({}, foreign.users.admin).status,
      await ask({}, its.company.users.manager).status,
    ]).toEqual([404, 403]);
    const preview = (query: object = {}, as = its.company.users.admin) =>
      its.call(contract.previewMakeGoods, { until: "2026-05-18", ...query }, as);
    expect(await preview()).toEqual({ plays: 16, stores: 2, left: 0 });
    expect(await preview({ until: "2026-05-17" })).toEqual({
      plays: 8,
      stores: 2,
      left: 8,
    });
    expect(await preview({ until: "2026-05-16" }).wrongFields).toEqual(["until"]);
    expect([
      await preview({}, foreign.users.admin).status,
      await preview({}, its.company.users.manager).status,
    ]).toEqual([404, 403]);
    expect(await its.findMakeGoods()).toEqual([]);
    const { body } = await ask({}).reply;
    // 17 and 18 May have room for two plays in each of two hours of two stores; 12 and 13 May are
    // settled
    expect(body).toMatchObject({
      message: "Booked 16 make-goods in 2 stores",
      data: { plays: 16, stores: 2, left: 0 },
    });
    expect(await ask({})).toEqual({ plays: 0, stores: 0, left: 0 });
    expect((await its.findMakeGoods()).every(({ day }) => day > flight.endsOn)).toBe(true);
    expect(await its.differences()).toEqual([]);
    const listed: contract.MakeGoodRow[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
      const { body } = await its.call(contract.listMakeGoods, { sort: "day", limit: 3, cursor })
        .reply;
      listed.push(...(body.data as contract.MakeGoodRow[]));
      expect(body.page?.total).toBe((await its.findMakeGoods()).length);
      if (!body.page?.next) break;
      cursor = body.page.next;
    }
    const asListed = ({
      storeId,
      day,
      missedOn,
      plays,
    }: Awaited<ReturnType<typeof its.findMakeGoods>>[number]) => ({
      storeId,
      day,
      missedOn,
      plays: sum(plays),
      over: 0,
    });
    const key = ({ storeId, day, missedOn }: { storeId: number; day: string; missedOn: string }) =>
      `${day} ${storeId} ${missedOn}`;
    const byKey = (one: Parameters<typeof key>[0], other: Parameters<typeof key>[0]) =>
      key(one) < key(other) ? -1 : 1;
    expect(listed.map(({ storeName: _, storeCode: __, ...row }) => row)).toEqual(
      (await its.findMakeGoods()).map(asListed).sort(byKey),
    );
    its.at("2026-05-18");
    const over = (
      (await its.call(contract.listMakeGoods).reply).body.data as contract.MakeGoodRow[]
    ).filter(({ over }) => over > 0);
    expect(over.every(({ day, plays, over }) => day === "2026-05-17" && plays === over)).toBe(true);
    expect(over).not.toEqual([]);
    await its.change({ state: "CANCELLED" });
    expect(await ask({}).wrongFields).toEqual(["campaignId"]);
  });

  it("shows each person the stores of their own alone [ROL-2]", async () => {
    const its = await openCampaign();
    const [one = 0] = its.storeIds;
    its.at("2026-05-13");
    const person = async (level: "store" | "regional", unit: object) =>
      (
        await makeUser(platform.database, its.company.companyId, {
          role: "ROLE_Client_Admin",
          level,
          units: [unit],
        })
      ).username;
    const south = await person("regional", { regionId: its.company.south.regionId });
    for (const endpoint of [
      contract.campaignDelivery,
      contract.campaignDeliveryByStore,
      contract.campaignAsRun,
      contract.exportAsRun,
      contract.listMakeGoods,
    ])
      expect(
        await platform.as(south).call(endpoint, { query: { campaignId: its.campaignId } }).status,
        endpoint.path,
      ).toBe(404);
    await platform.database.db
      .insert(table.campaignUnit)
      .values({ companyId: its.company.companyId, campaignId: its.campaignId });
    const ofOne = await person("store", { storeId: one });
    expect(await its.delivery(ofOne)).toMatchObject({ bookedInAll: 20, booked: 4, missed: 4 });
    expect((await its.call(contract.campaignAsRun, {}, ofOne).reply).body.page?.total).toBe(20);
    expect(await its.delivery(south)).toMatchObject({ bookedInAll: 0, booked: 0, delivery: null });
  });

  it("tells the company's admins that a campaign is behind while it can be mended, once a day", async () => {
    const its = await openCampaign({ over: { name: "Late" } });
    const notifyAndList = async () => {
      await notifyUnderdelivery({ database: platform.database, now: new Date(platform.clock.now) });
      const { body } = await platform.as(its.company.users.admin).listNotifications({ query: {} })
        .reply;
      return (body.data as { title: string; detail: string; item: object }[]).filter(({ title }) =>
        title.includes("Late"),
      );
    };
    its.at("2026-05-12", "09:30");
    expect(await notifyAndList()).toEqual([]);
    its.at("2026-05-12", "20:00");
    expect(await notifyAndList()).toMatchObject([
      {
        title: "Campaign “Late” is behind",
        detail: "Stores played 0% of the plays due so far, and missed 8 plays.",
        item: { kind: "campaign" },
      },
    ]);
    expect(await notifyAndList()).toHaveLength(1);
    its.at("2026-05-13");
    expect(await notifyAndList()).toHaveLength(2);
    its.at("2026-05-17", "09:00");
    expect(await notifyAndList()).toHaveLength(2);
  });

  it("whatever stores do, booked is verified and missed, and made up once", async () => {
    const did = fc.constantFrom<PlayerBehaviour>(
      "plays",
      "plays",
      "plays",
      "cuts off",
      "says nothing",
    );
    const day = fc.record({
      stores: fc.array(fc.array(did, { minLength: 8, maxLength: 8 }), {
        minLength: 2,
        maxLength: 2,
      }),
      pauses: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
      isLate: fc.boolean(),
    });
    const course = fc.record({
      days: fc.array(day, { minLength: 5, maxLength: 5 }),
      room: fc.constantFrom(20, 30, 60),
    });
    const coverage = { madeUp: 0, outcomes: new Set<string>() };
    await fc.assert(
      fc.asyncProperty(course, async ({ days, room }) => {
        const its = await openCampaign({ room });
        const late: (() => Promise<void>)[] = [];
        for (const [place, { stores, pauses, isLate }] of days.entries()) {
          const date = addDays(flight.startsOn, place);
          its.at(date);
          for (const send of late.splice(0)) await send();
          await its.change({ state: pauses ? "PAUSED" : "LIVE" });
          await its.keepGoods();
          await its.keep();
          its.at(date, "22:00");
          for (const [which, storeId] of its.storeIds.entries()) {
            const send = () => its.report(storeId, date, (at) => stores[which]?.[at] ?? "plays");
            if (isLate) late.push(send);
            else await send();
          }
          if (pauses) await its.change({ state: "LIVE" });
        }
        its.at(addDays(flight.endsOn, 2));
        const figures = await its.delivery();
        const { booked, makeGoods: good, verified, missed, extra, owed, makeGoodsAhead } = figures;
        expect([booked, makeGoodsAhead, extra]).toEqual([40, 0, 0]);
        expect(booked + good).toBe(verified + missed);
        for (const of of figures.days)
          expect(of.booked + of.makeGoods + of.extra).toBe(of.verified + of.missed);
        const { plays } = await its.asRun();
        expect(plays.filter(({ outcome }) => outcome === "PLAYED")).toHaveLength(verified);
        expect(plays).toHaveLength(booked + good);
        for (const { outcome } of plays) coverage.outcomes.add(outcome);
        coverage.madeUp += good;
        const makeGoods = await its.findMakeGoods();
        expect(sum(makeGoods.flatMap((one) => one.plays))).toBe(good);
        expect(good).toBeLessThanOrEqual(missed);
        expect(owed).toBeGreaterThanOrEqual(missed - good);
        for (const { missedOn } of makeGoods) {
          const madeUp = sum(
            makeGoods.filter((one) => one.missedOn === missedOn).flatMap((one) => one.plays),
          );
          expect(madeUp).toBeLessThanOrEqual(
            figures.days.find(({ day: of }) => of === missedOn)?.missed ?? 0,
          );
        }
        expect(await its.differences()).toEqual([]);
      }),
      { numRuns: cases(3), endOnFailure: true },
    );
    expect(coverage.madeUp).toBeGreaterThan(0);
    expect([...coverage.outcomes].sort()).toEqual([
      "NOT_IN_LOG",
      "NOT_RECEIVED",
      "NOT_VERIFIED",
      "PLAYED",
    ]);
  });

  // last: the months that the other tests report plays in are gone then
  it("of days whose plays are cleared the record is said to be gone [PLY-2]", async () => {
    const its = await openCampaign();
    const [one = 0] = its.storeIds;
    its.at("2026-05-12");
    await its.keep();
    its.at("2026-05-12", "22:00");
    await its.report(one, "2026-05-12", (place) => (place === 0 ? "plays" : "says nothing"));
    const which = { storeId: one, from: "2026-05-12", to: "2026-05-12" };
    const outcomes = async (query: object = {}) =>
      (await its.asRun({ ...which, ...query })).plays.map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(["PLAYED", "NOT_RECEIVED", "NOT_RECEIVED", "NOT_RECEIVED"]);
    const before = await its.delivery();
    its.at("2027-08-01");
    await keepHouse({
      files: folderStore("/nonexistent"),
      database: platform.database,
      now: new Date(platform.clock.now),
    });
    expect(await outcomes()).toEqual(Array.from({ length: 4 }, () => "NOT_KEPT"));
    expect([
      await outcomes({ outcome: "MISSED" }),
      await outcomes({ outcome: "NOT_KEPT" }),
    ]).toEqual([[], await outcomes()]);
    expect((await its.delivery()).days[0]).toEqual(before.days[0]);
  });
});
