import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./server.ts";

/** Makes the demo's data once, for each worker to begin with a copy. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "fever-browser-"));
  const server = await startServer(folder);
  await server.stop();
  process.env.BROWSER_DATA = folder;
  return () => rm(folder, { recursive: true, force: true });
}
