import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db/open-database";
import { type BuiltServer, endServers, secrets, startServer } from "../support/built-server.ts";
import { makeCompany } from "../support/companies.ts";
import {
  emptyPostgresDatabase,
  engines,
  freshPostgresDatabase,
  openTestDatabase,
} from "../support/database.ts";
import { password } from "../support/platform.ts";
import { everyDay } from "../support/store-form.ts";

const run = promisify(execFile);
const clean: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endServers();
  for (const work of clean.splice(0).reverse()) await work();
});

type Settings = Record<string, string> & { DATA_DIR: string };
const here = fileURLToPath(new URL("../..", import.meta.url));
const command = (name: "backup" | "restore", settings: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [join(here, process.env.BUILD || "build", `${name}.js`), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...secrets, ...settings },
  }).catch((error: { code: number; stdout: string }) => error);

describe.each(engines)("A backup on %s", (engine) => {
  test("made while stores are added has them all up to one moment, and elsewhere people sign in and files are as they were [OPS-1]", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fever-backup-"));
    clean.push(() => rm(folder, { recursive: true, force: true }));
    const isPostgres = engine === "postgres";
    const [from, to] = await Promise.all(
      ["from", "to"].map(async (name): Promise<Settings> => {
        const DATA_DIR = join(folder, name);
        if (!isPostgres) return { DATA_DIR };
        return {
          DATA_DIR,
          DATABASE_URL: (await (name === "from" ? freshPostgresDatabase : emptyPostgresDatabase)())
            .url,
        };
      }),
    );
    if (!from || !to) throw new Error("two places");
    const database = from.DATABASE_URL
      ? await openDatabase({ url: from.DATABASE_URL })
      : await openTestDatabase("embedded", { dataDir: join(from.DATA_DIR, "database") });
    const company = await makeCompany(database);
    await database.close();
    const file = Buffer.alloc(300_000, "a picture's bytes ");
    await mkdir(join(from.DATA_DIR, "files/images"), { recursive: true });
    await writeFile(join(from.DATA_DIR, "files/images/one"), file);

    const signIn = async (server: BuiltServer) => {
      const { body } = await server.api("/auth/signin", {
        method: "POST",
        body: { username: company.users.admin, password },
      });
      return (body.data as { accessToken: string }).accessToken;
    };
    const total = async (server: BuiltServer, token: string) =>
      ((await server.api("/store/counts", { token })).body.data as { total: number }).total;
    const server = await startServer({ ...from, JOBS: "0" });
    const token = await signIn(server);
    const before = await total(server, token);
    let added = 0;
    let over = false;
    const writing = (async () => {
      for (; !over; added++) {
        const body = {
          storeCode: `B-${added}`,
          storeName: "Written",
          timeZone: "Asia/Kolkata",
          city: "Pune",
          week: everyDay("09:00", "21:00"),
        };
        expect((await server.api("/store", { method: "POST", token, body })).status).toBe(201);
      }
    })();
    while (added < 3) await new Promise(setImmediate);
    const least = added;
    const archive = join(folder, "backup.zip");
    const backup = await command("backup", from, archive);
    over = true;
    await writing;
    expect(backup.stdout).toContain(`${archive} holds the database`);
    await server.end("SIGTERM");

    const restored = await command("restore", to, archive);
    expect(restored.stdout).toMatch(/is in place: \d+ rows and 1 files/);
    const other = await startServer({ ...to, JOBS: "0" });
    const stores = await total(other, await signIn(other));
    expect(stores).toBeGreaterThanOrEqual(before + least);
    expect(stores).toBeLessThanOrEqual(before + added);
    expect(await readFile(join(to.DATA_DIR, "files/images/one"))).toEqual(file);
    await other.end("SIGTERM");

    expect(await command("restore", to, archive)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("is not empty"),
    });
    const damaged = await readFile(archive);
    damaged.fill(
      0,
      damaged.indexOf("a picture's bytes "),
      damaged.indexOf("a picture's bytes ") + 9,
    );
    const damagedPath = join(folder, "damaged.zip");
    await writeFile(damagedPath, damaged);
    expect(await command("restore", to, damagedPath, "--replace")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("damaged"),
    });
    expect((await command("restore", to, archive, "--replace")).stdout).toContain("is in place");
  });
});
