import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn, showDate, timeIn } from "#contract/base/dates";
import { xlsxMediaType } from "#contract/base/uploads";
import { reports } from "#contract/reports/catalogue";
import {
  type ReportCell,
  type ReportGraph,
  type ReportRow,
  type ReportSummary,
  reportEndpoints,
  sortsOf,
} from "#contract/reports/endpoints";
import {
  type Column,
  columnsOf,
  csvHeadingOf,
  graphColumns,
  isFigure,
  type Report,
  sortableColumns,
} from "#contract/reports/report";
import { storeState } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { sampled } from "../support/drawn-cases.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { addTotalsOfLog, makeSongs } from "../support/play-outs.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";
import { readWorkbook, type WorkbookCell } from "../support/xlsx.ts";

/** 11:30 in Asia/Kolkata: stores are open. */
const now = new Date("2026-11-20T06:00:00.000Z");
const november = { from: "2026-11-01", to: "2026-11-20" };
/** Those that clients may open; report-invoices.test.ts holds the others. */
const openReports = reports.filter(({ access }) => access === "REPORTS");
const rangeOf = ({ dates }: Report) => (dates === "none" ? {} : november);
const formula = /^[=+\-@\t\r]/;

/**
 * Covers what holds for every report of the catalogue, whatever it counts;
 * tests/api/report-figures.test.ts holds the figures of each.
 */
