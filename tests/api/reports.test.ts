import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportPlayOuts } from "#contract/player";
import { reports } from "#contract/reports/catalogue";
import { type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { ensurePlayLogPartitions } from "#platform/jobs/start-jobs";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeSpot, makeStoreLog, playOut } from "../support/play-outs.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const endpoints = reportEndpoints(songPlayOutReport);
const november = { from: "2026-11-01", to: "2026-11-20" };

type Row = Record<string, string | number | null>;

describe.each(engines)("Reports on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let songs: number[];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await ensurePlayLogPartitions(at.database.db, now);
    songs = await makeSongs(at.database, provider.companyId, [
      { title: "=HYPERLINK(1)", artist: "+Artist", album: "@album", isrc: "IN-X01-26-00001", label: "-label" },
      { title: 'Say "hi", now', artist: "Zed" },
      ...Array.from({ length: 28 }, (_, n) => ({ title: `Song ${String(n).padStart(2, "0")}`, artist: `Artist ${n % 5}` })),
      { title: "Ärger", artist: "Ünder" },
    ]);
    for (const of of [company, other]) await play(of);
  });
  afterAll(() => at.close());

  /** Each store of a group plays each song on some days of October and November, and a spot each time. */
  async function play(of: TestCompany) {
    const spotId = await makeSpot(at.database, of.companyId, "AD", "Ad");
    for (const [index, store] of of.stores.entries()) {
      const { username } = await makeUser(at.database, of.companyId, {
        role: "ROLE_Store_Music_Manager",
        level: "store",
        units: [{ storeId: store.id }],
      });
      const items = [{ kind: "AD" as const, id: spotId }, ...songs.map((id) => ({ kind: "MUSIC" as const, id }))];
      const logId = await makeStoreLog(
        at.database,
        { companyId: of.companyId, storeId: store.id, groupId: of.north.groupIds[0] ?? 0, day: "2026-11-01", from: now },
        items,
      );
      const batch = items.flatMap((_, position) =>
        ["2026-10-31T18:29:00Z", "2026-10-31T18:30:00Z", "2026-11-10T06:00:00Z", "2026-11-20T05:00:00Z"]
          .slice(0, ((position + index) % 4) + 1)
          .map((startedAt) => playOut(`${logId}-${position}`, new Date(startedAt))),
      );
      expect((await at.call(reportPlayOuts, { body: batch }, username)).body.data).toMatchObject({ accepted: batch.length, refused: [] });
    }
  }

  const table = (query: object, as = company.users.admin) => at.call(endpoints.table, { query: { ...november, ...query } }, as);
  /** All rows, page by page. */
  async function allRows(query: object, as?: string): Promise<Row[]> {
    const { body } = await table({ limit: 7, ...query }, as);
    const rows = body.data as Row[];
    return body.page?.next ? [...rows, ...(await allRows({ ...query, cursor: body.page.next }, as))] : rows;
  }
  const figures = async (query: object, as = company.users.admin) => {
    const { body } = await at.call(endpoints.summary, { query: { ...november, ...query } }, as);
    return Object.fromEntries((body.data as ReportSummary).figures.map(({ label, value }) => [label, value]));
  };
  const csv = async (query: object, as = company.users.admin) => {
    const response = await at.request(endpoints.export, { query: { ...november, ...query } }, as);
    return { response, rows: readCsv(await response.text()) };
  };
  /** What the log itself says. */
  const logged = async (where: ReturnType<typeof sql>, { from, to } = november) => {
    const { rows } = await at.database.db.execute<{ songs: number; plays: number; stores: number }>(sql`
      select count(distinct song_id)::int as "Songs", count(*)::int as "Plays", count(distinct store_id)::int as "Stores" from play_log
      where kind = 'MUSIC' and day between ${from} and ${to} and ${where}`);
    return rows[0];
  };
  const ofCompany = () => sql`company_id = ${company.companyId}`;
  const inStores = (ids: number[]) => sql`${ofCompany()} and store_id = any(${sql.param(ids)}::bigint[])`;

  test("songs with their plays, stores and last day add up to the log, whatever the range [REP-1]", async () => {
    for (const range of [november, { from: "2026-10-31", to: "2026-10-31" }, { from: "2026-10-21", to: "2026-11-20" }]) {
      expect(await figures(range)).toEqual(await logged(ofCompany(), range));
      const rows = await allRows(range);
      const { rows: expected } = await at.database.db.execute<Row>(sql`
        select s.title, count(*)::int as plays, count(distinct p.store_id)::int as stores, max(p.day) as "lastPlayed"
        from play_log p join song s on s.id = p.song_id where p.company_id = ${company.companyId} and p.day between ${range.from} and ${range.to}
        group by s.id, s.title order by plays desc, s.id desc`);
      expect(rows.map(({ title, plays, stores, lastPlayed }) => ({ title, plays, stores, lastPlayed }))).toEqual(expected);
    }
  });

  test("the units stand in the rows as far as the filters fix them [REP-1]", async () => {
    const { north, stores } = company;
    const unitsOf = async (query: object) => {
      const [row] = (await table({ limit: 1, ...query })).body.data as Row[];
      return ["company", "region", "zone", "group", "storeCode", "store"].map((key) => row?.[key]);
    };
    const [first] = stores;
    expect(await unitsOf({})).toEqual([company.name, "All", "All", "All", "All", "All"]);
    expect(await unitsOf({ regionId: north.regionId })).toEqual([company.name, "North", "All", "All", "All", "All"]);
    expect(await unitsOf({ zoneId: north.zoneIds[1] })).toEqual([company.name, "North", "North zone 2", "All", "All", "All"]);
    expect(await unitsOf({ groupId: north.groupIds[0] })).toEqual([company.name, "North", "North zone 1", "North group 1", "All", "All"]);
    expect(await unitsOf({ storeId: first?.id })).toEqual([
      company.name,
      "North",
      "North zone 1",
      "North group 1",
      first?.code,
      first?.name,
    ]);
    expect(await unitsOf({ storeId: stores[8]?.id })).toEqual([company.name, "All", "All", "All", stores[8]?.code, "Alone"]);
    expect(await figures({ zoneId: north.zoneIds[1] })).toEqual(await logged(inStores([stores[2]?.id ?? 0, stores[3]?.id ?? 0])));
  });

  test("regional, zonal, group and limited admins see their own totals, in table, figures, graph and file [ROL-4] [CTX-3]", async () => {
    const ids = company.stores.map(({ id }) => id);
    for (const [user, stores] of [
      ["regional", ids.slice(0, 4)],
      ["zonal", ids.slice(0, 2)],
      ["group", ids.slice(0, 2)],
      ["limited", ids],
    ] as const) {
      const as = company.users[user];
      const expected = await logged(inStores(stores));
      const sum = (rows: Row[]) => rows.reduce((total, { plays }) => total + Number(plays), 0);
      expect(await figures({}, as), user).toEqual(expected);
      expect(sum(await allRows({}, as)), user).toBe(expected?.plays ?? expected?.["Plays" as never]);
      const graph = await at.call(endpoints.graph, { query: november }, as);
      const { points } = graph.body.data as { points: { label: string; value: number }[] };
      expect(
        points.reduce((total, { value }) => total + value, 0),
        user,
      ).toBe(expected?.["Plays" as never]);
      expect(points).toHaveLength(20);
      const file = await csv({}, as);
      expect(
        file.rows.slice(1).reduce((total, cells) => total + Number(cells[11]), 0),
        user,
      ).toBe(expected?.["Plays" as never]);
    }
  });

  test("units outside the scope are not found, another company is refused, and store managers are shut out [CTX-4] [CTX-2]", async () => {
    const calls = [endpoints.summary, endpoints.table, endpoints.graph, endpoints.export];
    const statuses = (query: object, as: string) =>
      Promise.all(calls.map(async (endpoint) => (await at.request(endpoint, { query: { ...november, ...query } }, as)).status));
    const all = (status: number) => calls.map(() => status);
    const { users, south } = company;
    expect(await statuses({ regionId: south.regionId }, users.regional)).toEqual(all(404));
    expect(await statuses({ storeId: company.stores[2]?.id }, users.zonal)).toEqual(all(404));
    expect(await statuses({ storeId: other.stores[0]?.id }, users.admin)).toEqual(all(404));
    expect(await statuses({ groupId: other.north.groupIds[0] }, users.admin)).toEqual(all(404));
    expect(await statuses({ regionId: company.north.regionId, zoneId: south.zoneIds[0] }, users.admin)).toEqual(all(404));
    expect(await statuses({ companyId: other.companyId }, users.admin)).toEqual(all(403));
    expect(await statuses({}, users.manager)).toEqual(all(403));
    expect(await statuses({ companyId: company.companyId }, staff.Fever_Music_Limited)).toEqual(all(200));
    expect(await statuses({ companyId: 999_999 }, staff.Fever_Admin_Ops)).toEqual(all(404));
  });

  test("the file has the table's rows under the catalogue's headings, dates as dd/MM/yy, formulas harmless [REP-1]", async () => {
    const { response, rows } = await csv({});
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="SongPlayOutReport-2026-11-20.csv"');
    expect(rows[0]).toEqual(songPlayOutReport.columns.map(({ heading }) => heading));
    const dangerous = /^[=+\-@\t\r]/;
    const expected = (await allRows({})).map((row) =>
      songPlayOutReport.columns.map(({ key }) => {
        const value = row[key];
        if (key === "lastPlayed") return String(value).replace(/^\d\d(\d\d)-(\d\d)-(\d\d)$/, "$3/$2/$1");
        return typeof value === "string" && dangerous.test(value) ? `'${value}` : String(value ?? "");
      }),
    );
    expect(rows.slice(1)).toEqual(expected);
    expect(rows.flat().filter((cell) => dangerous.test(cell))).toEqual([]);
    expect(rows.flat()).toEqual(expect.arrayContaining(["'=HYPERLINK(1)", "'+Artist", "'@album", "'-label", 'Say "hi", now']));
  });

  test("every sort gives the same rows in its order, forwards and back [REP-1]", async () => {
    const titles = (rows: Row[]) => rows.map(({ title }) => title);
    const everything = titles(await allRows({})).sort();
    for (const sort of songPlayOutReport.sorts) {
      const rows = await allRows({ sort });
      expect(titles(rows).sort(), sort).toEqual(everything);
      const key = sort.replace("-", "");
      const values = rows.map((row) => (typeof row[key] === "number" ? Number(row[key]) : String(row[key]).toLowerCase()));
      const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b !== sort.startsWith("-") ? -1 : 1);
      // bytes sort accented letters last, JavaScript by code too, but lower() leaves capitals of theirs alone
      if (key !== "title" && key !== "artist") expect(values, sort).toEqual([...values].sort(compare));
      const first = await table({ sort, limit: 7 });
      const second = await table({ sort, limit: 7, cursor: first.body.page?.next });
      const back = await table({ sort, limit: 7, cursor: second.body.page?.prev });
      expect(back.body.data, sort).toEqual(first.body.data);
    }
  });

  test("31 days are taken and 32 refused on the last day, in words; so are ranges that run backwards and dates that are none [REP-2] [ERR-4]", async () => {
    for (const endpoint of [endpoints.summary, endpoints.table, endpoints.graph, endpoints.export]) {
      const asked = (query: object) => at.request(endpoint, { query }, company.users.admin);
      expect((await asked({ from: "2026-10-21", to: "2026-11-20" })).status).toBe(200);
      const tooLong = await asked({ from: "2026-10-20", to: "2026-11-20" });
      expect([tooLong.status, (await tooLong.json()).errors]).toEqual([
        422,
        [{ field: "to", message: "Only 31 days are allowed to download" }],
      ]);
      const backwards = await asked({ from: "2026-11-20", to: "2026-11-19" });
      expect([backwards.status, (await backwards.json()).errors[0].field]).toEqual([422, "to"]);
      for (const wrong of [
        {},
        { from: "2026-11-01" },
        { from: "x", to: "y" },
        { from: "2026-02-30", to: "2026-03-01" },
        { ...november, x: 1 },
      ])
        expect((await asked(wrong)).status, JSON.stringify(wrong)).toBe(422);
      for (const year of ["0000", "0001", "9999"])
        expect((await asked({ from: `${year}-12-31`, to: `${year}-12-31` })).status, year).toBe(422);
    }
  });

  test("provider staff must name the company to download [CTX-2] [ERR-4]", async () => {
    const response = await at.request(endpoints.export, { query: november }, staff.Fever_Super_Admin_Ops);
    expect([response.status, (await response.json()).message]).toEqual([422, "Please select Company to download csv report"]);
    expect((await csv({ companyId: company.companyId }, staff.Fever_Super_Admin_Ops)).rows.length).toBe(songs.length + 1);
  });

  test("a cursor that is not ours, or of another sort, is refused and never an error of ours", async () => {
    const cursorOf = (v: string) => Buffer.from(JSON.stringify({ v, id: 1, back: false })).toString("base64url");
    for (const cursor of ["x", cursorOf("abc"), cursorOf("1e9"), cursorOf("9".repeat(30)), cursorOf("'; select 1")])
      expect((await table({ cursor })).status).toBe(422);
    expect((await table({ sort: "title", cursor: cursorOf("'; select 1") })).status).toBe(200);
    expect((await table({ sort: "random()" })).status).toBe(422);
  });

  test("a range without plays has no rows, zero figures and an empty graph [ERR-4]", async () => {
    const range = { from: "2026-09-01", to: "2026-09-30" };
    expect(await allRows(range)).toEqual([]);
    expect(await figures(range)).toEqual({ Songs: 0, Plays: 0, Stores: 0 });
    expect((await at.call(endpoints.graph, { query: range }, company.users.admin)).body.data).toEqual({ points: [] });
    expect((await csv(range)).rows).toHaveLength(1);
  });

  test("every entry of the catalogue has its four calls in the API's document [REP-1] [API-1]", async () => {
    const document = (await (await at.send(new Request("http://platform/api/openapi.json"))).json()) as { paths: object };
    for (const { key } of reports)
      expect(Object.keys(document.paths).map((path) => path.replace(/^\/api/, ""))).toEqual(
        expect.arrayContaining([`/store/${key}`, `/store/${key}/table`, `/store/${key}/graph`, `/store/${key}/export`]),
      );
  });
});
