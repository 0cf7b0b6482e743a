import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("Saved filters", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  const save = (body: object = {}, { as = admin, query = {} } = {}) =>
    at.as(as).saveFilter({
      body: { list: "stores", name: "Mine", filters: { status: "inactive" }, ...body },
      query,
    });
  const list = async ({ as = admin, of = "stores", query = {} } = {}) =>
    (await at.as(as).savedFilters({ query: { list: of, ...query } })).map(({ name }) => name);
  const listAll = async (as = admin) =>
    (await at.as(as).savedFilters({ query: {} })).map(({ list, name }) => [list, name]);

  test("are kept as the list takes them, by name, each list its own [STO-1] [AUD-1]", async () => {
    const filters = { status: "inactive", regionId: company.north.regionId, search: "50% off" };
    const saved = await save({ name: " b ", filters }).answer;
    expect([saved.message, saved.data]).toEqual([
      "“b” saved",
      { id: expect.any(Number), list: "stores", name: "b", filters },
    ]);
    await save({ name: "A" });
    await save({ name: "C", list: "library" });
    expect(await list()).toEqual(["A", "b"]);
    expect(await list({ of: "library" })).toEqual(["C"]);
    expect(await listAll()).toEqual([
      ["stores", "A"],
      ["stores", "b"],
      ["library", "C"],
    ]);
    expect(await listAll(company.users.regional)).toEqual([]);
    const { id } = saved.data;
    expect((await at.as(admin).removeSavedFilter({ query: { id } }).reply).body.message).toBe(
      "“b” removed",
    );
    expect(await list()).toEqual(["A"]);
    const entries = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, company.companyId))
      .orderBy(auditLog.id);
    expect(entries.map(({ action, itemName }) => [action, itemName])).toEqual([
      ["saved filter added", "b"],
      ["saved filter added", "A"],
      ["saved filter added", "C"],
      ["saved filter removed", "b"],
    ]);
  });

  test("a name is taken once in a list, in any case, also where two come at once", async () => {
    const both = await Promise.all([save().reply, save({ name: "mine" }).reply]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const refused = await save({ name: "MINE" }).reply;
    expect(refused.body.errors).toEqual([
      { field: "name", message: "You already have a saved filter with this name." },
    ]);
    await save({ list: "library" });
  });

  test("fifty of a list are the most, also where several come at once", async () => {
    await Promise.all(Array.from({ length: 49 }, (_, i) => save({ name: `Filter ${i}` }).reply));
    const last = await Promise.all([1, 2, 3].map((i) => save({ name: `Last ${i}` }).reply));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await list()).toHaveLength(50);
  });

  test("hold as many items of a list as its filter takes; more are refused in words [LIB-1]", async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, n) => 100_000_000_000_000 + n).join(",");
    const most = await save({
      name: "Fifty singers",
      filters: { singerIds: items(50), search: "x".repeat(100) },
    }).answer;
    expect(most.data.filters).toEqual({ singerIds: items(50), search: "x".repeat(100) });
    const expectedError = {
      field: "filters.singerIds",
      message: "At most 100 characters, or 50 items of a list, are allowed.",
    };
    expect(
      (await save({ name: "More", filters: { singerIds: items(51) } }).reply).body.errors,
    ).toEqual([expectedError]);
  });

  test("what is no filter is refused by field", async () => {
    const refused = (body: object) => save(body).wrongFields;
    expect(await refused({ filters: {} })).toEqual(["filters"]);
    expect(await refused({ filters: { "a b": "x" } })).toEqual(["filters.a b"]);
    expect(await refused({ filters: { a: { b: 1 } } })).toEqual(["filters.a"]);
    expect(await refused({ filters: { a: "x".repeat(101) } })).toEqual(["filters.a"]);
    expect(
      await refused({
        filters: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`a${i}`, i])),
      }),
    ).toEqual(["filters"]);
    expect(await refused({ name: "" })).toEqual(["name"]);
    expect(await refused({ list: "No list" })).toEqual(["list"]);
  });

  test("are the user's alone, and of the company worked in [CTX-4]", async () => {
    const other = await makeCompany(at.database);
    const { staff } = await makeProvider(at.database);
    const { id } = await save();
    for (const as of [company.users.regional, other.users.admin]) {
      expect(await list({ as })).toEqual([]);
      expect(await at.as(as).removeSavedFilter({ query: { id } }).status).toBe(404);
    }
    const provider = staff.Fever_Admin_Major;
    const here = { companyId: company.companyId };
    await save({ name: "Here" }, { as: provider, query: here });
    await save({ name: "No company", list: "companies" }, { as: provider });
    expect(await list({ as: provider, query: here })).toEqual(["Here"]);
    expect(await list({ as: provider, query: { companyId: other.companyId } })).toEqual([]);
    expect(await list({ as: provider, of: "companies" })).toEqual(["No company"]);
    expect(await save({}, { query: { companyId: other.companyId } }).status).toBe(403);
  });
});
