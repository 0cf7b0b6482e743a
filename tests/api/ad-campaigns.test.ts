import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as contract from "#contract/ads/campaigns";
import { campaignMoves, campaignStates } from "#contract/ads/words";
import { constraintOf } from "#platform/db/constraint-error";
import { auditLog, campaign, catalogueItem, spot } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { plainCampaign } from "../support/plain-campaign.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));

describe("campaigns [ADS-1]", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let brandId: number;
  let spots: Record<"short" | "long" | "promo" | "toh" | "inactive" | "foreign", number>;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now: new Date("2026-05-11T06:30:00Z") });
    const provider = await makeProvider(platform.database);
    [company, other] = [await makeCompany(platform.database), await makeCompany(platform.database)];
    const { db } = platform.database;
    const [brand] = await db
      .insert(catalogueItem)
      .values({ companyId: provider.companyId, kind: "brand", name: "Fizz" })
      .returning({ id: catalogueItem.id });
    brandId = brand?.id ?? 0;
    const rows = await db
      .insert(spot)
      .values([
        { companyId: company.companyId, kind: "AD", name: "Fizz 10", durationSeconds: 10 },
        { companyId: company.companyId, kind: "AD", name: "Fizz 30", durationSeconds: 30 },
        { companyId: company.companyId, kind: "JINGLE", name: "Promo", durationSeconds: 12 },
        { companyId: company.companyId, kind: "TOH", name: "Chime", durationSeconds: 8 },
        {
          companyId: company.companyId,
          kind: "AD",
          name: "Old",
          durationSeconds: 10,
          active: false,
        },
        { companyId: other.companyId, kind: "AD", name: "Theirs", durationSeconds: 10 },
      ])
      .returning({ id: spot.id });
    const [short = 0, long = 0, promo = 0, toh = 0, inactive = 0, foreign = 0] = rows.map(
      ({ id }) => id,
    );
    spots = { short, long, promo, toh, inactive, foreign };
  });
  afterAll(() => platform?.close());

  const form = () => ({
    name: "Summer",
    brandId,
    kind: "AD" as const,
    startsOn: "2026-05-12",
    endsOn: "2026-05-18",
    weekdays: everyDay,
    plays: hourly((hour) => (hour >= 9 && hour < 21 ? 2 : 0)),
    spots: [{ spotId: spots.short, weight: 3 }],
  });
  const add = (body: object, as = company.users.admin, headers = {}) =>
    platform.as(as).addCampaign({ body: { ...form(), ...body }, headers });
  const change = (id: number, body: object, as = company.users.admin) =>
    platform.as(as).changeCampaign({ body: { ...form(), id, ...body } });
  const list = (query: object = {}, as = company.users.admin) =>
    platform.as(as).listCampaigns({ query });
  const group = (of = company) => of.north.groupIds[0] ?? 0;

  it("are added as drafts, listed, changed and deleted, each change with its audit row [AUD-1]", async () => {
    const { id } = await add({ groupIds: [group()], note: "Ask Asha first" });
    const [row] = await list();
    expect(row).toMatchObject({
      id,
      name: "Summer",
      brandName: "Fizz",
      state: "DRAFT",
      playTakes: 10,
      stores: 0,
      takenPlays: 0,
      mayChange: true,
      version: 1,
      note: "Ask Asha first",
      createdBy: company.users.admin,
      exactTimes: null,
      holdUntil: null,
      price: null,
      units: [{ level: "GROUP", unitId: group(), name: "North group 1" }],
    });
    const changed = await change(id, {
      version: 1,
      storeIds: [company.stores[0]?.id],
      spots: [{ spotId: spots.long }],
    }).reply;
    expect(changed).toMatchObject({ status: 200, body: { data: { id, version: 2 } } });
    expect(await list()).toMatchObject([
      { playTakes: 30, units: [{ level: "STORE" }], note: null },
    ]);
    expect(
      await change(id, { version: 1, storeIds: [company.stores[0]?.id], name: "Winter" })
        .wrongFields,
    ).toEqual(["spots"]);
    await platform.as(company.users.admin).removeCampaign({ query: { id } });
    expect(await list()).toEqual([]);
    const actions = await platform.database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.itemKind, "campaign"), eq(auditLog.itemId, String(id))))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual([
      "campaign added",
      "campaign changed",
      "campaign deleted",
    ]);
  });

  it("are added once, however often the same request comes", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const drafts = await Promise.all(
      [1, 2].map(() => add({ name: "Once", wholeCompany: true }, company.users.admin, headers)),
    );
    expect(new Set(drafts.map(({ id }) => id)).size).toBe(1);
    expect(await list({ search: "once" })).toHaveLength(1);
  });

  it("count exact times by hour, and take one position of what is no ad", async () => {
    const promo = (
      await add({
        kind: "JINGLE",
        spots: [{ spotId: spots.promo }],
        plays: undefined,
        exactTimes: [615, 600, 600, 790],
        wholeCompany: true,
      })
    ).id;
    const [row] = (await list({ kind: "JINGLE" })).filter(({ id }) => id === promo);
    expect(row).toMatchObject({ exactTimes: [600, 615, 790], playTakes: 1 });
    expect([row?.plays[10], row?.plays[13], row?.plays[9]]).toEqual([2, 1, 0]);
    const toh = { kind: "TOH", spots: [{ spotId: spots.toh }], wholeCompany: true };
    expect(await add(toh).status).toBe(201);
    expect(await add({ ...toh, plays: undefined, exactTimes: [0] }).wrongFields).toEqual([
      "exactTimes",
    ]);
  });

  it("are refused by field for what does not fit", async () => {
    const whole = { wholeCompany: true };
    expect(await add({ ...whole, startsOn: "2026-05-19" }).wrongFields).toEqual(["endsOn"]);
    expect(await add({ ...whole, endsOn: "2027-12-31" }).wrongFields).toEqual(["endsOn"]);
    expect(await add({ ...whole, exactTimes: [600] }).wrongFields).toEqual(["plays"]);
    expect(await add({ ...whole, plays: hourly(() => 0) }).wrongFields).toEqual(["plays"]);
    expect(await add({}).wrongFields).toEqual(["wholeCompany"]);
    for (const spotId of [spots.promo, spots.inactive])
      expect(await add({ ...whole, spots: [{ spotId }] }).wrongFields).toEqual(["spots"]);
    expect(await add({ ...whole, spots: [{ spotId: spots.foreign }] }).status).toBe(404);
    expect(await add({ ...whole, brandId: 999_999 }).status).toBe(404);
  });

  it("take all stores that match the filters of the list, without their ids [ADS-2]", async () => {
    const { north, south, users } = company;
    const { id } = await add({
      name: "Matching",
      matching: { search: "store", regionId: north.regionId },
      groupIds: [south.groupIds[0]],
    });
    const show = (of = id, as = users.admin) => platform.as(as).findCampaign({ query: { id: of } });
    const matched = company.stores
      .filter(({ regionId }) => regionId === north.regionId)
      .map((store) => store.id);
    const storesIn = ({ units }: contract.CampaignDetail) =>
      units.flatMap(({ level, unitId }) => (level === "STORE" ? [unitId] : []));
    const first = await show();
    expect([storesIn(first).sort(), first.singleStores]).toEqual([
      [...matched].sort(),
      matched.length,
    ]);
    expect(first.units.some(({ level }) => level === "GROUP")).toBe(true);
    await change(id, { name: "Matching", keepStores: true });
    const matchedCampaign = await show();
    expect([
      storesIn(matchedCampaign).sort(),
      matchedCampaign.units.some(({ level }) => level === "GROUP"),
    ]).toEqual([[...matched].sort(), false]);
    const copied = await platform
      .as(users.admin)
      .copyCampaign({ body: { copyOfId: id, name: "Copy", startsOn: "2026-05-20" } });
    expect((await show(copied.id)).singleStores).toBe(matched.length);

    // within the scope of who asks
    const zonal = (await add({ matching: {} }, users.zonal)).id;
    const inZone = company.stores
      .filter(({ zoneId }) => zoneId === north.zoneIds[0])
      .map((store) => store.id);
    expect(storesIn(await show(zonal, users.zonal)).sort()).toEqual([...inZone].sort());
    expect(await add({ matching: { search: "no such store" } }).wrongFields).toEqual(["matching"]);
    expect(await add({ matching: { regionId: other.north.regionId } }).wrongFields).toEqual([
      "matching",
    ]);
    expect(await add({ keepStores: true }).wrongFields).toEqual(["wholeCompany"]);
    for (const condition of ["never-seen", "inactive"])
      expect([201, 422]).toContain(await add({ matching: { condition } }).status);
  });

  it("are made, seen and changed within the scope alone, by admins alone [CTX-4] [ROL-1] [ROL-4]", async () => {
    const { users, north, south } = company;
    const southern = (await add({ name: "Southern", regionIds: [south.regionId] })).id;
    const both = (await add({ name: "Both", regionIds: [north.regionId, south.regionId] })).id;
    const own = (await add({ name: "Own", regionIds: [north.regionId] }, users.regional)).id;
    const visibleCampaigns = await list({ limit: 100 }, users.regional);
    expect(visibleCampaigns.map(({ id }) => id)).not.toContain(southern);
    expect(visibleCampaigns.find(({ id }) => id === both)).toMatchObject({
      mayChange: false,
      otherUnits: 1,
      units: [{ name: "North" }],
    });
    expect(visibleCampaigns.find(({ id }) => id === own)).toMatchObject({
      mayChange: true,
      otherUnits: 0,
    });
    expect(await add({ regionIds: [south.regionId] }, users.regional).status).toBe(404);
    expect(await add({ wholeCompany: true }, users.regional).status).toBe(403);
    expect(await change(both, { regionIds: [north.regionId] }, users.regional).status).toBe(403);
    expect(await change(southern, { regionIds: [north.regionId] }, users.regional).status).toBe(
      404,
    );
    expect(await add({ groupIds: [group(other)] }).status).toBe(404);
    expect(await change(own, { regionIds: [north.regionId] }, other.users.admin).status).toBe(404);
    for (const as of [users.limited, users.manager])
      expect(await add({ wholeCompany: true }, as).status).toBe(403);
  });

  it("are found by state, kind, brand, location, flight and name, in each order, page by page", async () => {
    const { users } = other;
    const base = { ...form(), spots: [{ spotId: spots.foreign }] };
    for (const [index, month] of ["06", "07", "08"].entries())
      await platform.as(users.admin).addCampaign({
        body: {
          ...base,
          name: `Campaign ${10 - index}`,
          startsOn: `2026-${month}-01`,
          endsOn: `2026-${month}-20`,
          brandId: index ? undefined : brandId,
          groupIds: [other.north.groupIds[index % 2] ?? 0],
        },
      });
    const names = async (query: object) => (await list(query, users.admin)).map(({ name }) => name);
    expect(await names({})).toEqual(["Campaign 8", "Campaign 9", "Campaign 10"]);
    expect(await names({ sort: "name" })).toEqual(["Campaign 8", "Campaign 9", "Campaign 10"]);
    expect(await names({ sort: "-created" })).toEqual(["Campaign 8", "Campaign 9", "Campaign 10"]);
    expect(await names({ brandId })).toEqual(["Campaign 10"]);
    expect(await names({ from: "2026-06-20", to: "2026-07-01" })).toEqual([
      "Campaign 9",
      "Campaign 10",
    ]);
    expect(await names({ groupId: other.north.groupIds[1] })).toEqual(["Campaign 9"]);
    expect(await names({ state: "BOOKED" })).toEqual([]);
    const first = await platform.as(users.admin).listCampaigns({ query: { limit: 2 } }).answer;
    expect(first.page).toMatchObject({ total: 3 });
    expect(await names({ limit: 2, cursor: first.page?.next })).toEqual(["Campaign 10"]);
  });

  it("are copied as drafts with a flight of the same length, by who owns their locations", async () => {
    const { id } = await add({ name: "Original", regionIds: [company.south.regionId] });
    const copy = (as: string) =>
      platform
        .as(as)
        .copyCampaign({ body: { copyOfId: id, name: "Copy", startsOn: "2026-09-01" } });
    expect(await copy(company.users.regional).status).toBe(404);
    await copy(company.users.admin);
    const [row] = await list({ search: "copy" });
    expect(row).toMatchObject({
      state: "DRAFT",
      startsOn: "2026-09-01",
      endsOn: "2026-09-07",
      units: [{ name: "South" }],
      playTakes: 10,
    });
  });

  it("move between states as their table says, and the database refuses every other move", async () => {
    const { db } = platform.database;
    for (const from of campaignStates)
      for (const to of campaignStates.filter((state) => state !== from)) {
        const holdUntil = (state: string) => (state === "HELD" ? new Date() : null);
        const [row] = await db
          .insert(campaign)
          .values({
            companyId: company.companyId,
            ...plainCampaign,
            name: "Moves",
            kind: "AD",
            playTakes: 10,
            state: from,
            holdUntil: holdUntil(from),
          })
          .returning({ id: campaign.id });
        const moved = await db
          .update(campaign)
          .set({ state: to, holdUntil: holdUntil(to) })
          .where(sql`${campaign.id} = ${row?.id}`)
          .then(
            () => true,
            (error: unknown) => constraintOf(error)?.constraint !== "campaign_state_moves",
          );
        expect([from, to, moved]).toEqual([from, to, campaignMoves[from].includes(to)]);
        await db.delete(campaign).where(sql`${campaign.id} = ${row?.id}`);
      }
  });
});
