import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

const day = "2026-05-12";

describe("the position of a campaign's ads in their breaks [ADS-7]", () => {
  let world: AdWorld;
  let storeId: number;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    storeId = world.company.stores[0]?.id ?? 0;
  });
  afterAll(() => world?.platform.close());

  const fields = (name: string, breakPosition?: string) => ({
    name,
    breakPosition,
    storeIds: [storeId],
    startsOn: day,
    endsOn: day,
    plays: hourly((hour) => (hour >= 10 && hour < 16 ? 6 : 0)),
  });
  const book = async (name: string, breakPosition?: string) => {
    const id = await world.draft(fields(name, breakPosition));
    await world.book(id);
    return id;
  };
  /** The campaigns of each break of the store's day, in their order. */
  const breaksOf = async () => {
    const { database } = world.platform;
    const { companyId } = world.company;
    const now = new Date(world.platform.clock.now);
    await keepDays({ database, db: database.db, now }, companyId);
    const [log] = await findCurrentLogs(wholeCompany(companyId), database.db, [storeId], [day]);
    const breaks: number[][] = [];
    let isInBreak = false;
    for (const { bookingId } of log?.positions ?? []) {
      if (bookingId && isInBreak) breaks.at(-1)?.push(bookingId);
      else if (bookingId) breaks.push([bookingId]);
      isInBreak = Boolean(bookingId);
    }
    return breaks;
  };

  it("is the first or the last of each break in the store's day, whoever booked before", async () => {
    await book("Anywhere");
    const last = await book("Last", "LAST");
    await book("Anywhere too");
    const first = await book("First", "FIRST");
    expect(await world.show(first)).toMatchObject({ breakPosition: "FIRST" });
    const breaks = await breaksOf();
    const withBoth = breaks.filter((ids) => ids.includes(first) && ids.includes(last));
    expect(withBoth.length).toBeGreaterThan(0);
    const of = (id: number) => breaks.filter((ids) => ids.includes(id));
    expect(of(first).map((ids) => ids[0])).toEqual(of(first).map(() => first));
    expect(of(last).map((ids) => ids.at(-1))).toEqual(of(last).map(() => last));
    expect(of(first).length).toBe(36);
    expect(of(last).length).toBe(36);
    // two cannot be first of one break: each is first of its own
    const other = await book("Also first", "FIRST");
    const both = (await breaksOf()).filter((ids) => ids.includes(first) || ids.includes(other));
    expect(both.every(([id]) => id === first || id === other)).toBe(true);
  });

  it("is refused on its field for what does not play in breaks, and for another word", async () => {
    const promo = { kind: "JINGLE", spots: [{ spotId: world.company.spots.promo }] };
    expect(await world.add({ ...fields("Promo", "FIRST"), ...promo }).errors).toEqual({
      breakPosition: "Only ads play in breaks.",
    });
    expect(await world.add(fields("Second", "SECOND")).wrongFields).toEqual(["breakPosition"]);
  });

  it("stays as it was once plays are booked, and is copied", async () => {
    const id = await book("Kept", "LAST");
    const { admin } = world.company.users;
    const body = { ...world.form(world.company), ...fields("Kept", "FIRST"), id };
    const change = world.platform.as(admin).changeCampaign({ body } as never);
    expect(await change.wrongFields).toEqual(["breakPosition"]);
    const copy = await world.platform
      .as(admin)
      .copyCampaign({ body: { copyOfId: id, name: "Copy", startsOn: "2026-05-20" } });
    expect(await world.show(copy.id)).toMatchObject({ breakPosition: "LAST" });
  });
});
