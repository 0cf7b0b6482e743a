import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storeCsvColumns, storeCsvFacts } from "#contract/stores/csv-columns";
import { storeSorts } from "#contract/stores/endpoints";
import { auditLog, store, storeDayPlays, storeHours, storeState } from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { totalsOf } from "../support/play-outs.ts";

type Query = Record<string, string | number | undefined>;

let codes = 0;

describe.each(engines)("Stores on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
  });
  beforeEach(async () => {
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at.close());

  const list = async (query: Query = {}, as = admin) => {
    const { data, page } = await at.as(as).listStores({ query: { limit: 100, ...query } }).answer;
    return { rows: data, page: page ?? { next: null, prev: null } };
  };
  const namesOf = async (query: Query = {}) =>
    (await list(query)).rows.map(({ storeName }) => storeName);
  const insert = (rows: { name: string; code?: string }[]) =>
    at.database.db
      .insert(store)
      .values(
        rows.map((row) => ({
          companyId: company.companyId,
          code: `X-${++codes}`,
          timeZone: "Asia/Kolkata",
          ...row,
        })),
      )
      .returning({ id: store.id });

  describe("pages", () => {
    /**
     * Ties that differ in case only, letters beyond ASCII whose lower case is a database's own
     * affair, and every kind of sign.
     */
    const manyNames = [
      "Same",
      "same",
      "SAME",
      "Same",
      "École",
      "éCOLE",
      "İstanbul",
      "ǅ",
      "a",
      "B",
      "a b",
      "a-b",
      "a_b",
      "Z",
      "~",
      "0",
    ];

    test.each(storeSorts)(
      "sorted by %s each store stands on exactly one page, whatever the ties",
      async (sort) => {
        await insert(
          [...manyNames, ...manyNames].map((name, i) => ({
            name,
            code: `${manyNames[(i * 7) % 16]}-${i}`,
          })),
        );
        const whole = (await list({ sort })).rows.map(({ id }) => id);
        expect(whole).toHaveLength(9 + 32);
        for (const limit of sort === "name" ? [1, 3, 7, 40, 41] : [7, 41]) {
          const forwards: number[] = [];
          let last = await list({ sort, limit });
          expect(last.page.prev).toBeNull();
          forwards.push(...last.rows.map(({ id }) => id));
          while (last.page.next !== null) {
            last = await list({ sort, limit, cursor: last.page.next });
            forwards.push(...last.rows.map(({ id }) => id));
          }
          expect(forwards).toEqual(whole);
          const backwards = last.rows.map(({ id }) => id);
          while (last.page.prev !== null) {
            last = await list({ sort, limit, cursor: last.page.prev });
            backwards.unshift(...last.rows.map(({ id }) => id));
          }
          expect(backwards).toEqual(whole);
        }
      },
    );

    test("numbers in names and codes stand in their natural order on every page [STO-1]", async () => {
      const inOrder = [
        "#1",
        "Bay 1",
        "bay 2 a",
        "Bay 2 b",
        "Bay 10",
        "Bay 10 Unit 9",
        "Bay 10 Unit 10",
        "Bay 099",
        "Bay 100",
        "Bay 12345678901",
      ];
      await insert([...inOrder].sort().map((name) => ({ name, code: name.replaceAll(" ", "-") })));
      const pages: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const { rows, page } = await list({ search: "1", status: "active", limit: 3, cursor });
        pages.push(...rows.map(({ storeName }) => storeName));
        more = page.next !== null;
        cursor = page.next ?? undefined;
      }
      expect(pages.filter((name) => inOrder.includes(name))).toEqual(
        inOrder.filter((name) => name.includes("1")),
      );
      expect((await namesOf({ search: "bay" })).slice(0, 9)).toEqual(inOrder.slice(1));
      expect(
        (await list({ search: "bay", sort: "-code" })).rows.map(({ storeName }) => storeName),
      ).toEqual(inOrder.slice(1).reverse());
    });

    test("the list sorts by location, last seen, volume and plays today [STO-1]", async () => {
      const [silent, quiet, loud] = company.stores.map(({ id }) => id);
      await at.database.db.insert(storeState).values([
        {
          companyId: company.companyId,
          storeId: quiet ?? 0,
          lastSeenAt: new Date("2026-11-20T05:58:00Z"),
          volume: 20,
        },
        {
          companyId: company.companyId,
          storeId: loud ?? 0,
          lastSeenAt: new Date("2026-11-20T05:00:00Z"),
          volume: 90,
        },
      ]);
      await at.database.db.insert(storeDayPlays).values({
        companyId: company.companyId,
        storeId: silent ?? 0,
        day: "2026-11-20",
        ...totalsOf("music", 7, 9),
      });
      const idsOf = async (sort: string) => (await list({ sort })).rows.map(({ id }) => id);
      expect((await idsOf("volume")).slice(-2)).toEqual([quiet, loud]);
      expect((await idsOf("-seen")).slice(0, 2)).toEqual([quiet, loud]);
      expect((await idsOf("-plays"))[0]).toBe(silent);
      const { rows } = await list({ sort: "location" });
      expect(rows.map(({ storeName }) => storeName)).toEqual([
        "Alone",
        ...["North", "South"].flatMap((region) =>
          [1, 2].flatMap((zone) => [1, 2].map((one) => `${region} store ${zone}.${one}`)),
        ),
      ]);
    });

    test("the order is by name or code whatever the case, ids settle ties, and minus turns it round", async () => {
      await insert(["b", "A", "a", "B"].map((name) => ({ name })));
      const ascending = (await list()).rows.map(({ id, storeName }) => ({
        id,
        key: storeName.toLowerCase(),
      }));
      expect(ascending).toEqual(
        [...ascending].sort((x, y) => (x.key === y.key ? x.id - y.id : x.key < y.key ? -1 : 1)),
      );
      expect((await list({ sort: "-name" })).rows.map(({ id }) => id)).toEqual(
        ascending.map(({ id }) => id).reverse(),
      );
      const codesOf = async (sort: string) =>
        (await list({ sort })).rows.map(({ storeCode }) => storeCode);
      expect(await codesOf("code")).toEqual((await codesOf("-code")).reverse());
    });

    test("stores deleted between two pages neither hide others nor show them twice", async () => {
      await insert(Array.from({ length: 20 }, (_, i) => ({ name: i % 3 ? "Tie" : "tie" })));
      const before = (await list()).rows.map(({ id }) => id);
      const first = await list({ limit: 8 });
      const gone = [first.rows[7]?.id, before[8], before[12], first.rows[0]?.id].map(
        (id) => id ?? 0,
      );
      for (const id of gone)
        await at.database.db
          .delete(store)
          .where(and(eq(store.companyId, company.companyId), eq(store.id, id)));
      const pagedIds = first.rows.map(({ id }) => id);
      let next = first.page.next;
      let page = first;
      while (next !== null) {
        page = await list({ limit: 8, cursor: next });
        pagedIds.push(...page.rows.map(({ id }) => id));
        next = page.page.next;
      }
      expect(pagedIds).toEqual(
        before.filter((id) => pagedIds.slice(0, 8).includes(id) || !gone.includes(id)),
      );
      const back = await list({ limit: 100, cursor: page.page.prev ?? "" });
      expect([...back.rows, ...page.rows].map(({ id }) => id)).toEqual(
        before.filter((id) => !gone.includes(id)),
      );
    });

    test("100 rows are the most a page may have; cursors that are not ours are refused by name", async () => {
      const refused = async (query: Query) => {
        const { status, body } = await at.as(admin).listStores({ query }).reply;
        return [status, body.errors?.map(({ field }) => field)];
      };
      for (const limit of [0, 101, 1.5, "ten"])
        expect(await refused({ limit })).toEqual([422, ["limit"]]);
      const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const wrong = [
        "x",
        "",
        cursor(null),
        cursor({ key: ["a", "1"] }),
        cursor({ key: ["a\0", "1"], back: false }),
        cursor({ key: ["a", 1], back: false }),
        cursor({ key: ["a"], back: false }),
        cursor({ key: ["a", "1", "2"], back: false }),
        cursor({ key: ["a", "1e300"], back: true }),
        "x".repeat(501),
      ];
      for (const text of wrong)
        expect(await refused({ cursor: text }), text).toEqual([422, ["cursor"]]);
      expect(
        await namesOf({ cursor: cursor({ key: ["';drop table store;--", "1"], back: false }) }),
      ).toHaveLength(9);
    });

    test("the total is counted to 10,000 and left out beyond", async () => {
      await at.database.db.execute(sql`insert into store (company_id, code, name, time_zone)
        select ${company.companyId}, 'M-' || n, 'Many', 'UTC' from generate_series(1, 9991) n`);
      expect((await at.as(admin).listStores({ query: { limit: 1 } }).answer).page?.total).toBe(
        10_000,
      );
      await insert([{ name: "One more" }]);
      expect(
        (await at.as(admin).listStores({ query: { limit: 1 } }).answer).page,
      ).not.toHaveProperty("total");
      expect(
        (await at.as(admin).listStores({ query: { limit: 1, search: "one more" } }).answer).page
          ?.total,
      ).toBe(1);
    });
  });

  describe("search", () => {
    test("finds part of a name or code in any case; %, _ and backslash stand for themselves", async () => {
      const odd = [
        "50% off",
        "50 off",
        "a_b",
        "axb",
        "back\\slash",
        "backslash",
        'quote"d',
        "it's",
        "tab",
      ];
      await insert(odd.map((name) => ({ name })));
      await insert([{ name: "By its code", code: "ZQ_7" }]);
      expect(await namesOf({ search: "50%" })).toEqual(["50% off"]);
      expect(await namesOf({ search: "A_B" })).toEqual(["a_b"]);
      expect(await namesOf({ search: "\\" })).toEqual(["back\\slash"]);
      expect(await namesOf({ search: "\\s" })).toEqual(["back\\slash"]);
      expect(await namesOf({ search: '"' })).toEqual(['quote"d']);
      expect(await namesOf({ search: "' or '1'='1" })).toEqual([]);
      expect(await namesOf({ search: "zq_" })).toEqual(["By its code"]);
      expect(await namesOf({ search: "  zq_7 " })).toEqual(["By its code"]);
      expect(await namesOf({ search: "" })).toHaveLength(19);
    });

    test("what no name can hold is refused by field, and filters are exact", async () => {
      for (const [query, field] of [
        [{ search: "a\0b" }, "search"],
        [{ search: "x".repeat(101) }, "search"],
        [{ status: "ACTIVE" }, "status"],
        [{ condition: "odd" }, "condition"],
        [{ regionId: "0" }, "regionId"],
        [{ sort: "name; drop table store" }, "sort"],
        [{ companyid: 1 }, "companyid"],
      ] as const) {
        expect(await at.as(admin).listStores({ query }).wrongFields, field).toEqual([field]);
      }
    });
  });

  describe("activating and deactivating", () => {
    const change = (body: object) => at.as(admin).setStoreStatus({ body });
    const ids = () => company.stores.map(({ id }) => id);

    test("sets the state asked for, once however often it is asked, and writes it down", async () => {
      at.clock.now = Date.parse("2026-11-20T07:00:00Z");
      const [one = 0, two = 0] = ids();
      expect(await change({ status: "inactive", ids: [one, one] }).answer).toMatchObject({
        message: "1 store deactivated",
        data: { changed: 1, unchanged: 0 },
      });
      at.clock.now = Date.parse("2026-11-20T08:00:00Z");
      expect(await change({ status: "inactive", ids: [one, two] }).answer).toMatchObject({
        data: { changed: 1, unchanged: 1 },
      });
      const since = new Map(
        (await list({ status: "inactive" })).rows.map(({ id, statusSince }) => [id, statusSince]),
      );
      expect(since).toEqual(
        new Map([
          [one, "2026-11-20T07:00:00.000Z"],
          [two, "2026-11-20T08:00:00.000Z"],
        ]),
      );
      const rows = await at.database.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.companyId, company.companyId))
        .orderBy(auditLog.id);
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatchObject({
        action: "store deactivated",
        itemKind: "store",
        itemId: String(one),
        itemName: "North store 1.1",
        actorName: admin,
        before: { status: "active" },
        after: { status: "inactive" },
      });
    });

    test("of all that match changes exactly those, not only one page of them", async () => {
      await insert(Array.from({ length: 1500 }, () => ({ name: "Bulk" })));
      const reply = await change({ status: "inactive", matching: { search: "bulk" } }).reply;
      expect(reply.body).toMatchObject({
        message: "1,500 stores deactivated",
        data: { changed: 1500, unchanged: 0 },
      });
      expect((await list({ status: "active" })).rows).toHaveLength(9);
      expect(await at.database.db.$count(auditLog, eq(auditLog.companyId, company.companyId))).toBe(
        1500,
      );
      expect(
        await change({ status: "active", matching: { search: "bulk", status: "inactive" } }),
      ).toEqual({
        changed: 1500,
        unchanged: 0,
      });
    });

    test("needs either stores or a filter, and a state", async () => {
      const refused = (body: object) => change(body).wrongFields;
      expect(await refused({ status: "inactive" })).toEqual(["ids"]);
      expect(await refused({ status: "inactive", ids: ids(), matching: {} })).toEqual(["ids"]);
      expect(await refused({ status: "toggle", ids: ids() })).toEqual(["status"]);
      expect(await refused({ status: "inactive", ids: [] })).toEqual(["ids"]);
      expect(
        await refused({ status: "inactive", ids: Array.from({ length: 1001 }, (_, i) => i + 1) }),
      ).toEqual(["ids"]);
      expect(await refused({ status: "inactive", ids: [1, "x"] })).toEqual(["ids.1"]);
      expect(await refused({ status: "inactive", matching: { companyId: 1 } })).toEqual([
        "matching.companyId",
      ]);
      expect((await list({ status: "inactive" })).rows).toEqual([]);
    });

    test("many bulk changes at once, in any order of ids, all end", async () => {
      for (let round = 0; round < 6; round++) {
        const replies = await Promise.all([
          change({ status: "inactive", ids: ids() }).reply,
          // more than two of one person's wait their turn (LOAD-1)
          change({ status: "active", ids: ids().reverse() }).reply,
        ]);
        expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect(new Set((await list()).rows.map(({ status }) => status)).size).toBe(1);
    });
  });

  describe("the CSV", () => {
    const csv = async (query: Query = {}) => {
      const response = await at.as(admin).exportStores({ query }).response;
      expect(response.status).toBe(200);
      return { headers: response.headers, rows: readCsv(await response.text()) };
    };

    /** Each row by its headings. */
    const cellsOf = async (query: Query) => {
      const [headings = [], ...rows] = (await csv(query)).rows;
      return rows.map(
        (cells): Record<string, string | undefined> =>
          Object.fromEntries(headings.map((heading, i) => [heading, cells[i]])),
      );
    };

    test("is a file named with its date, with the stores of the list in its order", async () => {
      await insert([{ name: "Zebra" }, { name: "apple" }]);
      await at
        .as(admin)
        .setStoreStatus({ body: { status: "inactive", ids: [company.stores[3]?.id ?? 0] } });
      at.clock.now = Date.parse("2026-11-20T09:30:00Z");
      const { headers, rows } = await csv();
      expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
      expect(headers.get("Content-Disposition")).toBe(
        `attachment; filename="Stores-${company.code}-2026-11-20.csv"`,
      );
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(rows[0]).toEqual([...storeCsvColumns.map(({ heading }) => heading), ...storeCsvFacts]);
      for (const query of [
        {},
        { search: "south" },
        { status: "inactive" },
        { condition: "offline" },
        { groupId: company.south.groupIds[0] },
        { search: "none such" },
      ]) {
        const listRows = (await list(query)).rows.map((row) => [
          row.regionName ?? "",
          row.storeCode,
          row.storeName,
          row.status,
          row.condition,
        ]);
        const exported = (await cellsOf(query)).map((cells) =>
          ["Region", "Store code", "Store", "Account status", "Status now"].map(
            (name) => cells[name],
          ),
        );
        expect(exported, JSON.stringify(query)).toEqual(listRows);
      }
    });

    test("quotes what needs it, makes formulas harmless, and writes the store's own times", async () => {
      await at.database.db.execute(
        sql`update company set name = ${'Smith, "Sons" & Co'} where id = ${company.companyId}`,
      );
      const [one] = await at.database.db
        .insert(store)
        .values({
          companyId: company.companyId,
          code: "=1+1",
          name: '=HYPERLINK("x"),\nnext',
          timeZone: "Pacific/Auckland",
          city: "@city",
          state: "-2",
          licenceFrom: "2026-01-01",
          licenceTo: "2026-12-31",
          deviceKind: "android",
          contactName: "+49 Anna",
          phoneCountryCode: "64",
          phone: "2112345",
          statusSince: new Date("2026-11-19T12:30:00Z"),
        })
        .returning({ id: store.id });
      await at.database.db.execute(sql`insert into store_state (company_id, store_id, last_seen_at, volume)
        values (${company.companyId}, ${one?.id}, '2026-03-05T11:59:00Z', 0)`);
      await at.database.db.insert(storeHours).values([
        {
          companyId: company.companyId,
          storeId: one?.id ?? 0,
          weekday: 5,
          opens: 1080,
          closes: 1560,
        },
        { companyId: company.companyId, storeId: one?.id ?? 0, weekday: 0, opens: 0, closes: 1440 },
      ]);
      expect((await cellsOf({ search: "HYPERLINK" }))[0]).toMatchObject({
        Company: 'Smith, "Sons" & Co',
        Group: "",
        "Store code": "'=1+1",
        Store: '\'=HYPERLINK("x"),\nnext',
        "Account status": "active",
        Since: "20/11/26 01:30",
        City: "'@city",
        State: "'-2",
        "Time zone": "Pacific/Auckland",
        Contact: "'+49 Anna",
        "Phone country code": "64",
        Phone: "2112345",
        "Last seen": "06/03/26 00:59",
        "Player volume": "0",
        Volume: "60",
        Country: "IN",
        Thursday: "closed",
        Friday: "18:00-02:00",
        Sunday: "00:00-24:00",
        "Licence to": "31/12/26",
        Device: "android",
      });
    });
  });
});
