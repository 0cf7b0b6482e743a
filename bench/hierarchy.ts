/**
 * The hierarchy's page of a company of 10,000 stores, opened down to the stores of a group
 * (PostgreSQL, production build, over HTTP), against the stores list's page of 25 of the same
 * company: time of an answer, asked one after the other so that it is the server's own, and the
 * page's HTML in gzip bytes. Prints one JSON line. Run: npx tsx bench/hierarchy.ts
 */
import { gzipSync } from "node:zlib";
import { compared, limited, median, rounded, say } from "./support/figures.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByPage } from "./support/sign-in.ts";

const username = "bench.hierarchy";
const rounds = 5;
const roundMs = 1_500;
/**
 * One at a time; many people in turn, so that the web server's short memory answers none of them.
 */
const connections = 1;
const people = 64;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: 1, stores: 10_000, username });
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const cookies: string[] = [];
for (let session = 0; session < people; session++)
  cookies.push(await signInByPage(server.url, username, password));

const fetchPage = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { Cookie: cookies[0] ?? "" } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.text();
};
/** The tree with its first region, zone and group open, by the links that open them. */
let path = "/admin/hierarchy";
for (const level of ["h2", "h3", "h4"]) {
  const [, href = ""] =
    new RegExp(`<${level}[^>]*><a[^>]*href="([^"#]+)`).exec(await fetchPage(path)) ?? [];
  path = href.replaceAll("&amp;", "&");
}
const html = await fetchPage(path);
if (!html.includes("1 to 25 of")) throw new Error("the tree is not open");

const load = (to: string, milliseconds = roundMs) =>
  ask<LoadAnswer>("load.ts", {
    url: server.url + to,
    cookies,
    connections,
    milliseconds,
  } satisfies LoadTask);
for (const to of [path, "/admin/stores"]) await load(to, 2_000);
const runs = { tree: [] as LoadAnswer[], list: [] as LoadAnswer[] };
for (let round = 0; round < rounds; round++) {
  runs.tree.push(await load(path));
  runs.list.push(await load("/admin/stores"));
}
await server.stop();
await stop();

const times = (of: LoadAnswer[]) => of.map(({ p50 }) => p50);
say(
  "hierarchy",
  [
    compared({
      measure: "hierarchy of 10,000 stores, opened to a group's 25, ms at the median",
      peer: "stores list of 25",
      values: times(runs.tree),
      peers: times(runs.list),
      ratios: runs.tree.map(({ p50 }, i) => p50 / (runs.list[i]?.p50 ?? Number.NaN)),
      atMost: 3,
    }),
    limited("its HTML, gzip", gzipSync(html).length / 1024, 100, "KB"),
  ],
  {
    htmlKilobytes: rounded(html.length / 1024),
    p95ms: rounded(median(runs.tree.map(({ p95 }) => p95))),
  },
);
