import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as bookings from "#contract/ads/booking";
import type * as refusals from "#contract/ads/booking-refusal";
import { addDays } from "#contract/base/dates";
import {
  adLedger,
  adSetting,
  auditLog,
  campaign,
  campaignTime,
  masterRule,
  store,
} from "#platform/db/schema/index";
import { followStores, keepCampaigns } from "#platform/modules/ads/index";
import { type AdWorld, hourly, openAdWorld, timesOf } from "../support/campaigns.ts";
import { makeUser } from "../support/companies.ts";
import { anyEngine, engines } from "../support/database.ts";
import { withCutConnection } from "../support/failing-database.ts";
import type { Reply } from "../support/platform.ts";

const day = 86_400_000;
const bookingOf = ({ body }: Reply) => body.data as bookings.Booking;
const refusedOf = ({ body }: Reply) => body as unknown as refusals.BookingRefused & Reply["body"];
const fieldsOf = ({ status, body }: Reply) => [status, body.errors?.map(({ field }) => field)];

describe("booking campaigns [ADS-2]", () => {
  let world: AdWorld;
  let start: number;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    start = world.platform.clock.now;
  });
  afterAll(() => world?.platform.close());

  const db = () => world.platform.database.db;
  const storeAt = (index: number) => world.company.stores[index]?.id ?? 0;
  const group = () => world.company.north.groupIds[0] ?? 0;
  const keeping = () => ({
    database: world.platform.database,
    now: new Date(world.platform.clock.now),
  });
  const soldIn = async (storeId: number, date: string, kind: "AD" | "JINGLE" | "TOH" = "AD") => {
    const [row] = await db()
      .select()
      .from(adLedger)
      .where(
        sql`${adLedger.storeId} = ${storeId} and ${adLedger.day} = ${date} and ${adLedger.kind} = ${kind}`,
      );
    return { booked: row?.booked ?? [], held: row?.held ?? [] };
  };
  const totals = async (of = world.company) => {
    const { rows } = await db().execute<{ booked: number; held: number }>(sql`select
      (select coalesce(sum(b), 0)::int from ad_ledger, unnest(booked) b where company_id = ${of.companyId}) as booked,
      (select coalesce(sum(h), 0)::int from ad_ledger, unnest(held) h where company_id = ${of.companyId}) as held`);
    return rows[0];
  };
  const actionsOn = async (id: number) =>
    (
      await db()
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(sql`${auditLog.itemKind} = 'campaign' and ${auditLog.itemId} = ${String(id)}`)
        .orderBy(auditLog.id)
    ).map(({ action }) => action.replace("campaign ", ""));

  it("takes every play of every store and day at once, and gives them back [ADS-3] [AUD-1]", async () => {
    const before = await totals();
    const id = await world.draft({ groupIds: [group()] });
    const booked = await world.book(id);
    expect(booked).toMatchObject({
      state: "BOOKED",
      wantedPlays: 2 * 7 * 24,
      takenPlays: 2 * 7 * 24,
      price: null,
      version: 2,
    });
    expect(await totals()).toEqual({
      booked: (before?.booked ?? 0) + 2 * 7 * 24 * 10,
      held: before?.held,
    });
    expect((await soldIn(storeAt(0), "2026-05-12")).booked).toEqual(
      hourly((hour) => (hour >= 9 && hour < 21 ? 20 : 0)),
    );
    const detail = await world.show(id);
    expect(detail).toMatchObject({
      stores: 2,
      wantedPlays: 336,
      takenPlays: 336,
      shortfallPlays: 0,
      shortfall: [],
    });
    expect(detail.days).toHaveLength(7);
    expect(detail.days[0]).toMatchObject({ day: "2026-05-12", stores: 2, plays: 48 });
    expect(await world.book(id).wrongFields).toEqual(["campaignId"]);
    expect(await world.act(id, "cancel")).toMatchObject({
      state: "CANCELLED",
      returnedPlays: 336,
      takenPlays: 0,
    });
    expect(await totals()).toEqual(before);
    expect(await world.act(id, "resume").wrongFields).toEqual(["act"]);
    expect(await actionsOn(id)).toEqual(["added", "booked", "cancelled"]);
    expect(await world.differences()).toEqual([]);
  });

  it("tells in which groups and from when plays were taken or given back [ADS-2]", async () => {
    const announcements: unknown[] = [];
    world.platform.database.listeners.add("campaigns", ({ only }) => announcements.push(only));
    const without = world.company.stores.find(({ groupId }) => groupId === null)?.id;
    const id = await world.draft({ storeIds: [storeAt(0), ...(without ? [without] : [])] });
    await world.book(id);
    await world.act(id, "pause");
    await world.act(id, "cancel");
    const only = {
      groupIds: [world.company.stores[0]?.groupId, ...(without ? [null] : [])],
      from: "2026-05-12",
    };
    expect(announcements.length).toBeGreaterThanOrEqual(3);
    for (const change of announcements) expect(change).toEqual(only);
  });

  it("refuses what there is no room for, and each of its offers is accepted", async () => {
    const storeIds = [storeAt(2), storeAt(3)];
    await world.sell(
      "2026-05-14",
      hourly((hour) => (hour >= 9 && hour < 21 ? 60 : 0)),
      storeIds,
    );
    const first = await world.draft({
      name: "First come",
      storeIds,
      startsOn: "2026-05-14",
      endsOn: "2026-05-14",
      plays: hourly((hour) => (hour === 10 ? 5 : 0)),
    });
    expect(await world.book(first)).toMatchObject({ takenPlays: 10 });
    const campaignFields = {
      storeIds,
      startsOn: "2026-05-13",
      endsOn: "2026-05-14",
      plays: hourly((hour) => (hour === 10 ? 3 : hour === 12 ? 1 : 0)),
    };
    const id = await world.draft(campaignFields);
    const before = await totals();
    const reply = await world.book(id).reply;
    expect(fieldsOf(reply)).toEqual([422, ["plays"]]);
    const { full, offers, message } = refusedOf(reply);
    expect(full).toMatchObject(
      storeIds.map((storeId) => ({
        storeId,
        day: "2026-05-14",
        hour: 10,
        wanted: 3,
        free: 1,
        because: "FULL",
        holders: ["First come"],
      })),
    );
    expect(message).toBe(
      "North store 2.1 on 14/05/26 from 10:00 to 11:00: only 1 of 3 plays is free; booked or held by First come. One other hour is full too.",
    );
    expect(await totals()).toEqual(before);
    expect(await world.show(id)).toMatchObject({ state: "DRAFT", stores: 0 });
    expect(offers.map(({ kind }) => kind)).toEqual(["OTHER_HOURS", "LATER", "FEWER"]);
    expect(offers[0]?.plays).toEqual(
      hourly((hour) => (hour === 9 ? 2 : hour === 10 || hour === 12 ? 1 : 0)),
    );
    expect(offers[1]).toMatchObject({
      startsOn: "2026-05-15",
      endsOn: "2026-05-16",
      plays: campaignFields.plays,
    });
    expect(offers[2]?.plays).toEqual(hourly((hour) => (hour === 10 || hour === 12 ? 1 : 0)));
    for (const offer of offers.map(timesOf)) {
      const copy = await world.draft(campaignFields);
      expect(await world.book(copy, { offer }).reply).toMatchObject({
        status: 200,
        body: { data: { state: "BOOKED" } },
      });
      expect(await world.show(copy)).toMatchObject({ ...offer, shortfallPlays: 0 });
      await world.act(copy, "cancel");
    }
    const fits = await world.book(id, { mode: "fits" });
    expect(fits).toMatchObject({ state: "BOOKED", wantedPlays: 16, takenPlays: 12 });
    expect(await world.show(id)).toMatchObject({
      shortfallPlays: 4,
      shortfall: storeIds.map((storeId) => ({ storeId, missing: 2, because: "FULL" })),
    });
    expect(await world.differences()).toEqual([]);
  });

  it("does not sell hours that have begun, days that are over or not yet on sale, and says so", async () => {
    const today = { storeIds: [storeAt(4)], startsOn: "2026-05-11", endsOn: "2026-05-11" };
    // as it was put on sale before its hours began
    await world.sell(
      "2026-05-11",
      hourly((hour) => (hour >= 9 && hour < 21 ? 600 : 0)),
      [storeAt(4)],
    );
    const id = await world.draft(today);
    const reply = await world.book(id).reply;
    expect(refusedOf(reply).full[0]).toMatchObject({ hour: 9, because: "BEGUN", free: 0 });
    expect(await world.book(id, { mode: "fits" })).toMatchObject({
      wantedPlays: 24,
      takenPlays: 16,
    });
    expect((await soldIn(storeAt(4), "2026-05-11")).booked.slice(11, 15)).toEqual([0, 0, 20, 20]);
    expect(
      await world.book(
        await world.draft({ ...today, startsOn: "2026-05-09", endsOn: "2026-05-10" }),
      ).wrongFields,
    ).toEqual(["endsOn"]);
    const later = await world.book(
      await world.draft({ ...today, startsOn: "2026-07-01", endsOn: "2026-07-02" }),
    ).reply;
    expect(fieldsOf(later)).toEqual([422, ["endsOn"]]);
    expect(later.body.message).toMatch(
      /^The last day on sale in all of these stores is \d\d\/06\/26\.$/,
    );
  });

  it("holds plays until the hold ends by itself, is booked or cancelled", async () => {
    const plays = hourly((hour) => (hour === 15 ? 60 : 0));
    const campaignFields = {
      storeIds: [storeAt(5)],
      startsOn: "2026-05-20",
      endsOn: "2026-05-20",
      plays,
    };
    const held = await world.draft({ ...campaignFields, name: "On hold" });
    const next = await world.draft(campaignFields);
    const holding = await world.book(held, { as: "held" });
    expect(holding).toMatchObject({
      state: "HELD",
      holdUntil: new Date(start + 2 * day).toISOString(),
    });
    expect(await soldIn(storeAt(5), "2026-05-20")).toMatchObject({
      held: hourly((hour) => (hour === 15 ? 600 : 0)),
    });
    expect(refusedOf(await world.book(next).reply).full[0]?.holders).toEqual(["On hold"]);
    world.platform.clock.now = start + 2 * day;
    expect(await world.book(next)).toMatchObject({ state: "BOOKED", takenPlays: 60 });
    expect(await world.show(held)).toMatchObject({
      state: "EXPIRED",
      takenPlays: 0,
      shortfallPlays: 0,
    });
    expect(await actionsOn(held)).toEqual(["added", "held", "expired"]);
    const other = await world.draft({
      ...campaignFields,
      plays: hourly((hour) => (hour === 16 ? 60 : 0)),
    });
    await world.book(other, { as: "held" });
    expect(await world.act(other, "book")).toMatchObject({ state: "BOOKED", holdUntil: null });
    expect(await soldIn(storeAt(5), "2026-05-20")).toMatchObject({
      held: hourly(() => 0),
      booked: hourly((hour) => (hour === 15 || hour === 16 ? 600 : 0)),
    });
    const late = await world.draft({
      ...campaignFields,
      plays: hourly((hour) => (hour === 17 ? 60 : 0)),
    });
    await world.book(late, { as: "held" });
    world.platform.clock.now = start + 4 * day;
    expect(await world.act(late, "book").status).toBe(422);
    world.platform.clock.now = start;
    expect(await world.differences()).toEqual([]);
  });

  it("ends other holds although one cannot be ended, and tells which", async () => {
    const ids: number[] = [];
    for (const index of [2, 3]) {
      const date = "2026-05-20";
      const id = await world.draft({ storeIds: [storeAt(index)], startsOn: date, endsOn: date });
      await world.book(id, { as: "held" });
      ids.push(id);
    }
    world.platform.clock.now = start + 2 * day;
    const database = withCutConnection(world.platform.database);
    const concern = `campaign ${ids[0]} of company ${world.company.companyId}`;
    await expect(keepCampaigns({ ...keeping(), database })).rejects.toMatchObject({
      message: "not all campaigns were kept",
      errors: [{ message: "holds", cause: { errors: [{ message: concern }] } }],
    });
    const states = async () =>
      (await Promise.all(ids.map((id) => world.show(id)))).map((it) => it.state);
    expect(await states()).toEqual(["HELD", "EXPIRED"]);
    await keepCampaigns(keeping());
    expect(await states()).toEqual(["EXPIRED", "EXPIRED"]);
    world.platform.clock.now = start;
    expect(await world.differences()).toEqual([]);
  });

  it("is extended, shortened, paused and finished by the clocks of its stores", async () => {
    const id = await world.draft({
      storeIds: [storeAt(6)],
      startsOn: "2026-05-12",
      endsOn: "2026-05-13",
    });
    await world.book(id);
    const change = (body: object) =>
      world.platform
        .as(world.company.users.admin)
        .changeBooking({ body: { campaignId: id, ...body } } as never);
    expect(await change({ endsOn: "2026-05-15" })).toMatchObject({
      wantedPlays: 96,
      takenPlays: 96,
    });
    expect(await change({ startsOn: "2026-05-13", endsOn: "2026-05-14" })).toMatchObject({
      takenPlays: 48,
      returnedPlays: 48,
    });
    expect(await change({ startsOn: "2026-05-12", endsOn: "2026-05-14" })).toMatchObject({
      takenPlays: 72,
    });
    await world.sell(
      "2026-05-16",
      hourly(() => 10),
      [storeAt(6)],
    );
    const refused = await change({ endsOn: "2026-05-17" }).reply;
    expect(fieldsOf(refused)).toEqual([422, ["plays"]]);
    expect(refusedOf(refused).offers).toEqual([
      { kind: "SHORTER", startsOn: "2026-05-12", endsOn: "2026-05-15", takes: 96, price: null },
    ]);
    expect(await world.show(id)).toMatchObject({ endsOn: "2026-05-14", takenPlays: 72 });
    expect(await change({ endsOn: "2026-05-14", version: 1 }).wrongFields).toEqual(["version"]);

    await keepCampaigns(keeping());
    expect((await world.show(id)).state).toBe("BOOKED");
    world.platform.clock.now = Date.parse("2026-05-11T18:31:00Z"); // past midnight in India
    await keepCampaigns(keeping());
    expect((await world.show(id)).state).toBe("LIVE");
    expect(await change({ startsOn: "2026-05-13", endsOn: "2026-05-14" }).wrongFields).toEqual([
      "startsOn",
    ]);
    const paused = await world.act(id, "pause").reply;
    expect(bookingOf(paused)).toMatchObject({ state: "PAUSED", takenPlays: 72 });
    expect(paused.body.message).toContain("keeps its plays");
    expect(await world.act(id, "resume")).toMatchObject({ state: "LIVE" });
    world.platform.clock.now = Date.parse("2026-05-13T06:30:00Z");
    expect(await change({ endsOn: "2026-05-12" }).wrongFields).toEqual(["endsOn"]);
    expect(await change({ endsOn: "2026-05-13" })).toMatchObject({ returnedPlays: 24 });
    world.platform.clock.now = Date.parse("2026-05-13T18:31:00Z");
    await keepCampaigns(keeping());
    expect(await world.show(id)).toMatchObject({ state: "FINISHED", takenPlays: 48 });
    expect(await actionsOn(id)).toEqual([
      "added",
      "booked",
      ...Array.from({ length: 3 }, () => "flight changed"),
      "live",
      "paused",
      "resumed",
      "flight changed",
      "finished",
    ]);
    world.platform.clock.now = start;
    expect(await world.differences()).toEqual([]);
  });

  it("cancelled in its flight keeps what has begun", async () => {
    const id = await world.draft({
      storeIds: [storeAt(7)],
      startsOn: "2026-05-12",
      endsOn: "2026-05-13",
    });
    await world.book(id);
    world.platform.clock.now = Date.parse("2026-05-12T06:30:00Z");
    await keepCampaigns(keeping());
    expect(await world.act(id, "cancel")).toMatchObject({ returnedPlays: 40, takenPlays: 8 });
    expect((await soldIn(storeAt(7), "2026-05-12")).booked.slice(8, 14)).toEqual([
      0, 20, 20, 20, 20, 0,
    ]);
    world.platform.clock.now = start;
    expect(await world.differences()).toEqual([]);
  });

  it("gives an exact time of a store to one campaign only, whatever its kind", async () => {
    const exact = {
      storeIds: [storeAt(0), storeAt(1)],
      startsOn: "2026-05-25",
      endsOn: "2026-05-26",
      plays: undefined,
    };
    const options = { sort: bookings.bookingWithTime };
    const first = await world.draft({ ...exact, name: "Noon", exactTimes: [720, 725] });
    expect(await world.book(first).wrongFields).toEqual(["campaignId"]);
    expect(await world.book(first, {}, options)).toMatchObject({ takenPlays: 8 });
    const promo = {
      ...exact,
      kind: "JINGLE",
      spots: [{ spotId: world.company.spots.promo }],
      exactTimes: [600, 720],
    };
    const second = await world.draft(promo);
    const refused = await world.book(second, {}, options).reply;
    expect(fieldsOf(refused)).toEqual([422, ["exactTimes"]]);
    expect(refusedOf(refused).full[0]).toMatchObject({
      storeId: storeAt(0),
      day: "2026-05-25",
      hour: 12,
      minute: 720,
      because: "FULL",
    });
    const { offers } = refusedOf(refused);
    expect(offers[0]).toMatchObject({ kind: "OTHER_HOURS", exactTimes: [600, 719] });
    for (const offer of offers.map(timesOf)) {
      const copy = await world.draft(promo);
      await world.book(copy, { offer }, options);
      await world.act(copy, "cancel");
    }
    expect(await world.book(second, { mode: "fits" }, options)).toMatchObject({
      wantedPlays: 8,
      takenPlays: 4,
    });
    await world.act(first, "cancel");
    const left = await db()
      .select()
      .from(campaignTime)
      .where(eq(campaignTime.companyId, world.company.companyId));
    expect(left.map(({ campaignId, minute }) => [campaignId, minute])).toEqual(
      Array.from({ length: 4 }, () => [second, 600]),
    );
    expect(await world.differences()).toEqual([]);
  });

  it("sells the top of the hour once, by calls of its own", async () => {
    const toh = {
      kind: "TOH",
      spots: [{ spotId: world.company.spots.toh }],
      storeIds: [storeAt(0)],
      startsOn: "2026-05-27",
      endsOn: "2026-05-27",
    };
    const plays = hourly((hour) => (hour >= 9 && hour < 12 ? 1 : 0));
    const first = await world.draft({ ...toh, plays });
    const second = await world.draft({ ...toh, plays });
    expect(await world.book(first).status).toBe(422);
    expect(await world.book(first, {}, { sort: bookings.bookingForToh })).toMatchObject({
      takenPlays: 3,
    });
    expect(await world.book(second, {}, { sort: bookings.bookingForToh }).wrongFields).toEqual([
      "plays",
    ]);
    const asAdmin = world.platform.as(world.company.users.admin);
    expect(await asAdmin.listBookingForToh({ query: { campaignId: first } })).toHaveLength(1);
    for (const other of [asAdmin.listBooking, asAdmin.listBookingWithTime])
      expect(await other({ query: { campaignId: first } }).wrongFields).toEqual(["campaignId"]);
    const released = await world.platform
      .as(world.company.users.admin)
      .releaseBookingForToh({ query: { campaignId: first } }).reply;
    expect(bookingOf(released)).toMatchObject({ state: "CANCELLED", returnedPlays: 3 });
    await world.book(second, {}, { sort: bookings.bookingForToh });
  });

  it("needs music in every hour that it plays [ADS-3]", async () => {
    const { other } = world;
    await db().delete(masterRule).where(eq(masterRule.companyId, other.companyId));
    const id = await world.draft({ wholeCompany: true }, { of: other });
    const check = () =>
      world.platform.as(other.users.admin).checkPlaylistExistence({ query: { campaignId: id } });
    const { data } = (await check().reply).body;
    const days = { from: "2026-05-12", hours: expect.arrayContaining([9]) };
    expect(data).toMatchObject({
      exists: false,
      stores: expect.any(Number),
      missing: expect.arrayContaining([expect.objectContaining(days)]),
    });
    expect((data as { stores: number; missing: unknown[] }).stores).toBe(
      (data as { missing: unknown[] }).missing.length,
    );
    const refused = await world.book(id, {}, { as: other.users.admin }).reply;
    expect(fieldsOf(refused)).toEqual([422, ["campaignId"]]);
    expect(refused.body.message).toContain("has no music on 12/05/26 at 09:00");
    const own = await world.draft({ wholeCompany: true });
    expect(
      await world.platform
        .as(world.company.users.admin)
        .checkPlaylistExistence({ query: { campaignId: own } }),
    ).toEqual({
      exists: true,
      stores: 0,
      missing: [],
    });
  });

  it("fixes rates when plays are taken, and quotes the same before [ADS-1]", async () => {
    await db()
      .insert(adSetting)
      .values({
        companyId: world.company.companyId,
        adRate: "0.50",
        adPrimeRate: "1.00",
        primeHours: [2 * 24 + 18, 2 * 24 + 19],
      });
    const id = await world.draft({
      storeIds: [storeAt(0), storeAt(1)],
      startsOn: "2026-06-02",
      endsOn: "2026-06-03",
      plays: hourly((hour) => (hour === 17 || hour === 18 ? 3 : 0)),
      spots: [
        { spotId: world.company.spots.short, weight: 3 },
        { spotId: world.company.spots.long },
      ],
    });
    const data = await world.platform
      .as(world.company.users.admin)
      .quoteCampaign({ query: { id } });
    // 24 plays of 15 s on the mean; those of Tuesday 18:00 are prime
    const expected = {
      stores: 2,
      plays: 24,
      takes: 720,
      seconds: 360,
      primePlays: 6,
      price: "225.00",
      freePlays: 24,
      full: [],
    };
    expect(data).toMatchObject(expected);
    expect(await world.book(id)).toMatchObject({ price: "225.00" });
    await db()
      .update(adSetting)
      .set({ adRate: "9.00" })
      .where(eq(adSetting.companyId, world.company.companyId));
    const change = { body: { campaignId: id, endsOn: "2026-06-02" } };
    expect(await world.platform.as(world.company.users.admin).changeBooking(change)).toMatchObject({
      price: "135.00",
    });
    await db().delete(adSetting).where(eq(adSetting.companyId, world.company.companyId));
  });

  it("says before what it does to music, and asks or refuses below the company's least [ADS-3]", async () => {
    const { company, platform } = world;
    const as = platform.as(company.users.admin);
    const date = "2026-05-27";
    await world.sell(
      date,
      hourly((hour) => (hour >= 9 && hour < 21 ? 3000 : 0)),
      [storeAt(4)],
    );
    const many = {
      storeIds: [storeAt(4)],
      startsOn: date,
      endsOn: date,
      spots: [{ spotId: company.spots.long }],
    };
    const id = await world.draft({
      ...many,
      plays: hourly((hour) => (hour === 11 ? 50 : hour === 15 ? 4 : 0)),
    });
    const { music } = await as.quoteCampaign({ query: { id } });
    expect(music).toMatchObject({
      storeId: storeAt(4),
      day: date,
      hour: 11,
      secondsBefore: 3600,
      secondsAfter: 3600 - 50 * 30,
      leastSeconds: 2400,
      hoursBelow: 1,
      isRefused: false,
    });
    expect(music?.songsAfter).toBeLessThan(music?.songsBefore ?? 0);
    const refusal = async (body: object) => {
      const { status, body: answer } = await world.book(id, body).reply;
      return [status, answer.errors?.map(({ field }) => field), answer.errors?.[0]?.message];
    };
    expect(await refusal({ acceptsLessMusic: false })).toEqual([
      422,
      ["acceptsLessMusic"],
      expect.stringMatching(
        / would have 35 minutes of music on 27\/05\/26 from 11:00, less than the 40 that your company keeps\. Tick “Book with less music”, then book again\.$/,
      ),
    ]);
    await db().insert(adSetting).values({ companyId: company.companyId, refusesLessMusic: true });
    expect((await as.quoteCampaign({ query: { id } })).music?.isRefused).toBe(true);
    expect((await refusal({})).slice(0, 2)).toEqual([422, ["plays"]]);
    await db()
      .update(adSetting)
      .set({ leastMusicMinutes: 35 })
      .where(eq(adSetting.companyId, company.companyId));
    expect((await as.quoteCampaign({ query: { id } })).music).toMatchObject({
      hoursBelow: 0,
      leastSeconds: 2100,
    });
    expect(await world.book(id, { acceptsLessMusic: false })).toMatchObject({ takenPlays: 54 });
    // what is booked counts for the next
    const next = await world.draft({ ...many, plays: hourly((hour) => (hour === 11 ? 1 : 0)) });
    expect((await as.quoteCampaign({ query: { id: next } })).music).toMatchObject({
      secondsBefore: 2100,
      secondsAfter: 2070,
      hoursBelow: 1,
    });
    expect((await world.book(next).reply).status).toBe(422);
    await db().delete(adSetting).where(eq(adSetting.companyId, company.companyId));
    // by the usual least the person is asked, and did not refuse
    expect(await world.book(next)).toMatchObject({ takenPlays: 1 });
    expect(await world.act(id, "cancel")).toMatchObject({ state: "CANCELLED" });
    expect(await world.act(next, "cancel")).toMatchObject({ state: "CANCELLED" });
  });

  it("is changed by who owns all its locations, others see their stores [CTX-4] [ROL-4]", async () => {
    const { company, platform } = world;
    const { north, south, users, stores } = company;
    const plays = hourly((hour) => (hour === 11 ? 30 : 0));
    const times = { startsOn: "2026-06-05", endsOn: "2026-06-05", plays };
    const both = await world.draft({
      ...times,
      name: "Both regions",
      regionIds: [north.regionId, south.regionId],
    });
    await world.book(both);
    expect(await world.show(both, users.regional)).toMatchObject({
      stores: 4,
      takenPlays: 120,
      mayChange: false,
      price: null,
      days: [{ stores: 4 }],
    });
    for (const reply of [
      await world.act(both, "cancel", users.regional).reply,
      await world.book(both, {}, { as: users.regional }).reply,
    ])
      expect(reply.status).toBe(403);
    expect(
      (await platform.as(users.regional).listBooking({ query: { campaignId: both } })).length,
    ).toBe(4);
    // a store's people see what plays in their store though it is booked on the regions above it, and
    // nothing of the others
    const inStore = await makeUser(platform.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "store",
      units: [{ storeId: stores[0]?.id ?? 0 }],
    });
    expect(await world.show(both, inStore.username)).toMatchObject({
      stores: 1,
      takenPlays: 30,
      mayChange: false,
      price: null,
      units: [],
      otherUnits: 2,
      days: [{ stores: 1, plays: 30 }],
    });
    expect(
      (await platform.as(inStore.username).listBooking({ query: { campaignId: both } })).map(
        ({ storeId }) => storeId,
      ),
    ).toEqual([stores[0]?.id]);
    expect(await world.act(both, "cancel", inStore.username).status).toBe(403);
    const southern = await world.draft({
      ...times,
      name: "Secret",
      storeIds: [stores[4]?.id],
      plays: hourly((hour) => (hour === 11 ? 10 : 0)),
    });
    await world.book(southern);
    const storeId = stores[0]?.id ?? 0;
    const secret = await world.draft({
      ...times,
      name: "North secret",
      storeIds: [storeId],
      plays: hourly((hour) => (hour === 11 ? 30 : 0)),
    });
    await world.book(secret);
    const zonal = await world.draft({ ...times, storeIds: [storeId] }, { as: users.zonal });
    const refused = refusedOf(await world.book(zonal, {}, { as: users.zonal }).reply);
    expect(refused.full[0]?.holders.sort()).toEqual(["Both regions", "North secret"]);
    for (const as of [users.regional, inStore.username])
      expect(await platform.as(as).findCampaign({ query: { id: southern } }).status).toBe(404);
    expect(await world.book(southern, {}, { as: users.regional }).status).toBe(404);
    // a store that moved away from a zone: the campaign of its old zone is nobody's business there
    const moved = await world.draft({
      ...times,
      name: "Old place",
      regionIds: [south.regionId],
      plays: hourly((hour) => (hour === 13 ? 60 : 0)),
    });
    await world.book(moved);
    const [one] = south.groupIds;
    const outside = stores.find(({ groupId }) => groupId === one)?.id ?? 0;
    const [target] = north.groupIds;
    const place = { regionId: north.regionId, zoneId: north.zoneIds[0], groupId: target };
    const old = { regionId: south.regionId, zoneId: south.zoneIds[0], groupId: one };
    await db().update(store).set(place).where(eq(store.id, outside));
    const after = await world.draft(
      { ...times, storeIds: [outside], plays: hourly((hour) => (hour === 13 ? 1 : 0)) },
      { as: users.regional },
    );
    const elsewhere = refusedOf(await world.book(after, {}, { as: users.regional }).reply);
    expect(elsewhere.full[0]?.holders).toEqual(["another campaign"]);
    expect(elsewhere.message).not.toContain("Old place");
    await db().update(store).set(old).where(eq(store.id, outside));
    for (const id of [both, southern, secret, moved]) await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });

  it("takes nine statements for one hour of one store, BEGIN and COMMIT among them", async () => {
    const plays = hourly((hour) => (hour === 11 ? 1 : 0));
    const id = await world.draft({
      storeIds: [storeAt(3)],
      startsOn: "2026-06-08",
      endsOn: "2026-06-08",
      plays,
    });
    const submitSpy = vi.spyOn(pg.Query.prototype as unknown as { submit(): unknown }, "submit");
    const reply = await world.book(id).reply;
    const statements = submitSpy.mock.calls.length;
    submitSpy.mockRestore();
    expect(bookingOf(reply)).toMatchObject({ state: "BOOKED", wantedPlays: 1, takenPlays: 1 });
    expect(statements).toBe(9);
    await world.act(id, "cancel");
  });

  it("books once, however often the same request comes", async () => {
    const id = await world.draft({
      storeIds: [storeAt(3)],
      startsOn: "2026-06-08",
      endsOn: "2026-06-08",
    });
    const headers = { "idempotency-key": crypto.randomUUID() };
    const replies = await Promise.all([1, 2, 3].map(() => world.book(id, {}, { headers }).reply));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map((reply) => bookingOf(reply).version))).toEqual(new Set([2]));
    const one = await world.book(id).reply;
    const two = await world.show(id);
    expect([one.status, two.takenPlays]).toEqual([422, 24]);
  });

  it("refused after it ended a hold that was over, it is booked once there is room", async () => {
    const at = (hour: number) => ({
      storeIds: [storeAt(7)],
      startsOn: "2026-05-27",
      endsOn: "2026-05-27",
      plays: hourly((one) => (one === hour ? 60 : 0)),
    });
    const held = await world.draft(at(12));
    const sold = await world.draft(at(13));
    const next = await world.draft(at(13));
    await world.book(held, { as: "held" });
    await world.book(sold);
    world.platform.clock.now = start + 2 * day;
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect(await world.book(next, {}, { headers }).wrongFields).toEqual(["plays"]);
    expect((await world.show(held)).state).toBe("EXPIRED");
    await world.act(sold, "cancel");
    expect(await world.book(next, {}, { headers })).toMatchObject({
      state: "BOOKED",
      takenPlays: 60,
    });
    await world.act(next, "cancel");
    world.platform.clock.now = start;
  });

  it("lasts 400 days at most, also by an offer or a later last day", async () => {
    const id = await world.draft({
      storeIds: [storeAt(7)],
      startsOn: "2026-05-27",
      endsOn: "2026-05-27",
    });
    for (const [startsOn, endsOn] of [
      ["2026-05-27", "2027-07-01"],
      ["2000-01-01", "2099-12-31"],
      ["2026-05-28", "2026-05-27"],
    ])
      expect(
        await world.book(id, { mode: "fits", offer: { startsOn, endsOn } }).wrongFields,
      ).toEqual(["offer.endsOn"]);
    const last = { startsOn: "2026-05-27", endsOn: "2027-06-30" };
    expect(await world.book(id, { mode: "fits", offer: last })).toMatchObject({ state: "BOOKED" });
    const change = (endsOn: string) =>
      world.platform
        .as(world.company.users.admin)
        .changeBooking({ body: { campaignId: id, endsOn, mode: "fits" } } as never);
    expect(await change("2027-07-01").wrongFields).toEqual(["endsOn"]);
    expect((await world.show(id)).endsOn).toBe("2027-06-30");
    await world.act(id, "cancel");
  });

  it("follows stores that join, close, open again and leave", async () => {
    const { company } = world;
    const groupId = company.south.groupIds[1] ?? 0;
    const [a, b] = company.stores.filter((one) => one.groupId === groupId).map(({ id }) => id);
    const alone = storeAt(8);
    const times = { startsOn: "2026-05-12", endsOn: "2026-05-13", groupIds: [groupId] };
    const open = await world.draft({ ...times, name: "Open", takesNewStores: true });
    const shut = await world.draft({ ...times, name: "Shut", takesNewStores: false });
    for (const id of [open, shut]) await world.book(id);
    const follow = () => followStores(keeping(), company.companyId);
    const place = { regionId: company.south.regionId, zoneId: company.south.zoneIds[1], groupId };
    await db().update(store).set(place).where(eq(store.id, alone));
    await world.sell(
      "2026-05-13",
      hourly((hour) => (hour === 9 ? 10 : 0)),
      [alone],
    );
    await follow();
    expect(await world.show(open)).toMatchObject({
      stores: 3,
      takenPlays: 96 + 24 + 1,
      shortfall: [{ storeId: alone, missing: 1, because: "FULL" }],
    });
    expect(await world.show(shut)).toMatchObject({ stores: 2, takenPlays: 96 });
    await follow();
    expect(await world.show(open)).toMatchObject({ version: 3 });
    await db()
      .update(store)
      .set({ status: "inactive" })
      .where(eq(store.id, a ?? 0));
    await db()
      .update(store)
      .set({ regionId: null, zoneId: null, groupId: null })
      .where(eq(store.id, alone));
    await follow();
    expect(await world.show(open)).toMatchObject({ takenPlays: 48, shortfallPlays: 48 + 26 });
    expect((await world.show(shut)).shortfall).toMatchObject([
      { storeId: a, missing: 48, because: "LEFT" },
    ]);
    await db()
      .update(store)
      .set({ status: "active" })
      .where(eq(store.id, a ?? 0));
    await follow();
    expect(await world.show(shut)).toMatchObject({ takenPlays: 96, shortfallPlays: 0 });
    expect((await soldIn(b ?? 0, "2026-05-13")).booked[9]).toBe(40);
    expect((await actionsOn(shut)).filter((action) => action === "stores changed")).toHaveLength(2);
    for (const id of [open, shut]) await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });
});

