import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { openDatabase } from "../db/open-database.ts";
import type { FileStore } from "../files/file-store.ts";
import { databaseEntry, filesBelow, type Manifest, writeArchive } from "./archive.ts";
import { countRows } from "./count-rows.ts";
import { dumpEmbedded } from "./embedded-dump.ts";
import { dumpPostgres } from "./postgres-dump.ts";

export type Place = {
  /** PostgreSQL; without it the embedded database in `dataDir`. */
  url: string | undefined;
  dataDir: string;
  files: FileStore;
  /** For PostgreSQL's programs: PATH and what else they read. */
  environment: NodeJS.ProcessEnv;
};

/**
 * Writes the database and all stored files into one archive, while servers keep running. The
 * database is of one moment; files are read after it, so that no file with a row is missing (newer
 * files have no row, and the nightly clean-up removes them after a restore).
 */
export async function backUp(
  path: string,
  { url, dataDir, files, environment }: Place,
): Promise<Manifest> {
  if (existsSync(path)) throw new Error(`${path} exists already: give another name`);
  const madeAt = new Date().toISOString();
  const dump = url
    ? await dumpPostgres(url, environment)
    : await openDump(await dumpEmbedded(dataDir));
  async function* parts() {
    try {
      // pg_dump compresses by itself
      yield { name: databaseEntry, bytes: dump.bytes, compress: !url };
    } finally {
      await dump.end();
    }
    for await (const { key } of files.list()) {
      const stored = await files.stat(key); // else it was removed since it was listed
      const bytes = () =>
        Readable.fromWeb(files.open(key, { start: 0, end: (stored?.bytes ?? 0) - 1 }) as never);
      if (stored) yield { name: filesBelow + key, bytes, compress: false };
    }
  }
  return writeArchive(path, parts(), () => ({
    madeAt,
    engine: url ? "postgres" : "embedded",
    rows: dump.rows,
  }));
}

/** Opens the dump, which proves that it can be opened, and counts its rows. */
async function openDump(image: Uint8Array) {
  const database = await openDatabase({ image });
  const rows = await database.dedicated(countRows).finally(() => database.close());
  return { rows, bytes: () => Readable.from([image]), end: async () => {} };
}
