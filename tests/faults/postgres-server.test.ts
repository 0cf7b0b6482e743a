import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { tokenMaker } from "#platform/access/tokens";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openDatabase } from "#platform/db/open-database";
import { sessionCookie, type WebSession } from "../../app/lib/session/session.server.ts";
import { type BuiltServer, endServers, secrets, startServer } from "../support/built-server.ts";
import { makeCompany, makeWideStores, type TestCompany } from "../support/companies.ts";
import { measureSlowdown } from "../support/machine-speed.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";
import { type PostgresCluster, startPostgresCluster } from "../support/postgres-server.ts";

/** A server of its own, since it is stopped. */
const cluster: PostgresCluster | undefined = inject("postgresUrl")
  ? await startPostgresCluster()
  : undefined;
const outageMessage = "Something went wrong.Our technical team will fix it soon.";
const cookie = sessionCookie({ secret: secrets.SESSION_SECRET, secure: false });

describe.runIf(cluster)("Servers on PostgreSQL", () => {
  const DATABASE_URL = cluster?.url ?? "";
  let database: Database;
  let company: TestCompany;

  beforeAll(async () => {
    database = await openDatabase({ url: DATABASE_URL });
    await migrate(database);
  });
  beforeEach(async () => {
    company = await makeCompany(database);
  });
  afterEach(() => endServers());
  afterAll(async () => {
    await database?.close();
    await cluster?.stop();
  });

  /**
   * Signs in by the form, as a browser without script does, and lands on a page; gives the cookies
   * to send.
   */
  const signInByForm = async (server: BuiltServer) => {
    const response = await post(server, "/login", { username: company.users.admin, password });
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/login"]);
    const landed = await page(server, "/admin/stores", withCookies("", response));
    expect(landed.status).toBe(200);
    return withCookies(withCookies("", response), landed.response);
  };
  const post = (
    server: BuiltServer,
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(server.origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: server.origin, ...headers },
      body: new URLSearchParams(fields),
    });
  const page = async (server: BuiltServer, path: string, Cookie: string) => {
    const began = performance.now();
    const response = await fetch(server.origin + path, { redirect: "manual", headers: { Cookie } });
    const text = await response.text();
    return { status: response.status, response, text, ms: performance.now() - began };
  };

  test("while the database is gone pages and API say so at once, and all is well again by itself when it is back", async () => {
    const server = await startServer({ DATABASE_URL });
    const Cookie = await signInByForm(server);
    const { refreshToken, accessToken: token } = tokensIn(await cookie.read(Cookie));
    expect((await page(server, "/admin/stores", Cookie)).status).toBe(200);
    await cluster?.halt();
    try {
      const began = Date.now();
      while (Date.now() - began < 6000) {
        const stores = await page(server, "/admin/stores", Cookie);
        expect([stores.status, stores.text.includes(outageMessage)]).toEqual([503, true]);
        expect(stores.text).not.toMatch(/ECONN|postgres|at async/);
        expect(stores.ms).toBeLessThan(10_000 * measureSlowdown().clock);
        for (const [path, options] of [
          ["/store", { token }],
          ["/auth/signin", { method: "POST", body: { username: company.users.admin, password } }],
          [
            "/auth/refreshToken",
            { method: "POST", headers: { Refresh: `Bearer ${refreshToken}` } },
          ],
        ] as const) {
          const asking = performance.now();
          const { status, headers, body } = await server.api(path, options);
          expect(
            [status, body.message, headers.get("Content-Type"), headers.get("Retry-After")],
            path,
          ).toEqual([503, outageMessage, "application/problem+json", "5"]);
          expect(performance.now() - asking).toBeLessThan(10_000 * measureSlowdown().clock);
        }
        const form = await post(server, "/login", { username: company.users.admin, password });
        expect([form.status, (await form.text()).includes(outageMessage)]).toEqual([503, true]);
        expect([(await server.api("/ready")).status, (await server.api("/health")).status]).toEqual(
          [503, 200],
        );
        expect((await page(server, "/privacy", "")).status).toBe(200);
      }
    } finally {
      await cluster?.resume();
    }
    await expect
      .poll(async () => (await server.api("/ready")).status, { timeout: patience })
      .toBe(200);
    // nobody was signed out by it
    expect((await page(server, "/admin/stores", Cookie)).status).toBe(200);
    expect(await signInByForm(server)).toContain("fever=");
    expect(await server.end("SIGTERM")).toBe(0);
  });

  test("a download whose database dies breaks off for whoever reads it, from the API and from a page", async () => {
    await makeWideStores(database, company.companyId, 4_000);
    const server = await startServer({ DATABASE_URL });
    const Cookie = await signInByForm(server);
    const { accessToken } = tokensIn(await cookie.read(Cookie));
    const ways = {
      "/api/store/exportStoreList": { Authorization: `Bearer ${accessToken}` },
      "/admin/stores/download": { Cookie },
    };
    for (const [path, headers] of Object.entries(ways)) {
      const response = await fetch(server.origin + path, { headers });
      expect([response.status, response.headers.get("Content-Type")], path).toEqual([
        200,
        expect.stringContaining("text/csv"),
      ]);
      const reader = (response.body ?? new ReadableStream()).getReader();
      await reader.read();
      await cluster?.halt();
      try {
        const readOn = async () => {
          while (!(await reader.read()).done);
        };
        await expect(readOn(), path).rejects.toThrow("terminated");
      } finally {
        await cluster?.resume();
      }
      await expect
        .poll(async () => (await server.api("/ready")).status, { timeout: patience })
        .toBe(200);
    }
  });

  test("a server that finds no database does not start, and says why", async () => {
    const unused = new URL(DATABASE_URL);
    unused.port = "1";
    await expect(startServer({ DATABASE_URL: unused.href })).rejects.toThrow("ECONNREFUSED");
  });

  test("two servers that start at once on an empty database both come up", async () => {
    await database.pool.query("create database empty_one");
    const url = new URL(DATABASE_URL);
    url.pathname = "/empty_one";
    const servers = await Promise.all([
      startServer({ DATABASE_URL: url.href }),
      startServer({ DATABASE_URL: url.href }),
    ]);
    for (const server of servers)
      await expect
        .poll(async () => (await server.api("/ready")).status, { timeout: patience })
        .toBe(200);
    expect(await Promise.all(servers.map((server) => server.end("SIGTERM")))).toEqual([0, 0]);
  });

  test("of two servers on one database the session of one is the other's too, until it is ended on either", async () => {
    const [one, two] = await Promise.all([
      startServer({ DATABASE_URL }),
      startServer({ DATABASE_URL }),
    ]);
    const Cookie = await signInByForm(one);
    for (const server of [one, two])
      expect((await page(server, "/admin/stores", Cookie)).status).toBe(200);
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(Cookie)?.[1] ?? "");
    const out = await post(two, "/logout", { _csrf: token }, { Cookie });
    expect([out.status, out.headers.get("Location")]).toEqual([302, "/login"]);
    await expect
      .poll(
        async () => (await page(one, "/admin/stores", Cookie)).response.headers.get("Location"),
        { timeout: patience, interval: 200 },
      )
      .toBe("/login");
  });

  test("an expired access token that both servers renew at once leaves the person signed in on both [SES-2]", async () => {
    const servers = await Promise.all([
      startServer({ DATABASE_URL }),
      startServer({ DATABASE_URL }),
    ]);
    const [one, two] = servers;
    const session = await cookie.read(await signInByForm(one));
    const tokens = tokensIn(session);
    const [companyId = "", sessionId = ""] = tokens.refreshToken.split(".");
    const old = await tokenMaker(secrets.SESSION_SECRET, () => Date.now() - 20 * 60_000).makeAccess(
      Number(companyId),
      sessionId,
    );
    session.renew({ ...tokens, accessToken: old });
    const Cookie = (await cookie.write(session, false))?.split(";")[0] ?? "";
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, i) => page(i % 2 ? one : two, "/admin/stores", Cookie)),
    );
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    const renewed = await Promise.all(
      pages.map(
        async ({ response }) => tokensIn(await cookie.read(withCookies("", response))).refreshToken,
      ),
    );
    expect(new Set(renewed).size).toBe(1);
    expect(renewed[0]).not.toBe(tokens.refreshToken);
    for (const server of servers)
      expect(
        (await page(server, "/admin/stores", withCookies("", pages[0]?.response))).status,
      ).toBe(200);
    const { rows } = await database.pool.query(
      "select generation, ended_at from auth_session where id = $1",
      [sessionId],
    );
    expect(rows).toEqual([{ generation: 1, ended_at: null }]);
  });
});

/** A browser's cookies after a response: those it sets take the place of theirs. */
function withCookies(cookies: string, response: Response | undefined): string {
  const set = response?.headers.getSetCookie().map((line) => line.split(";")[0] ?? "") ?? [];
  const nameOf = (pair: string) => pair.split("=")[0];
  const remainingPairs = cookies
    .split("; ")
    .filter((pair) => pair !== "" && !set.some((other) => nameOf(other) === nameOf(pair)));
  return [...remainingPairs, ...set].join("; ");
}

function tokensIn({ tokens }: WebSession) {
  if (!tokens) throw new Error("not signed in");
  return tokens;
}
