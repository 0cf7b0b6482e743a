/**
 * Measures ads over the API of the built server on PostgreSQL, in a company of 10,000 stores: one
 * store-hour booked, by eight at once, against bare transactions that read, insert and update the
 * same rows, with the server's work for it then and later; and the heat map of 1,000 stores and 31
 * days against the bare aggregate, of all stores and of a year stated. Prints one JSON line. Run:
 * npx tsx bench/ad-requests.ts
 */
import { tmpdir } from "node:os";
import { type SQL, sql } from "drizzle-orm";
import { pino } from "pino";
import { addDays, dateIn } from "../contract/base/dates.ts";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { perSecond } from "./support/at-once.ts";
import { addStores, companyId, firstGroup, firstStore, zone } from "./support/demo-stores.ts";
import { compared, type Figure, limited, median, say, stated } from "./support/figures.ts";
import { jsonClient } from "./support/json-client.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { atRest, processorTime, startBuiltServer } from "./support/processes.ts";
import { signInByApi } from "./support/sign-in.ts";

const groups = 10;
const storesAGroup = 1_000;
const rounds = 5;
const bookings = 300;
const atOnce = 8;
const maps = 40;
const daysShown = 31;
const hour = 15;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
const { db } = database;
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 60,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
await addStores(database, { groups, storesAGroup });
const server = await startBuiltServer({
  DATABASE_URL: databaseUrl,
  REQUESTS_PER_MINUTE: "1000000",
});
const token = await signInByApi(server.url, "client.admin", DEMO_PASSWORD);
const today = dateIn(zone, new Date());
const call = jsonClient(server.url, atOnce);
const request = <Data>(path: string, body?: object) => call<Data>(path, { token, body });
await serverAtRest();

const figures = [...(await bookStoreHours()), ...(await drawHeatMaps())];
await server.stop();
await stop();
say("ad-requests", figures, { groups, storesAGroup });
process.exit(0);

/** The server has made its ledger and its days. */
async function serverAtRest(): Promise<void> {
  await atRest(server.pid);
  await db.execute(sql`vacuum analyze ad_ledger`);
}

