import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Level, levels } from "#contract/base/scope";
import { manageUsers, updateUnitUsers } from "#contract/hierarchy/assignment";
import { resetUserPassword } from "#contract/session/credentials";
import { addUser, findUser, givableUnits, inviteUser, removeUser, setUserStatus, updateUser } from "#contract/users/endpoints";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Whose accounts of which level a caller makes, gives and manages, all of them within the caller's scope. */
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
    const [zoneId, groupId, storeId] = [zoneIds[0] as number, groupIds[0] as number, company.stores[0]?.id as number];
    unitsOf = { national: [], regional: [{ regionId }], zonal: [{ zoneId }], group: [{ groupId }], store: [{ storeId }] };
    callers.staff = (await makeProvider(at.database)).staff.Fever_Admin_Ops;
    callers.none = (await makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin" })).username;
    for (const level of levels) callers[level] = (await someone(level)).username;
  });
  afterAll(() => at?.close());

  const someone = (level: Level, status: "active" | "invited" = "active") =>
    makeUser(at.database, company.companyId, { role: "ROLE_Client_Admin", level, units: unitsOf[level], status });
  const queryOf = (caller: string) => (caller === "staff" ? { companyId: company.companyId } : {});
  const placeOf = (level: Level) => ({
    ...{ role: "ROLE_Client_Admin", level },
    ...Object.fromEntries(unitsOf[level].flatMap((unit) => Object.entries(unit)).map(([name, id]) => [`${name}s`, [id]])),
  });

  test.each(rows)("%s makes users of the levels below, and is offered their units alone [CTX-1] [ROL-3]", async (caller = "", ...marks) => {
    const by = callers[caller];
    const offered = (await at.call(givableUnits, { query: queryOf(caller) }, by)).body.data as Record<Level, boolean | unknown[]>;
    for (const [i, level] of levels.entries()) {
      const may = marks[i] === "y";
      const units = offered[level];
      expect([level, Array.isArray(units) ? units.length > 0 : units]).toEqual([level, may]);
      const form = { username: `made.${++serial}`, email: "made@example.com", firstName: "Made", ...placeOf(level) };
      const { status, body } = await at.call(addUser, { query: queryOf(caller), body: form }, by);
      expect([level, status, body.errors?.[0]?.field], body.message).toEqual(may ? [level, 201, undefined] : [level, 422, "level"]);
    }
  });

  test.each(rows)(
    "%s edits, deactivates, resets, invites and deletes users of those levels [CTX-1] [ROL-3]",
    async (caller = "", ...marks) => {
      const by = callers[caller];
      const query = queryOf(caller);
      for (const [i, level] of levels.entries()) {
        const may = marks[i] === "y";
        const [{ id }, invited] = [await someone(level), await someone(level, "invited")];
        const seen = await at.call(findUser, { params: { id }, query }, by);
        if (seen.status === 200) expect([level, (seen.body.data as { manageable: boolean }).manageable]).toEqual([level, may]);
        const form = { id, email: "changed@example.com", firstName: "Changed", ...placeOf(level) };
        const replies = {
          edit: await at.call(updateUser, { query, body: form }, by),
          toggle: await at.call(setUserStatus, { params: { id }, query: { ...query, status: "inactive" } }, by),
          back: await at.call(setUserStatus, { params: { id }, query: { ...query, status: "active" } }, by),
          reset: await at.call(resetUserPassword, { query, body: { userId: id } }, by),
          invite: await at.call(inviteUser, { params: { id: invited.id }, query }, by),
          delete: await at.call(removeUser, { query: { ...query, id } }, by),
        };
        for (const [act, { status, body }] of Object.entries(replies))
          expect([act, level, status], body.message).toEqual([act, level, may ? 200 : 404]);
      }
    },
  );

  test("nobody is raised to a level that is not below the caller's [ROL-3]", async () => {
    const below = await someone("zonal");
    const raise = (level: Level) =>
      at.call(updateUser, { body: { id: below.id, email: "x@example.com", firstName: "X", ...placeOf(level) } }, callers.regional);
    for (const level of ["national", "regional"] as const) {
      const { status, body } = await raise(level);
      expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ["level"]]);
    }
    expect((await raise("group")).status).toBe(200);
  });

  test("a unit's users are assigned by those above its level alone [ROL-3] [ASN-3]", async () => {
    const user = await someone("regional");
    const regionId = company.north.regionId;
    const listed = async (by: string | undefined) => (await at.call(manageUsers, { query: { regionId, assigned: "true" } }, by)).body.data;
    expect(await listed(callers.regional)).toEqual([]);
    expect(await listed(callers.national)).toEqual(expect.arrayContaining([expect.objectContaining({ id: user.id })]));
    const unassign = (by: string | undefined) => at.call(updateUnitUsers, { body: { regionId, toAssign: [], toUnassign: [user.id] } }, by);
    expect((await unassign(callers.regional)).status).toBe(404);
    expect((await unassign(callers.national)).status).toBe(200);
  });
});
