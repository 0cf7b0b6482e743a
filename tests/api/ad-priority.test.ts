import { and, eq, like, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BookingRefused } from "#contract/ads/booking-refusal";
import { sum } from "#contract/base/sum";
import { wholeCompany } from "#platform/access/scope";
import { auditLog, notification } from "#platform/db/schema/index";
import { makeGoods } from "#platform/modules/ads/index";
import { takeFromLines } from "#platform/modules/ads/ledger/ledger.queries";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { type Engine, engines, openTestDatabase } from "../support/database.ts";

const day = "2026-05-13";
const next = "2026-05-14";
/** Plays of ten seconds in hours from 10:00. */
const from10 = (...counts: number[]) => hourly((hour) => counts[hour - 10] ?? 0);
const mostPlays = 4;

describe.each(engines)("campaigns of different priority on %s [ADS-7]", (engine: Engine) => {
  let world: AdWorld;
  let stores: number[];
  let drafted: number[] = [];
  beforeAll(async () => {
    world = await openAdWorld(engine, {
      database: await openTestDatabase(engine, { maxConnections: 8 }),
    });
    stores = world.company.stores.map(({ id }) => id);
    // four plays in each of two hours of two dates
    for (const date of [day, next])
      await world.sell(date, from10(mostPlays * 10, mostPlays * 10), stores);
    await as().changeAdSettings({ body: { adRate: "0.50" } });
  });
  afterAll(() => world?.platform.close());
  afterEach(async () => {
    expect(await world.differences()).toEqual([]);
    for (const id of drafted) await world.act(id, "cancel").reply;
    drafted = [];
  });

  const as = (user = world.company.users.admin) => world.platform.as(user);
  const draft = async (name: string, priority: string, plays: number[], body: object = {}) => {
    const fields = {
      name,
      priority,
      plays,
      startsOn: day,
      endsOn: day,
      storeIds: stores.slice(0, 1),
    };
    const id = await world.draft({ ...fields, ...body });
    drafted.push(id);
    return id;
  };
  const sold = async (name: string, priority: string, plays: number[], body: object = {}) => {
    const id = await draft(name, priority, plays, body);
    await world.book(id);
    return id;
  };
  const refusalOf = async (id: number, body: object = {}, user?: string) => {
    const { status, body: problem } = await world.book(id, body, user ? { as: user } : {}).reply;
    expect(status).toBe(422);
    return BookingRefused.parse(problem);
  };
  const agreed = (list: BookingRefused["preemptible"]) => ({
    preempts: list.map(({ campaignId, plays }) => ({ campaignId, plays })),
  });
  const noticesLike = (title: string) =>
    world.platform.database.db.select().from(notification).where(like(notification.title, title));
  const linesOf = async (id: number) =>
    Object.fromEntries(
      (await as().listBooking({ query: { campaignId: id } } as never)).map(
        (line: { day: string; plays: number[] }) => [line.day, line.plays.slice(10, 12)],
      ),
    );

  it("a premium booking takes plays once the person agreed, and they are made good", async () => {
    const body = { mayBePreempted: true, endsOn: next, brandId: world.brandId };
    const other = await sold("Fizz week", "STANDARD", from10(3, 1), body);
    expect((await world.show(other)).price).toBe("40.00");
    const premium = await draft("Launch", "PREMIUM", from10(4));
    const { preemptible, full } = await refusalOf(premium);
    expect(full).toMatchObject([{ day, hour: 10, free: 1, wanted: 4, holders: ["Fizz week"] }]);
    expect(preemptible).toEqual([
      {
        campaignId: other,
        name: "Fizz week",
        brandName: "Fizz",
        priority: "STANDARD",
        stores: 1,
        plays: 3,
        price: "15.00",
        madeGood: 3,
      },
    ]);
    // nothing is taken before the person agrees
    expect(await linesOf(other)).toEqual({ [day]: [3, 1], [next]: [3, 1] });
    expect(await world.book(premium, agreed(preemptible))).toMatchObject({
      state: "BOOKED",
      takenPlays: 4,
    });
    // one fits into the same hour of the next date, the others into the hour beside it
    const after = await linesOf(other);
    expect(after[day]?.[0]).toBe(0);
    expect(sum(Object.values(after).flat() as number[])).toBe(8);
    expect(await world.show(other)).toMatchObject({
      takenPlays: 8,
      shortfallPlays: 0,
      price: "40.00",
      preempted: { plays: 3, owed: 0, by: ["Launch"] },
    });
    const [notice] = await noticesLike("%“Fizz week” gave up 3 plays");
    expect(notice?.detail).toBe(
      "“Launch” (premium) took them. 3 of them are booked again within its flight.",
    );
    const [entry] = await world.platform.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.itemId, String(other)), eq(auditLog.action, "campaign plays taken")));
    expect(entry?.after).toMatchObject({ plays: 3, takenBy: "Launch", bookedAgain: 3, owed: 0 });
  });

  it("what finds no room is owed, lowers the price, and is booked again later", async () => {
    const other = await sold("Small", "STANDARD", from10(4), { mayBePreempted: true });
    const premium = await draft("Big", "PREMIUM", from10(4));
    const { preemptible } = await refusalOf(premium);
    expect(preemptible).toMatchObject([{ plays: 4, price: "20.00", madeGood: 0 }]);
    // what is free of an hour goes to the booking first
    const part = await sold("Part", "STANDARD", from10(0, 2), { mayBePreempted: true });
    const three = await draft("Three", "PREMIUM", from10(0, 3));
    const ofPart = (await refusalOf(three)).preemptible;
    expect(ofPart).toMatchObject([{ campaignId: part, plays: 1, madeGood: 0 }]);
    await world.book(three, agreed(ofPart));
    expect((await world.show(part)).preempted).toMatchObject({ plays: 1, owed: 1 });
    await world.book(premium, agreed(preemptible));
    expect(await world.show(other)).toMatchObject({
      takenPlays: 0,
      shortfallPlays: 4,
      price: "0.00",
      preempted: { plays: 4, owed: 4 },
    });
    expect((await noticesLike("%“Small” gave up 4 plays"))[0]?.detail).toBe(
      "“Big” (premium) took them. 0 of them are booked again within its flight, and 4 plays are owed until there is room.",
    );
    const { database, clock } = world.platform;
    const keep = () => makeGoods({ database, now: new Date(clock.now) });
    await keep();
    expect((await world.show(other)).preempted).toMatchObject({ owed: 4 });
    await world.act(premium, "cancel");
    await keep();
    await keep();
    expect(await world.show(other)).toMatchObject({
      takenPlays: 4,
      shortfallPlays: 0,
      price: "20.00",
      preempted: { plays: 4, owed: 0 },
    });
    expect(await linesOf(other)).toEqual({ [day]: [4, 0] });
  });

  it("takes from thousands of lines that were booked a moment ago, within seconds", async () => {
    const { companyId } = world.company;
    const id = await draft("Large", "STANDARD", from10(1));
    const earlier = await draft("Earlier", "STANDARD", from10(1));
    const undone = new Error("undone");
    const work = world.platform.database.transaction(async (tx) => {
      const days = sql`unnest(${sql.param(stores)}::bigint[]) store_id, generate_series('2030-01-01'::date, '2034-12-31', '1 day') day`;
      const seconds = sql`${sql.param(from10(10))}::smallint[]`;
      const insertLines = async (campaignId: number) => {
        const { rows } = await tx.execute<{ storeId: number; day: string }>(
          sql`insert into campaign_line (company_id, campaign_id, store_id, day, plays)
            select ${companyId}, ${campaignId}, store_id, day, ${sql.param(from10(1))}::smallint[] from ${days}
            returning store_id::int as "storeId", day::text as day`,
        );
        return rows;
      };
      await tx.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
        select ${companyId}, 'AD', store_id, day, ${seconds}, ${seconds}, ${sql.param(from10(0))}::smallint[] from ${days}`);
      // the planner knows of the earlier campaign alone, and takes the other's lines for few
      await insertLines(earlier);
      await tx.execute(sql`analyze campaign_line`);
      const lines = await insertLines(id);
      await tx.execute(sql`set local statement_timeout = '10s'`);
      const inLedger = { id, kind: "AD" as const, playTakes: 10 };
      const plays = lines.map((line) => ({ ...line, plays: from10(1) }));
      await takeFromLines(wholeCompany(companyId), tx, inLedger, plays);
      const left =
        await tx.execute(sql`select (select count(*)::int from campaign_line where campaign_id = ${id}) as lines,
        (select count(*)::int from ad_ledger where company_id = ${companyId} and day >= '2030-01-01' and 10 = any(booked)) as booked`);
      expect([lines.length, left.rows]).toEqual([stores.length * 1826, [{ lines: 0, booked: 0 }]]);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });

  it("takes nothing without that term, of the same priority, for a hold, or for a goal", async () => {
    await sold("Firm", "STANDARD", from10(2));
    const equal = await sold("Equal", "PREMIUM", from10(1), { mayBePreempted: true });
    const bound = await sold("Bound", "STANDARD", from10(1), { mayBePreempted: true });
    const premium = await draft("Late", "PREMIUM", from10(2));
    expect((await refusalOf(premium)).preemptible).toEqual([]);
    const list = [
      { campaignId: equal, plays: 1 },
      { campaignId: bound, plays: 1 },
    ];
    const forced = await world.book(premium, { preempts: list }).errors;
    expect(Object.keys(forced)).toEqual(["preempts"]);
    const nobody = await world.book(premium, { preempts: [] }).errors;
    expect(nobody).toEqual({ preempts: "Name at least one campaign." });
    const one = await draft("One", "PREMIUM", from10(1));
    expect((await refusalOf(one)).preemptible).toMatchObject([{ campaignId: bound }]);
    expect((await refusalOf(one, { as: "held" })).preemptible).toEqual([]);
    const goal = { goal: { target: 1, measure: "TOTAL" } };
    const planned = await draft("Planned", "PREMIUM", from10(1), goal);
    expect((await refusalOf(planned)).preemptible).toEqual([]);
    const standard = await draft("Standard", "STANDARD", from10(1));
    expect((await refusalOf(standard)).preemptible).toEqual([]);
  });

  it("takes no plays of campaigns outside the caller's own locations, whoever they are", async () => {
    const { regional } = world.company.users;
    const wide = { mayBePreempted: true, wholeCompany: true, storeIds: [] };
    const national = await sold("National", "STANDARD", from10(4), wide);
    const fields = {
      name: "Regional",
      priority: "PREMIUM",
      plays: from10(1),
      startsOn: day,
      endsOn: day,
    };
    const own = await world.draft(
      { ...fields, regionIds: [world.company.north.regionId] },
      { as: regional },
    );
    expect((await refusalOf(own, {}, regional)).preemptible).toEqual([]);
    const preempts = [{ campaignId: national, plays: 1 }];
    expect((await world.book(own, { preempts }, { as: regional }).reply).status).toBe(403);
    const elsewhere = await world.draft(
      { name: "Elsewhere", wholeCompany: true },
      { of: world.other, as: world.other.users.admin },
    );
    const foreign = { preempts: [{ campaignId: elsewhere, plays: 1 }] };
    expect((await world.book(own, foreign, { as: regional }).reply).status).toBe(404);
    expect(await world.show(national)).toMatchObject({
      shortfallPlays: 0,
      preempted: { plays: 0 },
    });
    expect((await refusalOf(own)).preemptible).toMatchObject([{ campaignId: national }]);
    await world.act(own, "cancel").reply;
  });

  it("house ads fill what is unsold for nothing, and make way unasked, for a hold too", async () => {
    const [storeId = 0] = stores;
    const house = await draft("Loyalty card", "HOUSE", from10(4, 4));
    expect((await as().quoteCampaign({ query: { id: house } })).price).toBeNull();
    expect(await world.book(house, { mode: "fits" })).toMatchObject({ takenPlays: 8, price: null });
    const standard = await draft("Paid", "STANDARD", from10(3), { storeIds: [storeId] });
    expect(await world.book(standard, { as: "held" })).toMatchObject({
      state: "HELD",
      takenPlays: 3,
    });
    expect(await world.show(house)).toMatchObject({
      preempted: { plays: 3, owed: 0, by: ["Paid"] },
    });
    expect(await linesOf(house)).toEqual({ [day]: [1, 4] });
    const [notice] = await noticesLike("%“Loyalty card” gave up 3 plays");
    expect(notice?.detail).toBe(
      "“Paid” (standard) took them. A house ad makes way, so none is owed.",
    );
    // a person is asked where more than house ads would have to make way
    await sold("Sold", "STANDARD", from10(1), { mayBePreempted: true });
    const premium = await draft("Most", "PREMIUM", from10(1, 1));
    await world.act(standard, "cancel");
    await sold("Rest", "STANDARD", from10(3), { mayBePreempted: true });
    const { preemptible } = await refusalOf(premium);
    expect(preemptible.map(({ name }) => name).sort()).toEqual(["Loyalty card", "Rest"]);
    await world.book(premium, agreed(preemptible));
    expect((await linesOf(house))[day]).toEqual([0, 3]);
  });

  it("of two at once who agreed to the same plays one takes them", async () => {
    const other = await sold("Both want it", "STANDARD", from10(4), { mayBePreempted: true });
    const ids = [
      await draft("One", "PREMIUM", from10(3)),
      await draft("Two", "PREMIUM", from10(3)),
    ];
    const refusals = await Promise.all(ids.map((id) => refusalOf(id)));
    const replies = await Promise.all(
      ids.map((id, place) => world.book(id, agreed(refusals[place]?.preemptible ?? [])).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = replies.find(({ status }) => status === 422)?.body;
    expect(refused?.errors?.[0]).toEqual({
      field: "preempts",
      message:
        "What makes way has changed since you were shown it. Nothing was taken: check it again.",
    });
    expect((await world.show(other)).preempted).toMatchObject({ plays: 3 });
  });

  it("bookings that take from each other at once are answered, and the ledger counts", async () => {
    const all = stores.slice(0, 2);
    const failed: string[] = [];
    const work = async (client: number) => {
      for (let round = 0; round < 4; round++) {
        const priority =
          (["HOUSE", "STANDARD", "PREMIUM"] as const)[(client + round) % 3] ?? "HOUSE";
        const plays = from10(1 + ((client * 3 + round) % 4), (client + round) % 3);
        const fields = {
          mayBePreempted: round % 2 === 0,
          endsOn: round % 3 ? next : day,
          storeIds: all,
        };
        const id = await draft(`C${client} ${round}`, priority, plays, fields);
        const first = await world.book(id).reply;
        const list = BookingRefused.safeParse(first.body).data?.preemptible ?? [];
        const second = list.length > 0 ? await world.book(id, agreed(list)).reply : first;
        for (const { status, body } of [first, second])
          if (status !== 200 && status !== 422) failed.push(`${status} ${body.message}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, client) => work(client)));
    expect(failed).toEqual([]);
    expect(await world.differences()).toEqual([]);
  });

  it("is refused on its field for exact times, and stays as it was agreed once plays are taken", async () => {
    const times = { plays: undefined, exactTimes: [600], wholeCompany: true };
    expect(await world.add({ ...times, mayBePreempted: true }).wrongFields).toEqual([
      "mayBePreempted",
    ]);
    expect(await world.add({ ...times, priority: "HOUSE" }).wrongFields).toEqual(["priority"]);
    expect(await world.add({ priority: "FIRST", wholeCompany: true }).wrongFields).toEqual([
      "priority",
    ]);
    const id = await sold("Agreed", "STANDARD", from10(1));
    const body = { ...world.form(world.company), name: "Agreed", startsOn: day, endsOn: day };
    const change = as().changeCampaign({
      body: {
        ...body,
        id,
        plays: from10(1),
        storeIds: stores.slice(0, 1),
        priority: "HOUSE",
        mayBePreempted: true,
      },
    } as never);
    expect(await change.wrongFields).toEqual(["priority", "mayBePreempted"]);
  });
});
