import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, inject, test } from "vitest";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { type BuiltServer, endServers, secrets, startServer } from "../support/built-server.ts";
import { somebodyWaits } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { startPostgresCluster } from "../support/postgres-server.ts";

const run = promisify(execFile);
const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

const byEnvironment = {
  SETUP_PROVIDER_NAME: "Fever Mumbai",
  SETUP_ADMIN_FIRST_NAME: "Asha",
  SETUP_ADMIN_LAST_NAME: "Rao",
  SETUP_ADMIN_EMAIL: "asha@fever.example",
  SETUP_ADMIN_USERNAME: "asha",
  SETUP_ADMIN_PASSWORD: password,
  SMTP_URL: "smtp://127.0.0.1:1", // nobody listens there: setting up sends no mail
};
const signIn = async (server: BuiltServer) =>
  (await server.api("/auth/signin", { method: "POST", body: { username: "asha", password } }))
    .status;
const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), "fever-setup-"));
  clean.push(() => rm(path, { recursive: true, force: true }));
  return path;
};
const runSetup = (settings: Record<string, string>) =>
  run("npm", ["run", "--silent", "setup"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { NODE_ENV: "production", PATH: process.env.PATH, ...secrets, ...settings },
  });

test.runIf(inject("postgresUrl"))(
  "kill -9 in the middle of a setup leaves nothing of it, and the next start does it whole [SET-1]",
  async () => {
    const cluster = await startPostgresCluster();
    if (!cluster) throw new Error("no PostgreSQL");
    clean.push(() => cluster.stop());
    const settings = { DATABASE_URL: cluster.url, ...byEnvironment };
    const database = await openDatabase({ url: cluster.url });
    clean.push(() => database.close());
    await migrate(database);
    const written = async () =>
      (
        await database.pool.query(
          "select (select count(*)::int from company) as companies, (select count(*)::int from app_user) as users",
        )
      ).rows;
    await database.dedicated(async (client) => {
      // the company is written by then, its user and the audit rows are not
      await client.query("begin; lock table app_user in share mode");
      const started = startServer(settings).catch(() => undefined);
      await somebodyWaits(client);
      await endServers();
      await started;
      await client.query("rollback");
    });
    expect(await written()).toEqual([{ companies: 0, users: 0 }]);
    const server = await startServer(settings);
    expect(await signIn(server)).toBe(200);
    expect(await written()).toEqual([{ companies: 1, users: 1 }]);
  },
);

test.runIf(inject("postgresUrl"))(
  "two processes that start on one empty database with settings: one sets it up, both serve [SET-1]",
  async () => {
    const cluster = await startPostgresCluster();
    if (!cluster) throw new Error("no PostgreSQL");
    clean.push(() => cluster.stop());
    const settings = { DATABASE_URL: cluster.url, PUBLIC_URL: "http://shop.example" };
    expect((await runSetup(settings)).stdout).toContain("http://shop.example/setup/");
    const servers = await Promise.all(
      [1, 2].map(() => startServer({ ...settings, ...byEnvironment })),
    );
    for (const server of servers) {
      expect(await signIn(server)).toBe(200);
      expect(server.output()).not.toContain("/setup/");
    }
    expect((await runSetup(settings)).stdout).toBe(
      "This server is already set up. Sign in at http://shop.example/login\n",
    );
  },
);

test("npm run setup names what it lacks, and does not need the embedded database, which a running server holds [SET-1]", async () => {
  const DATA_DIR = await folder();
  await startServer({ DATA_DIR });
  expect((await runSetup({ DATA_DIR })).stdout).toMatch(
    /http:\/\/localhost:3000\/setup\/\d+\.[\w-]{43}\n/,
  );
  const failed = await runSetup({ SESSION_SECRET: "" }).catch(
    (error: { code: number; stdout: string }) => error,
  );
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("SESSION_SECRET: is required in production"),
  });
});
