import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";
import {
  databaseOn,
  onServer,
  type PostgresCluster,
  startPostgresCluster,
  unprivilegedOwner,
} from "../support/postgres-server.ts";
import { storeForm } from "../support/store-form.ts";

const run = promisify(execFile);

/** A folder with a disk of its own for PostgreSQL; undefined where nothing may be mounted. */
async function mountSmallDisk(): Promise<string | undefined> {
  if (!inject("postgresUrl")) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "fever-disk-"));
  const { uid = process.getuid?.(), gid = process.getgid?.() } = await unprivilegedOwner();
  const options = `size=120m,mode=700,uid=${uid},gid=${gid}`;
  return run("mount", ["-t", "tmpfs", "-o", options, "fever-disk", folder]).then(
    () => folder,
    () => undefined,
  );
}

const disk = await mountSmallDisk();

describe.runIf(disk)("a database on a full disk [OPS-1]", () => {
  const folder = disk ?? "";
  const filler = join(folder, "filler");
  let cluster: PostgresCluster | undefined;
  let database: Database;
  let at: TestPlatform;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    const url = cluster?.url ?? "";
    await onServer(url, async (client) => {
      await client.query(`create tablespace small location '${folder}'`);
      await client.query("create database shops tablespace small");
    });
    database = await openDatabase({ url: databaseOn(url, "shops") });
    await migrate(database);
    at = await openTestPlatform("postgres", { database });
  });
  afterAll(async () => {
    await at?.close();
    await database?.close();
    await cluster?.stop();
    await run("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes until the disk takes no more. */
  async function fillDisk() {
    const file = await open(filler, "w");
    const bytes = Buffer.alloc(1024 * 1024, 1);
    const whole = async () => {
      for (;;) await file.write(bytes);
    };
    await expect(whole()).rejects.toMatchObject({ code: "ENOSPC" });
    await file.close();
  }
  const ready = async () => {
    const answer = await at.send(new Request("http://platform/api/ready"));
    return [answer.status, ((await answer.json()) as { status: string }).status];
  };

  const signIn = (username: string) =>
    at.nobody.signIn({ body: { username, password } }).reply.then(({ status }) => status);
  const databaseState = async () =>
    (await at.nobody.serviceStatus()).parts.find(({ part }) => part === "database")?.state;

  it("refuses changes by 503, and is ready to read for as long as sign-ins find room", async () => {
    await makeProvider(database);
    const { users } = await makeCompany(database);
    await at.as(users.admin).findOwnProfile(); // signs in while there is room
    await fillDisk();
    let refused: { status: number; headers: Headers } | undefined;
    // the first ones still find room in pages that are there
    for (let serial = 0; serial < 500 && !refused; serial++) {
      const body = storeForm({ storeCode: `FULL-${serial}`, storeName: `Store ${serial}` });
      const reply = await at.as(users.admin).addStore({ body }).reply;
      if (reply.status !== 201) refused = reply;
    }
    expect([refused?.status, refused?.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(await ready()).toEqual([200, "read only"]);
    expect(await databaseState()).toBe("read only");
    expect(await signIn(users.regional)).toBe(200);
    expect(await at.as(users.regional).findOwnProfile().status).toBe(200);
    let signInStatus = 200;
    for (let count = 0; count < 2_000 && signInStatus === 200; count++)
      signInStatus = await signIn(users.regional);
    expect(signInStatus).toBe(503);
    await vi.waitFor(
      async () => expect(await ready()).toEqual([503, "the database has no room"]),
      patience,
    );
    await vi.waitFor(async () => expect(await databaseState()).toBe("degraded"), patience);
    await rm(filler);
    await vi.waitFor(async () => expect(await ready()).toEqual([200, "ready"]), patience);
    await vi.waitFor(async () => expect(await databaseState()).toBe("operational"), patience);
    expect(await signIn(users.regional)).toBe(200);
  });
});
