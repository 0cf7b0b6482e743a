import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import type { Place } from "../platform/backup/backup.ts";
import { folderStore } from "../platform/files/file-store.ts";
import { s3Store } from "../platform/files/s3-store.ts";

/** Finds where the server's settings keep its data, for commands that share these settings. */
export async function placeOf(environment: NodeJS.ProcessEnv): Promise<Place> {
  const config: Config = readConfig(environment);
  const folder = config.DEMO && !environment.DATA_DIR ? ".data/demo" : config.DATA_DIR;
  return {
    url: config.DATABASE_URL,
    dataDir: join(folder, "database"),
    files: config.FILES_URL ? await s3Store(config.FILES_URL) : folderStore(join(folder, "files")),
    environment,
  };
}
