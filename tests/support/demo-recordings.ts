import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Where writeRecordings (platform/demo/recordings.ts) puts them, and what it noted of them. */
const parts = ["audio", "demo-recordings.json"];

/**
 * Runs work that makes the demo's recordings in a folder. They take half a minute and depend on the demo's sources alone: those made
 * once from the same sources are kept beside the packages and put into the folder before.
 */
export async function withRecordings<T>(filesDir: string, work: () => Promise<T>): Promise<T> {
  const kept = join(here("node_modules/.cache/demo-recordings"), await sourcesHash());
  const isKept = await copyParts(kept, filesDir);
  const result = await work();
  if (!isKept) {
    const draft = `${kept}.${randomUUID()}`;
    await copyParts(filesDir, draft);
    await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true })); // another worker was quicker
  }
  return result;
}

async function copyParts(from: string, to: string): Promise<boolean> {
  const names = await readdir(from).catch((): string[] => []);
  if (!parts.every((part) => names.includes(part))) return false;
  await mkdir(dirname(to), { recursive: true });
  for (const part of parts) await cp(join(from, part), join(to, part), { recursive: true });
  return true;
}

async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256");
  const demo = here("platform/demo");
  for (const path of [here("package-lock.json"), ...(await readdir(demo)).sort().map((name) => join(demo, name))])
    if (!path.endsWith(".test.ts")) hash.update(path).update(await readFile(path));
  return hash.digest("hex");
}
