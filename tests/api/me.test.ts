import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role, SubRole } from "#contract/base/roles";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Lists what spec section 3 names; settings of ours may stand beside it. */
const members = [
  "id",
  "username",
  "email",
  "fname",
  "lname",
  "customName",
  "category",
  "role",
  "companyId",
  "companyName",
  "userLevel",
  "userOnboardedStep",
  "companiesHasUsers",
  "region",
  "zone",
  "group",
  "openedBy",
];

describe("user/me", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
  });
  afterAll(() => at.close());

  const ask = (username: string) => at.as(username).me();

  test.each<[SubRole, Role]>([
    ["Fever_Super_Admin_Major", "ROLE_Fever_Super_Admin"],
    ["Fever_Super_Admin_Ops", "ROLE_Fever_Super_Admin"],
    ["Fever_Admin_Major", "ROLE_Fever_Admin"],
    ["Fever_Admin_Ops", "ROLE_Fever_Admin"],
    ["Fever_Music_Admin", "ROLE_Fever_Music_Manager"],
    ["Fever_Music_Limited", "ROLE_Fever_Music_Manager"],
  ])(
    "%s is provider staff: category f, its role, no level and no units [USR-2]",
    async (subRole, role) => {
      const user = await ask(provider.staff[subRole]);
      expect(Object.keys(user)).toEqual(expect.arrayContaining(members));
      expect(user).toMatchObject({
        username: provider.staff[subRole],
        email: `${provider.staff[subRole]}@example.com`,
        fname: "Test",
        customName: "Test",
        category: "f",
        role: { roleIdentifier: role, subRole },
        companyId: provider.companyId,
        companyName: "Fever",
        companyCountry: "IN",
        userLevel: null,
        companiesHasUsers: [],
        region: [],
        zone: [],
        group: [],
      });
    },
  );

  test("client staff are category c with their level and units [USR-2]", async () => {
    const { north, users, stores } = company;
    const client = (level: string, role: Role = "ROLE_Client_Admin") => ({
      category: "c",
      customName: "Test",
      role: { roleIdentifier: role, subRole: null },
      companyId: company.companyId,
      companyName: company.name,
      companyCountry: "IN",
      userLevel: level,
      userOnboardedStep: 4,
      companiesHasUsers: [],
      region: [],
      zone: [],
      group: [],
    });
    const cases: [string, object][] = [
      [users.admin, client("national")],
      [users.limited, client("national", "ROLE_Client_Admin_Limited")],
      [
        users.regional,
        { ...client("regional"), region: [{ id: north.regionId, regionName: "North" }] },
      ],
      [
        users.zonal,
        { ...client("zonal"), zone: [{ id: north.zoneIds[0], zoneName: "North zone 1" }] },
      ],
      [
        users.group,
        { ...client("group"), group: [{ id: north.groupIds[0], groupName: "North group 1" }] },
      ],
      [
        users.manager,
        {
          ...client("store", "ROLE_Store_Music_Manager"),
          companiesHasUsers: [{ store: { id: stores[0]?.id, storeName: "North store 1.1" } }],
        },
      ],
    ];
    for (const [username, expected] of cases) {
      const user = await ask(username);
      expect(Object.keys(user)).toEqual(expect.arrayContaining(members));
      expect(user).toMatchObject({ ...expected, username, email: `${username}@example.com` });
    }
  });

  test("several units are all listed, and an absent level is told as absent [USR-2]", async () => {
    const { north, south } = company;
    const both = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "regional",
      units: [{ regionId: north.regionId }, { regionId: south.regionId }],
    });
    expect((await ask(both.username)).region).toHaveLength(2);
    const fresh = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      onboardedStep: 2,
    });
    expect(await ask(fresh.username)).toMatchObject({ userLevel: null, userOnboardedStep: 2 });
  });

  test("the password's hash and whatever else the row has stay in the database", async () => {
    const { body } = await at.as(company.users.admin).me().reply;
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash/i);
  });
});