async function bookStoreHours(): Promise<Figure[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from spot where company_id = ${companyId} and kind = 'AD' and active order by id limit 1`,
  );
  const drafts: { id: number; storeId: number }[] = [];
  for (let n = 0; n < (rounds + 1) * bookings * 2; n++) {
    const storeId = firstStore + ((n * 7) % (groups * storesAGroup));
    const day = addDays(today, 3 + (n % 20));
    const { id } = await request<{ id: number }>("/api/campaign", {
      name: `Bench ${n}`,
      kind: "AD",
      startsOn: day,
      endsOn: day,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      storeIds: [storeId],
      plays: Array.from({ length: 24 }, (_, at) => (at === hour ? 1 : 0)),
      spots: [{ spotId: Number(rows[0]?.id) }],
    });
    drafts.push({ id, storeId });
  }
  const byApi = ({ id }: { id: number }) =>
    request("/api/schedule-non-music", { campaignId: id, as: "booked" });
  const times: { api: number[]; bare: number[] } = { api: [], bare: [] };
  let ofServer = 0;
  let ofClient = 0;
  const days = (n: number) => addDays(today, 3 + (n % 20));
  let next = 0;
  const run = (book: (draft: { id: number; storeId: number }, day: string) => Promise<unknown>) => {
    const some = drafts
      .slice(next, next + bookings)
      .map((draft, place) => ({ draft, day: days(next + place) }));
    next += bookings;
    return perSecond(some, atOnce, ({ draft, day }) => book(draft, day));
  };
  await run(byApi); // warm up
  await run(bookBare);
  for (let round = 0; round < rounds; round++) {
    const before = await processorTime(server.pid);
    const own = process.cpuUsage();
    times.api.push(await run(byApi));
    const { user, system } = process.cpuUsage(own);
    ofServer += (await processorTime(server.pid)) - before;
    ofClient += (user + system) / 1000;
    times.bare.push(await run(bookBare));
  }
  const before = await processorTime(server.pid);
  await serverAtRest();
  const afterwards = (await processorTime(server.pid)) - before;
  return [
    compared({
      measure: `store-hours booked a second by ${atOnce} at once`,
      peer: "bare transactions over the same rows",
      atLeast: 0.5,
      values: times.api,
      peers: times.bare,
      ratios: times.api.map((speed, at) => speed / (times.bare[at] ?? Number.NaN)),
    }),
    stated("processor time of the server a booking", ofServer / (rounds * bookings), "ms"),
    stated(
      "processor time of the bench's own requests a booking",
      ofClient / (rounds * bookings),
      "ms",
    ),
    stated(
      "processor time of the server afterwards, until it rests, a booking",
      afterwards / ((rounds + 1) * bookings),
      "ms",
    ),
  ];
}

/**
 * The rows that a booking writes, written by hand: the campaign and its audit entry, its store, its
 * line, and the hour of the ledger, locked first.
 */
function bookBare({ id, storeId }: { id: number; storeId: number }, day: string): Promise<unknown> {
  const hours = sql.raw(
    `array[${Array.from({ length: 24 }, (_, at) => Number(at === hour)).join()}]::smallint[]`,
  );
  return database.transaction(async (tx) => {
    await tx.execute(
      sql`select 1 from campaign where company_id = ${companyId} and id = ${id} for update`,
    );
    await tx.execute(
      sql`select booked from ad_ledger where company_id = ${companyId} and kind = 'AD' and store_id = ${storeId} and day = ${day} for update`,
    );
    await tx.execute(sql`update ad_ledger set booked[${sql.raw(String(hour + 1))}] = booked[${sql.raw(String(hour + 1))}] + 10
      where company_id = ${companyId} and kind = 'AD' and store_id = ${storeId} and day = ${day}`);
    await tx.execute(
      sql`insert into campaign_store (company_id, campaign_id, store_id, since, wanted, taken) values (${companyId}, ${id}, ${storeId}, ${day}, 1, 1)`,
    );
    await tx.execute(
      sql`insert into campaign_line (company_id, campaign_id, store_id, day, plays) values (${companyId}, ${id}, ${storeId}, ${day}, ${hours})`,
    );
    await tx.execute(
      sql`update campaign set state = 'BOOKED', version = version + 1, updated_at = now() where company_id = ${companyId} and id = ${id}`,
    );
    await tx.execute(sql`insert into audit_log (company_id, actor_name, action, item_kind, item_id, before, after)
      values (${companyId}, 'bench', 'campaign booked', 'campaign', ${String(id)}, '{"state": "DRAFT"}', '{"state": "BOOKED"}')`);
  });
}

async function drawHeatMaps(): Promise<Figure[]> {
  const from = addDays(today, 2);
  const ofMonth = `from=${from}&to=${addDays(from, daysShown - 1)}`;
  const ofGroup = sql`s.group_id = ${firstGroup}`;
  const byApi = await timesOf(maps, () =>
    request(`/api/slot-availability?${ofMonth}&groupIds=${firstGroup}`),
  );
  const bare = await timesOf(maps, () => db.execute(bareMap(ofGroup, from, daysShown)));
  const allStores = await timesOf(5, () => request(`/api/slot-availability?${ofMonth}`));
  const allBare = await timesOf(5, () => db.execute(bareMap(sql`true`, from, daysShown)));
  const year = addDays(from, 364);
  await db.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
    select l.company_id, l.kind, l.store_id, shown::date, l.capacity, l.booked, l.held
    from ad_ledger l, generate_series(${addDays(today, 36)}::date, ${year}::date, interval '1 day') shown
    where l.company_id = ${companyId} and l.kind = 'AD' and l.day = ${from} and l.store_id >= ${firstStore} on conflict do nothing`);
  await db.execute(sql`vacuum analyze ad_ledger`);
  const ofYear = await timesOf(3, () =>
    request(`/api/slot-availability?from=${from}&to=${year}&groupIds=${firstGroup}`),
  );
  const allYear = await timesOf(1, () => request(`/api/slot-availability?from=${from}&to=${year}`));
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select (pg_total_relation_size('ad_ledger') / count(*))::float8 as bytes from ad_ledger`,
  );
  const p95 = byApi.sort((a, b) => a - b)[Math.floor(maps * 0.95)] ?? Number.NaN;
  return [
    compared({
      measure: "heat map of 1,000 stores and 31 days, ms",
      peer: "bare aggregate",
      atMost: 1.5,
      values: byApi,
      peers: bare,
      ratios: [median(byApi) / median(bare)],
    }),
    limited("heat map of 1,000 stores and 31 days, p95", p95, 300, "ms"),
    compared({
      measure: "heat map of 10,000 stores and 31 days, ms",
      peer: "bare aggregate",
      values: allStores,
      peers: allBare,
      ratios: [median(allStores) / median(allBare)],
    }),
    stated("heat map of 1,000 stores and a year", median(ofYear) / 1000, "s"),
    stated("heat map of 10,000 stores and a year", median(allYear) / 1000, "s"),
    stated(
      "a store-day of the ledger with its index, unsold",
      rows[0]?.bytes ?? Number.NaN,
      "bytes",
    ),
  ];
}

/** Selects the sums of a heat map, without scope, time zones and hours that have begun. */
function bareMap(stores: SQL, from: string, days: number): SQL {
  const sums = Array.from({ length: 24 }, (_, at) => at + 1).flatMap((at) => [
    ...["capacity", "booked", "held"].map((column) => `sum(${column}[${at}])`),
    `sum((capacity[${at}] - booked[${at}] - held[${at}]) / 10)`,
    `count(*) filter (where capacity[${at}] - booked[${at}] - held[${at}] >= 10)`,
  ]);
  return sql`select day, count(*), ${sql.raw(sums.join())} from ad_ledger l join store s on s.company_id = l.company_id and s.id = l.store_id
    where l.company_id = ${companyId} and l.kind = 'AD' and day between ${from} and ${addDays(from, days - 1)} and ${stores} group by day`;
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  await work(); // warm up
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}
