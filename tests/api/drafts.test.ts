import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetOldDrafts } from "#platform/modules/drafts/drafts.queries";
import { makeCompany, makeProvider, makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const form = "store/add";

describe("Drafts of forms", () => {
  let at: TestPlatform;
  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
  });
  afterAll(() => at.close());

  const draftOf = async (as: string, query: { form: string; companyId?: number } = { form }) =>
    (await at.as(as).findDraft({ query }))?.values;
  const keep = (
    as: string,
    part: string,
    values: Record<string, string | string[]>,
    query: { form: string; companyId?: number } = { form },
  ) => at.as(as).keepDraft({ query, body: { part, values } });

  test("parts are kept side by side, the last of each, until they are dropped", async () => {
    const { users } = await makeCompany(at.database);
    expect(await draftOf(users.admin)).toBeUndefined();
    await keep(users.admin, "place", { code: "A-1", city: " Pune\n" });
    await Promise.all([
      keep(users.admin, "hours", { "week[0].opens": "09:00" }).reply,
      keep(users.admin, "sound", { tags: ["a", "b"] }).reply,
    ]);
    await keep(users.admin, "place", { code: "A-2" });
    expect(await draftOf(users.admin)).toEqual({
      place: { code: "A-2" },
      hours: { "week[0].opens": "09:00" },
      sound: { tags: ["a", "b"] },
    });
    for (let twice = 0; twice < 2; twice++) await at.as(users.admin).dropDraft({ query: { form } });
    expect(await draftOf(users.admin)).toBeUndefined();
  });

  test("each is its user's alone, and of one company [CTX-2] [CTX-4]", async () => {
    const one = await makeCompany(at.database);
    const two = await makeCompany(at.database);
    const { staff } = await makeProvider(at.database);
    await keep(one.users.admin, "place", { code: "MINE" });
    const colleague = (await makeUser(at.database, one.companyId, { role: "ROLE_Client_Admin" }))
      .username;
    for (const other of [colleague, one.users.regional, two.users.admin]) {
      expect(await draftOf(other)).toBeUndefined();
      await at.as(other).dropDraft({ query: { form } });
    }
    expect(
      await at.as(two.users.admin).findDraft({ query: { form, companyId: one.companyId } }).status,
    ).toBe(403);
    const provider = staff.Fever_Super_Admin_Major;
    await keep(provider, "place", { code: "ONE" }, { form, companyId: one.companyId });
    await keep(provider, "place", { code: "NEW" });
    expect(await draftOf(provider, { form, companyId: one.companyId })).toEqual({
      place: { code: "ONE" },
    });
    expect(await draftOf(provider, { form, companyId: two.companyId })).toBeUndefined();
    // of no client: a company that is yet to be
    expect(await draftOf(provider)).toEqual({ place: { code: "NEW" } });
    expect(await draftOf(one.users.admin)).toEqual({ place: { code: "MINE" } });
    expect(await at.nobody.findDraft({ query: { form } }).status).toBe(401);
  });

  test("holds no password, no more than 64 KB and nothing a database cannot; refused is not kept", async () => {
    const { users } = await makeCompany(at.database);
    await keep(users.admin, "place", { code: "STAYS" });
    const big = "x".repeat(19_000);
    const wrong: Record<string, string | string[]>[] = [
      { password: "Secret@2026x" },
      { newPassword: "Secret@2026x" },
      { "a b": "x" },
      { code: "\0" },
      { code: "a\ud800" },
      { code: "x".repeat(20_001) },
      { a: big, b: big, c: big, d: big },
    ];
    for (const values of wrong)
      expect(await keep(users.admin, "hours", values).status, Object.keys(values).join()).toBe(422);
    expect(
      await at
        .as(users.admin)
        .keepDraft({ query: { form: "Store Add" }, body: { part: "x", values: {} } }).status,
    ).toBe(422);
    await keep(users.admin, "hours", { a: big, b: big, c: big });
    // the whole would be too large
    expect(await keep(users.admin, "device", { a: big }).status).toBe(422);
    expect(Object.keys((await draftOf(users.admin)) ?? {}).sort()).toEqual(["hours", "place"]);
    for (let n = 0; n < 49; n++) await keep(users.admin, "x", {}, { form: `form-${n}` });
    expect(await keep(users.admin, "x", {}, { form: "one-more" }).status).toBe(422);
    await keep(users.admin, "place", { code: "STAYS" });
  });

  test("what nobody touched for three months goes", async () => {
    const { users } = await makeCompany(at.database);
    await keep(users.admin, "place", { code: "OLD" });
    await forgetOldDrafts(at.database.db, new Date(at.clock.now + 89 * 86_400_000));
    expect(await draftOf(users.admin)).toBeDefined();
    await forgetOldDrafts(at.database.db, new Date(at.clock.now + 91 * 86_400_000));
    expect(await draftOf(users.admin)).toBeUndefined();
  });
});
