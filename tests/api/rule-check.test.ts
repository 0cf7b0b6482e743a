import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chart, song, store } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("rule check", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let charts: { hundred: number; ten: number; foreign: number };
  let timeSlotId: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    const provider = await makeProvider(database);
    const { songIds } = await makeLibrary(database, provider.companyId);
    company = await makeCompany(database);
    const other = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
    charts = {
      hundred: await makeChart(database, provider.companyId, "Hundred", songIds.slice(0, 100)),
      ten: await makeChart(database, company.companyId, "Ten", songIds.slice(90, 100)),
      foreign: await makeChart(database, other.companyId, "Foreign", songIds.slice(0, 20)),
    };
    // of the hundred 20 have no audio, 3 are withdrawn, 50 are licensed in India alone and 2 no longer
    const change = (ids: number[], values: object) =>
      database.db.update(song).set(values).where(inArray(song.id, ids));
    await change(songIds.slice(0, 20), { audioFile: null });
    await change(songIds.slice(20, 23), { active: false });
    await change(songIds.slice(30, 80), { territories: ["IN"] });
    await change(songIds.slice(80, 82), { licensedTo: "2020-01-01" });
    await database.db
      .update(store)
      .set({ country: "GB" })
      .where(eq(store.groupId, company.south.groupIds[0] ?? 0));
  });
  afterAll(() => platform?.close());

  const check = (body: object, as = company.users.admin) =>
    platform.as(as).checkMasterRule({
      body: { timeSlotId, ...ruleOver([charts.hundred, 60], [charts.ten, 40]), ...body },
    });

  it("counts in each country what may play, and says why the rest does not [MST-1]", async () => {
    const { countries } = await check({ separation: [{ name: "MINIMUM_REST", minutes: 180 }] });
    expect(countries.map(({ country, countryName }) => [country, countryName])).toEqual([
      ["IN", "India"],
      ["GB", "United Kingdom"],
    ]);
    const [india, britain] = countries;
    expect(india?.lines[0]).toMatchObject({
      name: "Hundred",
      songs: 97,
      withoutAudio: 20,
      notLicensed: 2,
      playable: 75,
    });
    expect(britain?.lines[0]).toMatchObject({
      songs: 97,
      withoutAudio: 20,
      notLicensed: 52,
      playable: 25,
    });
    expect(india?.lines[0]?.shortages).toEqual([]);
    expect(britain?.lines[0]?.shortages[0]).toMatchObject({
      rule: "MINIMUM_REST",
      have: 25,
      minutes: 180,
    });
    expect(india?.lines[1]?.shortages[0]).toMatchObject({ rule: "MINIMUM_REST", have: 10 });
  });

  it("counts the location's active stores alone, and of an inactive chart no song", async () => {
    const ofGroup = async () => (await check({ groupId: company.south.groupIds[0] })).countries;
    expect((await ofGroup()).map(({ country, stores }) => [country, stores])).toEqual([["GB", 2]]);
    const setActive = (active: boolean) =>
      platform.database.db.update(chart).set({ active }).where(eq(chart.id, charts.ten));
    await setActive(false);
    expect((await ofGroup())[0]?.lines[1]).toMatchObject({
      active: false,
      playable: 0,
      notLicensed: 0,
      shortages: [],
    });
    await setActive(true);
  });

  it("counts no store that follows a narrower location's own rule [MST-1]", async () => {
    const groupId = company.south.groupIds[0] ?? 0;
    const rule = { timeSlotId, ...ruleOver([charts.hundred, 100]) };
    const added = await platform
      .as(company.users.admin)
      .addMasterRule({ body: { ...rule, groupId } });
    const countriesOf = async (body: object) =>
      (await check(body)).countries.map(({ country }) => country);
    expect(await countriesOf({})).toEqual(["IN"]);
    expect(await countriesOf({ groupId })).toEqual(["GB"]);
    await platform
      .as(company.users.admin)
      .removeMasterRule({ query: { id: added.id, version: added.version } });
    expect(await countriesOf({})).toEqual(["IN", "GB"]);
  });

  it("refuses a mix that is not whole, or another's location or area [CTX-4]", async () => {
    expect(await check(ruleOver([charts.ten, 99])).status).toBe(422);
    expect(await check({ groupId: 999_999_999 }).status).toBe(404);
    expect(await check({ groupId: company.south.groupIds[0] }, company.users.regional).status).toBe(
      404,
    );
    expect(await check({ timeSlotId: 999_999_999 }).status).toBe(404);
    expect(await check({}, company.users.limited).status).toBe(403);
    const { countries } = await check(ruleOver([charts.foreign, 100]));
    expect(countries.flatMap(({ lines }) => lines)).toEqual([]);
  });
});
