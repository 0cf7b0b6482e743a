import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeStoreLog } from "../support/play-outs.ts";

/** 11:30 in India. */
const now = new Date("2026-11-20T06:00:00.000Z");
const day = "2026-11-20";

describe.each([anyEngine])("Songs that stores do not want on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;
  let first: number;
  let second: number;
  let unheard: number;
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    provider = await makeProvider(at.database);
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.clock.now = now.getTime();
    await at.database.db.delete(table.notification);
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    [first = 0, second = 0, unheard = 0] = await makeSongs(
      at.database,
      provider.companyId,
      ["Heard", "Second", "Unheard"].map((title) => ({ title, audioFile: "audio/x.wav" })),
    );
    await logFor(company, 0);
  });

  const logFor = ({ companyId, stores, north }: TestCompany, index: number) =>
    makeStoreLog(
      at.database,
      {
        companyId,
        storeId: stores[index]?.id ?? 0,
        groupId: north.groupIds[0] ?? 0,
        day,
        from: now,
      },
      [first, second].map((id) => ({ kind: "MUSIC", id })),
    );
  type Report = { mediaId?: string; reason?: string; note?: string; eventId?: string };
  const report = (more: Report = {}, as = company.users.manager) =>
    at.as(as).reportSong({
      body: { eventId: randomUUID(), mediaId: `song-${first}`, reason: "style", ...more },
    } as never);
  /** A report of another store of the company, whose player nobody signs in here. */
  const reportOf = async ({ companyId, stores }: TestCompany, index: number, songId = first) => {
    const [row] = await at.database.db
      .insert(table.songReport)
      .values({
        companyId,
        storeId: stores[index]?.id ?? 0,
        songId,
        reason: "other",
        eventId: randomUUID(),
        reportedAt: now,
      })
      .returning({ id: table.songReport.id });
    return row?.id ?? 0;
  };
  const list = async (query: object = {}, as = company.users.admin) =>
    at.as(as).listSongReports({ query }).answer;
  const settle = (id: number, body: object, as = company.users.admin) =>
    at.as(as).settleSongReport({ params: { id }, body } as never);
  const notices = () =>
    at.database.db
      .select({ userId: table.notification.userId, title: table.notification.title })
      .from(table.notification);

  test("a second report of a song renews the open one, and the music manager hears of it once", async () => {
    const [store] = company.stores;
    await report({ reason: "too-often", note: " Third time  today " });
    at.clock.now += 60_000;
    await report({ reason: "customers" });
    await report({ mediaId: `song-${second}-9f3a01bc` });
    const { data, page } = await list();
    expect(page.total).toBe(2);
    expect(data.find(({ songId }) => songId === first)).toMatchObject({
      storeName: store?.name,
      title: "Heard",
      artist: "Artist",
      reason: "customers",
      note: null,
      times: 2,
      reportedAt: new Date(at.clock.now).toISOString(),
      outcome: null,
    });
    // the bell has one unread notice of the company for each music manager, and nobody else hears
    const bell = await notices();
    expect(bell.map(({ title }) => title)).toEqual([
      `${store?.name} reported the song “Heard”`,
      `${store?.name} reported the song “Heard”`,
    ]);
    const managers = await at.database.db
      .select({ id: table.appUser.id })
      .from(table.appUser)
      .where(
        sql`${table.appUser.role} = 'ROLE_Fever_Music_Manager' and ${table.appUser.companyId} = ${provider.companyId}`,
      );
    expect(bell.map(({ userId }) => userId).sort()).toEqual(managers.map(({ id }) => id).sort());
    await at.as(provider.staff.Fever_Music_Admin).updateNotificationCount({ body: { count: 0 } });
    await settle(data.find(({ songId }) => songId === first)?.id ?? 0, { outcome: "kept" });
    await report({ reason: "style" });
    expect(await notices()).toHaveLength(3);
  });

  test("a report that is sent again counts once, before and after it is settled", async () => {
    const eventId = randomUUID();
    const answer = await report({ eventId });
    at.clock.now += 60_000;
    expect(await report({ eventId })).toEqual(answer);
    const [row] = (await list()).data;
    expect(row).toMatchObject({ times: 1 });
    await settle(row?.id ?? 0, { outcome: "kept", answer: "It is new, give it a week" });
    expect(await report({ eventId })).toEqual(answer);
    expect((await list()).page.total).toBe(0);
    expect((await list({ state: "settled" })).data).toMatchObject([
      {
        outcome: "kept",
        answer: "It is new, give it a week",
        settledBy: company.users.admin,
        settledAt: new Date(at.clock.now).toISOString(),
      },
    ]);
    // a new report after that is a new one
    await report();
    expect((await list()).page.total).toBe(1);
    const actions = await at.database.db
      .select({ action: table.auditLog.action })
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, company.companyId))
      .orderBy(desc(table.auditLog.id));
    expect(actions.map(({ action }) => action)).toEqual([
      "song reported",
      "song report settled",
      "song reported",
    ]);
  });

  test("only songs of the store's own logs can be reported, and only by its player", async () => {
    expect(await report({ mediaId: `song-${unheard}` }).errors).toEqual({
      mediaId: "None of the store's logs has this song.",
    });
    for (const wrong of [
      { mediaId: "spot-1" },
      { mediaId: "song-0" },
      { reason: "boring" },
      { note: "x".repeat(201) },
      { eventId: "1" },
    ])
      expect(await report(wrong).status).toBe(422);
    expect(await report({}, company.users.admin).status).toBe(403);
    // a song of another company's log is unknown here
    expect(await report({}, other.users.manager).status).toBe(422);
    expect((await list()).page.total).toBe(0);
  });

  test("people see and settle the reports of their own stores alone", async () => {
    const north = await reportOf(company, 0);
    const south = await reportOf(company, 4);
    const foreign = await reportOf(other, 0);
    const idsOf = async (query: object, as = company.users.admin) =>
      (await list(query, as)).data.map(({ id }) => id).sort();
    expect(await idsOf({})).toEqual([north, south]);
    expect((await list({}, company.users.regional)).data).toMatchObject([
      { id: north, otherStores: 0 },
    ]);
    expect((await list()).data.map(({ otherStores }) => otherStores)).toEqual([1, 1]);
    expect(await idsOf({ search: company.stores[4]?.name })).toEqual([south]);
    expect(await idsOf({ reason: "sound" })).toEqual([]);
    expect(await at.as(company.users.manager).listSongReports().status).toBe(403);
    expect(await at.as(provider.staff.Fever_Admin_Ops).listSongReports().status).toBe(403);
    const query = { companyId: other.companyId };
    expect(await idsOf(query, provider.staff.Fever_Music_Limited)).toEqual([foreign]);
    for (const [id, as] of [
      [south, company.users.regional],
      [foreign, company.users.admin],
      [999_999_999, company.users.admin],
    ] as const) {
      expect(await at.as(as).findSongReport({ params: { id } }).status).toBe(404);
      expect(await settle(id, { outcome: "kept" }, as).status).toBe(404);
    }
    // to keep a song settles the one report
    expect(await settle(north, { outcome: "kept" }, company.users.regional)).toEqual({
      settled: 1,
    });
    expect(await idsOf({})).toEqual([south]);
    expect((await settle(north, { outcome: "kept" }).errors).outcome).toBe(
      `${company.users.regional} has already settled this report.`,
    );
  });

  test("a song counts as gone once it is out of the company's charts, or inactive", async () => {
    const { db } = at.database;
    const reports = [await reportOf(company, 0), await reportOf(company, 4)];
    const ofOther = await reportOf(other, 0);
    const [chart] = await db
      .insert(table.chart)
      .values({ companyId: company.companyId, name: "Mornings" })
      .returning({ id: table.chart.id });
    const chartId = chart?.id ?? 0;
    await db
      .insert(table.chartSong)
      .values({ companyId: company.companyId, chartId, songId: first, position: 1 });
    const [id = 0] = reports;
    expect(await at.as(company.users.admin).findSongReport({ params: { id } })).toMatchObject({
      charts: [{ id: chartId, chartName: "Mornings" }],
      mayChangeCharts: true,
    });
    const asRegional = at.as(company.users.regional).findSongReport({ params: { id } });
    expect(await asRegional).toMatchObject({ mayChangeCharts: false });
    expect((await settle(id, { outcome: "charts" }).errors).outcome).toBe(
      "“Heard” is still in the chart “Mornings”.",
    );
    expect((await settle(id, { outcome: "withdrawn" }).errors).outcome).toBe(
      "“Heard” is still active in the music library.",
    );
    await at
      .as(company.users.admin)
      .removeCustomChartSongs({ query: { chartId, songIds: String(first) } });
    expect(await settle(id, { outcome: "charts" })).toEqual({ settled: 2 });
    // elsewhere the same song still waits, until it is withdrawn for all
    await at
      .as(provider.staff.Fever_Music_Admin)
      .changeSongs({ body: { ids: [first], set: { status: "inactive" } } });
    const query = { companyId: other.companyId };
    const call = { params: { id: ofOther }, query, body: { outcome: "withdrawn" as const } };
    expect(await at.as(provider.staff.Fever_Music_Limited).settleSongReport(call)).toEqual({
      settled: 1,
    });
    const [row] = (await list({ state: "settled" }, other.users.admin)).data;
    expect(row).toMatchObject({ outcome: "withdrawn", songStatus: "inactive" });
  });

  test("of two people who settle a report at once, one does", async () => {
    const id = await reportOf(company, 0);
    const replies = await Promise.all(
      [company.users.admin, company.users.regional].map(
        (as) => settle(id, { outcome: "kept" }, as).reply,
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.skipIf(engine === "embedded")("the same report twice at a moment counts once", async () => {
    const [store] = company.stores;
    const eventId = randomUUID();
    await at.database.dedicated(async (client) => {
      await client.query("begin");
      await client.query(
        "insert into song_report (company_id, store_id, song_id, reason, event_id, reported_at) values ($1, $2, $3, 'style', $4, now())",
        [company.companyId, store?.id, first, eventId],
      );
      const again = report({ eventId }).answer;
      await somebodyWaits(client);
      await client.query("commit");
      await again;
    });
    expect((await list()).data).toMatchObject([{ times: 1, songId: first }]);
    expect(await notices()).toEqual([]);
  });
});
