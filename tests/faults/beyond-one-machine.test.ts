import { once } from "node:events";
import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { dateIn } from "#contract/base/dates";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { eventStream } from "../support/listening.ts";
import { patience } from "../support/patience.ts";
import { password } from "../support/platform.ts";
import { makeSongs, makeStoreLog } from "../support/play-outs.ts";
import { followSignals } from "../support/signal-stream.ts";
import { findMissing, type Site, startSite } from "../support/site.ts";
import { type Load, startLoad } from "../support/site-load.ts";
import { everyDay } from "../support/store-form.ts";
import { fileOf, multipart } from "../support/uploads.ts";

const missing = inject("postgresUrl") ? await findMissing() : ["PostgreSQL"];
const title = `A site of several processes${missing.length > 0 ? ` (NOT RUN: ${missing.join(" and ")} is missing)` : ""}`;
if (missing.length > 0) process.stderr.write(`\n*** ${title} ***\n\n`);

/** One after the other on one site: what the first kills, the next does without. */
describe.skipIf(missing.length > 0)(title, () => {
  let site: Site;
  let company: TestCompany;
  let staff: string;
  let itemId: string;

  beforeAll(async () => {
    site = await startSite();
    const provider = await makeProvider(site.database);
    staff = provider.staff.Fever_Super_Admin_Major;
    company = await makeCompany(site.database);
    const [id = 0] = await makeSongs(site.database, provider.companyId, [{ title: "Song" }]);
    const from = new Date(Date.now() - 600_000);
    const where = {
      companyId: company.companyId,
      storeId: company.stores[0]?.id ?? 0,
      groupId: company.north.groupIds[0] ?? 0,
    };
    itemId = `${await makeStoreLog(site.database, { ...where, day: dateIn("Asia/Kolkata", from), from }, [{ kind: "MUSIC", id }])}-0`;
  });
  afterAll(() => site?.close());

  const load = () =>
    startLoad(
      site.origin,
      {
        admin: company.users.admin,
        manager: company.users.manager,
        visitor: company.users.limited,
      },
      itemId,
    );
  /** Each kind of work has gone on: so many more of each are acknowledged. */
  const expectMore = (running: Load, more = 5) => {
    const before = running.progress();
    const goesOn = () =>
      expect(
        running.progress().map((count, at) => count - (before[at] ?? 0) >= more || count),
      ).toEqual(before.map(() => true));
    return vi.waitFor(goesOn, { timeout: patience, interval: 20 });
  };
  /** All that was acknowledged is there, once; who signed in last is signed in. */
  const expectNothingLost = async ({ done, wrong }: Load) => {
    expect(wrong).toEqual([]);
    const { rows: stores } = await site.database.pool.query<{
      code: string;
      id: number;
      audited: number;
    }>(
      `select code, id, (select count(*)::int from audit_log a where a.company_id = s.company_id and item_kind = 'store' and item_id = s.id::text) as audited
       from store s where company_id = $1 and code = any($2)`,
      [company.companyId, [...done.stores.keys()]],
    );
    expect(stores.map(({ code }) => code).sort()).toEqual([...done.stores.keys()].sort());
    expect(
      stores.filter(
        ({ code, id, audited }) => audited !== 1 || ![0, id].includes(done.stores.get(code) ?? -1),
      ),
    ).toEqual([]);
    const { rows: plays } = await site.database.pool.query<{ events: number }>(
      "select count(*)::int as events from play_log where company_id = $1 and event_id = any($2)",
      [company.companyId, [...done.plays]],
    );
    expect(plays).toEqual([{ events: done.plays.size }]);
    expect((await ask("/user/me", done.tokens.at(-1) ?? "")).status).toBe(200);
  };
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${site.origin}/api${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    });
  const signIn = async (username: string) => {
    const headers = { "Content-Type": "application/json" };
    const response = await ask("/auth/signin", "", {
      method: "POST",
      headers,
      body: JSON.stringify({ username, password }),
    });
    return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
  };
  const tell = (what: string, { requests, failed, longestMs }: Awaited<ReturnType<Load["end"]>>) =>
    process.stdout.write(
      `${what}: ${failed} of ${requests} requests failed (${((failed / requests) * 100).toFixed(1)}%), none answered for ${(longestMs / 1000).toFixed(1)} s\n`,
    );

  test("gives a file that one process took from each of the others [SCL-1]", async () => {
    const token = await signIn(staff);
    const body = multipart([
      fileOf("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n", "contract.pdf"),
    ]);
    const added = await ask(`/company/contract?companyId=${company.companyId}`, token, {
      method: "POST",
      body,
    });
    const { data } = (await added.json()) as { data: { id: string }[] };
    for (const { origin } of site.api) {
      const response = await fetch(`${origin}/api/file/${data[0]?.id}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect([response.status, (await response.text()).slice(0, 8)]).toEqual([200, "%PDF-1.4"]);
    }
  });

  test("reads reports and downloads from the replica, and says by how much they are behind [SCL-1]", async () => {
    const running = await load();
    await running.end();
    const { token, Cookie } = running;
    const download = async () => {
      const response = await ask("/store/exportStoreList", token);
      return { behind: response.headers.get("Data-Behind"), text: await response.text() };
    };
    await vi.waitFor(async () => expect((await download()).behind).toBeNull(), patience);
    await site.onReplica("select pg_wal_replay_pause()");
    const store = {
      storeCode: "LATE-1",
      storeName: "Late",
      timeZone: "Asia/Kolkata",
      city: "Pune",
      week: everyDay("09:00", "21:00"),
    };
    const headers = { "Content-Type": "application/json" };
    expect(
      (await ask("/store", token, { method: "POST", headers, body: JSON.stringify(store) })).status,
    ).toBe(201);
    await vi.waitFor(
      async () => expect(Number((await download()).behind)).toBeGreaterThan(0),
      patience,
    );
    expect((await download()).text).not.toContain("LATE-1");
    const page = await (
      await fetch(`${site.origin}/admin/reports/Total_stores?show=yes`, { headers: { Cookie } })
    ).text();
    expect(page).toContain("These figures are about 1 minute behind");
    await site.onReplica("select pg_wal_replay_resume()");
    await vi.waitFor(async () => expect((await download()).behind).toBeNull(), patience);
    expect((await download()).text).toContain("LATE-1");
  });

  test("answers a page while eight walls listen over the same HTTP/2 connection [EAR-1]", async () => {
    const running = await load();
    await running.end();
    const session = connect(site.secureOrigin, { rejectUnauthorized: false });
    const open = (path: string, accept: string) =>
      session.request({ ":path": path, cookie: running.Cookie, accept });
    const walls = Array.from({ length: 8 }, () => open("/admin/operations/signals", eventStream));
    const beginnings = await Promise.all(
      walls.map(async (wall) => String((await once(wall, "data"))[0])),
    );
    expect(beginnings.map((text) => /event: hello/.test(text))).toEqual(walls.map(() => true));
    const page = open("/admin/operations", "text/html");
    const [headers] = await once(page, "response");
    expect([session.alpnProtocol, headers[":status"]]).toEqual(["h2", 200]);
    expect(await text(page)).toContain("</html>");
    expect(walls.every(({ readableEnded }) => !readableEnded)).toBe(true);
    session.destroy();
  });

  /** Eight players that listen; `expectHeard` waits until all are told of a command to a process. */
  async function startListening() {
    const [shop = "", office = ""] = await Promise.all(
      [company.users.manager, company.users.admin].map(signIn),
    );
    const players = Array.from({ length: 8 }, () => followSignals(site.origin, shop));
    const counts = () => players.map((player) => player.count("commands"));
    await vi.waitFor(() => expect(Math.min(...counts())).toBeGreaterThan(0), patience);
    return {
      async expectHeard(origin: string, volume: number) {
        const before = counts();
        const { status } = await fetch(`${origin}/api/store/command`, {
          method: "POST",
          headers: { Authorization: `Bearer ${office}`, "Content-Type": "application/json" },
          body: JSON.stringify({ storeId: company.stores[0]?.id, command: "volume", volume }),
        });
        expect(status).toBe(200);
        const areTold = () => counts().every((count, n) => count > (before[n] ?? 0));
        await vi.waitFor(() => expect(areTold()).toBe(true), patience);
      },
      end: () => Promise.all(players.map((player) => player.stop())),
    };
  }

  test("loses nothing acknowledged when a process of pages, one of the platform and a pooler are killed in mid-load; players hear what either process commits, and the other when one is killed [SCL-1] [EAR-1]", async () => {
    const players = await startListening();
    await players.expectHeard(site.api[0].origin, 70);
    await players.expectHeard(site.api[1].origin, 71);
    const running = await load();
    await expectMore(running);
    for (const kill of [
      () => site.web[0].end("SIGKILL"),
      () => site.api[0].end("SIGKILL"),
      () => site.bouncers[0]?.kill(),
    ]) {
      await kill();
      await expectMore(running);
    }
    tell("A process of pages, one of the platform and a pooler killed", await running.end());
    await expectNothingLost(running);
    await players.expectHeard(site.api[1].origin, 72);
    await players.end();
  });

  test("goes on by the replica when the primary is killed in mid-load, and has all that was acknowledged [SCL-1]", async () => {
    const running = await load();
    await expectMore(running);
    await site.primary.halt();
    await site.replica.promote();
    await expectMore(running);
    tell("The primary killed, its replica promoted", await running.end());
    await expectNothingLost(running);
    // no replica any more: the primary answers
    const response = await ask("/store/exportStoreList", running.token);
    expect(response.status).toBe(200);
    const rows = await response.text();
    for (const code of running.done.stores.keys()) expect(rows).toContain(code);
  });
});
