import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adSchedulePreview } from "#contract/reports/campaigns";
import { reportEndpoints } from "#contract/reports/endpoints";
import { spot } from "#platform/db/schema/index";
import { type AdWorld, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";
import { makeItem } from "../support/music.ts";

describe.each([anyEngine])("what is kept and told of campaigns on %s", (engine) => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(engine);
  });
  afterAll(() => world?.platform.close());

  const download = async (as: string, query: object = {}) =>
    (await world.platform.as(as).exportCampaigns({ query }).text).trim().split(/\r?\n/).slice(1);

  it("gives the campaigns that match as CSV, the latest flight first [API-1] [ROL-4]", async () => {
    const { company, other } = world;
    const id = await world.draft({ name: "=Summer", wholeCompany: true, brandId: world.brandId });
    await world.draft({
      name: "South alone",
      regionIds: [company.south.regionId],
      startsOn: "2026-05-20",
      endsOn: "2026-05-20",
    });
    await world.draft({ name: "Theirs", wholeCompany: true }, { of: other });
    await world.book(id);
    const [later, summer, ...more] = await download(company.users.admin);
    expect(later).toMatch(/^South alone,,Ad,Draft,20\/05\/26,20\/05\/26,South,0,0,0,,/);
    expect(summer).toMatch(
      /^'=Summer,Fizz,Ad,Booked,12\/05\/26,18\/05\/26,Whole company,9,1512,1512,/,
    );
    expect(more).toEqual([]);
    const own = await download(company.users.regional);
    expect(own.map((line) => line.split(",").slice(6, 10))).toEqual([
      ["Whole company", "4", "672", "672"],
    ]);
    expect(await download(company.users.admin, { state: "DRAFT" })).toHaveLength(1);
    expect(await world.platform.as(company.users.limited).exportCampaigns().status).toBe(403);
  });

  it("reports the brand of a campaign, and without one that of its spots [REP-1]", async () => {
    const { company, brandId, platform } = world;
    const day = "2026-05-18";
    const storeId = company.stores[0]?.id ?? 0;
    const flight = { startsOn: day, endsOn: day, storeIds: [storeId] };
    await world.book(await world.draft({ ...flight, name: "Its own", brandId }));
    await world.book(await world.draft({ ...flight, name: "Its spots'" }));
    const brands = async () => {
      const rows = await platform
        .as(company.users.admin)
        .call(reportEndpoints(adSchedulePreview).table, {
          query: { from: day, to: day, storeId, limit: 100 },
        });
      return ["Its own", "Its spots'"].map((name) => {
        const own = rows.filter(({ campaign }) => campaign === name);
        return new Set(own.map(({ brand }) => brand || null));
      });
    };
    expect(await brands()).toEqual([new Set(["Fizz"]), new Set([null])]);
    const { db } = platform.database;
    const ofSpots = await makeItem(platform.database, company.companyId, "brand", "Pop");
    await db.update(spot).set({ brandId: ofSpots }).where(eq(spot.id, company.spots.short));
    expect(await brands()).toEqual([new Set(["Fizz"]), new Set(["Pop"])]);
    await db.update(spot).set({ brandId: null }).where(eq(spot.id, company.spots.short));
  });

  it("tells what changed in a campaign only to who owns all its locations [AUD-1] [CTX-3]", async () => {
    const { company, other } = world;
    const id = await world.draft({ name: "Known", wholeCompany: true });
    await world.act(id, "cancel");
    const read = (as: string) => world.platform.as(as).campaignHistory({ query: { id } }).reply;
    type Entry = { action: string; before: unknown; after: unknown };
    const rowsOf = ({ body }: Awaited<ReturnType<typeof read>>) => body.data as unknown as Entry[];
    const all = rowsOf(await read(company.users.admin));
    expect(all.map(({ action }) => action)).toEqual(["campaign cancelled", "campaign added"]);
    expect(all[1]?.after).toMatchObject({ name: "Known" });
    const part = rowsOf(await read(company.users.regional));
    expect(part.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["campaign cancelled", null, null],
      ["campaign added", null, null],
    ]);
    expect((await read(other.users.admin)).status).toBe(404);
  });
});