const _store_ = () => store;

describe("a campaign over shops that are closed in some of its hours [ADS-2]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const dates = ["2026-05-13", "2026-05-14"] as const;
  const stores = () => world.company.stores.slice(0, 2).map(({ id }) => id);
  const openFrom = (first: number, storeId: number, day: string) =>
    world.sell(
      day,
      hourly((hour) => (hour >= first && hour < 21 ? 60 : 0)),
      [storeId],
    );
  const makeFields = () => ({
    storeIds: stores(),
    startsOn: dates[0],
    endsOn: dates[1],
    plays: hourly((hour) => (hour >= 10 && hour < 22 ? 1 : 0)),
  });
  const quoteOf = (id: number) =>
    world.platform.as(world.company.users.admin).quoteCampaign({ query: { id } });

  it("asks for the open hours of each, and every number of it agrees", async () => {
    const [early = 0, late = 0] = stores();
    for (const date of dates) await openFrom(10, early, date);
    await openFrom(12, late, dates[0]);
    await openFrom(24, late, dates[1]);
    const id = await world.draft(makeFields());
    expect(await quoteOf(id)).toMatchObject({
      stores: 2,
      plays: 2 * 11 + 9,
      freePlays: 2 * 11 + 9,
      takes: 31 * 10,
      seconds: 310,
      full: [],
    });
    expect(await world.book(id)).toMatchObject({
      state: "BOOKED",
      wantedPlays: 31,
      takenPlays: 31,
    });
    const bookedCampaign = await world.show(id);
    expect(bookedCampaign).toMatchObject({
      stores: 2,
      wantedPlays: 31,
      takenPlays: 31,
      shortfallPlays: 0,
      shortfall: [],
    });
    expect(bookedCampaign.days.map(({ plays, stores: playing }) => [plays, playing])).toEqual([
      [20, 2],
      [11, 1],
    ]);
    const change = (endsOn: string) =>
      world.platform
        .as(world.company.users.admin)
        .changeBooking({ body: { campaignId: id, endsOn } });
    expect(await change(dates[0])).toMatchObject({
      wantedPlays: 20,
      takenPlays: 20,
      returnedPlays: 11,
    });
    expect(await change(dates[1])).toMatchObject({ wantedPlays: 31, takenPlays: 31 });
    // hours that close later keep what is sold in them; what is given back is not asked for again
    await openFrom(15, early, dates[1]);
    expect(await world.show(id)).toMatchObject({
      wantedPlays: 31,
      takenPlays: 31,
      shortfallPlays: 0,
    });
    expect(await change(dates[0])).toMatchObject({ wantedPlays: 20, takenPlays: 20 });
    expect(await change(dates[1])).toMatchObject({ wantedPlays: 26, takenPlays: 26 });
    expect(await world.act(id, "cancel")).toMatchObject({ returnedPlays: 26 });
    expect(await world.differences()).toEqual([]);
  });

  it("misses only what is full in open hours, and offers hours in which all are open", async () => {
    const [early = 0, late = 0] = stores();
    for (const date of dates) {
      await openFrom(10, early, date);
      await openFrom(12, late, date);
    }
    const first = await world.draft({
      ...makeFields(),
      storeIds: [late],
      plays: hourly((hour) => (hour === 20 ? 6 : 0)),
    });
    await world.book(first);
    const id = await world.draft(makeFields());
    expect(await quoteOf(id)).toMatchObject({
      plays: 40,
      freePlays: 38,
      full: [
        { storeId: late, hour: 20 },
        { storeId: late, hour: 20 },
      ],
    });
    const refused = refusedOf(await world.book(id).reply);
    expect(refused.full.map(({ storeId, hour, because }) => [storeId, hour, because])).toEqual(
      dates.map(() => [late, 20, "FULL"]),
    );
    const [other] = refused.offers;
    expect(other?.plays).toEqual(
      hourly((hour) => (hour === 19 ? 2 : hour >= 10 && hour < 22 && hour !== 20 ? 1 : 0)),
    );
    const copy = await world.draft(makeFields());
    const offer = timesOf(other as refusals.Offer);
    expect(await world.book(copy, { offer })).toMatchObject({ wantedPlays: 40, takenPlays: 40 });
    await world.act(copy, "cancel");
    expect(await world.book(id, { mode: "fits" })).toMatchObject({
      wantedPlays: 40,
      takenPlays: 38,
    });
    expect(await world.show(id)).toMatchObject({
      shortfallPlays: 2,
      shortfall: [{ storeId: late, missing: 2, because: "FULL" }],
    });
    for (const one of [first, id]) await world.act(one, "cancel");
    expect(await world.differences()).toEqual([]);
  });

  it("takes exact times in open hours alone, and leaves others the rest", async () => {
    const [early = 0, late = 0] = stores();
    for (const date of dates) {
      await openFrom(10, early, date);
      await openFrom(12, late, date);
    }
    const sort = bookings.bookingWithTime;
    const id = await world.draft({
      ...makeFields(),
      plays: undefined,
      exactTimes: [630, 900, 1290],
    });
    expect(await quoteOf(id)).toMatchObject({ plays: 6, freePlays: 6 });
    expect(await world.book(id, {}, { sort })).toMatchObject({ wantedPlays: 6, takenPlays: 6 });
    const times = await world.platform.database.db
      .select()
      .from(campaignTime)
      .where(eq(campaignTime.campaignId, id));
    expect(times.filter(({ storeId }) => storeId === late).map(({ minute }) => minute)).toEqual([
      900, 900,
    ]);
    await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });

  it("says of an hour why it has no room", async () => {
    const [one = 0] = stores();
    const date = "2026-06-12";
    const capacity = (ten: number, eleven: number) =>
      hourly((hour) => (hour === 10 ? ten : hour === 11 ? eleven : 0));
    await world.sell(date, capacity(15, 100), [one]);
    const times = { ...makeFields(), storeIds: [one], startsOn: date, endsOn: date };
    const id = await world.draft({ ...times, plays: hourly((hour) => (hour === 10 ? 2 : 0)) });
    expect((await quoteOf(id)).full).toMatchObject([
      { hour: 10, free: 1, because: "SMALL", holders: [] },
    ]);
    const refused = await world.book(id).reply;
    expect(refused.body.message).toMatch(
      /from 10:00 to 11:00: this hour has room for only 1 of 2 plays\.$/,
    );
    const sold = await world.draft({
      ...times,
      name: "Sold",
      plays: hourly((hour) => (hour === 11 ? 10 : 0)),
    });
    await world.book(sold);
    await world.sell(date, capacity(15, 0), [one]);
    const late = await world.draft({ ...times, plays: hourly((hour) => (hour === 11 ? 1 : 0)) });
    expect((await quoteOf(late)).full).toMatchObject([
      { hour: 11, free: 0, because: "CLOSED", holders: ["Sold"] },
    ]);
    expect((await world.book(late).reply).body.message).toMatch(
      /the store has closed in this hour, which is still booked or held by Sold\.$/,
    );
    await world.act(sold, "cancel");
  });

  it("is refused on its hours where it asks for none", async () => {
    const night = hourly((hour) => (hour === 22 || hour === 3 ? 2 : 0));
    const id = await world.draft({ ...makeFields(), plays: night });
    const refused = await world.book(id).reply;
    expect(fieldsOf(refused)).toEqual([422, ["plays"]]);
    expect(refused.body.message).toBe(
      "None of these stores sells ads on these days in these hours. Choose hours in which they are open.",
    );
    // the nearest hours in which all of them are open
    const [offer] = refusedOf(refused).offers;
    expect(offer).toMatchObject({
      kind: "OTHER_HOURS",
      plays: hourly((hour) => (hour === 12 || hour === 20 ? 2 : 0)),
    });
    const acceptedOffer = timesOf(offer as refusals.Offer);
    const again = await world.draft({ ...makeFields(), plays: night });
    expect(await world.book(again, { offer: acceptedOffer })).toMatchObject({ state: "BOOKED" });
    await world.act(again, "cancel");
    expect(await world.book(id, { mode: "fits" }).wrongFields).toEqual(["plays"]);
    expect(await quoteOf(id)).toMatchObject({ stores: 0, plays: 0, freePlays: 0, full: [] });
    const exact = await world.draft({ ...makeFields(), plays: undefined, exactTimes: [1320] });
    expect(await world.book(exact, {}, { sort: bookings.bookingWithTime }).wrongFields).toEqual([
      "exactTimes",
    ]);
    expect(await world.show(id)).toMatchObject({
      state: "DRAFT",
      wantedPlays: 0,
      shortfallPlays: 0,
    });
  });

  it("has no gap for hours of a store that has left, but for what it was to play", async () => {
    const { db } = world.platform.database;
    const [early = 0, late = 0] = stores();
    for (const date of dates) {
      await openFrom(10, early, date);
      await openFrom(12, late, date);
    }
    const id = await world.draft(makeFields());
    await world.book(id);
    const follow = () =>
      followStores(
        { database: world.platform.database, now: new Date(world.platform.clock.now) },
        world.company.companyId,
      );
    await db.update(store).set({ status: "inactive" }).where(eq(store.id, late));
    await follow();
    for (const date of dates) await openFrom(24, late, date);
    const left = {
      wantedPlays: 40,
      takenPlays: 22,
      shortfall: [{ storeId: late, missing: 18, because: "LEFT" }],
    };
    expect(await world.show(id)).toMatchObject(left);
    for (const date of dates) await openFrom(13, late, date);
    await db.update(store).set({ status: "active" }).where(eq(store.id, late));
    await follow();
    expect(await world.show(id)).toMatchObject({
      wantedPlays: 38,
      takenPlays: 38,
      shortfallPlays: 0,
    });
    expect(await world.differences()).toEqual([]);
  });
});

