import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withRecordings } from "../support/demo-recordings.ts";
import { startTestServer } from "../support/postgres-server.ts";
import { nameOf, onPostgres, placeOf, startServer } from "./server.ts";

/**
 * Makes the demo's data once, for each worker to begin with a copy in which no job has anything to
 * catch up with: on PostgreSQL if it is installed, and for test:all on the embedded engine
 * (docs/decisions/tests.md).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "fever-browser-"));
  process.env.BROWSER_DATA = folder;
  const postgres = process.env.TEST_ALL ? undefined : await startTestServer();
  if (postgres)
    Object.assign(process.env, {
      BROWSER_POSTGRES: postgres.url,
      BROWSER_RUN: `fever_test_${process.pid}_`,
    });
  const remove = async () => {
    await rm(folder, { recursive: true, force: true });
    await postgres?.stop();
  };
  try {
    const demo = placeOf("demo");
    await onPostgres((client) => client.query(`create database ${nameOf(demo)}`));
    const server = await withRecordings(join(demo.folder, "files"), () => startServer(demo));
    await atRest(server.process.pid ?? 0);
    await server.stop();
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Resolves once a process has computed next to nothing for eight seconds: its jobs have caught up,
 * and rest in between. Elsewhere than on Linux after a minute.
 */
async function atRest(pid: number): Promise<void> {
  const ticks = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined))
      ?.split(") ")[1]
      ?.split(" ");
    return fields && Number(fields[11]) + Number(fields[12]);
  };
  for (
    let [quiet, before, seconds] = [0, await ticks(), 0];
    quiet < 8 && seconds < 120;
    seconds++
  ) {
    if (before === undefined && seconds === 60) return;
    await pause(1_000);
    const now = await ticks();
    if (now !== undefined) quiet = now - (before ?? 0) < 30 ? quiet + 1 : 0;
    before = now;
  }
}
