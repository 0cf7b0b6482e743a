/**
 * Measures the time from the API's answer to a person's change until a published day's log in
 * force contains it, on PostgreSQL, in a company of 60 stores and in one of 2,000, or with as many
 * more as given: a booking, its cancellation, a withdrawn song. Prints one JSON line. Run: npx tsx
 * bench/time-to-log.ts [stores] [rounds]
 */
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { addDays, dateIn } from "../contract/base/dates.ts";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { findCurrentLogs } from "../platform/modules/schedule/index.ts";
import { addStores, companyId, firstStore, zone } from "./support/demo-stores.ts";
import { type Figure, limited, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { atRest, startBuiltServer } from "./support/processes.ts";
import { signInByApi } from "./support/sign-in.ts";

const [moreStores = 1_960, rounds = 20] = process.argv.slice(2).map(Number);
const storesAGroup = Math.min(70, moreStores);
const groups = Math.ceil(moreStores / storesAGroup);
/** A change that takes longer (ms) ends the bench: something is broken, not slow. */
const longest = 120_000;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
const filesDir = `${tmpdir()}/fever-bench-files`;
await seedDemo({
  database,
  filesDir,
  now: new Date(),
  stores: 60,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
const { rows: stores } = await db.execute<{ id: number }>(
  sql`select id::int from store where company_id = ${companyId} and status = 'active' and group_id is not null order by id limit 1`,
);
const figures = await measure(stores[0]?.id ?? 0, "60 stores");
await addStores(database, { groups, storesAGroup });
figures.push(...(await measure(firstStore, `${60 + groups * storesAGroup} stores`)));
await stop();
say("time-to-log", figures, { rounds });
process.exit(0);

/**
 * Books, cancels and withdraws in turn, each once the last one is in the log of the store for
 * tomorrow.
 */
async function measure(storeId: number, size: string): Promise<Figure[]> {
  const server = await startBuiltServer({
    DATABASE_URL: databaseUrl,
    REQUESTS_PER_MINUTE: "1000000",
  });
  await atRest(server.pid);
  const client = await signInByApi(server.url, "client.admin", DEMO_PASSWORD);
  const provider = await signInByApi(server.url, "fever.admin", DEMO_PASSWORD);
  const request = async <Data>(
    token: string,
    method: string,
    path: string,
    body: object,
  ): Promise<Data> => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const response = await fetch(server.url + path, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Data; message?: string };
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`);
    return answer.data;
  };
  const day = addDays(dateIn(zone, new Date()), 1);
  const log = async () =>
    (await findCurrentLogs(wholeCompany(companyId), db, [storeId], [day]))[0]?.positions ?? [];
  const until = async (
    isThere: (positions: Awaited<ReturnType<typeof log>>) => boolean,
  ): Promise<number> => {
    const began = performance.now();
    while (!isThere(await log())) {
      if (performance.now() - began > longest)
        throw new Error(`${size}: a change is not in the log after ${longest / 1000} s`);
      await pause(20);
    }
    return performance.now() - began;
  };
  const spots = await db.execute<{ id: number }>(
    sql`select id::int from spot where company_id = ${companyId} and kind = 'AD' and active order by id limit 1`,
  );
  const times: Record<"booking" | "cancellation" | "withdrawn song", number[]> = {
    booking: [],
    cancellation: [],
    "withdrawn song": [],
  };
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`${size}, round ${round + 1} of ${rounds}\n`);
    const { id } = await request<{ id: number }>(client, "POST", "/api/campaign", {
      name: `Bench ${size} ${round}`,
      kind: "AD",
      startsOn: day,
      endsOn: day,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      storeIds: [storeId],
      plays: Array.from({ length: 24 }, (_, hour) => (hour === 15 ? 1 : 0)),
      spots: [{ spotId: spots.rows[0]?.id }],
    });
    await request(client, "POST", "/api/schedule-non-music", { campaignId: id, as: "booked" });
    times.booking.push(
      await until((positions) => positions.some(({ bookingId }) => bookingId === id)),
    );
    await request(client, "PATCH", "/api/campaign/state", { id, act: "cancel" });
    times.cancellation.push(
      await until((positions) => !positions.some(({ bookingId }) => bookingId === id)),
    );
    const songId = (await log()).find((position) => position.songId !== undefined)?.songId ?? 0;
    await atRest(server.pid); // the days that the song before leaves are still being made
    await request(provider, "PATCH", "/api/multimedia", {
      ids: [songId],
      set: { status: "inactive" },
    });
    times["withdrawn song"].push(
      await until((positions) => !positions.some((position) => position.songId === songId)),
    );
  }
  await server.stop();
  return Object.entries(times).flatMap(([change, durations]) => {
    const sorted = durations.map((ms) => ms / 1000).sort((a, b) => a - b);
    const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
    return [
      limited(`${change} to log in force, ${size}, p50`, at(0.5), 3, "s"),
      limited(`${change} to log in force, ${size}, p95`, at(0.95), 10, "s"),
    ];
  });
}
