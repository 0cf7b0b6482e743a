import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role, SubRole } from "#contract/base/roles";
import type { User } from "#contract/users/endpoints";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/**
 * Who creates whom, from spec section 6: the role's list, and of provider staff the sub-roles whose
 * areas the caller has too. For staff in their own company; client roles in a client's.
 */
const table = `
caller                   Fever_Super_Admin_Major  Fever_Super_Admin_Ops  Fever_Admin_Major  Fever_Admin_Ops  Fever_Music_Admin  Fever_Music_Limited  ROLE_Client_Admin  ROLE_Client_Admin_Limited  ROLE_Store_Music_Manager
Fever_Super_Admin_Major  y                        y                      y                  y                y                  y                    y                  y                          y
Fever_Super_Admin_Ops    y                        y                      y                  y                y                  y                    y                  y                          y
Fever_Admin_Major        -                        -                      y                  y                y                  y                    y                  y                          y
Fever_Admin_Ops          -                        -                      -                  y                -                  -                    y                  y                          y
Fever_Music_Admin        -                        -                      -                  -                y                  y                    y                  y                          y
Fever_Music_Limited      -                        -                      -                  -                -                  y                    y                  y                          y
admin                    -                        -                      -                  -                -                  -                    y                  y                          y
regional                 -                        -                      -                  -                -                  -                    y                  y                          y
zonal                    -                        -                      -                  -                -                  -                    y                  y                          y
group                    -                        -                      -                  -                -                  -                    y                  y                          y
limited                  -                        -                      -                  -                -                  -                    -                  y                          y
manager                  -                        -                      -                  -                -                  -                    -                  -                          -
`;
const roleOf: Record<SubRole, Role> = {
  Fever_Super_Admin_Major: "ROLE_Fever_Super_Admin",
  Fever_Super_Admin_Ops: "ROLE_Fever_Super_Admin",
  Fever_Admin_Major: "ROLE_Fever_Admin",
  Fever_Admin_Ops: "ROLE_Fever_Admin",
  Fever_Music_Admin: "ROLE_Fever_Music_Manager",
  Fever_Music_Limited: "ROLE_Fever_Music_Manager",
};
const isSubRole = (name: string): name is SubRole => name in roleOf;

