import { rm } from "node:fs/promises";
import { readConfig } from "../config.ts";
import { lockDirectory } from "../platform/db/embedded/directory-lock.ts";

// npm run db:reset: empties DATA_DIR (.data/demo if DEMO=1), unless a server uses it. The owner of
// a PostgreSQL database drops it, not this command.
const config = readConfig(process.env);
const folder = config.DEMO && !process.env.DATA_DIR ? ".data/demo" : config.DATA_DIR;
const release = await lockDirectory(`${folder}/database`);
await release();
await rm(folder, { recursive: true, force: true });
process.stdout.write(`${folder} is empty.\n`);
