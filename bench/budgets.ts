/**
 * Measures what pages cost a browser: gzip bytes of the scripts and the style sheet that each
 * page's HTML loads, over HTTP from the built server. Prints one JSON line. Run: npx tsx
 * bench/budgets.ts
 */
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { type Figure, rounded, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { startBuiltServer } from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const cssKilobytes = 20;

/** A page, or one that another page links to: `link` finds what its address begins with. */
type Place = string | { on: string; link: RegExp; rest: string };
type Kind = { scriptKilobytes: number; visits: { username?: string; places: Place[] }[] };

const aChart = { on: "/admin/charts", link: /href="(\/admin\/charts\/\w+\/[\w-]+)"/ };
const aSong = { on: "/admin/library", link: /href="(\/admin\/library\/[\w-]{12,})"/ };
const kinds: Record<string, Kind> = {
  "signed-out pages": {
    scriptKilobytes: 0,
    visits: [{ places: ["/", "/login", "/privacy", "/page-not-found"] }],
  },
  lists: {
    scriptKilobytes: 115,
    visits: [
      {
        username: "client.admin",
        places: [
          "/admin",
          "/admin/stores",
          "/admin/preview",
          "/admin/reports",
          "/admin/charts",
          "/admin/hierarchy",
          "/admin/users",
          { ...aChart, rest: "" },
        ],
      },
      {
        username: "fever.admin",
        places: [
          "/admin/library",
          "/admin/library/lists/genre",
          "/admin/audit",
          { ...aSong, rest: "" },
        ],
      },
    ],
  },
  forms: {
    scriptKilobytes: 125,
    visits: [
      {
        username: "client.admin",
        places: [
          "/admin/store/add",
          "/admin/company/edit",
          "/admin/master-rule",
          "/admin/users/add",
        ],
      },
      {
        username: "fever.admin",
        places: [
          "/admin/library/add",
          { ...aSong, rest: "/edit" },
          "/admin/charts/add",
          { ...aChart, rest: "/edit" },
        ],
      },
    ],
  },
  player: {
    scriptKilobytes: 110,
    visits: [{ username: "store.manager", places: ["/store-manager"] }],
  },
};

const { folder, remove } = await makeFolder();
const database = await openDatabase({ dataDir: `${folder}/database` });
await migrate(database);
const filesDir = `${tmpdir()}/fever-bench-files`;
await seedDemo({
  database,
  filesDir,
  now: new Date(),
  stores: 24,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
await database.close();
const server = await startBuiltServer({ DATA_DIR: folder });

const figures: Figure[] = [];
const pages: Record<string, { script: number; css: number; html: number; files: number }> = {};
const missing: string[] = [];
for (const [kind, { scriptKilobytes, visits }] of Object.entries(kinds)) {
  const weighed = [];
  for (const { username, places } of visits) {
    const headers: Record<string, string> = username
      ? { Cookie: await signInByPage(server.url, username, DEMO_PASSWORD) }
      : {};
    for (const place of places) {
      const path = typeof place === "string" ? place : await follow(place, headers);
      const page = path && (await weigh(path, headers));
      if (!page) {
        missing.push(typeof place === "string" ? place : `${place.on}, a link there ${place.rest}`);
        continue;
      }
      pages[path] = page;
      weighed.push(page);
    }
  }
  if (weighed.length === 0) continue;
  figures.push(
    budget(`${kind}, script`, Math.max(...weighed.map(({ script }) => script)), scriptKilobytes),
  );
  figures.push(budget(`${kind}, CSS`, Math.max(...weighed.map(({ css }) => css)), cssKilobytes));
}
figures.push({
  measure: "pages not found",
  value: missing.length,
  peer: null,
  ratio: null,
  target: "none",
  reached: missing.length === 0,
});
await server.stop();
await remove();
say("budgets", figures, { pages, missing });

function budget(measure: string, bytes: number, kilobytes: number): Figure {
  const value = bytes / 1024;
  return {
    measure: `${measure}, KB gzip`,
    value: rounded(value),
    peer: null,
    ratio: null,
    target: `at most ${kilobytes} KB`,
    reached: value <= kilobytes,
  };
}

async function follow(
  { on, link, rest }: Exclude<Place, string>,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const path = link.exec(await (await fetch(server.url + on, { headers })).text())?.[1];
  return path && path + rest;
}

/** Undefined for a page that is not there. */
async function weigh(path: string, headers: Record<string, string>) {
  const response = await fetch(server.url + path, { headers, redirect: "manual" });
  const html = await response.text();
  const isThere =
    response.status === 200 || (path === "/page-not-found" && response.status === 404);
  if (!isThere) return undefined;
  // preloads, imports, the manifest, the style sheet
  const files = new Set(html.match(/\/assets\/[\w.$-]+\.(?:js|css)\b/g));
  let script = inlineScript(html);
  let css = 0;
  for (const file of files) {
    const bytes = await gzipBytes(file);
    if (file.endsWith(".css")) css += bytes;
    else script += bytes;
  }
  return { script, css, html: html.length, files: files.size };
}

/**
 * Inline module and boot scripts count too, compressed as in the page; the page's own data handed
 * to the browser does not.
 */
function inlineScript(html: string): number {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => code,
  );
  const code = inline.filter((text) => !text.includes("streamController.enqueue")).join("\n");
  return code === "" ? 0 : gzipSync(code).length;
}

async function gzipBytes(path: string): Promise<number> {
  const response = await fetch(server.url + path, { headers: { "Accept-Encoding": "gzip" } });
  if (!response.ok || response.headers.get("Content-Encoding") !== "gzip")
    throw new Error(`${path} does not come compressed`);
  await response.arrayBuffer();
  return Number(response.headers.get("Content-Length"));
}