describe("Every report", () => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await ensurePartitions(at.database.db, now);
    const titled = (word: string) => [
      { title: `=${word}(1)`, artist: `+${word}`, album: `@${word}`, label: `-${word}` },
      { title: `Say "${word}", now`, artist: "Zed" },
      ...Array.from({ length: 10 }, (_, n) => ({
        title: `${word} ${n}`,
        artist: `Artist ${n % 3}`,
      })),
    ];
    await fill(company, await makeSongs(at.database, provider.companyId, titled("Own")), "Own");
    await fill(
      other,
      await makeSongs(at.database, provider.companyId, titled("Foreign")),
      "Foreign",
    );
  });
  afterAll(() => at.close());

  /**
   * Plays of songs, states of stores of every kind, sign-ins of everybody: all that reports read,
   * named by the word.
   */
  async function fill({ companyId, stores, users }: TestCompany, songs: number[], word: string) {
    const { db } = at.database;
    // a third store in North's first group, so that each person's part has a store of every status that
    // a report is about
    await db.execute(sql`with one as (insert into store (company_id, code, name, time_zone, region_id, zone_id, group_id)
        select company_id, code || '-3', 'North store 1.3', time_zone, region_id, zone_id, group_id from store where id = ${stores[0]?.id}
        returning company_id, id),
      state as (insert into store_state (company_id, store_id, volume, last_seen_at, last_played_at)
        select company_id, id, 10, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz from one)
      insert into store_hours (company_id, store_id, weekday, opens, closes)
        select one.company_id, one.id, weekday, opens, closes from one, store_hours where store_id = ${stores[0]?.id}`);
    await db.execute(sql`update store set contact_name = '=' || ${word}, code = ${word} || '-' || id, name = ${word} || ' ' || name
      where company_id = ${companyId}`);
    for (const kind of ["genre", "mood", "language"])
      await db.execute(sql`with item as (insert into catalogue_item (company_id, kind, name)
          select (select company_id from song where id = ${songs[0]}), ${kind}, '=' || ${word} || n from generate_series(1, 3) n returning id)
        update song set ${sql.identifier(`${kind}_id`)} = (select min(id) from item) + id % 3 where id = any(${sql.param(songs.slice(2))}::bigint[])`);
    await db.execute(sql`insert into play_log (company_id, store_id, event_id, started_at, day, kind, song_id, seconds)
      select company_id, store.id, gen_random_uuid(), day + interval '6 hours', day, 'MUSIC', song, 100 + store.id % 7
      from store, unnest(${sql.param(songs)}::bigint[]) song, unnest('{2026-10-31,2026-11-01,2026-11-10,2026-11-20}'::date[]) day
      where store.company_id = ${companyId} and (store.id + song + extract(day from day)::int) % 4 > 0`);
    await addTotalsOfLog(at.database, companyId);
    await db.execute(sql`insert into ad_setting (company_id, region_id, prime_hours) select company_id, region_id,
        array(select day * 24 + hour from generate_series(0, 6) day, generate_series(17, 20) hour)
      from store where id = ${stores[0]?.id}`);
    await db.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
      select company_id, 'AD', id, day, array(select case when hour between 9 and 20 then 600 else 0 end from generate_series(0, 23) hour),
        array(select case when hour between 9 and 20 then (id + hour) % 7 * 60 else 0 end from generate_series(0, 23) hour),
        array(select case when hour = 18 then 90 else 0 end from generate_series(0, 23) hour)
      from store, unnest('{2026-10-31,2026-11-01,2026-11-20}'::date[]) day where company_id = ${companyId}`);
    await db.execute(sql`insert into store_hour (company_id, store_id, hour_at, local_hour, open, online, quiet, volume_least, volume_sum, volume_most, player_version)
      select company_id, id, (day + hour) at time zone 'Asia/Kolkata', day + hour, ~repeat('0', 60)::bit(60), repeat('1', 60)::bit(60) << (id % 50)::int,
        repeat('1', 60)::bit(60) << 50 + (id % 9)::int, 10 + id % 7, 1800, 60, '+1' from store, unnest('{2026-10-31,2026-11-01,2026-11-20}'::timestamp[]) day,
        unnest('{9:00,10:00,23:00}'::interval[]) hour where company_id = ${companyId}`);
    await db.execute(sql`insert into store_day (company_id, day, store_id, open, online, playing, quiet, last_seen_at, player_version)
      select company_id, day, id, 720, 720 - id % 300, 600, 1, day + interval '9 hours' + id % 100 * interval '1 minute', '=1'
      from store, unnest('{2026-10-31,2026-11-01,2026-11-10,2026-11-20}'::date[]) day where company_id = ${companyId}`);
    await addCampaignsAndTurns(db, companyId, word, [
      "2026-10-31",
      "2026-11-01",
      "2026-11-10",
      "2026-11-20",
    ]);
    const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    const states = [
      [1, 1441, 10],
      [6, 7, 60],
      [1, 2, 60],
      [1, 31, 60],
      [1, 1441, 10],
      [2000, 2000, 50],
      [1, 2, 10],
      [1, 40, 5],
    ] as const;
    for (const [index, [minutesSinceSeen, played, volume]] of states.entries())
      await db.insert(storeState).values({
        companyId,
        storeId: stores[index]?.id ?? 0,
        volume,
        lastSeenAt: ago(minutesSinceSeen),
        lastPlayedAt: ago(played),
      });
    await db.execute(sql`insert into alert (company_id, store_id, kind, began_at, watched_from, watched_at, raised_at, told_at, acknowledged_by, note)
      select company_id, id, kind, at, at, at, at, at, '=' || ${word}, '+' || ${word}
      from store, unnest('{offline,silent}'::text[], '{2026-11-01T04:00Z,2026-11-19T05:00Z}'::timestamptz[]) as fault (kind, at)
      where company_id = ${companyId}`);
    for (const [index, username] of Object.values(users).entries())
      await db.execute(sql`insert into auth_session (company_id, id, user_id, created_at, address, device)
        select company_id, gen_random_uuid(), id, ${ago(index * 1000).toISOString()}::timestamptz, '@' || ${word}, '=' || ${word} from app_user
        where username = ${username}`);
  }

  const ask = (report: Report, query: object = {}) =>
    ({ query: { ...rangeOf(report), ...query } }) as { query: Record<string, string> };
  const table = (report: Report, query: object = {}, as = company.users.admin) =>
    at.as(as).call(reportEndpoints(report).table, ask(report, query));
  /** All pages, of a hundred rows or as the query says, each with what leads back from it. */
  async function allPages(
    report: Report,
    query: object = {},
    as = company.users.admin,
  ): Promise<{ rows: ReportRow[]; prev?: string | null }[]> {
    const { body, status } = await table(report, { limit: 100, ...query }, as).reply;
    expect(status, body.message).toBe(200);
    const page = { rows: body.data as ReportRow[], prev: body.page?.prev };
    return body.page?.next
      ? [page, ...(await allPages(report, { ...query, cursor: body.page.next }, as))]
      : [page];
  }
  const allRows = async (...pageArguments: Parameters<typeof allPages>) =>
    (await allPages(...pageArguments)).flatMap(({ rows }) => rows);
  const summary = async (report: Report, query: object = {}, as = company.users.admin) =>
    (await at.as(as).call(reportEndpoints(report).summary, ask(report, query))) as ReportSummary;
  const points = async (report: Report, query: object = {}, as = company.users.admin) =>
    ((await at.as(as).call(reportEndpoints(report).graph, ask(report, query))) as ReportGraph)
      .points;
  const csv = async (report: Report, query: object = {}, as = company.users.admin) =>
    readCsv(await at.as(as).call(reportEndpoints(report).export, ask(report, query)).text);
  /** A call of every endpoint of a report: its status and problem. */
  const every = (report: Report, input: object, as: string) =>
    Promise.all(
      Object.values(reportEndpoints(report)).map(async (endpoint) => {
        const response = await at.as(as).call(endpoint, input).response;
        const text = await response.text();
        const body =
          response.status === 200
            ? undefined
            : (JSON.parse(text) as { message: string; errors?: { field: string }[] });
        return {
          status: response.status,
          message: body?.message,
          fields: body?.errors?.map(({ field }) => field),
        };
      }),
    );
  const four = <T>(value: T) => [value, value, value, value];

  describe.each(sampled(openReports).map((report) => [report.key, report] as const))(
    "%s",
    (_, report) => {
      test("has the same rows as table and as file, formatted and without formulas [REP-1]", async () => {
        const response = await at
          .as(company.users.admin)
          .call(reportEndpoints(report).export, ask(report)).response;
        expect(response.headers.get("Content-Disposition")).toBe(
          `attachment; filename="${report.fileName}-${company.code}-2026-11-20.csv"`,
        );
        const rows = readCsv(await response.text());
        expect(rows[0]).toEqual(
          columnsOf(report).map(([, column]) => csvHeadingOf(report, column, {})),
        );
        const tableRows = await allRows(report, { limit: 3 });
        expect(tableRows.length).toBeGreaterThan(0);
        expect(rows.slice(1)).toEqual(
          tableRows.map((row) =>
            columnsOf(report).map(([key, column]) => inFile(row[key] ?? null, column)),
          ),
        );
        expect(rows.flat().filter((cell) => formula.test(cell))).toEqual([]);
      });

      test("has the same rows as workbook, with numbers as numbers and dates as dates [REP-1]", async () => {
        const input = ask(report, { format: "xlsx" });
        const response = await at
          .as(company.users.admin)
          .call(reportEndpoints(report).export, input).response;
        expect(response.headers.get("Content-Type")).toBe(xlsxMediaType);
        expect(response.headers.get("Content-Disposition")).toBe(
          `attachment; filename="${report.fileName}-${company.code}-2026-11-20.xlsx"`,
        );
        const [sheet, ...others] = await readWorkbook(new Uint8Array(await response.arrayBuffer()));
        expect([sheet?.name, others]).toEqual([report.title.slice(0, 31), []]);
        const [headings = [], ...rows] = sheet?.rows ?? [];
        expect(headings.map(({ value }) => value)).toEqual(
          columnsOf(report).map(([, column]) => csvHeadingOf(report, column, {})),
        );
        const tableRows = await allRows(report);
        expect(rows).toEqual(
          tableRows.map((row) =>
            columnsOf(report).map(([key, column]) => inWorkbook(row[key] ?? null, column)),
          ),
        );
        expect((await csv(report)).length).toBe(rows.length + 1);
        expect(
          await at
            .as(company.users.admin)
            .call(reportEndpoints(report).export, ask(report, { format: "pdf" })).status,
        ).toBe(422);
      });

      test("counts all its rows, and its totals follow from them, with every filter [REP-1]", async () => {
        for (const query of [
          {},
          { regionId: company.north.regionId },
          { storeId: company.stores[1]?.id },
          ...choicesOf(report),
        ]) {
          const rows = await allRows(report, query);
          const { rows: count, totals } = await summary(report, query);
          expect(count, JSON.stringify(query)).toBe(rows.length);
          const firstAnswer = await table(report, { ...query, limit: 2, whole: "true" }).answer;
          expect(firstAnswer.data).toEqual(rows.slice(0, 2));
          const whole = { total: count, totals, points: await points(report, query) };
          expect(firstAnswer.page).toMatchObject(whole);
          const otherwise = await table(report, {
            ...query,
            limit: 2,
            whole: "true",
            sort: sortsOf(report).at(-1),
          }).answer;
          expect(otherwise.page).toMatchObject(whole);
          const stated = columnsOf(report).flatMap(([key, column]) =>
            "total" in column && column.total !== "own" ? [[key, column] as const] : [],
          );
          for (const [key, column] of stated)
            expect(totals[key], `${key} ${JSON.stringify(query)}`).toEqual(
              totalOf(key, column, rows),
            );
          expect(Object.keys(totals).sort()).toEqual(
            columnsOf(report)
              .flatMap(([key, column]) => ("total" in column ? [key] : []))
              .sort(),
          );
        }
      });

      test("draws a graph whose points are its rows by x, or days of the range without a gap [REP-1]", async () => {
        const { graph } = report;
        const drawn = await points(report);
        if (!graph) return expect(drawn).toEqual([]);
        expect(drawn.length).toBeGreaterThan(0);
        if (graphColumns(report, graph)[0]?.[1].format === "date") {
          const days = Array.from({ length: 20 }, (_, n) => addDays(november.from, n));
          return expect(drawn.map((point) => point[graph.x])).toEqual(days);
        }
        const expected = new Map<ReportCell, number>();
        const [series = ""] = graph.series;
        for (const row of await allRows(report)) {
          const x = row[graph.x] ?? null;
          expected.set(x, (expected.get(x) ?? 0) + (series === "rows" ? 1 : Number(row[series])));
        }
        expect(new Map(drawn.map((point) => [point[graph.x], point[series]]))).toEqual(expected);
      });

      test("gives the same rows in every sort, and pages back to where it came from [REP-1]", async () => {
        const whole = (await allRows(report)).map((row) => JSON.stringify(row)).sort();
        // several pages, but not dozens
        const limit = Math.min(100, Math.max(2, Math.ceil(whole.length / 3)));
        for (const sort of sampled(sortsOf(report))) {
          const pages = await allPages(report, { sort, limit });
          const rows = pages.flatMap(({ rows }) => rows);
          expect(rows.map((row) => JSON.stringify(row)).sort(), sort).toEqual(whole);
          const key = sort.replace("-", "");
          const column = sortableColumns(report).find(([name]) => name === key)?.[1];
          if (
            column &&
            (isFigure(column) || column.format === "date" || column.format === "instant")
          ) {
            const values = rows.map((row) => row[key] ?? null);
            expect(values, sort).toEqual(
              [...values].sort((a, b) => (sort.startsWith("-") ? -1 : 1) * compare(a, b)),
            );
          }
          const [first, second] = pages;
          if (!second) continue;
          expect(await table(report, { sort, limit, cursor: second.prev }), sort).toEqual(
            first?.rows,
          );
        }
      });

      test("shows each person the own part of the company and nothing of another [ROL-4] [CTX-3]", async () => {
        const national = await allRows(report);
        for (const user of ["regional", "zonal", "group", "limited"] as const) {
          const as = company.users[user];
          const rows = await allRows(report, {}, as);
          const file = await csv(report, {}, as);
          const everything = JSON.stringify([
            rows,
            file,
            await points(report, {}, as),
            await summary(report, {}, as),
          ]);
          expect(everything, user).not.toContain("Foreign");
          expect(file.length - 1, user).toBe(rows.length);
          expect((await summary(report, {}, as)).rows, user).toBe(rows.length);
          if (user === "limited") expect(rows.length).toBe(national.length);
          else {
            expect(everything, user).not.toMatch(/South/);
            expect(rows.length).toBeGreaterThan(0);
          }
          // the units of the own scope, asked for by someone who sees more, give the same
          const unit = {
            regional: { regionId: company.north.regionId },
            zonal: { zoneId: company.north.zoneIds[0] },
          }[user as "regional"];
          if (unit) {
            const keys = sortableColumns(report).map(([key]) => key);
            const own = (of: ReportRow[]) => of.map((row) => keys.map((key) => row[key]));
            expect(own(await allRows(report, unit)), user).toEqual(own(rows));
          }
        }
      });

      test("finds no units outside the scope, and is shut to store managers [CTX-4] [CTX-2]", async () => {
        const { users, south, north } = company;
        const statuses = async (query: object, as: string) =>
          (await every(report, ask(report, query), as)).map(({ status }) => status);
        expect(await statuses({ regionId: south.regionId }, users.regional)).toEqual(four(404));
        expect(await statuses({ storeId: company.stores[2]?.id }, users.zonal)).toEqual(four(404));
        expect(await statuses({ storeId: other.stores[0]?.id }, users.admin)).toEqual(four(404));
        expect(await statuses({ groupId: other.north.groupIds[0] }, users.admin)).toEqual(
          four(404),
        );
        expect(
          await statuses({ regionId: north.regionId, zoneId: south.zoneIds[0] }, users.admin),
        ).toEqual(four(404));
        expect(await statuses({ companyId: other.companyId }, users.admin)).toEqual(four(403));
        expect(await statuses({}, users.manager)).toEqual(four(403));
        expect(await statuses({ companyId: company.companyId }, staff.Fever_Music_Limited)).toEqual(
          four(200),
        );
        expect(await statuses({ companyId: 999_999 }, staff.Fever_Admin_Ops)).toEqual(four(404));
      });

      test("asks provider staff for the company before it makes a file [CTX-2] [ERR-4]", async () => {
        const file = at
          .as(staff.Fever_Super_Admin_Ops)
          .call(reportEndpoints(report).export, ask(report));
        expect(await file.refusal).toEqual({
          status: 422,
          message: "Please select Company to download csv report",
        });
        const rows = await csv(
          report,
          { companyId: company.companyId },
          staff.Fever_Super_Admin_Ops,
        );
        expect(rows.length - 1).toBe((await allRows(report)).length);
      });

      test("takes as many days as it says, and refuses one more [REP-2] [ERR-4]", async () => {
        const { dates } = report;
        const askEndpoints = (query: object) => every(report, { query }, company.users.admin);
        for (const answer of await askEndpoints({ ...rangeOf(report), x: 1 }))
          expect(answer.status).toBe(422);
        if (dates === "none") {
          for (const { status } of await askEndpoints(november)) expect(status).toBe(422);
          return;
        }
        const last = "2026-11-20";
        const longest = { from: addDays(last, 1 - dates.limit), to: last };
        for (const { status } of await askEndpoints(longest)) expect(status).toBe(200);
        for (const answer of await askEndpoints({ ...longest, from: addDays(longest.from, -1) }))
          expect(answer).toMatchObject({ status: 422, fields: ["to"] });
        for (const answer of await askEndpoints({ from: last, to: "2026-11-19" }))
          expect(answer).toMatchObject({ status: 422, fields: ["to"] });
        const tooLong = at
          .as(company.users.admin)
          .call(reportEndpoints(report).summary, { query: { ...longest, to: addDays(last, 1) } });
        expect(await tooLong.errors).toEqual({
          to: `Only ${dates.limit} days are allowed to download`,
        });
        const wrong = [
          { from: last },
          { from: "x", to: "y" },
          { from: "2026-02-30", to: "2026-03-01" },
          { from: "0000-12-31", to: "0000-12-31" },
        ];
        for (const query of [...wrong, ...(dates.required ? [{}] : [])])
          for (const { status } of await askEndpoints(query))
            expect(status, JSON.stringify(query)).toBe(422);
      });

      test("refuses a choice that a filter does not offer, and gives every one that it does [REP-1]", async () => {
        for (const name of Object.keys(report.filters))
          for (const answer of await every(
            report,
            ask(report, { [name]: "none" }),
            company.users.admin,
          ))
            expect(answer).toMatchObject({ status: 422, fields: [name] });
        for (const choice of choicesOf(report))
          expect((await allRows(report, choice)).length, JSON.stringify(choice)).toBeGreaterThan(0);
      });

      test("refuses a cursor that is not ours or of another sort, and never with an error of ours", async () => {
        const cursorOf = (...key: unknown[]) =>
          Buffer.from(JSON.stringify({ key, back: false })).toString("base64url");
        const fetchStatus = (query: object) => table(report, query).status;
        for (const cursor of [
          "x",
          cursorOf(),
          cursorOf("a"),
          cursorOf("a", "b", "c"),
          cursorOf(1, 1),
          cursorOf("\0", "1"),
        ])
          expect(await fetchStatus({ cursor })).toBe(422);
        for (const [key, { format }] of sortableColumns(report).filter(isFirstOfItsFormat)) {
          const isText = format === "text" || format === "choice";
          for (const value of ["'; select 1", "1e9", "1e999", "1".repeat(30), "NaN", "-infinity"]) {
            const status = await fetchStatus({ sort: key, cursor: cursorOf(value, "1") });
            expect(
              isText || format === "percent" ? [200, 422] : [422],
              `${key} ${value}`,
            ).toContain(status);
          }
        }
        expect(await fetchStatus({ sort: "random()" })).toBe(422);
      });

      test("has no rows, zero totals and an empty graph where there is nothing [ERR-4]", async () => {
        const { username } = await makeUser(at.database, company.companyId, {
          role: "ROLE_Client_Admin",
          level: "group",
        });
        expect(await allRows(report, {}, username)).toEqual([]);
        const { rows, totals } = await summary(report, {}, username);
        expect(rows).toBe(0);
        for (const value of Object.values(totals)) expect([0, null]).toContain(value);
        expect(await points(report, {}, username)).toEqual([]);
        expect(await csv(report, {}, username)).toHaveLength(1);
      });
    },
  );

  test("every report has its four calls in the API's document [REP-1] [API-1]", async () => {
    const document = (await (
      await at.send(new Request("http://platform/api/openapi.json"))
    ).json()) as { paths: object };
    const paths = Object.keys(document.paths).map((path) => path.replace(/^\/api/, ""));
    for (const { path } of reports)
      expect(paths).toEqual(
        expect.arrayContaining([path, `${path}/table`, `${path}/graph`, `${path}/export`]),
      );
  });

  test.each(Object.entries(families))(
    "the family %s of the spec's section 7 is reached under store/ [REP-1] [API-1]",
    async (_, keys) => {
      for (const key of keys) {
        const report = reports.find((one) => one.key === key);
        if (!report) throw new Error(`no report ${key}`);
        expect(report.path).toBe(`/store/${key}`);
        expect((await csv(report)).length - 1).toBe((await summary(report)).rows);
        expect(await table(report, { limit: 1 })).toHaveLength(1);
        expect(Array.isArray(await points(report))).toBe(true);
      }
    },
  );
});

const families = {
  volume: ["StoreVolumeReport"],
  login: ["LoginReport", "StoreLoginReport"],
  "play-out": ["StorePlayoutSongTypeReport", "AvgPlayoutTimeReport", "SongPlayOutReport"],
  "start-time": ["StoreMusicPlayOutTime"],
  performance: ["TopPerformingStores"],
  distribution: ["StoreDistribution", "MusicDistribution"],
  summary: ["SummaryReport"],
  vital: [
    "StoreOnlineStatus",
    "Total_stores",
    "Offline_stores",
    "not_playing_for_24_hours",
    "below_threshold_volume",
    "online_but_silent_for_30_minutes",
  ],
};

/** A cursor is read by its column's format: `npm run test:all` tries every column. */
const isFirstOfItsFormat = (
  [, { format }]: [string, Column],
  place: number,
  columns: [string, Column][],
) =>
  Boolean(process.env.TEST_ALL) ||
  columns.findIndex(([, column]) => column.format === format) === place;

const choicesOf = ({ filters }: Report) =>
  Object.entries(filters).flatMap(([name, { choices }]) =>
    Object.keys(choices).map((choice) => ({ [name]: choice })),
  );

/** A cell as a file has it. */
function inFile(value: ReportCell, column: Column): string {
  if (value === null) return "";
  if (column.format === "choice") return column.labels[value] ?? "";
  if (column.format === "date") return showDate(String(value));
  if (column.format === "time") return String(value).slice(0, 5);
  if (column.format === "instant") {
    const instant = new Date(String(value));
    return `${showDate(dateIn("Asia/Kolkata", instant))} ${timeIn("Asia/Kolkata", instant)}`;
  }
  return typeof value === "string" && formula.test(value) ? `'${value}` : String(value);
}

