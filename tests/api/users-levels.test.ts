import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Level, levels } from "#contract/base/scope";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/**
 * Whose accounts of which level a caller makes, gives and manages, all of them within the caller's
 * scope.
 */
const table = `
caller    national  regional  zonal  group  store
staff     y         y         y      y      y
none      y         y         y      y      y
national  y         y         y      y      y
regional  -         -         y      y      y
zonal     -         -         -      y      y
group     -         -         -      -      y
store     -         -         -      -      -
`;
const rows = table
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(/\s+/));

describe("Levels", () => {
  let at: TestPlatform;
  let company: TestCompany;
  const callers: Record<string, string> = {};
  let unitsOf: Record<Level, Record<string, number>[]>;
  let serial = 0;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    company = await makeCompany(at.database);
    const { regionId, zoneIds, groupIds } = company.north;
    const zoneId = zoneIds[0] as number;
    const groupId = groupIds[0] as number;
    const storeId = company.stores[0]?.id as number;
    unitsOf = {
      national: [],
      regional: [{ regionId }],
      zonal: [{ zoneId }],
      group: [{ groupId }],
      store: [{ storeId }],
    };
    callers.staff = (await makeProvider(at.database)).staff.Fever_Admin_Ops;
    callers.none = (
      await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin" })
    ).username;
    for (const level of levels) callers[level] = (await someone(level)).username;
  });
  afterAll(() => at?.close());

  const someone = (level: Level, status: "active" | "invited" = "active") =>
    makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level,
      units: unitsOf[level],
      status,
    });
  const queryOf = (caller: string) => (caller === "staff" ? { companyId: company.companyId } : {});
  const placeOf = (level: Level) => ({
    role: "ROLE_Client_Admin",
    level,
    ...Object.fromEntries(
      unitsOf[level]
        .flatMap((unit) => Object.entries(unit))
        .map(([name, id]) => [`${name}s`, [id]]),
    ),
  });

  test.each(rows)(
    "%s makes users of the levels below, and is offered their units alone [CTX-1] [ROL-3]",
    async (caller = "", ...marks) => {
      const by = callers[caller];
      const offered = await at.as(by).givableUnits({ query: queryOf(caller) });
      for (const [i, level] of levels.entries()) {
        const may = marks[i] === "y";
        const units = offered[level];
        expect([level, Array.isArray(units) ? units.length > 0 : units]).toEqual([level, may]);
        const form = {
          username: `made.${++serial}`,
          email: "made@example.com",
          firstName: "Made",
          ...placeOf(level),
        };
        const { status, body } = await at.as(by).addUser({ query: queryOf(caller), body: form })
          .reply;
        expect([level, status, body.errors?.[0]?.field], body.message).toEqual(
          may ? [level, 201, undefined] : [level, 422, "level"],
        );
      }
    },
  );

  test.each(rows)(
    "%s edits, deactivates, resets, invites and deletes users of those levels [CTX-1] [ROL-3]",
    async (caller = "", ...marks) => {
      const by = callers[caller];
      const query = queryOf(caller);
      for (const [i, level] of levels.entries()) {
        const may = marks[i] === "y";
        const { id } = await someone(level);
        const invited = await someone(level, "invited");
        const detailReply = await at.as(by).findUser({ params: { id }, query }).reply;
        if (detailReply.status === 200)
          expect([level, (detailReply.body.data as { manageable: boolean }).manageable]).toEqual([
            level,
            may,
          ]);
        const form = { id, email: "changed@example.com", firstName: "Changed", ...placeOf(level) };
        const replies = {
          edit: await at.as(by).updateUser({ query, body: form }).reply,
          toggle: await at
            .as(by)
            .setUserStatus({ params: { id }, query: { ...query, status: "inactive" } }).reply,
          back: await at
            .as(by)
            .setUserStatus({ params: { id }, query: { ...query, status: "active" } }).reply,
          reset: await at.as(by).resetUserPassword({ query, body: { userId: id } }).reply,
          invite: await at.as(by).inviteUser({ params: { id: invited.id }, query }).reply,
          delete: await at.as(by).removeUser({ query: { ...query, id } }).reply,
        };
        for (const [act, { status, body }] of Object.entries(replies))
          expect([act, level, status], body.message).toEqual([act, level, may ? 200 : 404]);
      }
    },
  );

  test("nobody is raised to a level that is not below the caller's [ROL-3]", async () => {
    const below = await someone("zonal");
    const raise = (level: Level) =>
      at.as(callers.regional).updateUser({
        body: { id: below.id, email: "x@example.com", firstName: "X", ...placeOf(level) },
      });
    for (const level of ["national", "regional"] as const) {
      expect(await raise(level).wrongFields).toEqual(["level"]);
    }
    await raise("group");
  });

  test("a unit's users are assigned by those above its level alone [ROL-3] [ASN-3]", async () => {
    const user = await someone("regional");
    const regionId = company.north.regionId;
    const listed = (by: string | undefined) =>
      at.as(by).manageUsers({ query: { regionId, assigned: "true" } });
    expect(await listed(callers.regional)).toEqual([]);
    expect(await listed(callers.national)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: user.id })]),
    );
    const unassign = (by: string | undefined) =>
      at.as(by).updateUnitUsers({ body: { regionId, toAssign: [], toUnassign: [user.id] } });
    expect(await unassign(callers.regional).status).toBe(404);
    await unassign(callers.national);
  });
});
