import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alert, storeHours, storeState } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSongs } from "../support/play-outs.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("What plays now, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let manager: Visitor;
  let admin: Visitor;
  let songId: number;
  const wall = "/admin/operations";

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    await ensurePartitions(database.db, new Date());
    [songId = 0] = await makeSongs(database, provider.companyId, [
      { title: "Say <this>", artist: "Singer", audioFile: "audio/any.wav" },
    ]);
    const { companyId, stores } = company;
    await database.db
      .update(storeHours)
      .set({ opens: 0, closes: 1440 })
      .where(eq(storeHours.companyId, companyId));
    const at = new Date(Date.now() - 60_000);
    const times = { beganAt: at, watchedFrom: at, watchedAt: at, raisedAt: at };
    await database.db
      .insert(alert)
      .values({ companyId, storeId: stores[0]?.id ?? 0, kind: "low-volume", ...times });
    manager = await web.signedIn(company.users.manager);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  /** Sends a heartbeat as the player's page does. */
  const beat = async (more: object) => {
    const token = decodeURIComponent(manager.jar.get("XSRF-TOKEN") ?? "");
    const at = new Date().toISOString();
    const heartbeat = { volume: 50, playing: true, version: "1.0.0", at, ...more };
    const answer = await manager.send("/store-manager/report", {
      method: "POST",
      body: JSON.stringify({ heartbeat }),
      headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": token },
    });
    expect(answer.status).toBe(200);
  };
  const wordsOf = async (path: string) =>
    (await admin.open(path)).html.replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");
  const store = () =>
    `/admin/stores/${identifiers(appSecret).encrypt("store", company.stores[0]?.id ?? 0)}`;

  test("a store's page and the wall name the song, since when, and as of when [OPS-2] [UI-10]", async () => {
    expect(await wordsOf(store())).toContain("The player has not said what it plays.");
    await beat({ sound: { mediaId: `song-${songId}`, seconds: 20 } });
    const page = await wordsOf(store());
    expect(page).toContain("Say &lt;this&gt;");
    const ref = identifiers(appSecret).encrypt("song", songId);
    expect(page).toContain(`<a href="/admin/preview/audio/${ref}"`);
    expect(page).toMatch(/Music, since \d\d:\d\d/);
    expect(page).toMatch(/As of \d\d:\d\d:\d\d, when the player last reported\./);
    expect(page).not.toMatch(/<[^>]+ style=/);
    for (const path of [wall, `${wall}/screen`])
      expect(await wordsOf(path), path).toMatch(/Say &lt;this&gt; – Singer, since \d\d:\d\d/);
  });

  test("they say that a person paused, why and until when [PLY-1]", async () => {
    await beat({ playing: false, pause: { reason: "announcement", secondsLeft: 600 } });
    for (const path of [wall, `${wall}/screen`])
      expect(await wordsOf(path), path).toMatch(
        /Paused until \d\d:\d\d: an announcement in the store/,
      );
    const page = await wordsOf(store());
    expect(page).toMatch(/Paused until \d\d:\d\d</);
    expect(page).toContain("An announcement in the store");
  });

  test("they say that nothing plays, and that a player is no longer heard", async () => {
    await beat({ playing: false });
    expect(await wordsOf(store())).toContain("Nothing plays.");
    expect(await wordsOf(wall)).toMatch(/Nothing played at \d\d:\d\d/);
    await web.at.database.db
      .update(storeState)
      .set({ lastSeenAt: new Date(Date.now() - 10 * 60_000) })
      .where(eq(storeState.companyId, company.companyId));
    expect(await wordsOf(store())).toContain("We do not know what plays.");
    expect(await wordsOf(wall)).toContain("Last seen: 10 min ago");
  });
});
