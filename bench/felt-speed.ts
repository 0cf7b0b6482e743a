/**
 * Measures what a person on a slow phone feels: largest contentful paint and total blocking time of
 * each page in client.admin's menu, in Chromium with an empty cache at 1.6 Mbps, 150 ms and a
 * processor four times slower, 390 px wide, against the same page in lite mode in the same run.
 * Opens the two in turn and prints one JSON line. Run: npx tsx bench/felt-speed.ts
 */
import { type BrowserContext, chromium, type Page } from "playwright";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { findChromium } from "../scripts/chromium.mjs";
import { compared, type Figure, limited, median, rounded, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { readMenu } from "./support/menu.ts";
import { startBuiltServer } from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const rounds = 3;
const paintRatio = 1.1;
const blockedMoreMs = 50;
const bytesASecond = 1_600_000 / 8;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: bytesASecond,
  uploadThroughput: bytesASecond,
};
/** Limits how long a task may last before it blocks, in milliseconds (web.dev/articles/tbt). */
const longTaskMs = 50;

type VisitTimings = { paintMs: number; blockedMs: number };
type PaintTimings = {
  paints: number[];
  firstPaint: number;
  tasks: { start: number; duration: number }[];
};

const { folder, remove } = await makeFolder();
const server = await startBuiltServer({
  DATA_DIR: folder,
  DEMO: "1",
  DEMO_STORES: "60",
  DEMO_HISTORY_DAYS: "3",
});
const cookie = await signInByPage(server.url, "client.admin", DEMO_PASSWORD);
const paths = await readMenu(server.url, cookie);
const executablePath = findChromium();
const browser = await chromium.launch({
  args: ["--no-sandbox", "--disable-gpu"],
  ...(executablePath && { executablePath }),
});
const full = await openContext({});
const lite = await openContext({ "Save-Data": "on" });

const figures: Figure[] = [];
for (const path of paths) {
  await open(full, path); // the first answer of a server is not compared
  const runs = { full: [] as VisitTimings[], lite: [] as VisitTimings[] };
  for (let round = 0; round < rounds; round++) {
    runs.full.push(await open(full, path));
    runs.lite.push(await open(lite, path));
  }
  const paints = (of: VisitTimings[]) => of.map(({ paintMs }) => paintMs);
  figures.push(
    compared({
      measure: `${path}, LCP, ms`,
      peer: "lite mode",
      values: paints(runs.full),
      peers: paints(runs.lite),
      ratios: runs.full.map(
        ({ paintMs }, round) => paintMs / (runs.lite[round]?.paintMs ?? Number.NaN),
      ),
      atMost: paintRatio,
    }),
    blocking(path, runs),
  );
}
await browser.close();
await server.stop();
await remove();
say("felt-speed", figures);

function blocking(path: string, runs: { full: VisitTimings[]; lite: VisitTimings[] }): Figure {
  const of = (felt: VisitTimings[]) => median(felt.map(({ blockedMs }) => blockedMs));
  const more = limited(
    `${path}, TBT above lite mode`,
    of(runs.full) - of(runs.lite),
    blockedMoreMs,
    "ms",
  );
  return { ...more, peer: { name: "lite mode", value: rounded(of(runs.lite)) } };
}

async function openContext(extraHTTPHeaders: Record<string, string>): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    extraHTTPHeaders,
  });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
    }),
  );
  await context.addInitScript({
    path: new URL("./support/watch-paints.js", import.meta.url).pathname,
  });
  return context;
}

/** Opens a page in a new tab and waits until nothing more is loaded and the page is idle. */
async function open(context: BrowserContext, path: string): Promise<VisitTimings> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Network.emulateNetworkConditions", network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(server.url + path, { waitUntil: "networkidle" });
  const { paints, firstPaint, tasks } = await readPaintTimings(page);
  await page.close();
  const blocked = tasks
    .filter(({ start }) => start >= firstPaint)
    .map(({ duration }) => duration - longTaskMs);
  return {
    paintMs: paints.at(-1) ?? Number.NaN,
    blockedMs: blocked.reduce((sum, one) => sum + one, 0),
  };
}

function readPaintTimings(page: Page): Promise<PaintTimings> {
  // a page without script may never report that it is idle, so wait half a second instead
  return page.evaluate(
    () =>
      new Promise<PaintTimings>((resolve) =>
        setTimeout(
          () => resolve((window as unknown as { paintTimings: PaintTimings }).paintTimings),
          500,
        ),
      ),
  );
}
