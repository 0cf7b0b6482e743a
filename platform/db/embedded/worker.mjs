// Runs PGlite in a thread of its own and answers PostgreSQL's wire protocol for many connections,
// one transaction at a time. Plain JavaScript: tsx does not reach worker threads on Node 20. In the
// bundle it is build/embedded-worker.mjs.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

const { dataDir, image, maintenanceInterval, pgliteWasmModule } = workerData;
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);
const POST_SIZE = 256 * 1024;

// 128 MB would never be freed; beyond 32 MB, the system's own cache holds the files
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];
const engine = await PGlite.create({
  dataDir,
  loadDataDir: image && new Blob([image]),
  startParams,
  pgliteWasmModule,
});
await engine.exec("set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'");

/**
 * Milliseconds without a request's statement after which background work begins: a request's next
 * statement comes sooner.
 */
const requestPause = 20;
/** Milliseconds after which it begins all the same. */
const backgroundPatience = 100;

/** Messages that wait to be run, in order of arrival. */
const queue = [];
/** Vacuum, analyze and checkpoint: statements run when nothing waits. */
const chores = [];
/** The connection whose transaction, or half-sent message, is open: only its messages run. */
let owner = 0;
let running = false;
let requestEndedAt = 0;
let backgroundEndedAt = 0;
/** Runs background work that waits for a pause. */
let backgroundTimer;
let choresSince = 0;
const maintenance = setInterval(planChores, maintenanceInterval);
maintenance.unref();

parentPort.on("message", (message) => {
  if (message.kind === "close") dropQueued(message.connection);
  queue.push({ ...message, arrivedAt: performance.now() });
  run();
});
parentPort.postMessage({ kind: "ready" });

async function run() {
  if (running) return;
  running = true;
  try {
    for (let task = nextTask(); task; task = nextTask()) await task();
  } finally {
    running = false;
  }
}

function nextTask() {
  const overdue = chores.length > 0 && Date.now() - choresSince > maintenanceInterval / 2;
  if (owner === 0 && chores.length > 0 && (queue.length === 0 || overdue)) {
    const chore = chores.shift();
    return () => runChore(chore);
  }
  const message = owner === 0 ? findNext() : queue.find(({ connection }) => connection === owner);
  if (!message) return undefined;
  queue.splice(queue.indexOf(message), 1);
  return async () => {
    await handle(message);
    if (message.turn === "background") backgroundEndedAt = performance.now();
    else requestEndedAt = performance.now();
  };
}

/**
 * Urgent messages go first, then all others in order of arrival; background work goes in the pauses
 * between requests, or when it has waited long enough.
 */
function findNext() {
  const urgent = queue.find(({ turn }) => turn === "urgent");
  if (urgent) return urgent;
  const usual = queue.find(({ turn }) => turn !== "background");
  const background = queue.find(({ turn }) => turn === "background");
  if (!background) return usual;
  const patientUntil = Math.max(background.arrivedAt, backgroundEndedAt) + backgroundPatience;
  const beginsAt = usual ? patientUntil : Math.min(requestEndedAt + requestPause, patientUntil);
  const wait = beginsAt - performance.now();
  if (wait <= 0) return background;
  if (!usual) {
    clearTimeout(backgroundTimer);
    backgroundTimer = setTimeout(run, wait);
  }
  return usual;
}

async function handle(message) {
  if (message.kind === "data") return answer(message.connection, message.bytes);
  if (message.kind === "close") return hangUp(message.connection);
  if (message.kind === "dump") return dump();
  if (message.kind === "stop") return stop();
}

async function answer(connection, bytes) {
  let pending = [];
  let size = 0;
  let tail = Buffer.alloc(0);
  const post = () => {
    const all = new Uint8Array(size);
    let at = 0;
    for (const chunk of pending) {
      all.set(chunk, at);
      at += chunk.length;
    }
    pending = [];
    size = 0;
    parentPort.postMessage({ kind: "data", connection, bytes: all }, [all.buffer]);
  };
  await engine.execProtocolRawStream(bytes, {
    onRawData(chunk) {
      pending.push(chunk.slice()); // the engine reuses its memory
      size += chunk.length;
      tail = Buffer.concat([tail, chunk.subarray(-6)]).subarray(-6);
      if (size >= POST_SIZE) post();
    },
  });
  owner = readyAndIdle(tail) ? 0 : connection;
  if (size > 0) post();
}

/** ReadyForQuery is 'Z', the length 5, and the state: 'I' outside a transaction. */
function readyAndIdle(tail) {
  return tail.length === 6 && tail[0] === 0x5a && tail.readInt32BE(1) === 5 && tail[5] === 0x49;
}

async function hangUp(connection) {
  if (owner !== connection) return;
  await engine.execProtocolRaw(SYNC);
  await engine.exec("rollback");
  owner = 0;
}

function dropQueued(connection) {
  for (let index = queue.length - 1; index >= 0; index--) {
    if (queue[index].kind === "data" && queue[index].connection === connection)
      queue.splice(index, 1);
  }
}

async function dump() {
  const bytes = new Uint8Array(await (await engine.dumpDataDir("none")).arrayBuffer());
  parentPort.postMessage({ kind: "dumped", bytes }, [bytes.buffer]);
}

async function stop() {
  clearInterval(maintenance);
  await engine.close();
  parentPort.close();
}

function planChores() {
  if (chores.length > 0) return;
  choresSince = Date.now();
  chores.push(planVacuum, "checkpoint");
  run();
}

async function runChore(chore) {
  try {
    await (typeof chore === "string" ? engine.exec(chore) : chore());
  } catch (error) {
    parentPort.postMessage({ kind: "chore-failed", error });
  }
  if (chores.length === 0) parentPort.postMessage({ kind: "maintained" });
  await new Promise(setImmediate); // messages that arrived during the chore run first
}

/**
 * One statement a table that changed by a tenth, so that queries run between them; the thresholds
 * are those of autovacuum.
 */
async function planVacuum() {
  await engine.exec("select pg_stat_force_next_flush()"); // else the counts lag behind
  const { rows } = await engine.query(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
      where n_dead_tup > 50 + 0.1 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup`,
  );
  chores.unshift(...rows.map(({ name }) => `vacuum (analyze) ${name}`));
}
