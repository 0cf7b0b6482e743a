import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { type Engine, engines, openTestDatabase, somebodyWaits } from "../support/database.ts";

const clients = 16;
/** The embedded engine runs one transaction after the other, so a few changes show all it can do. */
const changesOn = (engine: Engine) =>
  process.env.TEST_ALL && engine === "postgres" ? 10_000 : 240;
const startsOn = "2026-05-13";
const days = ["2026-05-13", "2026-05-14", "2026-05-15", "2026-05-16"];
const acts = ["book", "book", "hold", "cancel", "extend", "pause", "resume", "book held"] as const;

/** Draws whole numbers below one that is given, the same for a client in every run. */
const drawer = (client: number) => {
  let state = client * 7_919 + 1;
  return (end: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % end;
  };
};

describe.each(engines)("campaigns that cross on %s", (engine) => {
  let world: AdWorld;
  let storeIds: number[];
  beforeAll(async () => {
    world = await openAdWorld(engine, {
      database: await openTestDatabase(engine, { maxConnections: clients }),
    });
    storeIds = world.company.stores.slice(0, 6).map(({ id }) => id);
    for (const day of days)
      await world.sell(
        day,
        hourly((hour) => (hour >= 9 && hour < 13 ? 60 : 0)),
        storeIds,
      );
  });
  afterAll(() => world?.platform.close());

  // the embedded engine runs one transaction after the other
  it.skipIf(engine === "embedded")(
    "a booking that waits while room comes back gets that room [ADS-3]",
    async () => {
      const campaignFields = {
        storeIds: storeIds.slice(0, 1),
        startsOn,
        endsOn: startsOn,
        plays: hourly((hour) => (hour === 10 ? 6 : 0)),
      };
      const first = await world.draft(campaignFields);
      const second = await world.draft(campaignFields);
      await world.book(first);
      const reply = await world.platform.database.dedicated(async (client) => {
        await client.query("begin");
        await client.query(
          "update ad_ledger set booked = array_fill(0::smallint, array[24]) where store_id = $1 and day = $2 and kind = 'AD'",
          [storeIds[0], startsOn],
        );
        await client.query("delete from campaign_line where campaign_id = $1", [first]);
        const booking = world.book(second).reply;
        await somebodyWaits(client);
        await client.query("commit");
        return booking;
      });
      expect([reply.status, reply.body.message]).toEqual([200, expect.any(String)]);
      expect(await world.differences()).toEqual([]);
      for (const id of [first, second]) await world.act(id, "cancel");
    },
  );

  it("two flights that move in opposite directions do not wait for each other [ADS-3]", async () => {
    const { company, platform } = world;
    const earlier = { startsOn: days[0], endsOn: days[2] };
    const later = { startsOn: days[1], endsOn: days[3] };
    const plays = hourly((hour) => (hour === 12 ? 1 : 0));
    const first = await world.draft({ storeIds, ...later, plays });
    const second = await world.draft({ storeIds, ...earlier, plays });
    for (const id of [first, second]) await world.book(id);
    const move = (campaignId: number, flight: object) =>
      platform.as(company.users.admin).changeBooking({ body: { campaignId, ...flight } }).status;
    const statuses = new Set<number>();
    for (let round = 0; round < 10; round++) {
      const [one, other] = round % 2 === 0 ? [earlier, later] : [later, earlier];
      for (const status of await Promise.all([move(first, one), move(second, other)]))
        statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    expect(await world.differences()).toEqual([]);
    for (const id of [first, second]) await world.act(id, "cancel");
  });

  it(`${clients} who book, hold, extend, pause and cancel on six stores are all answered [ADS-3] [ADS-5]`, async () => {
    const { company, platform } = world;
    const failed: string[] = [];
    const changes = changesOn(engine);
    let left = changes;
    let booked = 0;
    const work = async (client: number) => {
      const below = drawer(client);
      const own: number[] = [];
      const draft = () => {
        const some = storeIds.filter(() => below(3) > 0);
        const plays = hourly((hour) => (hour === 9 ? 1 : hour > 9 && hour < 13 ? below(3) : 0));
        return world.draft({
          storeIds: some.length > 0 ? some : storeIds,
          startsOn,
          endsOn: days[below(4)],
          plays,
        });
      };
      const change = async (act: (typeof acts)[number]) => {
        const mode = below(2) ? "fits" : "all";
        if (own.length === 0 || act === "book" || act === "hold") {
          own.push(await draft());
          return world.book(own.at(-1) ?? 0, { mode, as: act === "hold" ? "held" : "booked" })
            .reply;
        }
        const id = own[below(own.length)] ?? 0;
        const flight = { body: { campaignId: id, endsOn: days[below(4)], mode } };
        if (act === "extend")
          return platform.as(company.users.admin).changeBooking(flight as never).reply;
        return world.act(id, act === "book held" ? "book" : act).reply;
      };
      while (left-- > 0) {
        const act = acts[below(acts.length)] ?? "book";
        const { status, body } = await change(act);
        if (status === 200) booked++;
        else if (status !== 422) failed.push(`${act}: ${status} ${body.message}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
    expect(failed).toEqual([]);
    expect(booked).toBeGreaterThan(changes / 10);
    expect(await world.differences()).toEqual([]);
  });
});
