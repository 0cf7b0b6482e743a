import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { openDatabase } from "#platform/db/open-database";
import { type BuiltServer, endServers, startServer } from "../support/built-server.ts";
import { makeCompany, makeUser, type TestCompany } from "../support/companies.ts";
import { fillTable, freshPostgresDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";

describe.runIf(inject("postgresUrl"))("The built server under one person's load", () => {
  let database: Database;
  let company: TestCompany;
  let server: BuiltServer;
  let spools: string;

  beforeAll(async () => {
    const { url } = await freshPostgresDatabase();
    database = await openDatabase({ url });
    company = await makeCompany(database);
    await fillTable(
      database,
      sql`insert into store (company_id, code, name, time_zone, city)
      select ${company.companyId}::bigint, 'L-' || n, repeat('long ', 30) || n, 'Asia/Kolkata', repeat('city ', 30) from generate_series(1, 60000) n`,
    );
    spools = await mkdtemp(join(tmpdir(), "fever-load-"));
    server = await startServer({ DATABASE_URL: url, TMPDIR: spools });
  });
  afterAll(async () => {
    await endServers();
    await database?.close();
    await rm(spools, { recursive: true, force: true });
  });

  const signIn = async (username: string) => {
    const { status, body } = await server.api("/auth/signin", {
      method: "POST",
      body: { username, password },
    });
    expect(status).toBe(200);
    return (body.data as { accessToken: string }).accessToken;
  };
  const open = (head: string) => {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    socket.on("error", () => {}); // it is cut off
    socket.write(`${head.trim().replaceAll("\n", "\r\n")}\r\n\r\n`);
    return socket;
  };

  test("readers who take a byte a second are cut off, and their places are free for others [LOAD-1]", async () => {
    const slow: Socket[] = [];
    const second = (
      await makeUser(database, company.companyId, { role: "ROLE_Client_Admin", level: "national" })
    ).username;
    const admin = await signIn(company.users.admin);
    const another = await signIn(second);
    for (const token of [admin, another]) {
      const socket = open(
        `GET /api/store/exportStoreList HTTP/1.1\nHost: a\nAuthorization: Bearer ${token}`,
      );
      const [first] = (await once(socket, "data")) as [Buffer];
      expect(first.toString()).toMatch(/^HTTP\/1\.1 200 /);
      socket.pause();
      const drip = setInterval(() => socket.read(1), 1_000);
      socket.once("close", () => clearInterval(drip));
      slow.push(socket);
    }
    const download = (token: string) =>
      fetch(`${server.origin}/api/store/exportStoreList`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    expect(await statusOf(await download(admin))).toBe(429);
    expect(await statusOf(await download(another))).toBe(429);
    const began = performance.now();
    await expect
      .poll(async () => (await server.api("/ready")).status, { timeout: patience })
      .toBe(200);
    await signIn(company.users.zonal);
    await expect
      .poll(async () => statusOf(await download(admin)), { timeout: patience, interval: 1_000 })
      .toBe(200);
    expect(performance.now() - began).toBeGreaterThan(10_000);
    for (const socket of slow) socket.destroy();
  });

  test("a file sent with the cookie of a session that was ended never reaches the disk [LOAD-1]", async () => {
    const entered = await fetch(`${server.origin}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: server.origin },
      body: new URLSearchParams({ username: company.users.admin, password }),
    });
    const Cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    await fetch(`${server.origin}/admin/stores`, { headers: { Cookie } });
    const upload = async (kept: number) => {
      const socket = open(`
POST /admin/stores/import HTTP/1.1
Host: a
Cookie: ${Cookie}
Content-Type: multipart/form-data; boundary=b
Content-Length: 20000000`);
      socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
      socket.write("a,b\n".repeat(500_000));
      if (kept === 0) await pause(2_000); // it may come late
      await vi.waitFor(async () => expect(await readdir(spools)).toHaveLength(kept), patience);
      socket.destroy();
      await expect.poll(() => readdir(spools), { timeout: patience }).toEqual([]);
    };
    await upload(1);
    await database.db.execute(
      sql`update auth_session set ended_at = now(), end_reason = 'signed out' where company_id = ${company.companyId}`,
    );
    await pause(3_000); // as long as a session's state is remembered
    await upload(0);
  });
});

async function statusOf(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}
