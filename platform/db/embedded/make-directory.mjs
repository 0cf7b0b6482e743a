// Makes the embedded database's files in a thread that ends when they are there: making them takes
// half a gigabyte, which a thread that went on would hold for good. Plain JavaScript like
// worker.mjs. In the bundle it is build/embedded-make-directory.mjs.
import { renameSync, rmSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

const { dataDir, image, pgliteWasmModule } = workerData;

// A new directory appears whole or not at all: a start that is killed while it is made leaves
// nothing half-made behind.
const fresh = `${dataDir}.new`;
rmSync(fresh, { recursive: true, force: true });
await (
  await PGlite.create(fresh, { loadDataDir: image && new Blob([image]), pgliteWasmModule })
).close();
renameSync(fresh, dataDir);
