import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withRecordings } from "../support/demo-recordings.ts";
import { dataFolder, startServer } from "./server.ts";

/** Makes the demo's data once, for each worker to begin with a copy in which no job has anything to catch up with. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "fever-browser-"));
  process.env.BROWSER_DATA = folder;
  const demo = dataFolder("demo");
  const server = await withRecordings(join(demo, "files"), () => startServer(demo));
  await atRest(server.process.pid ?? 0);
  await server.stop();
  return () => rm(folder, { recursive: true, force: true });
}

/** Resolves once a process has computed next to nothing for eight seconds: its jobs have caught up, and rest in between. Elsewhere than on Linux after a minute. */
async function atRest(pid: number): Promise<void> {
  const ticks = async () => {
    const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined))?.split(") ")[1]?.split(" ");
    return fields && Number(fields[11]) + Number(fields[12]);
  };
  for (let [quiet, before, seconds] = [0, await ticks(), 0]; quiet < 8 && seconds < 120; seconds++) {
    if (before === undefined && seconds === 60) return;
    await pause(1_000);
    const now = await ticks();
    if (now !== undefined) quiet = now - (before ?? 0) < 30 ? quiet + 1 : 0;
    before = now;
  }
}
