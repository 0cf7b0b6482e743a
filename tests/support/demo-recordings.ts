import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** The names that writeRecordings (demo/recordings.ts) writes: the audio, and a file listing it. */
const parts = ["audio", "demo-recordings.json"];

/**
 * Runs `work`, which needs the demo's recordings in `filesDir`. Making them takes half a minute and
 * depends only on the demo's sources, so they are cached in node_modules/.cache and copied to the
 * folder first.
 */
export async function withRecordings<T>(filesDir: string, work: () => Promise<T>): Promise<T> {
  const cached = join(here("node_modules/.cache/demo-recordings"), await sourcesHash());
  const isCached = await copyParts(cached, filesDir);
  const result = await work();
  if (!isCached) {
    const draft = `${cached}.${randomUUID()}`;
    await copyParts(filesDir, draft);
    // the rename fails if another worker has already cached them
    await rename(draft, cached).catch(() => rm(draft, { recursive: true, force: true }));
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
  // folders below demo/ make no recordings
  const sources = (await readdir(here("demo"))).filter((name) => name.endsWith(".ts"));
  // sorted and relative, so that the hash is the same in each checkout
  for (const path of ["package-lock.json", ...sources.sort().map((name) => join("demo", name))])
    if (!path.endsWith(".test.ts")) hash.update(path).update(await readFile(here(path)));
  return hash.digest("hex");
}
