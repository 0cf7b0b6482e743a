import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "./built-server.ts";
import { type Engine, openTestDatabase } from "./database.ts";
import { sendTo } from "./listening.ts";
import {
  apiClient,
  openTestPlatform,
  type TestPlatform,
  testFilesDir,
  testSessionSecret,
} from "./platform.ts";

const recorder = new URL("./record-statements.mjs", import.meta.url).href;

/** A platform in this or another process, with its database and its files' folder. */
export type ServedPlatform = Pick<
  TestPlatform,
  "database" | "send" | "request" | "call" | "tokenOf" | "close"
> & { filesDir: string };

/**
 * Starts the built server in its own process with a fresh PostgreSQL database, as in production.
 * Its clock cannot be set, and it runs no jobs, so that only requests change data. The embedded
 * engine works in a single process, so then the platform runs in this one. The file `statements`
 * gets the statements that the server sends to PostgreSQL (record-statements.mjs).
 */
export async function openBuiltPlatform(
  engine: Engine,
  { statements }: { statements?: string | undefined } = {},
): Promise<ServedPlatform> {
  if (engine === "embedded")
    return { ...(await openTestPlatform("embedded")), filesDir: testFilesDir };
  const database = await openTestDatabase("postgres");
  const dataDir = await mkdtemp(join(tmpdir(), "fever-built-"));
  const key = "a key that both processes of tests know";
  const server = await startServer({
    DATABASE_URL: String(database.pool.options.connectionString),
    DATA_DIR: dataDir,
    SESSION_SECRET: testSessionSecret,
    PLATFORM_SHARED_KEY: key,
    JOBS: "0",
    REQUESTS_PER_MINUTE: "1000000",
    ...(statements !== undefined && {
      NODE_OPTIONS: `--import=${recorder}`,
      STATEMENTS_FILE: statements,
    }),
  });
  const send = (request: Request, address = "127.0.0.1") =>
    sendTo(server.origin, request, { "X-Platform-Key": key, "X-Client-Address": address });
  const close = async () => {
    await server.end("SIGTERM");
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { database, send, ...apiClient(send, Date.now), filesDir: join(dataDir, "files"), close };
}
