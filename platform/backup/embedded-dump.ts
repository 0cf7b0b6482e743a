import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, connect as open } from "node:net";
import { join } from "node:path";
import type { Database, DatabaseLogger } from "../db/database.ts";
import { DirectoryInUse } from "../db/embedded/directory-lock.ts";
import { openDatabase } from "../db/open-database.ts";

/** Where a server hands out dumps: the directory is its user's alone. */
const socketOf = (dataDir: string) => join(dataDir, "dump.socket");
const lengthBytes = 8;

/**
 * Serves dumps of the embedded database while its server holds it: a program that connects to the
 * socket in its directory gets the length, then the bytes. If the system has no such sockets, or
 * the path is too long for one, a backup needs the server stopped.
 */
export async function serveDumps(
  database: Pick<Database, "dump">,
  dataDir: string,
  logger: DatabaseLogger,
): Promise<() => Promise<void>> {
  const socket = socketOf(dataDir);
  await rm(socket, { force: true }); // left by a killed process: the directory is ours by now
  const server = createServer((connection) => {
    connection.on("error", () => {}); // it asks again
    database.dump().then(
      (bytes) => {
        const length = Buffer.alloc(lengthBytes);
        length.writeBigUInt64BE(BigInt(bytes.length));
        connection.write(length);
        connection.end(bytes);
      },
      (error: Error) => {
        logger.error({ err: error }, "the embedded database could not be dumped");
        connection.destroy();
      },
    );
  });
  const isListening = await new Promise<boolean>((resolve) => {
    server.once("error", (error) => {
      logger.warn({ error }, "a backup needs this server stopped: it cannot be asked for a dump");
      resolve(false);
    });
    server.listen(socket, () => resolve(true));
  });
  server.unref();
  return async () => {
    if (isListening) await new Promise((resolve) => server.close(resolve));
  };
}

/**
 * Dumps the database in a directory: by the server that holds it, else by opening it. Throws
 * if there is none.
 */
export async function dumpEmbedded(dataDir: string): Promise<Uint8Array> {
  if (!existsSync(join(dataDir, "pgdata"))) throw new Error(`there is no database in ${dataDir}`);
  const database = await openDatabase({ dataDir }).catch((error: unknown) => {
    if (error instanceof DirectoryInUse) return undefined;
    throw error;
  });
  if (!database) return askServer(dataDir);
  try {
    return await database.dump();
  } finally {
    await database.close();
  }
}

async function askServer(dataDir: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const connection = open(socketOf(dataDir));
  try {
    for await (const chunk of connection) chunks.push(chunk);
  } catch (error) {
    throw new Error(
      `the server that holds ${dataDir} cannot be asked for its database: stop it first (${error instanceof Error ? error.message : error})`,
    );
  }
  const all = Buffer.concat(chunks);
  if (all.length < lengthBytes || BigInt(all.length - lengthBytes) !== all.readBigUInt64BE())
    throw new Error("the server did not give its whole database: see its log");
  return new Uint8Array(all.subarray(lengthBytes));
}
