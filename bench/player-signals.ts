/**
 * Measures 10,000 players that listen to one built server on PostgreSQL by streams of signals: the
 * memory of a stream, the cost of idle streams, and the time from another process's commit to its
 * signal's arrival at one store's player, at those of 1,000 stores and at all. They share the
 * machine's cores. Prints one JSON line. Run: npx tsx bench/player-signals.ts
 */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { broadcastToPlayers } from "../platform/db/changes.ts";
import { limited, median, say, stated } from "./support/figures.ts";
import { addPlayers } from "./support/player-accounts.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { processorTime, residentMemory, startBuiltServer } from "./support/processes.ts";
import { seedOrganisation } from "./support/seed.ts";

const companyId = 901;
const players = 10_000;
const connectingAtOnce = 100;
const idleMs = 40_000;
const rounds = { one: 100, thousand: 20, all: 5 };

const bench = await openBenchDatabase();
await seedOrganisation(bench.database, {
  id: companyId,
  stores: players + 1,
  username: "bench.signals",
});
await bench.database.db.execute(
  sql`update store set status = 'active' where company_id = ${companyId}`,
);
const credentials = await addPlayers(bench.database, { companyId, firstStore: 2, stores: players });
const server = await startBuiltServer({
  DATABASE_URL: bench.url,
  JOBS: "0",
  REQUESTS_PER_MINUTE: "1000000",
});
const { port } = new URL(server.url);

/** When each player was last signalled to fetch its schedule (performance.now). */
const toldAt = new Float64Array(players);
let toldCount = 0;
const warm = await open(0);
warm.destroy();
await pause(2_000);
const before = await residentMemory(server.pid);
const sockets: Socket[] = [];
for (let first = 0; first < players; first += connectingAtOnce)
  sockets.push(
    ...(await Promise.all(Array.from({ length: connectingAtOnce }, (_, n) => open(first + n)))),
  );
await pause(5_000);
const memory = ((await residentMemory(server.pid)) - before) / players / 1024;

const processorBefore = await processorTime(server.pid);
await pause(idleMs);
const idle = ((await processorTime(server.pid)) - processorBefore) / idleMs;

const one = await measure(rounds.one, 1);
const thousand = await measure(rounds.thousand, 1_000);
const all = await measure(rounds.all, players);
for (const socket of sockets) socket.destroy();
await server.stop();
await bench.stop();
say(
  "player-signals",
  [
    limited("memory of a stream", memory, 60, "KB"),
    limited("processor time of 10,000 idle streams", idle * 100, 10, "% of a core"),
    stated("commit to the player of one store, p50", one.p50, "ms"),
    limited("commit to the player of one store, p95", one.p95, 2_000, "ms"),
    stated("commit to players of 1,000 stores, p50", thousand.p50, "ms"),
    limited("commit to players of 1,000 stores, p95", thousand.p95, 2_000, "ms"),
    stated("commit to all 10,000 players, p50", all.p50, "ms"),
    limited("commit to all 10,000 players, p95", all.p95, 2_000, "ms"),
  ],
  { players, rounds },
);
process.exit(0);

/** Opens a player's stream; resolves when it says hello. */
function open(player: number): Promise<Socket> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.setEncoding("utf8");
  socket.write(
    `GET /api/player/signals HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${credentials[player]}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (text: string) => {
      if (text.includes("event: hello")) resolve(socket);
      if (!text.includes("event: schedule")) return;
      toldAt[player] = performance.now();
      toldCount++;
    });
  });
}

/** Milliseconds from before a commit until this many stores' players got the signal, per round. */
async function measure(times: number, stores: number) {
  const delays: number[] = [];
  for (let round = 0; round < times; round++) {
    const firstPlayer = (round * stores) % players;
    const storeIds = Array.from({ length: stores }, (_, n) => 2 + firstPlayer + n);
    toldCount = 0;
    const began = performance.now();
    await bench.database.transaction(async (tx) =>
      broadcastToPlayers(tx, { signal: "schedule", storeIds }),
    );
    while (toldCount < stores) await pause(5);
    for (const storeId of storeIds) delays.push((toldAt[storeId - 2] ?? Number.NaN) - began);
  }
  delays.sort((a, b) => a - b);
  return { p50: median(delays), p95: delays[Math.floor(delays.length * 0.95)] ?? Number.NaN };
}