/** A cell as a workbook has it: days and instants as days since 30 December 1899. */
function inWorkbook(value: ReportCell, column: Column): WorkbookCell {
  const days = (from: string, at: number) =>
    Math.round(((at - Date.parse(from)) / 86_400_000) * 1e10) / 1e10;
  const formats: Partial<Record<Column["format"], number>> = {
    date: 164,
    instant: 165,
    time: 20,
    money: 4,
  };
  if (value === null) return { value: null, format: 0 };
  const format = formats[column.format] ?? 0;
  if (column.format === "choice") return { value: column.labels[value] ?? "", format };
  if (column.format === "date")
    return { value: days("1899-12-30", Date.parse(String(value))), format };
  if (column.format === "instant")
    return { value: days("1899-12-30", Date.parse(String(value)) + 330 * 60_000), format };
  if (column.format === "time")
    return { value: days("1970-01-01", Date.parse(`1970-01-01T${value}Z`)), format };
  return { value: column.format === "money" ? Number(value) / 100 : value, format };
}

/** A column's total worked out from the rows. */
function totalOf(key: string, column: Column, rows: ReportRow[]): ReportCell {
  const sum = (of: string) => rows.reduce((total, row) => total + Number(row[of]), 0);
  const total = "total" in column ? column.total : undefined;
  if (total === "sum") return sum(key);
  if (total === "greatest")
    return rows.map((row) => row[key] ?? null).reduce((a, b) => (compare(a, b) < 0 ? b : a), null);
  if (typeof total !== "object") throw new Error(`${key} has no total of its rows`);
  const part = sum(total.ratio[0]);
  const whole = sum(total.ratio[1]);
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

/** Sorts unknown values first. */
const compare = (a: ReportCell, b: ReportCell) =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;
