import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditKinds, exportAudit, listAudit } from "#contract/audit/endpoints";
import { auditLog, song } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines, fillTable } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe.each(engines)("The audit log on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    admin = provider.staff.Fever_Admin_Ops;
    const entry = (day: string, overrides: Partial<typeof auditLog.$inferInsert>) => ({
      companyId: company.companyId,
      at: new Date(day),
      actorName: "ada",
      action: "store added",
      itemKind: "store",
      itemId: "1",
      ...overrides,
    });
    await at.database.db.insert(auditLog).values([
      entry("2026-11-01T10:00:00Z", {
        itemName: "Harbour 50%",
        after: { name: "=Harbour", volume: 60 },
      }),
      entry("2026-11-01T18:29:59.999Z", { actorName: "bea", itemId: "22", itemName: "Market" }),
      entry("2026-11-01T18:30:00Z", {
        actorName: "bea",
        action: "store changed",
        itemId: "22",
        itemName: "Market",
      }), // 2 November in India
      entry("2026-11-03T10:00:00Z", {
        itemKind: "chart",
        action: "chart removed",
        itemId: "9",
        before: { name: "Old" },
      }),
      entry("2026-11-04T10:00:00Z", {
        companyId: provider.companyId,
        itemKind: "request",
        itemName: "Own",
      }),
    ]);
  });
  afterAll(() => at.close());

  const list = async (query: object = {}, companyId: number | undefined = company.companyId) => {
    const reply = await at.as(admin).listAudit({ query: { companyId, ...query } }).answer;
    return { rows: reply.data, page: reply.page };
  };
  const items = async (query: object) =>
    (await list(query)).rows.map(({ action, itemId }) => `${action} ${itemId}`);
  const all = ["chart removed 9", "store changed 22", "store added 22", "store added 1"];

  test("says who did what to which item, when and from where, the newest first [AUD-1]", async () => {
    const other = await makeCompany(at.database);
    const [store] = other.stores;
    const { headers } = await at
      .as(other.users.admin)
      .setStoreStatus({ body: { status: "inactive", ids: [store?.id] } }).reply;
    const { rows } = await list({}, other.companyId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      who: other.users.admin,
      address: "127.0.0.1",
      action: "store deactivated",
      itemKind: "store",
      itemId: String(store?.id),
      itemName: store?.name,
      before: { status: "active" },
      after: { status: "inactive" },
    });
    const [row] = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.companyId, other.companyId));
    expect(row?.requestId).toBe(headers.get("X-Request-Id"));
  });

  test("names the items that an entry mentions by id, of no other company [AUD-1] [CTX-4]", async () => {
    const own = await makeCompany(at.database);
    const other = await makeCompany(at.database);
    const { db } = at.database;
    const addSong = async (companyId: number) => {
      const [added] = await db
        .insert(song)
        .values({ companyId, title: "Dawn", artist: "Ada", durationSeconds: 200 })
        .returning({ id: song.id });
      return added?.id ?? 0;
    };
    const providersSong = await addSong(provider.companyId);
    const foreignSong = await addSong(other.companyId);
    const { regionId } = own.north;
    await db.insert(auditLog).values({
      companyId: own.companyId,
      actorName: "ada",
      action: "store changed",
      itemKind: "store",
      itemId: "1",
      before: { regionId: other.north.regionId, fileId: 12 },
      after: {
        regionId,
        storeIds: [own.stores[0]?.id, 1e15],
        parts: [{ songId: providersSong }, { songId: foreignSong }],
      },
    });
    expect((await list({}, own.companyId)).rows[0]?.names).toEqual({
      regionId: { [regionId]: "North" },
      storeIds: { [String(own.stores[0]?.id)]: own.stores[0]?.name },
      songId: { [providersSong]: "Dawn" },
    });
  });

  test("says so when an invitation is mailed again [AUD-1]", async () => {
    const other = await makeCompany(at.database); // the tests below count the entries of the first
    const user = await makeUser(at.database, other.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
      status: "invited",
    });
    const { status, headers } = await at
      .as(other.users.admin)
      .call(
        { method: "post", path: "/user/{id}/invitation" } as never,
        { params: { id: user.id } } as never,
      ).reply;
    expect(status).toBe(200);
    const rows = await at.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.requestId, headers.get("X-Request-Id") ?? ""));
    expect(rows).toMatchObject([
      { itemKind: "user", itemId: String(user.id), actorName: other.users.admin },
    ]);
  });

  test("gives who made a change what takes it back, until somebody changes the same [AUD-1] [UI-4]", async () => {
    const other = await makeCompany(at.database);
    const { companyId } = other;
    const set = async (status: string, as: string, undoOf?: string) => {
      const which = undoOf ? { undoOf } : { ids: [other.stores[0]?.id] };
      const reply = await at
        .as(as)
        .setStoreStatus({ query: { companyId }, body: { status, ...which } } as never).reply;
      expect(reply.status, reply.body.message).toBe(200);
      return reply.headers.get("X-Request-Id");
    };
    const undoable = async (as: string) =>
      (
        await at
          .as(as)
          .listAudit({ query: { companyId, itemKind: "store", itemId: other.stores[0]?.id } })
      ).map(({ undoOf }) => undoOf);
    const first = await set("inactive", admin);
    expect(await undoable(admin)).toEqual([first]);
    expect(await undoable(provider.staff.Fever_Super_Admin_Ops)).toEqual([null]);
    const back = await set("active", admin, first ?? "");
    expect(await undoable(admin)).toEqual([back, null]);
    await set("inactive", provider.staff.Fever_Super_Admin_Ops);
    expect(await undoable(admin)).toEqual([null, null, null]);
    at.clock.now += 7_200_000;
    expect(await undoable(provider.staff.Fever_Super_Admin_Ops)).toEqual([null, null, null]);
    at.clock.now -= 7_200_000;
  });

  test("is filtered by who, what, item, kind and the days of the company's calendar [AUD-1]", async () => {
    expect(await items({})).toEqual(all);
    expect(await items({ who: "BE" })).toEqual(["store changed 22", "store added 22"]);
    expect(await items({ action: "added" })).toEqual(["store added 22", "store added 1"]);
    expect(await items({ item: "22" })).toEqual(["store changed 22", "store added 22"]);
    expect(await items({ item: "50%" })).toEqual(["store added 1"]);
    expect(await items({ itemKind: "chart" })).toEqual(["chart removed 9"]);
    expect(await items({ itemKind: "store", itemId: 22 })).toEqual([
      "store changed 22",
      "store added 22",
    ]);
    expect(await items({ to: "2026-11-01" })).toEqual(["store added 22", "store added 1"]);
    expect(await items({ from: "2026-11-02", to: "2026-11-02" })).toEqual(["store changed 22"]);
    expect(await at.as(admin).auditKinds({ query: { companyId: company.companyId } })).toEqual([
      "chart",
      "store",
    ]);
  });

  // filling the log of the embedded engine takes too long here
  test.skipIf(engine === "embedded")(
    "looks for words in the latest 2,00,000 entries up to the last day asked for [AUD-1]",
    async () => {
      const many = await makeCompany(at.database);
      await fillTable(
        at.database,
        sql`insert into audit_log (company_id, at, actor_name, action, item_kind, item_id)
      select ${many.companyId}, '2026-11-05T10:00:00Z'::timestamptz - make_interval(mins => n), 'ada', case n when 1 then 'near' when 200000 then 'far' else 'x' end,
        'store', n::text from generate_series(1, 200000) n`,
      );
      const findItemIds = async (query: object) =>
        (await list({ limit: 10, ...query }, many.companyId)).rows.map(({ itemId }) => itemId);
      expect([await findItemIds({ action: "near" }), await findItemIds({ action: "far" })]).toEqual(
        [["1"], ["200000"]],
      );
      await at.database.db.execute(sql`insert into audit_log (company_id, at, actor_name, action, item_kind, item_id)
      select ${many.companyId}, '2026-11-06T10:00:00Z', 'ada', 'later', 'store', '0'`);
      expect([await findItemIds({ action: "near" }), await findItemIds({ action: "far" })]).toEqual(
        [["1"], []],
      );
      expect(await findItemIds({ action: "far", to: "2026-11-05" })).toEqual(["200000"]);
      expect(
        await findItemIds({ itemKind: "store", from: "2026-06-01", to: "2026-07-01", limit: 1 }),
      ).toHaveLength(1); // without words nothing is left out
    },
  );

  test("goes on by cursor, forth and back, over entries of one instant", async () => {
    const many = await makeCompany(at.database);
    await at.database.db.execute(sql`insert into audit_log (company_id, at, actor_name, action, item_kind, item_id)
      select ${many.companyId}, '2026-11-05T10:00:00Z', 'ada', 'many', 'store', n::text from generate_series(1, 25) n`);
    const itemIds: string[] = [];
    let cursor: string | null | undefined;
    let last: Awaited<ReturnType<typeof list>> | undefined;
    do {
      last = await list({ limit: 10, cursor: cursor ?? undefined }, many.companyId);
      itemIds.push(...last.rows.map(({ itemId }) => itemId));
      cursor = last.page?.next;
    } while (cursor);
    expect(itemIds).toEqual(Array.from({ length: 25 }, (_, i) => String(25 - i)));
    const back = await list({ limit: 10, cursor: last.page?.prev }, many.companyId);
    expect(back.rows.map(({ itemId }) => itemId)).toEqual(itemIds.slice(10, 20));
    const text = (value: string) =>
      Buffer.from(JSON.stringify({ key: [value, "1"], back: false })).toString("base64url");
    for (const wrong of [
      "x",
      text("yesterday"),
      text("+275760-09-13T00:00:00.000Z"),
      text("0000-01-01T00:00:00.000Z"),
    ]) {
      expect(await at.as(admin).listAudit({ query: { cursor: wrong } }).wrongFields).toEqual([
        "cursor",
      ]);
    }
  });

  test("is a CSV of what the filters match, formulas made harmless, in slices too", async () => {
    const csv = async (query: object) => readCsv(await at.as(admin).exportAudit({ query }).text);
    const rows = await csv({ companyId: company.companyId, action: "store" });
    expect(rows[0]).toEqual(
      "When,Who,From,Action,Kind,Item,Item ID,Before,After,Request".split(","),
    );
    expect(rows.slice(1).map((cells) => [cells[0], cells[1], cells[3], cells[5]])).toEqual([
      ["02/11/26 00:00:00", "bea", "store changed", "Market"],
      ["01/11/26 23:59:59", "bea", "store added", "Market"],
      ["01/11/26 15:30:00", "ada", "store added", "Harbour 50%"],
    ]);
    expect(JSON.parse(rows[3]?.[8] ?? "")).toEqual({ name: "=Harbour", volume: 60 });
    const many = await makeCompany(at.database);
    await at.database.db.execute(sql`insert into audit_log (company_id, at, actor_name, action, item_kind, item_id)
      select ${many.companyId}, now() - (n % 7) * interval '1 hour', 'ada', 'many', 'store', n::text from generate_series(1, 1201) n`);
    const whole = await csv({ companyId: many.companyId });
    expect(new Set(whole.slice(1).map((cells) => cells[6])).size).toBe(1201);
    expect(whole).toHaveLength(1202);
  });

  test("of the provider's own items is closed to everyone without the area [ROL-1] [CTX-4]", async () => {
    expect((await at.as(admin).listAudit({ query: {} })).map(({ itemName }) => itemName)).toEqual([
      "Own",
    ]);
    expect(await at.as(admin).listAudit({ query: { companyId: 999_999_999 } }).status).toBe(404);
    for (const user of [
      company.users.admin,
      company.users.regional,
      provider.staff.Fever_Music_Admin,
    ])
      for (const endpoint of [listAudit, exportAudit, auditKinds])
        expect(await at.as(user).call(endpoint).status).toBe(403);
  });
});
