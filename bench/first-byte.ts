/**
 * The server's time to first byte of each page in client.admin's menu, and of the two reports over
 * plays for eleven days: the built server on the demo's embedded database, idle but for the demo's
 * own players. Each request is made by another session than those just before, so that it asks for
 * everything, as after a pause. The first request after a start is stated. Prints one JSON line.
 * Run: npx tsx bench/first-byte.ts
 */
import { Agent, get } from "node:http";
import { addDays, dateIn } from "../contract/base/dates.ts";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { type Figure, limited, median, rounded, say, stated } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { readMenu } from "./support/menu.ts";
import { startBuiltServer } from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const limitMs = 150;
const rounds = 20;
const warmUpRounds = 2;
/**
 * Enough that none comes again within the two seconds for which the web remembers a session's
 * answers.
 */
const sessions = 80;

const { folder, remove } = await makeFolder();
const environment = { DATA_DIR: folder, DEMO: "1" };
const seeding = await startBuiltServer(environment);
const earlier = await signInByPage(seeding.url, "client.admin", DEMO_PASSWORD);
await seeding.stop();

const starting = performance.now();
const server = await startBuiltServer(environment);
const startedMs = performance.now() - starting;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const firstMs = await firstByte("/admin", earlier);

const yesterday = addDays(dateIn("Asia/Kolkata", new Date()), -1);
const elevenDays = `from=${addDays(yesterday, -10)}&to=${yesterday}`;
const pages = [
  ...(await readMenu(server.url, earlier)),
  ...["SongPlayOutReport", "MusicDistribution"].map(
    (report) => `/admin/reports/${report}?${elevenDays}`,
  ),
];
const cookies: string[] = [];
for (let session = 0; session < sessions; session++)
  cookies.push(await signInByPage(server.url, "client.admin", DEMO_PASSWORD));

const times = new Map(pages.map((page) => [page, [] as number[]]));
let requestCount = 0;
for (let round = 0; round < warmUpRounds + rounds; round++)
  for (const [page, of] of times) {
    const milliseconds = await firstByte(page, cookies[requestCount++ % sessions] ?? "");
    if (round >= warmUpRounds) of.push(milliseconds);
  }
agent.destroy();
await server.stop();
await remove();

const figures: Figure[] = [
  ...[...times].map(([page, of]) =>
    limited(page.replace(/\?.*/, ", eleven days"), median(of), limitMs, "ms"),
  ),
  stated("first request after a start, /admin", firstMs, "ms"),
  stated("from the start to listening", startedMs, "ms"),
];
say("first-byte", figures, {
  worstMs: Object.fromEntries([...times].map(([page, of]) => [page, rounded(Math.max(...of))])),
});

function firstByte(path: string, Cookie: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(
      server.url + path,
      { agent, headers: { Cookie, "Accept-Encoding": "gzip" } },
      (response) => {
        let milliseconds = Number.NaN;
        if (response.statusCode !== 200)
          reject(new Error(`${path} answered ${response.statusCode}`));
        response.once("data", () => {
          milliseconds = performance.now() - began;
        });
        response.on("end", () => resolve(milliseconds));
        response.on("error", reject);
      },
    ).on("error", reject);
  });
}
