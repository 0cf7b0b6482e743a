/**
 * Measures every report's page over its longest range, of 2,000 stores with sixty days of plays (36
 * million; see bench/support/history.ts) on PostgreSQL: the built server's whole page,
 * against the page's own selects alone. Prints one JSON line. Run: npx tsx bench/report-pages.ts;
 * STORES=200 and DAYS=30 make it small, HISTORY_URL names an empty database that keeps the past for
 * the next run, REPORTS=SongPlayOutReport,… chooses.
 */
import { loadavg } from "node:os";
import { addDays, dateIn } from "../contract/base/dates.ts";
import { type ReportKey, reports } from "../contract/reports/catalogue.ts";
import type { Report } from "../contract/reports/report.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { findWholeReport } from "../platform/modules/reports/report-rows.queries.ts";
import { resolveFilters } from "../platform/modules/reports/reports.service.ts";
import { sources } from "../platform/modules/reports/sources.ts";
import { type Figure, limited, median, rounded, say } from "./support/figures.ts";
import { historyUser, openHistory } from "./support/history.ts";
import { atRest, startBuiltServer } from "./support/processes.ts";
import { password } from "./support/seed.ts";
import { signInByPage } from "./support/sign-in.ts";

const rounds = 20;
const atMostMs = 12_000;
/** Their rows are store-hours, or derived from hourly bookings: no total answers them. */
const rowByRow: ReadonlySet<string> = new Set<ReportKey>([
  "StoreVolumeReport",
  "StoreWiseCampaignDataReport",
  "AdSchedulePreviewReport",
  "AdInventoryAvailableToBook",
]);
const chosen = process.env.REPORTS?.split(",");

const { url: databaseUrl, database, stop, held, ...history } = await openHistory();
const scope = wholeCompany(history.companyId);
const server = await startBuiltServer({
  DATABASE_URL: databaseUrl,
  REQUESTS_PER_MINUTE: "1000000",
});
await atRest(server.pid); // it has made the days to come
const failed = new Set<string>();
const Cookie = await signInByPage(server.url, historyUser, password);
const figures: Figure[] = [];
for (const report of reports.filter(({ key }) => chosen?.includes(key) ?? true))
  figures.push(await measure(report));
await server.stop();
await stop();
say("report-pages", figures, { ...held, load: loadavg()[0], failed: [...failed] });

async function measure(report: Report): Promise<Figure> {
  const filters = { ...longestRange(report), ...initialFilters(report) };
  const page = () =>
    readPage(
      `/admin/reports/${report.key}?${new URLSearchParams({ ...filters, ...(report.dates === "none" && { show: "yes" }) })}`,
    );
  const pages = await timed(page);
  const bare = await timed(() => askAlone(report, filters));
  const value = pages.sort((a, b) => a - b)[Math.ceil(pages.length * 0.95) - 1] ?? Number.NaN;
  const peer = { name: "its selects alone", value: rounded(median(bare)) };
  return {
    ...limited(
      `${report.key}, p95 of ${pages.length}`,
      value,
      rowByRow.has(report.key) ? 1_500 : 300,
      "ms",
    ),
    peer,
    ratio: rounded(median(pages) / median(bare)),
  };
}

function longestRange({ dates }: Report): { from: string; to: string } | Record<string, never> {
  if (dates === "none") return {};
  if (dates.range === "past") return { from: addDays(history.to, 1 - dates.limit), to: history.to };
  const today = dateIn("Asia/Kolkata", new Date());
  return { from: today, to: addDays(today, dates.limit - 1) };
}

function initialFilters({ filters }: Report): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );
}

async function readPage(path: string): Promise<void> {
  const response = await fetch(server.url + path, { headers: { Cookie } });
  await response.text();
  if (response.status === 503)
    failed.add(path); // a statement took longer than the server allows: slow, and a figure
  else if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

/**
 * Asks the database what the page asks for the report: its first rows with the totals, and the
 * graph's points.
 */
async function askAlone(report: Report, filters: Record<string, string>): Promise<void> {
  const { db } = database;
  const source = sources[report.key as ReportKey];
  const { criteria } = await resolveFilters({ scope, db, now: new Date() }, filters);
  await findWholeReport(scope, db, {
    source,
    criteria,
    pageQuery: {
      sort: report.order,
      limit: 20,
      cursor: undefined,
    },
  });
}

/** Milliseconds of each, after one that does not count. */
async function timed(work: () => Promise<void>): Promise<number[]> {
  await work();
  const times: number[] = [];
  const began = performance.now();
  while (times.length < rounds && (times.length < 2 || performance.now() - began < atMostMs)) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}
