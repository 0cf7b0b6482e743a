import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { columnsOf, csvHeadingOf, defineReport } from "#contract/reports/report";
import { wholeCompany } from "#platform/access/scope";
import { selectsOf } from "#platform/db/export-cells";
import { song, store, storeDayPlays } from "#platform/db/schema/index";
import { exportReport } from "#platform/modules/reports/report-export.queries.ts";
import { percentOf } from "#platform/modules/reports/report-rows.queries";
import { sourceOf } from "#platform/modules/reports/report-source";
import {
  resolveFilters,
  showReportGraph,
  showReportPage,
  showReportSummary,
} from "#platform/modules/reports/reports.service";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines, openTestDatabase } from "../support/database.ts";

/**
 * Has what no report of the product needs yet: a key of three parts, WITH parts, money, times,
 * unknown values, a ratio, optional dates.
 */
const hours = defineReport({
  key: "Hours",
  title: "Hours",
  purpose: "Of each store, day and hour.",
  dates: { required: false, range: "future", limit: 31 },
  units: "row",
  filters: { part: { label: "Part", choices: { early: "Early", late: "Late" } } },
  rows: "Hours",
  columns: {
    day: { format: "date", heading: "Day" },
    opens: { format: "time", heading: { filter: "part" } },
    booked: { format: "seconds", heading: "Booked", total: "sum" },
    capacity: { format: "seconds", heading: "Capacity", total: "greatest" },
    utilisation: {
      format: "percent",
      heading: "Utilisation",
      total: { ratio: ["booked", "capacity"] },
    },
    rate: { format: "money", heading: "Rate", total: "sum" },
    days: { format: "integer", heading: "Days", total: "own" },
  },
  order: "day",
  notes: { rows: "", booked: "", capacity: "", utilisation: "", rate: "", days: "" },
  graph: {
    axes: "Seconds",
    finding: { largest: "of all" },
    kinds: ["bar"],
    x: "store",
    series: ["booked", "rows"],
  },
});

const source = sourceOf(hours, {
  key: { storeId: "integer", day: "date", hour: "integer" },
  isAggregate: false,
  select: ({ companyId }, { part, from, to }) => ({
    with: {
      days: sql`select date '2026-11-20' + n as day from generate_series(0, 2) n`,
      grid: sql`select day, hour from days, generate_series(0, 3) hour
        where day between coalesce(${from ?? null}::date, day) and coalesce(${to ?? null}::date, day)
          and (${part ?? null}::text is null or (hour < 2) = (${part ?? null} = 'early'))`,
    },
    columns: {
      company: sql<string>`'=Company'`,
      region: sql<string | null>`null::text`,
      zone: sql<string | null>`null::text`,
      group: sql<string | null>`null::text`,
      storeCode: store.code,
      store: store.name,
      storeId: store.id,
      hour: sql<number>`hour`,
      day: sql<string>`grid.day`,
      opens: sql<string>`make_time(9 + hour, 30, 0)`,
      booked: sql<number>`hour * 30`,
      capacity: sql<number>`case when hour = 3 then 0 else 90 end`,
      utilisation: percentOf(sql`hour * 30`, sql`case when hour = 3 then 0 else 90 end`),
      rate: sql<number | null>`case when hour > 0 then hour * 12345 end`,
      days: sql<number>`1`,
    },
    from: sql`from ${store} cross join grid where ${store.companyId} = ${companyId}`,
    totals: { days: sql<number>`(select count(*) from days)` },
  }),
});

