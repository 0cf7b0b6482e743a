import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withRecordings } from "../support/demo-recordings.ts";
import { dataFolder, startServer } from "./server.ts";

/** Makes the demo's data once, for each worker to begin with a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "fever-browser-"));
  process.env.BROWSER_DATA = folder;
  const demo = dataFolder("demo");
  const server = await withRecordings(join(demo, "files"), () => startServer(demo));
  await server.stop();
  return () => rm(folder, { recursive: true, force: true });
}