describe("Who may create whom", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let serial = 0;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const usernameOf = (person: string) =>
    isSubRole(person)
      ? provider.staff[person]
      : company.users[person as keyof TestCompany["users"]];
  /**
   * A place that every caller of the table who may create the role at all may give: the first store
   * of North's first group.
   */
  const placeOf = (target: string) =>
    isSubRole(target)
      ? { role: roleOf[target], subRole: target }
      : { role: target, level: "store", storeIds: [company.stores[0]?.id] };
  const personal = () => ({
    username: `made.${++serial}`,
    email: "made@example.com",
    firstName: "Made",
  });
  const queryOf = (caller: string, target: string) =>
    isSubRole(caller) && !isSubRole(target) ? { companyId: company.companyId } : {};

  const [head = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));
  const targets = head.slice(1);

  test.each(rows)(
    "%s creates exactly the roles on the list, and is offered exactly those [ROL-3]",
    async (caller = "", ...marks) => {
      const offered = await at.as(usernameOf(caller)).listRoles({ query: { creatable: "true" } })
        .reply;
      const choices = (
        (offered.body.data ?? []) as { roleIdentifier: string; subRoles: { subRole: string }[] }[]
      ).flatMap(({ roleIdentifier, subRoles }) =>
        subRoles.length > 0 ? subRoles.map(({ subRole }) => subRole) : [roleIdentifier],
      );
      expect(choices.sort()).toEqual(targets.filter((_, i) => marks[i] === "y").sort());
      for (const [i, mark] of marks.entries()) {
        const target = targets[i] ?? "";
        const input = {
          query: queryOf(caller, target),
          body: { ...personal(), ...placeOf(target) },
        };
        const { status, body } = await at.as(usernameOf(caller)).addUser(input).reply;
        expect([target, status], body.message).toEqual([
          target,
          mark === "y" ? 201 : caller === "manager" ? 403 : 422,
        ]);
        const mayGiveOther = choices.some(
          (choice) => isSubRole(choice) && isSubRole(target) && roleOf[choice] === roleOf[target],
        );
        if (status === 422)
          expect(body.errors?.[0]?.field, target).toBe(mayGiveOther ? "subRole" : "role");
      }
    },
  );

  test("provider staff are made among the provider's alone, clients in a client's [ROL-3]", async () => {
    const by = provider.staff.Fever_Super_Admin_Major;
    for (const [query, target] of [
      [{ companyId: company.companyId }, "Fever_Music_Limited"],
      [{}, "ROLE_Client_Admin"],
      [{ companyId: provider.companyId }, "ROLE_Store_Music_Manager"],
    ] as const) {
      const reply = await at.as(by).addUser({ query, body: { ...personal(), ...placeOf(target) } })
        .reply;
      expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([422, "role"]);
    }
  });

  test.each([
    ["admin", { level: "national" }, 201],
    ["limited", { role: "ROLE_Client_Admin_Limited", level: "national" }, 201],
    ["regional", { level: "national" }, "level"],
    ["regional", { level: "zonal", zoneIds: "north" }, 201],
    ["regional", { level: "zonal", zoneIds: "both" }, "zoneIds"],
    ["regional", { level: "group", groupIds: "south" }, "groupIds"],
    ["regional", { level: "store", storeIds: "alone" }, "storeIds"],
    ["zonal", { level: "store", storeIds: "own" }, 201],
    ["group", { level: "store", storeIds: "own" }, 201],
    ["group", { level: "store", storeIds: "south" }, "storeIds"],
    ["admin", { level: "regional", regionIds: "elsewhere" }, "regionIds"],
    ["admin", { level: "store", storeIds: "elsewhere" }, "storeIds"],
  ])(
    "%s gives no wider scope than their own: %j [ROL-3] [ROL-4] [CTX-3] [CTX-4]",
    async (caller, scope, expected) => {
      const elsewhere = await makeCompany(at.database);
      const { north, south, stores } = company;
      const units: Record<string, Record<string, (number | undefined)[]>> = {
        regionIds: {
          north: [north.regionId],
          south: [south.regionId],
          elsewhere: [elsewhere.north.regionId],
        },
        zoneIds: { north: [north.zoneIds[0]], both: [north.zoneIds[0], south.zoneIds[0]] },
        groupIds: { south: [south.groupIds[0]] },
        storeIds: {
          own: [stores[1]?.id],
          south: [stores[4]?.id],
          alone: [stores.at(-1)?.id],
          elsewhere: [elsewhere.stores[0]?.id],
        },
      };
      const place = Object.fromEntries(
        Object.entries(scope).map(([name, value]) => [name, units[name]?.[value] ?? value]),
      );
      const { status, body } = await at
        .as(usernameOf(caller))
        .addUser({ body: { role: "ROLE_Client_Admin", ...personal(), ...place } }).reply;
      if (typeof expected === "number") expect(status, body.message).toBe(expected);
      else expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, [expected]]);
    },
  );

  test.each([
    ["admin", { national: true, regional: 2, zonal: 4, group: 4, store: 9 }],
    ["regional", { national: false, regional: 0, zonal: 2, group: 2, store: 4 }],
    ["zonal", { national: false, regional: 0, zonal: 0, group: 1, store: 2 }],
    ["group", { national: false, regional: 0, zonal: 0, group: 0, store: 2 }],
    ["limited", { national: true, regional: 2, zonal: 4, group: 4, store: 9 }],
  ])("%s is offered the units that are theirs to give [ROL-3]", async (caller, expected) => {
    const { data } = (await at.as(usernameOf(caller)).givableUnits().reply).body as {
      data: Record<string, unknown[] | boolean>;
    };
    const counts = Object.fromEntries(
      Object.entries(data).map(([name, units]) => [
        name,
        Array.isArray(units) ? units.length : units,
      ]),
    );
    expect(counts).toEqual({ ...expected, moreStores: false });
    const other = await makeCompany(at.database);
    const reply = await at
      .as(usernameOf(caller))
      .givableUnits({ query: { search: "no store", chosen: String(other.stores[0]?.id) } }).reply;
    expect((reply.body.data as { store: unknown[] }).store).toEqual([]);
  });

  test("nobody raises, ends or deletes whoever is above them [ROL-3]", async () => {
    const ops = provider.staff.Fever_Admin_Ops;
    const below = await makeUser(at.database, provider.companyId, {
      role: "ROLE_Fever_Admin",
      subRole: "Fever_Admin_Ops",
    });
    const major = await makeUser(at.database, provider.companyId, {
      role: "ROLE_Fever_Admin",
      subRole: "Fever_Admin_Major",
    });
    const change = (id: number, subRole: SubRole) =>
      at.as(ops).updateUser({
        body: { id, email: "x@example.com", firstName: "X", role: roleOf[subRole], subRole },
      });
    expect(await change(below.id, "Fever_Admin_Major").wrongFields).toEqual(["subRole"]);
    expect(await change(below.id, "Fever_Super_Admin_Ops").wrongFields).toEqual(["role"]);
    expect(await change(major.id, "Fever_Admin_Ops").status).toBe(404);
    expect(await at.as(ops).removeUser({ query: { id: major.id } }).status).toBe(404);
    expect(await change(below.id, "Fever_Admin_Ops").status).toBe(200);
  });

  // the last: it ends the session of one of them
  test("two super admins who deactivate each other at once leave one of them [USR-1]", async () => {
    const pair = [provider.staff.Fever_Super_Admin_Major, provider.staff.Fever_Super_Admin_Ops];
    const findUsers = async (by: string | undefined) =>
      (await at.as(by).listUsers({ query: { limit: 100 } })) as User[];
    const people = await findUsers(pair[0]);
    const [first, second] = pair.map(
      (username) => people.find((one) => one.username === username)?.id,
    );
    const turn = (id: number | undefined, by: string | undefined) =>
      at.as(by).setUserStatus({ params: { id }, query: { status: "inactive" } }).status;
    const statuses = await Promise.all([turn(second, pair[0]), turn(first, pair[1])]);
    const winner = statuses[0] === 200 ? 0 : 1;
    expect(statuses[winner]).toBe(200);
    // refused, or its own session had ended
    expect([401, 409, 422]).toContain(statuses[1 - winner]);
    const active = (await findUsers(pair[winner])).filter(
      ({ username, status }) => pair.includes(username) && status === "active",
    );
    expect(active.map(({ username }) => username)).toEqual([pair[winner]]);
  });
});