describe.each(engines)("The mechanism of reports on %s", (engine) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let company: TestCompany;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    company = await makeCompany(database);
  });
  afterAll(() => database.close());

  const callIn = (companyId: number) => ({
    scope: wholeCompany(companyId),
    db: database.db,
    now: new Date(),
  });
  const ask = (filters: object = {}) => resolveFilters(callIn(company.companyId), filters);
  async function allRows(sort: string, limit: number, filters: object = {}): Promise<ReportRow[]> {
    const { criteria, units } = await ask(filters);
    const rows: ReportRow[] = [];
    let cursor: string | undefined;
    do {
      const { data, page } = await showReportPage(callIn(company.companyId), {
        source,
        criteria,
        units,
        sort,
        limit,
        cursor,
      });
      rows.push(...data);
      cursor = page.next ?? undefined;
    } while (cursor);
    return rows;
  }

  test("pages a key of store, day and hour without gaps or repeats, in every sort", async () => {
    const whole = await allRows("day", 100);
    expect(whole).toHaveLength(9 * 3 * 4);
    const texts = (rows: ReportRow[]) => rows.map((row) => JSON.stringify(row));
    for (const key of ["day", "opens", "utilisation", "rate", "storeCode", "region"]) {
      const up = texts(await allRows(key, 7));
      expect([...up].sort(), key).toEqual(texts(whole).sort());
      expect(texts(await allRows(`-${key}`, 7)).reverse(), key).toEqual(up);
    }
    expect(
      (await allRows("utilisation", 7)).map(({ utilisation }) => utilisation).slice(26, 28),
    ).toEqual([null, 0]);
    expect((await allRows("-rate", 5)).at(-1)?.rate).toBe(null);
  });

  test("adds up sums, the greatest, ratios of sums and what the select counts itself", async () => {
    const { criteria } = await ask();
    expect(await showReportSummary(callIn(company.companyId), { source, criteria })).toEqual({
      rows: 108,
      // 27 store days of 0 + 30 + 60 + 90 of 90 + 90 + 90 + 0; 6 × 123.45 a store day
      totals: { booked: 4860, capacity: 90, utilisation: 66.7, rate: 27 * 6 * 12345, days: 3 },
    });
    const none = await showReportSummary(callIn(0), { source, criteria });
    expect(none).toEqual({
      rows: 0,
      totals: { booked: 0, capacity: null, utilisation: null, rate: 0, days: 3 },
    });
  });

  test("takes optional dates and an open choice, and names a column by what was chosen", async () => {
    expect(await allRows("day", 100, { part: "early" })).toHaveLength(54);
    expect(await allRows("day", 100, { from: "2026-11-21", to: "2026-11-21" })).toHaveLength(36);
    const { query } = reportEndpoints(hours).summary;
    expect(query.safeParse({}).success).toBe(true);
    expect(query.safeParse({ from: "2026-11-21" }).error?.issues.map(({ path }) => path)).toEqual([
      ["to"],
    ]);
    expect(query.safeParse({ part: "noon" }).success).toBe(false);
    const headings = (filters: Record<string, string>) =>
      columnsOf(hours).map(([, column]) => csvHeadingOf(hours, column, filters));
    expect(headings({ part: "late" }).slice(6)).toEqual(
      "Day,Late,Booked (s),Capacity (s),Utilisation (%),Rate (INR),Days".split(","),
    );
    expect(headings({})[7]).toBe("Part");
  });

  test("draws several series of its rows, the most first", async () => {
    const { criteria } = await ask();
    const { points } = await showReportGraph(callIn(company.companyId), { source, criteria });
    expect(points).toHaveLength(9);
    expect(points[0]).toEqual({ store: "Alone", booked: 540, rows: 12 });
  });

  test("writes a file in slices as in one, money in rupees, times as clocks and no formula", async () => {
    const { criteria, units } = await ask();
    const file = async (sliceRows?: number) => {
      const rows = exportReport(wholeCompany(company.companyId), database.db, {
        source,
        criteria,
        units,
      });
      return readCsv(
        await new Response(
          database.copyCsv(selectsOf(rows, "csv", sliceRows), new AbortController().signal),
        ).text(),
      );
    };
    const whole = await file();
    expect(whole).toHaveLength(108);
    expect(await file(7)).toEqual(whole);
    expect(whole[3]).toEqual([
      "'=Company",
      "",
      "",
      "",
      company.stores[0]?.code,
      "North store 1.1",
      "20/11/26",
      "12:30",
      "90",
      "0",
      "",
      "370.35",
      "1",
    ]);
  });
});

test("a source without a column, or with one of another type, does not compile", () => {
  const from = sql``;
  const report = defineReport({
    key: "Named",
    title: "Named",
    purpose: "",
    dates: "none",
    units: "asked",
    rows: "Songs",
    graph: null,
    notes: { rows: "", plays: "" },
    columns: {
      title: { format: "text", heading: "Song" },
      plays: { format: "integer", heading: "Plays", total: "own" },
      state: { format: "choice", heading: "State", labels: { on: "On", off: "Off" } },
    },
    order: "-plays",
  });
  const state = sql<"on" | "off">`'on'`;
  const totals = { plays: sql<number>`1` };
  const plays = storeDayPlays.musicPlays;
  const all = { title: song.title, plays, state, id: song.id };
  const common = { key: { id: "integer" }, isAggregate: false } as const;
  const right = sourceOf(report, { ...common, select: () => ({ columns: all, from, totals }) });
  expect(right.report.key).toBe("Named");
  sourceOf(report, {
    ...common,
    // @ts-expect-error a column is missing
    select: () => ({ columns: { title: song.title, plays, id: song.id }, from, totals }),
  });
  sourceOf(report, {
    ...common,
    // @ts-expect-error a figure comes of text
    select: () => ({ columns: { ...all, plays: song.title }, from, totals }),
  });
  sourceOf(report, {
    ...common,
    // @ts-expect-error a choice comes of any text
    select: () => ({ columns: { ...all, state: song.title }, from, totals }),
  });
  sourceOf(report, {
    ...common,
    // @ts-expect-error a part of the key is missing
    select: () => ({ columns: { title: song.title, plays, state }, from, totals }),
  });
  // @ts-expect-error its own total is missing
  sourceOf(report, { ...common, select: () => ({ columns: all, from }) });
  // @ts-expect-error an order by what is no column
  defineReport({ ...hours, order: "week" });
  // @ts-expect-error a figure has no note
  defineReport({ ...hours, notes: { rows: "" } });
  // @ts-expect-error a graph over what is no column
  defineReport({ ...hours, graph: { ...hours.graph, x: "week" } });
});
