import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogue } from "#contract/library/catalogue";
import type { CatalogueKind } from "#contract/library/words";
import type { MusicLine } from "#contract/schedule/playlist-lines";
import { song } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const tuesday = "2026-05-12";
const wednesday = "2026-05-13";
const HOUR = 3600;

describe("Play windows", () => {
  let platform: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let songIds: number[];
  let company: TestCompany;
  let groupId: number;
  let timeSlotId: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now: new Date("2026-05-11T06:30:00Z") });
    provider = await makeProvider(platform.database);
    const library = await makeLibrary(platform.database, provider.companyId, 300);
    ({ songIds } = library);
    company = await makeCompany(platform.database);
    groupId = company.north.groupIds[0] ?? 0;
    timeSlotId = await makeSlot(platform.database, company.companyId);
    await platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } });
  });
  afterAll(() => platform?.close());

  const callsOf = (kind: CatalogueKind) => {
    const entry = catalogue.find(({ list }) => list.kind === kind);
    if (!entry) throw new Error(`no list ${kind}`);
    return entry.endpoints;
  };
  const manager = () => platform.as(provider.staff.Fever_Music_Limited);
  const addItem = async (kind: CatalogueKind, body: object) =>
    (
      (await manager().call(callsOf(kind).add, { body: { name: "Some", ...body } })) as {
        id: number;
      }
    ).id;
  const give = (ids: number[], values: Partial<typeof song.$inferInsert>) =>
    platform.database.db.update(song).set(values).where(inArray(song.id, ids));
  const preview = (day = tuesday) =>
    platform.as(company.users.admin).previewGroupDay({ query: { groupId, day } });
  const music = (schedule: Awaited<ReturnType<typeof preview>>) =>
    schedule.hours
      .flatMap(({ lines }) => lines)
      .filter((line): line is MusicLine => line.kind === "MUSIC");

  it("of a song and of its mood hold in each day, and are its reason [SCH-7]", async () => {
    const lunch = await addItem("play-window", { playFrom: "12:00", playTo: "14:00" });
    const party = await addItem("mood", { name: "Party" });
    await give(songIds.slice(0, 60), { playWindowId: lunch });
    await give(songIds.slice(50, 120), { moodId: party });
    const before = await preview();
    expect(before.inputsChanged).toBe(false);
    await platform
      .as(company.users.admin)
      .changePlaylist({ body: { id: before.id, change: "publish" } });
    const draft = await preview(wednesday);

    const evenings = { playFrom: "17:00", playTo: "02:00", playDays: [3] };
    await manager().call(callsOf("mood").change, { body: { id: party, ...evenings } });
    expect(await preview()).toMatchObject({ state: "published", inputsChanged: true });
    const after = await preview(wednesday);
    expect(after.hours).not.toEqual(draft.hours);
    const windowed = music(after).filter(({ reason }) => reason.windows);
    expect(windowed.length).toBeGreaterThan(20);
    for (const { songId, startSeconds, reason } of music(after)) {
      const place = songIds.indexOf(songId);
      const hour = startSeconds / HOUR;
      if (place < 60) expect(hour >= 12 && hour < 14).toBe(true);
      if (place >= 50 && place < 120) expect(hour).toBeGreaterThanOrEqual(17);
      if (place >= 120) expect(reason.windows).toBeUndefined();
      // no hour is in both windows
      expect(place >= 50 && place < 60).toBe(false);
    }
    expect(windowed.find(({ songId }) => songIds.indexOf(songId) >= 60)?.reason.windows).toEqual([
      { fromMinute: 17 * 60, toMinute: 26 * 60, weekdays: [3] },
    ]);
    await give(songIds, { playWindowId: null, moodId: null });
  });

  it("are closed all day for a whole chart: the fallback plays, and the day says so", async () => {
    const night = await addItem("play-window", {
      name: "Night",
      playFrom: "01:00",
      playTo: "05:00",
    });
    const nights = await makeChart(
      platform.database,
      company.companyId,
      "Nights",
      songIds.slice(0, 80),
    );
    await give(songIds.slice(0, 80), { playWindowId: night });
    const own = { groupId, timeSlotId, ...ruleOver([nights, 100]) };
    await platform.as(company.users.admin).addMasterRule({ body: own });
    const schedule = await preview(wednesday);
    expect(music(schedule).length).toBeGreaterThan(100);
    expect(music(schedule).every(({ songId }) => songIds.indexOf(songId) >= 80)).toBe(true);
    expect(new Set(music(schedule).map(({ reason }) => reason.stage))).toEqual(
      new Set(["FALLBACK"]),
    );
    expect(schedule.summary.gaps).toEqual([]);

    const { countries } = await platform.as(company.users.admin).checkMasterRule({ body: own });
    expect(countries[0]?.lines[0]).toMatchObject({ songs: 80, outsideWindow: 0, playable: 80 });
    const [early] = await platform.as(company.users.admin).listTimeSlots({ query: {} });
    const times = { fromMinute: 9 * 60, toMinute: 21 * 60 };
    await platform
      .as(company.users.admin)
      .changeTimeSlots({ body: { slots: [{ ...early, ...times }] } });
    const narrow = await platform.as(company.users.admin).checkMasterRule({ body: own });
    expect(narrow.countries[0]?.lines[0]).toMatchObject({
      songs: 80,
      outsideWindow: 80,
      notLicensed: 0,
      playable: 0,
    });
  });

  it("are refused by half, and stay when a change leaves them out", async () => {
    const errors = async (kind: CatalogueKind, body: object) =>
      (await manager().call(callsOf(kind).add, { body: { name: "Half", ...body } }).reply).body
        .errors;
    expect(await errors("play-window", {})).toEqual([
      { field: "playFrom", message: expect.any(String) },
      { field: "playTo", message: expect.any(String) },
    ]);
    expect(await errors("mood", { playFrom: "10:00" })).toEqual([
      { field: "playTo", message: "Enter when the window closes." },
    ]);
    expect(await errors("genre", { playDays: [1] })).toEqual([
      { field: "playFrom", message: "Enter when the window opens." },
    ]);
    expect(await errors("era", { playFrom: "10:00", playTo: "11:00" })).not.toBeUndefined();
    const id = await addItem("mood", {
      name: "Calm",
      playFrom: "06:00",
      playTo: "09:00",
      playDays: [0],
    });
    await manager().call(callsOf("mood").change, { body: { id, name: "Calmer" } });
    const now = async () => await manager().call(callsOf("mood").list, { query: { ids: [id] } });
    expect(await now()).toMatchObject([{ playFrom: "06:00", playTo: "09:00", playDays: [0] }]);
    const cleared = { playFrom: null, playTo: null };
    await manager().call(callsOf("mood").change, { body: { id, ...cleared } });
    expect(await now()).toMatchObject([{ playFrom: null, playTo: null, playDays: null }]);
  });
});
