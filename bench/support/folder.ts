import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for one run, and how to remove it. */
export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), "fever-bench-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
