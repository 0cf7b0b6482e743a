import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupDay, GroupDays } from "#contract/schedule/endpoints";
import type { MusicLine } from "#contract/schedule/playlist-lines";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { publishGroupDays } from "#platform/modules/schedule/days/plan-days.service";
import { neighboursOf } from "#platform/modules/schedule/days/schedule-days";
import { findCurrentLog } from "#platform/modules/schedule/logs/store-logs.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine, freshPostgresDatabase, openTestDatabase } from "../support/database.ts";
import {
  bookSpot,
  makeChart,
  makeLibrary,
  makeSlot,
  makeSpots,
  ruleOver,
} from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSpot } from "../support/play-outs.ts";

const now = new Date("2026-05-11T06:30:00Z");
const tomorrow = "2026-05-12";
const dayAfter = "2026-05-13";

describe("schedule", () => {
  let platform: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let library: Awaited<ReturnType<typeof makeLibrary>>;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
  });
  afterAll(() => platform?.close());

  const companyWithRule = async () => {
    const company = await makeCompany(platform.database);
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    await makeSpots(platform.database, company.companyId);
    const body = { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) };
    return {
      ...company,
      timeSlotId,
      ruleId: (await platform.as(company.users.admin).addMasterRule({ body })).id,
      groupId: company.north.groupIds[0] ?? 0,
    };
  };
  const preview = (
    company: TestCompany,
    groupId: number,
    day = tomorrow,
    as = company.users.admin,
  ) => platform.as(as).previewGroupDay({ query: { groupId, day } });
  const storeDay = (company: TestCompany, storeId: number, day = tomorrow) =>
    platform.as(company.users.admin).storeAudioLog({ query: { storeId, day } });
  const publish = (id: number, as: string) =>
    platform.as(as).changePlaylist({ body: { id, change: "publish" } });
  const coming = async (company: TestCompany, groupId: number) =>
    (await platform.as(company.users.admin).previewByCompany({ query: {} })).find(
      (group) => group.groupId === groupId,
    )?.days ?? [];
  const callIn = ({ companyId }: TestCompany) => {
    const { database } = platform;
    return { scope: wholeCompany(companyId), database, db: database.db, now };
  };
  const lines = (day: { hours: GroupDay["hours"] }) => day.hours.flatMap(({ lines }) => lines);
  const music = (day: { hours: GroupDay["hours"] }) =>
    lines(day).filter((line): line is MusicLine => line.kind === "MUSIC");
  const order = (day: { hours: GroupDay["hours"] }) =>
    lines(day).map(({ kind, startSeconds, title }) => `${startSeconds} ${kind} ${title}`);
  const changeRule = (company: { ruleId: number; users: TestCompany["users"] }, version: number) =>
    platform.as(company.users.admin).changeMasterRule({
      body: { id: company.ruleId, version, ...ruleOver([library.popular, 100]) },
    });

  it("fills the open hours in the mix asked, and says why each song stands there", async () => {
    const company = await companyWithRule();
    const day = await preview(company, company.groupId);
    expect(day).toMatchObject({
      day: tomorrow,
      version: 1,
      state: "draft",
      inputsChanged: false,
      groupName: "North group 1",
    });
    expect(day.hours.map(({ hour }) => hour)).toEqual([
      9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    expect(
      lines(day)
        .filter(({ kind }) => kind === "TOH")
        .map(({ startSeconds }) => startSeconds % 3600),
    ).toEqual(Array(12).fill(0));
    const songs = music(day);
    expect(day.summary.songs).toBe(songs.length);
    for (const { expected, called } of day.summary.shares)
      expect(Math.abs(expected - called)).toBeLessThan(1);
    const last = new Map<string, number>();
    for (const { songId, startSeconds, reason } of songs) {
      const before = last.get(`${songId}`);
      if (before !== undefined && reason.relaxed.length === 0)
        expect(startSeconds - before).toBeGreaterThanOrEqual(120 * 60);
      last.set(`${songId}`, startSeconds);
      expect(reason.slot).toMatchObject({
        name: "All day",
        source: { level: "COMPANY", name: company.name },
      });
      expect(reason.rest.askedSeconds).toBe(120 * 60);
      if (reason.stage === "CATEGORY")
        expect(["Popular", "Thirds"]).toContain(reason.category?.name);
    }
  });

  it("gives the same day to whoever asks and however often, and another order the next day", async () => {
    const company = await companyWithRule();
    const first = await preview(company, company.groupId);
    const again = await Promise.all([
      preview(company, company.groupId),
      preview(company, company.groupId, tomorrow, company.users.group),
    ]);
    for (const { hours, id } of again)
      expect({ hours, id }).toEqual({ hours: first.hours, id: first.id });
    // a draft thrown away is made again to the same day: it comes of its inputs and of nothing else
    await platform.database.db
      .delete(table.groupPlaylist)
      .where(eq(table.groupPlaylist.companyId, company.companyId));
    expect((await preview(company, company.groupId)).hours).toEqual(first.hours);
    const next = await preview(company, company.groupId, dayAfter);
    expect(music(next).map(({ songId }) => songId)).not.toEqual(
      music(first).map(({ songId }) => songId),
    );
  });

  it("plays what the preview showed: published, and in the log of each store", async () => {
    const company = await companyWithRule();
    const [store] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    const previewed = await preview(company, company.groupId);
    const storePreview = await storeDay(company, store?.id ?? 0);
    expect(storePreview.logId).toBeNull();
    const published = await publish(previewed.id, company.users.admin).reply;
    expect(published).toMatchObject({
      status: 200,
      body: { message: "Published for 2 stores", data: { state: "published", version: 1 } },
    });
    const after = await preview(company, company.groupId);
    expect(after).toMatchObject({
      id: previewed.id,
      state: "published",
      publishedBy: company.users.admin,
    });
    expect(after.hours).toEqual(previewed.hours);
    const log = await storeDay(company, store?.id ?? 0);
    expect(order(log)).toEqual(order(previewed));
    expect(log.hours).toEqual(storePreview.hours);
    const stored = await findCurrentLog(
      wholeCompany(company.companyId),
      platform.database.db,
      store?.id ?? 0,
      tomorrow,
    );
    expect(stored?.id).toBe(log.logId);
    expect(stored?.positions.map(({ startsAt }) => startsAt)).toEqual(
      lines(log).map(
        ({ startSeconds }) => Date.parse(`${tomorrow}T00:00:00+05:30`) + startSeconds * 1000,
      ),
    );
    expect(JSON.stringify(stored?.positions).length / (stored?.positions.length ?? 1)).toBeLessThan(
      160,
    );
  });

  it("plays three bookings of one hour in the group's day and in each store's log [ADS-1]", async () => {
    const company = await companyWithRule();
    const { companyId } = company;
    const { db } = platform.database;
    const [ad] = await db
      .select()
      .from(table.spot)
      .where(and(eq(table.spot.companyId, companyId), eq(table.spot.kind, "AD")));
    const rival = await makeSpot(platform.database, companyId, "AD", "Rival sale");
    const exactTimes = Array.from({ length: 24 }, (_, hour) => hour * 60 + 20);
    for (const spotId of [ad?.id ?? 0, rival])
      await bookSpot(platform.database, companyId, spotId, { exactTimes });
    const day = await preview(company, company.groupId);
    await publish(day.id, company.users.admin);
    const [store] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    const log = await storeDay(company, store?.id ?? 0);
    for (const schedule of [day, log])
      for (const hour of schedule.hours) {
        const ads = hour.lines.filter(({ kind }) => kind === "AD").map(({ title }) => title);
        expect(ads.sort()).toEqual(["=Winter sale", "=Winter sale", "Rival sale"]);
      }
    expect(order(log)).toEqual(order(day));
    const stored = await findCurrentLog(wholeCompany(companyId), db, store?.id ?? 0, tomorrow);
    const bookings = await db
      .select()
      .from(table.campaign)
      .where(eq(table.campaign.companyId, companyId));
    expect(new Set(stored?.positions.flatMap(({ bookingId }) => bookingId ?? []))).toEqual(
      new Set(bookings.map(({ id }) => id)),
    );
  });

  it("cuts a store's day to its own hours and leaves its group's order otherwise", async () => {
    const company = await companyWithRule();
    const [, second] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    await platform.database.db
      .update(table.storeHours)
      .set({ opens: 660, closes: 1080 })
      .where(
        and(
          eq(table.storeHours.companyId, company.companyId),
          eq(table.storeHours.storeId, second?.id ?? 0),
        ),
      );
    const day = await preview(company, company.groupId);
    const log = await storeDay(company, second?.id ?? 0);
    expect(log.hours.map(({ hour }) => hour)).toEqual([11, 12, 13, 14, 15, 16, 17]);
    const planned = new Set(order(day));
    const plannedLines = order(log).filter((line) => planned.has(line));
    expect(plannedLines.length / order(log).length).toBeGreaterThan(0.8);
    for (const line of music(log))
      if (!planned.has(`${line.startSeconds} MUSIC ${line.title}`))
        expect(line.reason.difference).not.toBeNull();
  });

  it("marks drafts stale when the rule changes, and makes them anew", async () => {
    const company = await companyWithRule();
    const first = await preview(company, company.groupId);
    await preview(company, company.groupId, dayAfter);
    await publish(first.id, company.users.admin);
    expect((await coming(company, company.groupId)).map(({ state }) => state)).toEqual([
      "draft",
      "published",
      "draft",
      ...Array(4).fill("none"),
    ]);
    await changeRule(company, 1);
    const days = await coming(company, company.groupId);
    expect(days.map(({ state }) => state)).toEqual([
      "stale",
      "published",
      "stale",
      ...Array(4).fill("none"),
    ]);
    expect(days[1]).toMatchObject({ inputsChanged: true, playlistId: first.id });
    expect(
      music(await preview(company, company.groupId, dayAfter)).every(
        ({ reason }) => reason.category?.name === "Popular",
      ),
    ).toBe(true);
    const published = await preview(company, company.groupId);
    expect(published).toMatchObject({ id: first.id, inputsChanged: true, draftId: null });
    expect(published.hours).toEqual(first.hours);

    expect(
      await platform
        .as(company.users.admin)
        .changePlaylist({ body: { id: first.id, change: "regenerate" } }),
    ).toMatchObject({
      state: "draft",
      version: 2,
    });
    const { draftId } = await preview(company, company.groupId);
    const draft = await platform
      .as(company.users.admin)
      .findPlaylist({ params: { id: draftId ?? 0 }, query: {} });
    expect(draft).toMatchObject({ state: "draft", inputsChanged: false });
    await publish(draft.id, company.users.admin);
    const versions = (
      await platform
        .as(company.users.admin)
        .listPlaylists({ query: { groupId: company.groupId, day: tomorrow } }).reply
    ).body;
    expect((versions.data as { state: string }[]).map(({ state }) => state)).toEqual([
      "published",
      "superseded",
    ]);
    const logs = await platform.database.db
      .select({ playlistId: table.storeLog.playlistId })
      .from(table.storeLog)
      .where(
        and(
          eq(table.storeLog.companyId, company.companyId),
          eq(table.storeLog.day, tomorrow),
          isNull(table.storeLog.supersededAt),
        ),
      );
    expect(logs).toEqual([{ playlistId: draft.id }, { playlistId: draft.id }]);
  });

  it("marks a draft stale when its songs or its stores' hours change", async () => {
    const company = await companyWithRule();
    const stateAfter = async (change: () => Promise<unknown>) => {
      await preview(company, company.groupId);
      await change();
      return (await coming(company, company.groupId))[1]?.state;
    };
    const { db } = platform.database;
    const songId = library.songIds[0] ?? 0;
    expect(await stateAfter(async () => undefined)).toBe("draft");
    expect(
      await stateAfter(() =>
        db
          .delete(table.chartSong)
          .where(
            and(eq(table.chartSong.chartId, library.thirds), eq(table.chartSong.songId, songId)),
          ),
      ),
    ).toBe("stale");
    expect(
      await stateAfter(() =>
        db.update(table.song).set({ active: false }).where(eq(table.song.id, songId)),
      ),
    ).toBe("stale");
    const hours = and(
      eq(table.storeHours.companyId, company.companyId),
      eq(table.storeHours.weekday, 2),
    );
    expect(
      await stateAfter(() => db.update(table.storeHours).set({ closes: 1200 }).where(hours)),
    ).toBe("stale");
  });

  it("makes no other day stale by a day that is made anew [SCH-1]", async () => {
    const company = await companyWithRule();
    await preview(company, company.groupId, "2026-05-20");
    const { id } = await preview(company, company.groupId, dayAfter);
    const hours = async (day: string) =>
      music(await preview(company, company.groupId, day)).map(
        ({ songId, startSeconds }) => `${songId} ${Math.floor(startSeconds / 3600)}`,
      );
    const beside = [...(await hours(tomorrow)), ...(await hours("2026-05-14"))];
    const { db } = platform.database;
    const chosen = and(
      eq(table.groupPlaylist.companyId, company.companyId),
      eq(table.groupPlaylist.id, id),
    );
    await db
      .update(table.groupPlaylist)
      .set({ inputsDigest: "made from other hours" })
      .where(chosen);
    expect((await coming(company, company.groupId)).map(({ state }) => state)).toEqual([
      "draft",
      "draft",
      "stale",
      ...Array(4).fill("draft"),
    ]);
    const again = await preview(company, company.groupId, dayAfter);
    expect(again.id).not.toBe(id);
    expect((await hours(dayAfter)).filter((one) => beside.includes(one))).toEqual([]);
    expect((await coming(company, company.groupId)).every(({ state }) => state === "draft")).toBe(
      true,
    );
  });

  it("keeps a day's songs and seconds beside it, and a day rests from four weeks of them [SCH-1]", async () => {
    const company = await companyWithRule();
    const { id, hours } = await preview(company, company.groupId);
    const { db } = platform.database;
    const [stored] = await db
      .select()
      .from(table.groupPlaylist)
      .where(eq(table.groupPlaylist.id, id));
    const songs = music({ hours });
    expect([stored?.songIds, stored?.songStarts]).toEqual([
      songs.map(({ songId }) => songId),
      songs.map(({ startSeconds }) => startSeconds),
    ]);
    const scope = wholeCompany(company.companyId);
    const { songIds = [], songStarts = [] } = stored ?? {};
    const old = {
      companyId: company.companyId,
      groupId: company.groupId,
      inputsDigest: "",
      positions: [],
      summary: {},
      songStarts,
    };
    await db.insert(table.groupPlaylist).values([
      { ...old, day: "2026-04-14", version: 1, state: "published" as const, songIds },
      {
        ...old,
        day: "2026-04-14",
        version: 2,
        state: "draft" as const,
        songIds: songIds.map(() => 1),
      },
      { ...old, day: "2026-04-12", version: 1, state: "published" as const, songIds },
    ]);
    const neighbours = await neighboursOf(scope, db, {
      groupId: company.groupId,
      from: "2026-05-12",
      to: "2026-05-12",
    });
    expect(neighbours.map(({ day }) => day)).toEqual(["2026-04-14", "2026-05-11", "2026-05-12"]);
    expect(neighbours[0]).toEqual({ day: "2026-04-14", songIds, starts: songStarts });
  });

  it("publishes once, and refuses a draft that is not what would play any more", async () => {
    const company = await companyWithRule();
    const { id } = await preview(company, company.groupId);
    const answers = await Promise.all([
      publish(id, company.users.admin).reply,
      publish(id, company.users.admin).reply,
      publish(id, company.users.group).reply,
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const audits = await platform.database.db
      .select()
      .from(table.auditLog)
      .where(
        and(
          eq(table.auditLog.companyId, company.companyId),
          eq(table.auditLog.action, "group day published"),
        ),
      );
    expect(audits).toMatchObject([
      { itemId: String(id), itemName: `North group 1, ${tomorrow}`, after: { state: "published" } },
    ]);
    const next = await preview(company, company.groupId, dayAfter);
    await changeRule(company, 1);
    const stale = await publish(next.id, company.users.admin).reply;
    expect(stale).toMatchObject({ status: 422, body: { errors: [{ field: "id" }] } });
    expect((await coming(company, company.groupId))[2]?.state).toBe("stale");
  });

  it("refuses publishing to who may only preview, and days too far off or never planned", async () => {
    const company = await companyWithRule();
    const { id, mayChange } = await preview(
      company,
      company.groupId,
      tomorrow,
      company.users.limited,
    );
    expect(mayChange).toBe(true);
    expect(await publish(id, company.users.limited).status).toBe(403);
    expect(await publish(id, company.users.manager).status).toBe(403);
    expect(await publish(id, provider.staff.Fever_Admin_Ops).status).toBe(403);
    const refusal = async (day: string) =>
      (
        await platform
          .as(company.users.admin)
          .previewGroupDay({ query: { groupId: company.groupId, day } }).reply
      ).body.errors?.[0]?.message;
    expect(await refusal("2026-06-12")).toBe("Choose a day up to Jun 11 2026.");
    expect(await refusal("2026-05-01")).toBe(
      "Nothing was planned for this day. Choose today or a coming day.",
    );
  });

  it("gives and changes nothing by another company's or another scope's ids [CTX-4]", async () => {
    const company = await companyWithRule();
    const other = await companyWithRule();
    const south = company.south.groupIds[0] ?? 0;
    const inNorth = company.stores[0];
    const foreign = other.stores[0];
    const beside = company.stores.find(({ groupId }) => groupId === south);
    const foreignDay = await preview(other, other.groupId);
    const southDay = await preview(company, south);
    for (const as of [company.users.regional, company.users.zonal, company.users.group]) {
      for (const { groupId, id, storeId } of [
        { groupId: other.groupId, id: foreignDay.id, storeId: foreign?.id ?? 0 },
        { groupId: south, id: southDay.id, storeId: beside?.id ?? 0 },
      ]) {
        const answers = [
          await platform.as(as).previewGroupDay({ query: { groupId, day: tomorrow } }).reply,
          await platform.as(as).findPlaylist({ params: { id }, query: {} }).reply,
          await platform.as(as).playlistSongs({ query: { id } }).reply,
          await platform.as(as).storeAudioLog({ query: { storeId, day: tomorrow } }).reply,
          await platform.as(as).exportMusicSchedule({ query: { groupId, day: tomorrow } }).reply,
          await platform.as(as).exportMusicSchedule({ query: { storeId, day: tomorrow } }).reply,
          await publish(id, as).reply,
          await platform.as(as).changePlaylist({ body: { id, change: "regenerate" } }).reply,
        ];
        expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
        expect(await platform.as(as).listPlaylists({ query: { groupId, day: tomorrow } })).toEqual(
          [],
        );
      }
      const groups = await platform.as(as).previewByCompany({ query: {} });
      expect(groups.every(({ groupId }) => company.north.groupIds.includes(groupId ?? 0))).toBe(
        true,
      );
    }
    expect(
      await platform
        .as(company.users.admin)
        .previewByCompany({ query: { companyId: other.companyId } }).status,
    ).toBe(403);
    const states = await platform.database.db
      .select({ state: table.groupPlaylist.state })
      .from(table.groupPlaylist)
      .where(eq(table.groupPlaylist.id, southDay.id));
    expect(states).toEqual([{ state: "draft" }]);
    expect(await storeDay(company, inNorth?.id ?? 0)).toMatchObject({ storeId: inNorth?.id });
  });

  it("gives every group once, page by page, whatever letters its name has", async () => {
    const company = await makeCompany(platform.database);
    const regionId = company.north.regionId;
    const zoneId = company.north.zoneIds[0] ?? 0;
    await platform.database.db.insert(table.storeGroup).values(
      ["\u0130a", "\u0130b", "\u0130c"].map((name) => ({
        companyId: company.companyId,
        regionId,
        zoneId,
        name,
      })),
    );
    const groupIds: (number | null)[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < 10 && cursor !== null; page++) {
      const { body } = await platform
        .as(company.users.admin)
        .previewByCompany({ query: { limit: 1, cursor } }).reply;
      groupIds.push(...(body.data as GroupDays[]).map(({ groupId }) => groupId));
      cursor = body.page?.next;
    }
    // the stores without a group come last
    expect(groupIds).toHaveLength(8);
    expect(new Set(groupIds).size).toBe(8);
    expect(groupIds.at(-1)).toBeNull();
  });

  it("downloads a day of a group or a store, line by line with the reason", async () => {
    const company = await companyWithRule();
    const [store] = company.stores;
    const file = (query: object) =>
      platform.as(company.users.admin).exportMusicSchedule({ query: { ...query, day: tomorrow } });
    const csv = async (query: object) => (await file(query).text).trimEnd().split(/\r?\n/);
    expect(await file({ storeId: store?.id }).status).toBe(422);
    const group = await csv({ groupId: company.groupId });
    const day = await preview(company, company.groupId);
    expect(group).toHaveLength(1 + lines(day).length);
    expect(group[1]).toBe(
      `${company.name},North,North zone 1,North group 1,,,12/05/26,09:00:00,TOH,Chime,,8,,All day,TOP_OF_HOUR,`,
    );
    expect(group.some((row) => row.includes("'=Winter sale"))).toBe(true);
    await publish(day.id, company.users.admin);
    const log = await csv({ storeId: store?.id });
    expect(log).toHaveLength(group.length);
    expect(log[2]?.split(",").slice(4, 8)).toEqual([
      store?.code,
      store?.name,
      "12/05/26",
      expect.stringMatching(/^09:00:0/),
    ]);
    expect(log.slice(1).map((row) => row.split(",").slice(7))).toEqual(
      group.slice(1).map((row) => row.split(",").slice(7)),
    );
    const counted = await platform.as(company.users.admin).playlistSongs({ query: { id: day.id } });
    expect(counted.reduce((sum, { plays }) => sum + plays, 0)).toBe(day.summary.songs);
  });

  it.runIf(anyEngine === "postgres")(
    "downloads a day that was made just now, however far behind the replica is",
    async () => {
      const replica = await freshPostgresDatabase();
      const own = await openTestPlatform(anyEngine, {
        now,
        database: await openTestDatabase(anyEngine, { replicaUrl: replica.url }),
      });
      const { companyId } = await makeProvider(own.database);
      const { popular } = await makeLibrary(own.database, companyId);
      const { users, north, companyId: client } = await makeCompany(own.database);
      const body = {
        timeSlotId: await makeSlot(own.database, client),
        ...ruleOver([popular, 100]),
      };
      await own.as(users.admin).addMasterRule({ body });
      expect(
        (
          await own
            .as(users.admin)
            .exportMusicSchedule({ query: { groupId: north.groupIds[0], day: tomorrow } }).text
        )
          .trimEnd()
          .split("\n").length,
      ).toBeGreaterThan(100);
      await own.close();
    },
  );

  it("takes songs from the charts of the group's own rule alone, however thin", async () => {
    const company = await companyWithRule();
    const few = library.songIds.slice(40, 52);
    const thin = await makeChart(platform.database, company.companyId, "Thin", few);
    const rule = {
      groupId: company.groupId,
      timeSlotId: company.timeSlotId,
      ...ruleOver([thin, 100]),
    };
    await platform.as(company.users.admin).addMasterRule({ body: rule });
    const day = await preview(company, company.groupId);
    expect(music(day).every(({ songId }) => few.includes(songId))).toBe(true);
    expect(day.summary.violations.length).toBeGreaterThan(0);
    expect(day.summary.gaps).toEqual([]);
    const range = {
      groupIds: [...company.south.groupIds, company.groupId],
      from: "2026-05-11",
      to: tomorrow,
      publishedBy: "Plan",
    };
    expect(await publishGroupDays(callIn(company), range)).toBe(6);
    expect((await preview(company, company.groupId)).hours).toEqual(day.hours);
  });

  it("publishes a range of days of many groups in one go, each day as its preview would be", async () => {
    const company = await companyWithRule();
    const groupIds = [...company.north.groupIds, ...company.south.groupIds];
    const previewed = await preview(company, company.groupId, dayAfter);
    const range = { groupIds, from: "2026-05-11", to: dayAfter, publishedBy: "Nightly plan" };
    expect(await publishGroupDays(callIn(company), range)).toBe(12);
    expect(await publishGroupDays(callIn(company), range)).toBe(0);
    const after = await preview(company, company.groupId, dayAfter);
    expect(after).toMatchObject({
      state: "published",
      inputsChanged: false,
      publishedBy: "Nightly plan",
    });
    expect(after.hours).toEqual(previewed.hours);
    expect(
      (await coming(company, company.groupId))
        .slice(0, 3)
        .map(({ state, inputsChanged }) => [state, inputsChanged]),
    ).toEqual(Array(3).fill(["published", false]));
  });

  it("schedules no song without audio, and says how many each chart has [RUN-1] [SCH-1]", async () => {
    const company = await companyWithRule();
    const { db } = platform.database;
    const before = await preview(company, company.groupId);
    expect(before.withoutAudio).toEqual([]);
    // in "Popular" alone
    const lost = library.songIds.filter((_, place) => place % 3 !== 0).slice(0, 60);
    const setAudio = (audioFile: string | null) =>
      db
        .update(table.song)
        .set({ audioFile })
        .where(sql`${table.song.id} = any(${sql.param(lost)}::bigint[])`);
    await setAudio(null);
    expect((await coming(company, company.groupId))[1]?.state).toBe("stale");
    const after = await preview(company, company.groupId);
    expect(music(before).some(({ songId }) => lost.includes(songId))).toBe(true);
    expect(music(after).filter(({ songId }) => lost.includes(songId))).toEqual([]);
    expect(music(after).length).toBeGreaterThan(100);
    expect(after.withoutAudio).toEqual([{ categoryId: library.popular, songs: 60 }]);
    await setAudio("audio/any.wav");
    expect((await preview(company, company.groupId)).hours).toEqual(before.hours);
  });

  it("leaves out songs whose licence is for other countries than the store's", async () => {
    const company = await companyWithRule();
    const { db } = platform.database;
    const played = music(await preview(company, company.groupId)).map(({ songId }) => songId);
    const songId = played[0] ?? 0;
    await db
      .update(table.song)
      .set({ territories: ["GB"] })
      .where(eq(table.song.id, songId));
    expect(music(await preview(company, company.groupId)).map((line) => line.songId)).not.toContain(
      songId,
    );
    await db
      .update(table.store)
      .set({ country: "GB" })
      .where(eq(table.store.companyId, company.companyId));
    expect((await coming(company, company.groupId))[1]?.state).toBe("stale");
    expect(music(await preview(company, company.groupId)).map((line) => line.songId)).toContain(
      songId,
    );
    await db.update(table.song).set({ territories: [] }).where(eq(table.song.id, songId));
  });
});
