import { createWriteStream, existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { lockDirectory } from "../db/embedded/directory-lock.ts";
import { openDatabase } from "../db/open-database.ts";
import type { FileStore } from "../files/file-store.ts";
import { type Backup, databaseEntry, filesBelow, type Manifest, openBackup } from "./archive.ts";
import type { Place } from "./backup.ts";
import { countRows } from "./count-rows.ts";
import { emptyPostgres, isEmptyPostgres, onPostgres, restorePostgres } from "./postgres-dump.ts";

/**
 * Puts a backup in place: checks all of it first, refuses a place that is not empty unless
 * `replace`, and counts the rows that are there afterwards against those of the backup. No server
 * may run on the place. Throws before anything is changed where it can.
 */
export async function restore(
  path: string,
  place: Place,
  { replace }: { replace: boolean },
): Promise<Manifest> {
  const backup = await openBackup(path);
  try {
    const { manifest } = backup;
    const engine = place.url ? "postgres" : "embedded";
    if (manifest.engine !== engine)
      throw new Error(
        manifest.engine === "postgres"
          ? "this is a backup of PostgreSQL: set DATABASE_URL"
          : "this is a backup of the embedded database: leave DATABASE_URL unset",
      );
    if (!replace && (await hasFiles(place.files)))
      throw new Error(notEmpty("the place of the files"));
    const rows = place.url
      ? await fillPostgres(backup, place, place.url, replace)
      : await fillEmbedded(backup, place, replace);
    await putFiles(backup, place.files);
    for (const [table, count] of Object.entries(manifest.rows))
      if (rows[table] !== count)
        throw new Error(`${table} has ${rows[table] ?? "no"} rows where the backup had ${count}`);
    return manifest;
  } finally {
    backup.close();
  }
}

const notEmpty = (what: string) =>
  `${what} is not empty. Nothing was changed. To lose what is there, give --replace`;

async function hasFiles(files: FileStore): Promise<boolean> {
  for await (const _ of files.list()) return true;
  return false;
}

async function fillPostgres(backup: Backup, { environment }: Place, url: string, replace: boolean) {
  if (!(await isEmptyPostgres(url))) {
    if (!replace) throw new Error(notEmpty("the database"));
    await emptyPostgres(url);
  }
  await restorePostgres(url, await backup.open(databaseOf(backup)), environment);
  return onPostgres(url, countRows);
}

/**
 * Keeps an existing directory next to the new one until the new one is complete, then removes
 * it.
 */
async function fillEmbedded(backup: Backup, { dataDir }: Place, replace: boolean) {
  const data = join(dataDir, "pgdata");
  const aside = `${data}.before`;
  const unlock = await lockDirectory(dataDir);
  try {
    if (existsSync(data)) {
      if (!replace) throw new Error(notEmpty(dataDir));
      await rm(aside, { recursive: true, force: true });
      await rename(data, aside);
    }
  } finally {
    await unlock();
  }
  try {
    const image = Buffer.concat(await (await backup.open(databaseOf(backup))).toArray());
    const database = await openDatabase({ dataDir, image });
    const rows = await database.dedicated(countRows).finally(() => database.close());
    await rm(aside, { recursive: true, force: true });
    return rows;
  } catch (error) {
    if (!existsSync(data) && existsSync(aside)) await rename(aside, data);
    throw error;
  }
}

function databaseOf({ manifest }: Backup) {
  const part = manifest.parts.find(({ name }) => name === databaseEntry);
  if (!part) throw new Error("the backup has no database");
  return part;
}

async function putFiles(backup: Backup, files: FileStore): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fever-restore-"));
  const path = join(folder, "file");
  try {
    for (const part of backup.manifest.parts) {
      if (!part.name.startsWith(filesBelow)) continue;
      await pipeline(await backup.open(part), createWriteStream(path));
      await files.put(part.name.slice(filesBelow.length), {
        path,
        bytes: part.bytes,
        mediaType: "application/octet-stream",
      });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
