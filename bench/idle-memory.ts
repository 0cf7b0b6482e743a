/**
 * Measures what an idle server holds on the embedded database: resident memory of the built server
 * half a minute after its first start on an empty folder, which makes the database, and after its
 * second. Prints one JSON line. Run: npx tsx bench/idle-memory.ts
 */
import { setTimeout as wait } from "node:timers/promises";
import { limited, say } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { residentMemory, startBuiltServer } from "./support/processes.ts";

const limitMegabytes = 400;
const idleMs = 30_000;

const { folder, remove } = await makeFolder();
const first = await measureIdle();
const second = await measureIdle();
await remove();
say("idle-memory", [
  limited("resident memory after the first start", first, limitMegabytes, "MiB"),
  limited("resident memory after the second start", second, limitMegabytes, "MiB"),
]);

async function measureIdle(): Promise<number> {
  const server = await startBuiltServer({ DATA_DIR: folder });
  await wait(idleMs);
  const bytes = await residentMemory(server.pid);
  await server.stop();
  return bytes / 1024 / 1024;
}
