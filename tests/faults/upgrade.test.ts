import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import { endServers, startServer } from "../support/built-server.ts";
import { emptyPostgresDatabase, engines } from "../support/database.ts";
import { password } from "../support/platform.ts";
import { everyDay } from "../support/store-form.ts";

const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

const readText = (path: string) => readFile(new URL(`../../${path}`, import.meta.url));

describe.each(engines)("A database of an earlier version on %s", (engine) => {
  test("is brought to this one by the server's start: people sign in and find what they had [OPS-1]", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "fever-upgrade-"));
    clean.push(() => rm(DATA_DIR, { recursive: true, force: true }));
    const settings: Record<string, string> =
      engine === "postgres"
        ? { DATA_DIR, DATABASE_URL: (await emptyPostgresDatabase()).url }
        : { DATA_DIR };
    const open = () =>
      settings.DATABASE_URL
        ? openDatabase({ url: settings.DATABASE_URL })
        : openDatabase({ dataDir: join(DATA_DIR, "database") });
    const earlier = await open();
    const dump = gunzipSync(await readText("tests/fixtures/upgrade/0040.sql.gz")).toString();
    await earlier.dedicated((client) => client.query(dump)).finally(() => earlier.close());

    const server = await startServer({ ...settings, JOBS: "0" });
    const { status, body } = await server.api("/auth/signin", {
      method: "POST",
      body: { username: "user.9", password },
    });
    expect(status).toBe(200);
    const { accessToken: token } = body.data as { accessToken: string };
    const count = async (path: string) =>
      ((await server.api(path, { token })).body.data as unknown[]).length;
    expect(await count("/store")).toBe(9);
    expect(await count("/user")).toBe(6);
    const added = {
      storeCode: "NEW-1",
      storeName: "After the upgrade",
      timeZone: "Asia/Kolkata",
      city: "Pune",
      week: everyDay("09:00", "21:00"),
    };
    expect((await server.api("/store", { method: "POST", token, body: added })).status).toBe(201);
    await server.end("SIGTERM");

    const { entries } = JSON.parse(
      (await readText("platform/db/migrations/meta/_journal.json")).toString(),
    ) as { entries: unknown[] };
    const later = await open();
    const { rows } = await later.pool
      .query("select count(*)::int as applied from drizzle.__drizzle_migrations")
      .finally(() => later.close());
    expect(rows).toEqual([{ applied: entries.length }]);
  });
});
