import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import { Wire } from "./wire.ts";

interface Logger {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * When a connection's transactions run: before all others, in order of arrival, or in the pauses
 * between the others.
 */
type Turn = "urgent" | "usual" | "background";

export interface EmbeddedEngine {
  /** A new connection, for pg's `stream` option. */
  connect: (turn: Turn) => Duplex;
  /** Why the engine is dead, or undefined while it lives. */
  failure(): Error | undefined;
  dump(): Promise<Uint8Array>;
  /** Lets queued work finish, closes the files and ends the thread. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string | undefined;
  image: Uint8Array | undefined;
  maintenanceInterval: number;
  logger: Logger;
}

type FromWorker =
  | { kind: "ready" | "maintained" }
  | { kind: "data"; connection: number; bytes: Uint8Array }
  | { kind: "dumped"; bytes: Uint8Array }
  | { kind: "chore-failed"; error: unknown };

/**
 * Starts PGlite in a worker thread, so that a heavy query never holds up requests. Throws when the
 * data cannot be opened.
 */
export async function startEmbedded({
  dataDir,
  image,
  maintenanceInterval,
  logger,
}: EmbeddedOptions): Promise<EmbeddedEngine> {
  const files = dataDir === undefined ? undefined : join(dataDir, "pgdata");
  if (files !== undefined && !existsSync(files)) await makeDirectory(files, image);
  const source = files === undefined ? { image } : { dataDir: files };
  const worker = await startThread("worker", { ...source, maintenanceInterval });
  const wires = new Map<number, Wire>();
  const dumps: { resolve(bytes: Uint8Array): void; reject(error: Error): void }[] = [];
  let failure: Error | undefined;
  let stopping = false;
  let connections = 0;

  const die = (error: Error) => {
    failure ??= Object.assign(new Error("the embedded database has died", { cause: error }), {
      code: "57P02",
    }); // crash_shutdown
    if (!stopping) logger.error({ error }, "the embedded database has died");
    for (const wire of wires.values()) wire.destroy(failure);
    for (const dump of dumps.splice(0)) dump.reject(failure);
  };
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));

  await new Promise<void>((resolve, reject) => {
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "data") wires.get(message.connection)?.receive(message.bytes);
      else if (message.kind === "dumped") dumps.shift()?.resolve(message.bytes);
      else if (message.kind === "chore-failed")
        logger.error({ error: message.error }, "maintenance of the embedded database failed");
      else if (message.kind === "maintained") logger.info({}, "the embedded database was vacuumed");
      else resolve();
    });
    worker.once("error", (error) => {
      die(error);
      reject(error);
    });
    worker.once("exit", (code) => {
      const error = new Error(`the embedded database's thread ended (${code})`);
      if (!failure) die(error);
      reject(error);
    });
  });

  const connect = (turn: Turn) => {
    const id = ++connections;
    const wire = new Wire({
      open: () => {
        if (failure) return failure;
        wires.set(id, wire);
        return undefined;
      },
      send: (bytes) => worker.postMessage({ kind: "data", connection: id, turn, bytes }),
      close: () => {
        if (wires.delete(id) && !failure) worker.postMessage({ kind: "close", connection: id });
      },
    });
    return wire;
  };

  return {
    connect,
    failure: () => failure,
    dump: () =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        dumps.push({ resolve, reject });
        worker.postMessage({ kind: "dump" });
      }),
    async stop() {
      stopping = true;
      // the background turn: everything that is queued comes first
      if (!failure) worker.postMessage({ kind: "stop", turn: "background" });
      await exited;
    },
  };
}

async function makeDirectory(dataDir: string, image: Uint8Array | undefined): Promise<void> {
  const worker = await startThread("make-directory", { dataDir, image });
  await new Promise<void>((resolve, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`the embedded database was not made (${code})`)),
    );
  });
}

const startThread = async (name: Parameters<typeof threadFile>[0], data: object) =>
  new Worker(threadFile(name), {
    workerData: { ...data, pgliteWasmModule: await pgliteModule() },
  });

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Compiled once for all threads: each would spend 0.7 seconds on it, and improve its own copy of
 * the code.
 */
function pgliteModule(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
  compiled ??= readFile(join(folder, "pglite.wasm")).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

/** Found next to this file in the source; in the bundle a file of its own next to server.js. */
function threadFile(name: "worker" | "make-directory"): URL {
  const source = new URL(`./${name}.mjs`, import.meta.url);
  return existsSync(source) ? source : new URL(`./embedded-${name}.mjs`, import.meta.url);
}
