import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WebhookEventKind } from "#contract/webhooks/words";
import { wholeCompany } from "#platform/access/scope";
import { nextAttempt } from "#platform/base/retry-times";
import { isPublicAddress } from "#platform/http/public-address";
import { watchStores } from "#platform/modules/alerts/watch-stores.service";
import {
  announceEvents,
  deliverDueEvents,
  forgetOldEvents,
} from "#platform/modules/webhooks/index";
import { sendEvent } from "#platform/modules/webhooks/send-event";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { openTestPlatform, type TestPlatform, testSessionSecret } from "../support/platform.ts";

const now = new Date("2026-11-20T06:00:00.000Z");
const minute = 60_000;
const hour = 60 * minute;
const logger = { info() {}, warn() {}, error() {} };
type ReceivedRequest = { path: string; headers: IncomingMessage["headers"]; body: string };

describe("Webhooks", () => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let company: TestCompany;
  const received: ReceivedRequest[] = [];
  /** How the receiver answers at each path; 200 where none is set. */
  const answers = new Map<string, (response: ServerResponse) => void>();
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const path = request.url ?? "";
    received.push({ path, headers: request.headers, body });
    const answer = answers.get(path);
    if (answer) answer(response);
    else response.end("thanks");
  });
  let receiverUrl: string;

  beforeAll(async () => {
    await once(receiver.listen(0, "127.0.0.1"), "listening");
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    at = await openTestPlatform(anyEngine, { now });
    staff = (await makeProvider(at.database)).staff;
    company = await makeCompany(at.database);
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await at?.close();
  });
  afterEach(async () => {
    await at.database.db.execute(sql`delete from webhook`);
    received.length = 0;
    answers.clear();
  });

  const add = (
    path: string,
    {
      events = ["store.offline"],
      as = company.users.admin,
    }: { events?: WebhookEventKind[]; as?: string } = {},
  ) => at.as(as).addWebhook({ body: { name: `To ${path}`, url: receiverUrl + path, events } });
  const happen = (
    facts: object[] = [{ storeId: 1 }],
    time = now,
    kind: WebhookEventKind = "store.offline",
  ) =>
    at.database.transaction((tx) =>
      announceEvents(wholeCompany(company.companyId), tx, { kind, now: time, facts }),
    );
  const deliver = (
    time = now,
    run: { webhookReceivers?: "https" | "http" | "private"; stopped?: AbortSignal } = {},
  ) =>
    deliverDueEvents({
      database: at.database,
      now: time,
      sessionSecret: testSessionSecret,
      webhookReceivers: "private",
      logger,
      random: () => 0.5,
      ...run,
    });
  const later = (ms: number) => new Date(now.getTime() + ms);
  const log = (id: number, query: object = {}) =>
    at.as(company.users.admin).listDeliveries({ params: { id }, query } as never);
  const show = (id: number) => at.as(company.users.admin).findWebhook({ params: { id } });

  /** As docs/decisions/webhooks.md tells receivers to do it. */
  const isSigned = ({ headers, body }: ReceivedRequest, secret: string) => {
    const [time = "", ...marks] = String(headers["fever-signature"]).split(",");
    const mark = createHmac("sha256", secret)
      .update(`${time.slice(2)}.${body}`)
      .digest("hex");
    return marks.includes(`v1=${mark}`);
  };

  test("what a transaction announces is sent once, signed, to those who want it [INT-1]", async () => {
    const { id, secret } = await add("/a");
    await add("/other", { events: ["day.published"] });
    const other = await makeCompany(at.database);
    await add("/foreign", { as: other.users.admin });
    await happen([{ storeId: 7, storeName: "Pune" }, { storeId: 8 }]);
    const rolledBack = at.database.transaction(async (tx) => {
      await announceEvents(wholeCompany(company.companyId), tx, {
        kind: "store.offline",
        now,
        facts: [{ storeId: 9 }],
      });
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    const counts = await Promise.all([1, 2, 3].map(() => deliver()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    expect(received.map(({ path }) => path)).toEqual(["/a", "/a"]);
    const bodies = received.map(
      ({ body }) =>
        JSON.parse(body) as { id: string; type: string; occurredAt: string; data: object },
    );
    // whoever delivers first is first
    expect(new Set(bodies.map(({ data }) => data))).toEqual(
      new Set([{ storeId: 7, storeName: "Pune" }, { storeId: 8 }]),
    );
    expect(bodies[0]).toMatchObject({ type: "store.offline", occurredAt: now.toISOString() });
    expect(received.every((one) => isSigned(one, secret) && !isSigned(one, `${secret}x`))).toBe(
      true,
    );
    expect(received[0]?.headers["fever-event"]).toBe(bodies[0]?.id);
    expect((await log(id))[0]).toMatchObject({
      state: "delivered",
      status: 200,
      answer: "thanks",
      attempts: 1,
      nextAt: null,
    });
    await happen([{}], now, "campaign.behind"); // nobody wants it: nothing is written
    expect(
      (
        await at.database.db.execute(
          sql`select 1 from webhook_event where kind = 'campaign.behind'`,
        )
      ).rows,
    ).toEqual([]);
  });

  test("a receiver that was gone gets its event by retries, and a resend keeps its ID [INT-1]", async () => {
    const { id } = await add("/b");
    answers.set("/b", (response) => response.writeHead(500).end(`no${"\0"} ${"x".repeat(2000)}`));
    await happen();
    await deliver();
    const [wrong] = await log(id);
    expect(wrong).toMatchObject({ state: "waiting", status: 500, attempts: 1 });
    expect(wrong?.answer).toMatch(/^no {2}x{400,496}$/);
    expect(await deliver(later(20_000))).toBe(0);
    answers.set("/b", (response) => response.socket?.destroy());
    await deliver(later(minute));
    expect((await log(id))[0]).toMatchObject({
      status: null,
      error: "The connection failed",
      attempts: 2,
    });
    answers.set("/b", (response) =>
      response.writeHead(302, { Location: `${receiverUrl}/a` }).end(),
    );
    await deliver(later(10 * minute));
    expect((await log(id))[0]).toMatchObject({
      status: 302,
      error: "The receiver redirects. Enter the address that it leads to.",
    });
    answers.delete("/b");
    await deliver(later(hour));
    expect([(await log(id))[0]?.state, (await show(id)).failingSince]).toEqual(["delivered", null]);
    await at
      .as(company.users.admin)
      .resendDelivery({ params: { id }, body: { deliveryId: wrong?.id ?? 0 } });
    await deliver(later(hour));
    expect(new Set(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(
      1,
    );
    expect((await log(id, { state: "delivered" })).map(({ isResend }) => isResend)).toEqual([
      true,
      false,
    ]);
    expect(await log(id, { type: "test" })).toEqual([]);
    await forgetOldEvents(at.database.db, later(31 * 24 * hour));
    expect(await log(id)).toEqual([]);
  });

  test("one receiver that never answers keeps the others from nothing [INT-1]", async () => {
    const { id } = await add("/slow");
    const { id: quick } = await add("/quick");
    answers.set("/slow", () => {});
    await happen([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const stopping = new AbortController();
    const run = deliver(now, { stopped: stopping.signal });
    await expect
      .poll(async () => (await log(quick)).map(({ state }) => state), { timeout: patience })
      .toEqual(Array(3).fill("delivered"));
    expect((await log(id)).filter(({ attempts }) => attempts > 0)).toHaveLength(1);
    // the server stops: what is under way is no failure of the receiver
    stopping.abort();
    await run;
    expect((await show(id)).failingSince).toBeNull();
    expect((await log(id)).map(({ attempts, error }) => [attempts, error])).toEqual(
      Array(3).fill([0, null]),
    );
    const slow = await sendEvent(
      { url: `${receiverUrl}/slow`, body: "{}", headers: {} },
      "private",
    );
    expect([slow.error, slow.milliseconds >= 9_900 && slow.milliseconds < 13_000]).toEqual([
      "No answer within 10 seconds",
      true,
    ]);
  });

  test("two companies with silent receivers keep a third's from nothing [INT-1]", async () => {
    const others = [await makeCompany(at.database), await makeCompany(at.database)];
    answers.set("/slow", () => {});
    const announce = (companyId: number, time: Date) =>
      at.database.transaction((tx) =>
        announceEvents(wholeCompany(companyId), tx, {
          kind: "store.offline",
          now: time,
          facts: [{ n: 1 }],
        }),
      );
    for (const other of others) {
      for (let n = 0; n < 17; n++) await add("/slow", { as: other.users.admin });
      await announce(other.companyId, later(-minute));
    }
    const { id } = await add("/quick");
    await announce(company.companyId, now);
    const stopping = new AbortController();
    const run = deliver(now, { stopped: stopping.signal });
    await expect
      .poll(async () => (await log(id)).map(({ state }) => state), { timeout: patience })
      .toEqual(["delivered"]);
    expect(received.filter(({ path }) => path === "/slow")).toHaveLength(16);
    stopping.abort();
    await run;
  });

  test("a webhook that fails for three days is paused, and its admins are told [INT-1]", async () => {
    const { id } = await add("/gone");
    answers.set("/gone", (response) => response.writeHead(503).end());
    // 25 hours apart, so that the third event is still waiting when three days are over
    for (const n of [0, 1, 2]) {
      let time = later(n * 25 * hour);
      await happen([{ n }], time);
      for (let attempt = 1; attempt < 30; attempt++) {
        await deliver(time);
        const [newest] = await log(id);
        if (newest?.nextAt == null) break;
        time = new Date(newest.nextAt);
      }
    }
    const rows = await log(id);
    expect(rows.map(({ state }) => state)).toEqual(["waiting", "failed", "failed"]);
    expect(rows[1]?.attempts).toBeGreaterThan(8);
    expect(rows[1]?.attempts).toBeLessThan(15);
    expect(await show(id)).toMatchObject({
      state: "paused",
      pausedBecause: expect.stringContaining("3 days"),
    });
    const { rows: notices } = await at.database.db.execute(
      sql`select distinct title from notification where item_kind = 'webhook'`,
    );
    expect(notices).toEqual([{ title: "Webhook “To /gone” was paused" }]);
    await happen([{ n: 5 }], later(100 * hour));
    expect(await log(id)).toHaveLength(3); // nothing is collected while it is paused
    expect(await at.as(company.users.admin).testWebhook({ params: { id } }).status).toBe(422);
    answers.delete("/gone");
    await at.as(company.users.admin).changeWebhook({ body: { id, state: "active" } });
    await at.as(company.users.admin).testWebhook({ params: { id } });
    await deliver(later(101 * hour));
    expect((await log(id))[0]).toMatchObject({ type: "test", state: "delivered" });
    const pauses = [1, 2, 3, 4, 5, 6, 7].map(
      (attempt) =>
        (nextAttempt({ attempt, createdAt: now, hours: 24 }, now, 0.5)?.getTime() ?? 0) -
        now.getTime(),
    );
    expect(pauses.map((ms) => ms / 1000)).toEqual([30, 120, 480, 1920, 7680, 14_400, 14_400]);
  });

  test("a new secret is valid at once, the old one for a day more [INT-1]", async () => {
    const { id, secret } = await add("/c");
    const { secret: newer } = await at
      .as(company.users.admin)
      .changeWebhook({ body: { id, newSecret: true } });
    const send = async (time: Date) => {
      await happen([{}], time);
      await deliver(time);
      const last = received.at(-1);
      return last ? [isSigned(last, secret), isSigned(last, newer ?? "")] : [];
    };
    expect([await send(later(hour)), await send(later(25 * hour))]).toEqual([
      [true, true],
      [false, true],
    ]);
    const { body } = await at.as(company.users.admin).listWebhooks().reply;
    expect(JSON.stringify(body)).not.toContain("whsec_");
    for (const table of ["webhook", "webhook_delivery", "audit_log"])
      expect(
        (await at.database.pool.query(`select 1 from ${table} t where t::text ~ 'whsec_'`)).rows,
        table,
      ).toEqual([]);
  });

  test("events go to addresses of the internet alone [INT-1] [CTX-4]", async () => {
    const own = [
      "127.0.0.1",
      "10.1.2.3",
      "169.254.169.254",
      "172.20.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "0.0.0.0",
      "::1",
      "fe80::1",
      "fc00::1",
    ];
    expect(
      [...own, "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1"].filter(
        isPublicAddress,
      ),
    ).toEqual([]);
    expect(["93.184.215.14", "2606:4700::1111"].every(isPublicAddress)).toBe(true);
    const { port } = new URL(receiverUrl);
    for (const url of [
      `${receiverUrl}/x`,
      `http://localhost:${port}/x`,
      `http://2130706433:${port}/x`,
      `http://[::ffff:127.0.0.1]:${port}/x`,
    ]) {
      const attempt = await sendEvent({ url, body: "{}", headers: {} }, "http");
      expect([url, attempt.isDelivered, attempt.error]).toEqual([
        url,
        false,
        "The address is not one of the internet",
      ]);
    }
    expect(
      (await sendEvent({ url: `${receiverUrl}/x`, body: "{}", headers: {} }, "https")).isDelivered,
    ).toBe(false);
    expect(received).toEqual([]);
    const strict = await openTestPlatform(anyEngine, {
      now,
      database: at.database,
      webhookReceivers: "https",
    });
    const refusal = async (url: string) => {
      const { status, body } = await strict
        .as(company.users.admin)
        .addWebhook({ body: { name: "X", url, events: ["store.back"] } }).reply;
      return [status, body.errors?.[0]?.field];
    };
    for (const url of [
      "http://example.com/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://user:secret@example.com/",
      "ftp://example.com",
    ])
      expect([url, ...(await refusal(url))]).toEqual([url, 422, "url"]);
    await strict.stopListening();
    const { id } = await add("/mine");
    const { regional } = company.users;
    const other = (await makeCompany(at.database)).users.admin;
    const calls = (as: string, query: object = {}) =>
      Promise.all([
        at.as(as).findWebhook({ params: { id }, query } as never).reply,
        at.as(as).listDeliveries({ params: { id }, query } as never).reply,
        at.as(as).changeWebhook({ query, body: { id, name: "Theirs" } } as never).reply,
        at.as(as).removeWebhook({ query: { ...query, id } } as never).reply,
      ]).then((replies) => replies.map(({ status }) => status));
    expect(await calls(regional)).toEqual([403, 403, 403, 403]);
    expect(await calls(other)).toEqual([404, 404, 404, 404]);
    expect(await calls(staff.Fever_Super_Admin_Major)).toEqual([422, 422, 422, 422]);
    expect(
      (await calls(staff.Fever_Super_Admin_Major, { companyId: company.companyId })).at(-1),
    ).toBe(200);
  });

  test("who saves an older form of a webhook is told what others changed [INT-1]", async () => {
    const { id } = await add("/shared");
    const { username: other } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const change = (body: object, as = company.users.admin) =>
      at.as(as).changeWebhook({ body: { id, ...body } });
    const { name, url, events, version } = await show(id);
    expect(version).toBe(1);
    await change(
      { name, url: `${receiverUrl}/moved`, events: [...events, "day.published"], version },
      other,
    );
    await change({ state: "paused" }, other);
    const late = await change({ name: "Renamed", url, events, version }).reply;
    const who = (now: string) =>
      `${other} has changed this to “${now}” in the meantime. Save again to keep your entry.`;
    const errors = [
      { field: "url", message: who(`${receiverUrl}/moved`) },
      { field: "events", message: who("Store offline, Day published") },
    ];
    expect([late.status, late.body.errors, late.body.version]).toEqual([422, errors, 3]);
    expect(await show(id)).toMatchObject({
      name,
      url: `${receiverUrl}/moved`,
      state: "paused",
      version: 3,
    });
    await change({ name: "Renamed", version });
    await change({ name: "Renamed", url, events, version: 4 });
    expect(await show(id)).toMatchObject({
      name: "Renamed",
      url,
      events,
      state: "paused",
      version: 5,
    });
    await change({ newSecret: true, version: 1 });
  });

  test("a store that goes offline and comes back is told of once each [INT-1]", async () => {
    const { id } = await add("/stores", { events: ["store.offline", "store.back"] });
    const storeId = company.stores[0]?.id ?? 0;
    const recordHeartbeat = (time: Date) =>
      at.database.db.execute(sql`insert into store_state (company_id, store_id, last_seen_at, last_played_at, volume, playing, stored_until)
        values (${company.companyId}, ${storeId}, ${time.toISOString()}, ${time.toISOString()}, 80, true, ${later(48 * hour).toISOString()})
        on conflict (company_id, store_id) do update set last_seen_at = excluded.last_seen_at, last_played_at = excluded.last_played_at`);
    await recordHeartbeat(now);
    for (let passed = 0; passed <= 25; passed++)
      await watchStores(at.database, company.companyId, later(passed * minute));
    await recordHeartbeat(later(26 * minute));
    for (const passed of [26, 27])
      await watchStores(at.database, company.companyId, later(passed * minute));
    const rows = await log(id);
    expect(rows.map(({ type }) => type)).toEqual(["store.back", "store.offline"]);
    await deliver(later(hour));
    expect(received.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([
      expect.objectContaining({ storeId, storeName: company.stores[0]?.name, offlineUntil: null }),
      expect.objectContaining({ storeId, offlineUntil: later(26 * minute).toISOString() }),
    ]);
  });
});