describe.each(engines)("many who book at once on %s [ADS-2] [ADS-5]", (engine) => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(engine);
  });
  afterAll(() => world?.platform.close());

  it("are sold exactly what there is, and none of them meets a deadlock", async () => {
    const bookers = engine === "embedded" ? 16 : 64;
    const storeIds = world.company.stores.slice(0, 6).map(({ id }) => id);
    const times = {
      startsOn: "2026-05-12",
      endsOn: "2026-05-13",
      plays: hourly((hour) => (hour === 10 || hour === 11 ? 1 : 0)),
    };
    for (const date of [times.startsOn, addDays(times.startsOn, 1)])
      await world.sell(
        date,
        hourly(() => 90),
        storeIds,
      );
    const ids: number[] = [];
    for (let index = 0; index < bookers; index++) {
      const some = storeIds.slice(index % 3, (index % 3) + 4);
      ids.push(await world.draft({ ...times, storeIds: index % 2 ? some : [...some].reverse() }));
    }
    const replies = await Promise.all(
      ids.map((id, index) => world.book(id, { mode: index % 4 ? "all" : "fits" }).reply),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    const ledger = await world.platform.database.db
      .select()
      .from(adLedger)
      .where(eq(adLedger.kind, "AD"));
    const sold = ledger.filter(
      ({ storeId, day: date, companyId }) =>
        companyId === world.company.companyId &&
        storeIds.includes(storeId) &&
        date <= "2026-05-13" &&
        date >= "2026-05-12",
    );
    // the stores in the middle are wanted by all, those at the ends by a third
    const middle = sold.filter(
      ({ storeId }) => storeIds.indexOf(storeId) === 2 || storeIds.indexOf(storeId) === 3,
    );
    expect(middle.map(({ booked }) => [booked[10], booked[11]])).toEqual(
      middle.map(() => [90, 90]),
    );
    const takenPlays = replies
      .filter(({ status }) => status === 200)
      .reduce((sum, reply) => sum + bookingOf(reply).takenPlays, 0);
    expect(
      sold.reduce((sum, { booked }) => sum + booked.reduce((one, two) => one + two, 0), 0),
    ).toBe(takenPlays * 10);
    expect(await world.differences()).toEqual([]);
  });

  it("extend and shorten one campaign at once, and every play of it is counted", async () => {
    const storeIds = world.company.stores.slice(0, 4).map(({ id }) => id);
    const id = await world.draft({
      storeIds,
      startsOn: "2026-05-20",
      endsOn: "2026-05-22",
      plays: hourly((hour) => (hour === 14 ? 1 : 0)),
    });
    await world.book(id);
    const ends = [
      "2026-05-24",
      "2026-05-20",
      "2026-05-23",
      "2026-05-21",
      "2026-05-22",
      "2026-05-25",
    ];
    const replies = await Promise.all(
      ends.map(
        (endsOn) =>
          world.platform
            .as(world.company.users.admin)
            .changeBooking({ body: { campaignId: id, endsOn } }).reply,
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(ends.map(() => 200));
    const { endsOn, takenPlays, version } = await world.show(id);
    expect(takenPlays).toBe(4 * (Number(endsOn.slice(8)) - 19));
    expect(version).toBe(2 + ends.length);
    expect(await world.differences()).toEqual([]);
  });

  it("take the same exact time for an ad and a promo: one of them has it", async () => {
    const exact = {
      storeIds: [world.company.stores[0]?.id],
      startsOn: "2026-05-28",
      endsOn: "2026-05-30",
      plays: undefined,
      exactTimes: [600, 660],
    };
    const ids = [
      await world.draft(exact),
      await world.draft({
        ...exact,
        kind: "JINGLE",
        spots: [{ spotId: world.company.spots.promo }],
      }),
      await world.draft(exact),
    ];
    const replies = await Promise.all(
      ids.map((id) => world.book(id, {}, { sort: bookings.bookingWithTime }).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await world.differences()).toEqual([]);
  });

  it("leave no campaign in a state that its plays do not have", async () => {
    const { rows } =
      await world.platform.database.db.execute(sql`select ${campaign.id} from ${campaign} where ${campaign.state} in ('DRAFT', 'EXPIRED')
      and exists (select 1 from campaign_line line where line.company_id = ${campaign.companyId} and line.campaign_id = ${campaign.id})`);
    expect(rows).toEqual([]);
  });
});
