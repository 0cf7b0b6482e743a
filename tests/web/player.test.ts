import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playLog, storeDayPlays, storeState } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeAudioFile, makeSongs, makeStoreLog, playOut } from "../support/play-outs.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor, webOver } from "../support/web.ts";

describe("The player's page", () => {
  let web: TestWeb;
  let company: TestCompany;
  let manager: Visitor;
  let audio: Buffer;
  let songId: number;
  let logId: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    await ensurePartitions(database.db, new Date());
    audio = await makeAudioFile("audio/player-page.wav", 5000);
    [songId = 0] = await makeSongs(database, provider.companyId, [
      { title: "Heard", audioFile: "audio/player-page.wav" },
    ]);
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(new Date());
    logId = await makeStoreLog(
      database,
      {
        companyId: company.companyId,
        storeId: company.stores[0]?.id ?? 0,
        groupId: company.north.groupIds[0] ?? 0,
        day,
        from: new Date(),
      },
      [{ kind: "MUSIC", id: songId }],
    );
    manager = await web.signedIn(company.users.manager);
  });
  afterAll(() => web?.close());

  /** As the page's script sends it: with the anti-forgery token of its cookie. */
  const tell = (body: unknown, visitor = manager, headers: Record<string, string> = {}) => {
    const token = visitor.jar.get("XSRF-TOKEN");
    return visitor.send("/store-manager/report", {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        ...(token && { "X-XSRF-TOKEN": decodeURIComponent(token) }),
        ...headers,
      },
    });
  };

  test("lists the day with a player per item, for browsers without script too, and /store opens the same page [NAV-7] [UI-10]", async () => {
    const { path, status, html } = await manager.open("/store");
    expect([path, status]).toEqual(["/store-manager", 200]);
    expect(html).toContain("Heard");
    expect(html).toMatch(
      new RegExp(
        `<audio[^>]*preload="none"[^>]*src="/store-manager/media/song-${songId}-[0-9a-f]{8}"`,
      ),
    );
    expect(html).toContain("Start playing");
    expect(html).toContain("Leave this page open, and the device on its charger");
    expect(html).toContain("Call for help");
    expect(html).not.toMatch(/<[^>]+ style=/);
  });

  test("the Android player package is offered from the configured address, to shops and beside a store's sign-ins; without one by no page [VOC-1]", async () => {
    const url = "https://downloads.example.com/player-3.apk?a=1&b=2";
    const offering = await webOver(web.at, { PLAYER_PACKAGE_URL: url });
    const store = `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0)}`;
    for (const [username, path] of [
      [company.users.manager, "/store-manager"],
      [company.users.admin, store],
    ] as const) {
      expect((await (await offering.signedIn(username)).open(path)).html, path).toContain(
        `href="${url.replace("&", "&amp;")}"`,
      );
      const without = await (await web.signedIn(username)).open(path);
      expect([without.status, without.html.includes("player package")], path).toEqual([200, false]);
    }
  });

  test("page, log, sound and reports are closed to visitors and to everyone but a store's manager [NAV-7] [NAV-8]", async () => {
    const admin = await web.signedIn(company.users.admin);
    for (const visitor of [web.visitor(), admin]) {
      for (const path of [
        "/store",
        "/store-manager",
        "/store-manager/schedule",
        "/store-manager/media/song-1",
        "/store-manager/report",
      ]) {
        const response = await visitor.get(path);
        expect([response.status, response.headers.get("Location")], path).toEqual([302, "/login"]);
      }
      const reportResponse = await tell({}, visitor);
      expect([reportResponse.status, reportResponse.headers.get("Location")]).toEqual([
        302,
        "/login",
      ]);
    }
  });

  test("the sound comes whole and in ranges; what does not stand in the log is not there [PLY-1] [CTX-4]", async () => {
    const whole = await manager.get(`/store-manager/media/song-${songId}`);
    expect([
      whole.status,
      whole.headers.get("Content-Type"),
      whole.headers.get("Accept-Ranges"),
    ]).toEqual([200, "audio/wav", "bytes"]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(audio)).toBe(true);
    const part = await manager.get(`/store-manager/media/song-${songId}`, { Range: "bytes=10-19" });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, "bytes 10-19/5000"]);
    expect(Buffer.from(await part.arrayBuffer()).equals(audio.subarray(10, 20))).toBe(true);
    expect(
      (await manager.get(`/store-manager/media/song-${songId}`, { Range: "bytes=5000-" })).status,
    ).toBe(416);
    for (const id of ["song-999999", "spot-1", "x", "..%2F..%2Fpackage.json"])
      expect((await manager.get(`/store-manager/media/${id}`)).status, id).toBe(404);
  });

  test("what the page tells arrives once however often it is sent, with the heartbeat [PLY-1]", async () => {
    const { db } = web.at.database;
    const play = { ...playOut(`${logId}-0`, new Date(Date.now() - 60_000), 42), skipped: true };
    const heartbeat = { volume: 33, playing: true, version: "1.0.0", at: new Date().toISOString() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tell({ heartbeat, playOuts: [play] })),
    );
    const receipts = await Promise.all(
      answers.map(async (answer) => (await answer.json()) as { receipt: { accepted: number } }),
    );
    expect(receipts.reduce((sum, { receipt }) => sum + receipt.accepted, 0)).toBe(1);
    expect(await db.select({ seconds: playLog.seconds }).from(playLog)).toEqual([{ seconds: 42 }]);
    expect(
      await db
        .select({ plays: storeDayPlays.musicPlays, seconds: storeDayPlays.musicSeconds })
        .from(storeDayPlays),
    ).toEqual([{ plays: 1, seconds: 42 }]);
    expect(await db.select({ volume: storeState.volume }).from(storeState)).toEqual([
      { volume: 33 },
    ]);
  });

  /** As the page's script asks when Start is pressed. */
  const claim = (body: object, visitor: Visitor) => {
    const token = visitor.jar.get("XSRF-TOKEN");
    return visitor.send("/store-manager/claim", {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        ...(token && { "X-XSRF-TOKEN": decodeURIComponent(token) }),
      },
    });
  };
  /** So long (ms) the platform may take a credential for good that has ended. */
  const felt = 3_000;
  /** The same browser after a reboot: what does not outlive it is gone. */
  const rebooted = (visitor: Visitor) => {
    const fresh = web.visitor();
    const credential = visitor.jar.get("fever-player");
    if (credential) fresh.jar.set("fever-player", credential);
    return fresh;
  };

  test("a browser that plays goes on after a reboot by a credential of its own, which opens the player and nothing else [PLY-3]", async () => {
    const shop = await web.signedIn(company.users.manager);
    const answer = await claim({ deviceId: "shop", takeOver: true }, shop);
    expect(await answer.json()).toEqual({ plays: true, rival: null });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("fever-player="))).toMatch(
      /; Max-Age=34560000; Path=\/store-manager; HttpOnly; SameSite=Lax$/,
    );
    const later = rebooted(shop);
    const page = await later.open("/store-manager");
    expect([page.path, page.status]).toEqual(["/store-manager", 200]);
    expect(page.html).toContain("Heard");
    expect(page.html).not.toContain("store-manager/account");
    expect((await later.get("/store-manager/schedule")).status).toBe(200);
    expect((await later.get(`/store-manager/media/song-${songId}`)).status).toBe(200);
    const beat = { volume: 33, playing: true, version: "1.0.0", at: new Date().toISOString() };
    expect(
      await (await tell({ heartbeat: beat, device: { "device-id": "shop" } }, later)).json(),
    ).toMatchObject({
      plays: true,
      volume: 60,
    });
    expect(await (await claim({ deviceId: "shop", takeOver: false }, later)).json()).toMatchObject({
      plays: true,
    });
    for (const path of ["/admin", "/admin/stores", "/store-manager/account"])
      expect((await later.get(path)).headers.get("Location"), path).toBe("/login");
  });

  test("a second browser is told which device plays and since when; the store's page shows both, and signs one out after a question [PLY-3]", async () => {
    const agent = { "User-Agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0" };
    const first = await web.signedIn(company.users.manager);
    const token = decodeURIComponent(first.jar.get("XSRF-TOKEN") ?? "");
    await first.send("/store-manager/claim", {
      method: "POST",
      body: JSON.stringify({ deviceId: "counter", takeOver: true }),
      headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": token, ...agent },
    });
    const second = await web.signedIn(company.users.manager);
    expect(await (await claim({ deviceId: "office", takeOver: false }, second)).json()).toEqual({
      plays: false,
      rival: { name: "Chrome on Windows", since: expect.any(Number), seenAt: expect.any(Number) },
    });
    expect(second.jar.has("fever-player")).toBe(false);
    expect((await claim({ deviceId: "../x", takeOver: false }, second)).status).toBe(422);

    const admin = await web.signedIn(company.users.admin);
    const store = `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0)}`;
    const { html } = await admin.open(store);
    expect(html).toContain("Chrome on Windows");
    const device = html.slice(html.indexOf(">Chrome on Windows<"));
    const revoke = /href="([^"]+\/devices\/[^"]+\/revoke)"/.exec(device)?.[1] ?? "none";
    const { html: question } = await admin.open(revoke);
    expect(question).toContain("Sign Chrome on Windows out of");
    expect((await admin.post(revoke, {})).headers.get("Location")).toBe(store);
    web.at.clock.now += felt;
    expect((await rebooted(first).get("/store-manager")).headers.get("Location")).toBe("/login");
    expect((await admin.open(revoke)).status).toBe(404);
  });

  test("signing out ends the browser's credential too, whether somebody is signed in or not [PLY-3]", async () => {
    const shop = await web.signedIn(company.users.manager);
    await claim({ deviceId: "leaving", takeOver: true }, shop);
    const later = rebooted(shop);
    expect((await later.post("/store-manager/sign-out", {})).headers.get("Location")).toBe(
      "/login",
    );
    expect(later.jar.has("fever-player")).toBe(false);
    expect((await later.get("/store-manager")).headers.get("Location")).toBe("/login");
    await claim({ deviceId: "leaving", takeOver: true }, shop);
    const rebootedShop = rebooted(shop);
    expect((await shop.post("/store-manager/sign-out", {})).headers.get("Location")).toBe("/login");
    expect(shop.jar.has("fever-player")).toBe(false);
    web.at.clock.now += felt;
    expect((await rebootedShop.get("/store-manager")).headers.get("Location")).toBe("/login");
  });

  test("a report that cannot be read is refused and one from another site is not taken", async () => {
    for (const body of [null, [], { more: 1 }, { heartbeat: {} }, { playOuts: [{}] }])
      expect((await tell(body)).status).toBe(422);
    expect((await tell({}, manager, { Origin: "https://elsewhere.example" })).status).toBe(403);
  });
});
