import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupsForMe, regionsForMe, zonesForMe } from "#contract/hierarchy/endpoints";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const all = {
  regions: ["North", "South"],
  zones: ["North zone 1", "North zone 2", "South zone 1", "South zone 2"],
  groups: ["North group 1", "North group 2", "South group 1", "South group 2"],
};
const lists = { regions: regionsForMe, zones: zonesForMe, groups: groupsForMe };

describe("Hierarchy lists", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let musicLimited: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    musicLimited = (await makeProvider(at.database)).staff.Fever_Music_Limited;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
  });
  afterAll(() => at.close());

  type Row = { id: number; regionName?: string; zoneName?: string; groupName?: string };
  const see = async (username: string, companyId?: number) => {
    const namesByList: Record<string, string[]> = {};
    for (const [name, endpoint] of Object.entries(lists)) {
      const data = await at.as(username).call(endpoint, { query: { companyId } });
      const rows = data as Row[];
      namesByList[name] = rows.map((row) => row.regionName ?? row.zoneName ?? row.groupName ?? "");
    }
    return namesByList;
  };

  test("everyone sees the units of their scope and the way to them, by name [CTX-3] [CTX-4]", async () => {
    const { users } = company;
    expect(await see(users.admin)).toEqual(all);
    expect(await see(users.limited)).toEqual(all);
    expect(await see(users.regional)).toEqual({
      regions: ["North"],
      zones: all.zones.slice(0, 2),
      groups: all.groups.slice(0, 2),
    });
    expect(await see(users.zonal)).toEqual({
      regions: ["North"],
      zones: ["North zone 1"],
      groups: ["North group 1"],
    });
    expect(await see(users.group)).toEqual({
      regions: ["North"],
      zones: ["North zone 1"],
      groups: ["North group 1"],
    });
    const { username: ofNothing } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "zonal",
    });
    expect(await see(ofNothing)).toEqual({ regions: [], zones: [], groups: [] });
  });

  test("the ids are the company's own, and each unit names the one above it", async () => {
    const ids = async (endpoint: typeof zonesForMe | typeof regionsForMe | typeof groupsForMe) =>
      ((await at.as(company.users.admin).call(endpoint)) as Row[])
        .map(({ id }) => id)
        .sort((a, b) => a - b);
    const both = [company.north, company.south];
    expect(await ids(regionsForMe)).toEqual(both.map(({ regionId }) => regionId));
    expect(await ids(zonesForMe)).toEqual(both.flatMap(({ zoneIds }) => zoneIds));
    expect(await ids(groupsForMe)).toEqual(both.flatMap(({ groupIds }) => groupIds));
    const [first] = await at.as(company.users.group).groupsForMe();
    expect(first).toMatchObject({
      regionId: company.north.regionId,
      zoneId: company.north.zoneIds[0],
    });
  });

  test("provider staff see the company they name: 422 without one, 404 if none [CTX-2]", async () => {
    expect(await see(musicLimited, other.companyId)).toEqual(all);
    for (const endpoint of Object.values(lists)) {
      expect(await at.as(musicLimited).call(endpoint).errors).toEqual({
        companyId: "Please select Company",
      });
      expect(
        await at.as(musicLimited).call(endpoint, { query: { companyId: 999_999 } }).status,
      ).toBe(404);
    }
  });

  test("client staff that name another company are refused [CTX-2] [CTX-4]", async () => {
    for (const endpoint of Object.values(lists))
      for (const companyId of [other.companyId, 999_999])
        expect(
          await at.as(company.users.admin).call(endpoint, { query: { companyId } }).status,
        ).toBe(403);
    expect(await see(company.users.admin, company.companyId)).toEqual(all);
  });
});
