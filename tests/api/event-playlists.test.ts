import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changePlaylist, type SwapCandidates, swapCandidates } from "#contract/schedule/day-changes";
import { type GroupDay, type MusicLine, previewGroupDay, type StoreDay, storeAudioLog } from "#contract/schedule/endpoints";
import * as contract from "#contract/schedule/event-playlists";
import { addMasterRule } from "#contract/schedule/master-rule";
import { auditLog, eventPlaylist, storeHours } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf, picture } from "../support/uploads.ts";

const tomorrow = "2026-05-12";
const everyDay = [0, 1, 2, 3, 4, 5, 6];

describe("event playlists [SCH-3]", () => {
  let platform: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let company: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now: new Date("2026-05-11T06:30:00Z") });
    provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
    [company, other] = [await makeCompany(platform.database), await makeCompany(platform.database)];
  });
  afterAll(() => platform?.close());

  const evening = { name: "Diwali", startsOn: tomorrow, endsOn: tomorrow, weekdays: everyDay, fromMinute: 1020, toMinute: 1080 };
  const form = { ...evening, priority: 5, mode: "ORDER" as const };
  const groupId = (of = company) => of.north.groupIds[0] ?? 0;
  const add = (body: object, as = company.users.admin) => platform.call(contract.addEventPlaylist, { body: { ...form, ...body } }, as);
  const idOf = (reply: Awaited<ReturnType<typeof add>>) => (reply.body.data as { id: number }).id;
  const setSongs = (eventId: number, songIds: number[], as = company.users.admin, version?: number) =>
    platform.call(contract.changeEventSongs, { body: { eventId, songIds, version } }, as);
  const show = async (id: number, as = company.users.admin) =>
    (await platform.call(contract.findEventPlaylist, { params: { id } }, as)).body.data as contract.EventRow & contract.EventEffects;
  const list = async (query: object = {}, as = company.users.admin) =>
    (await platform.call(contract.listEventPlaylists, { query }, as)).body.data as contract.EventRow[];
  const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.errors?.map(({ field }) => field)];
  const actionsOn = async (itemId: number) =>
    (
      await platform.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.itemKind, "event playlist"), eq(auditLog.itemId, String(itemId))))
        .orderBy(auditLog.id)
    ).map(({ action }) => action);
  const eventsOf = ({ companyId }: TestCompany) => platform.database.db.$count(eventPlaylist, eq(eventPlaylist.companyId, companyId));

  it("are added, found, changed and removed with their songs and image [AUD-1]", async () => {
    const id = idOf(await add({ groupIds: [groupId()] }));
    expect(await setSongs(id, library.songIds.slice(0, 3))).toMatchObject({ status: 200, body: { data: { songs: 3, version: 2 } } });
    const at = { query: { id } };
    const image = await platform.call(
      contract.setEventImage,
      { ...at, files: [fileOf(await picture("png"), "lamp.png")] },
      company.users.admin,
    );
    expect(image.status).toBe(201);
    expect(await show(id)).toMatchObject({
      ...form,
      ...{ state: "upcoming", songs: 3, playable: 3, mayChange: true, version: 2, otherUnits: 0 },
      units: [{ level: "GROUP", unitId: groupId(), name: "North group 1" }],
      imageFileId: expect.any(String),
      overlaps: [],
    });
    const changed = await platform.call(
      contract.changeEventPlaylist,
      { body: { ...form, id, version: 2, name: "Diwali night", regionIds: [company.north.regionId] } },
      company.users.admin,
    );
    expect(changed).toMatchObject({ status: 200, body: { data: { id, version: 3 } } });
    expect(await show(id)).toMatchObject({ name: "Diwali night", units: [{ level: "REGION" }], songs: 3 });
    expect((await platform.call(contract.deleteEventImage, at, company.users.admin)).status).toBe(200);
    expect((await platform.call(contract.removeEventPlaylist, at, company.users.admin)).status).toBe(200);
    expect((await platform.call(contract.findEventPlaylist, { params: { id } }, company.users.admin)).status).toBe(404);
    expect(await actionsOn(id)).toEqual(
      ["added", "songs changed", "image set", "changed", "image removed", "deleted"].map((what) => `event playlist ${what}`),
    );
  });

  it("are made once, however often the same request comes", async () => {
    const before = await eventsOf(company);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { ...form, wholeCompany: true };
    const replies = [1, 2].map(() => platform.call(contract.addEventPlaylist, { body, headers } as never, company.users.admin));
    const ids = (await Promise.all(replies)).map(idOf);
    expect(ids[0]).toBe(ids[1]);
    expect(await eventsOf(company)).toBe(before + 1);
    await platform.call(contract.removeEventPlaylist, { query: { id: ids[0] ?? 0 } }, company.users.admin);
  });

  it("refuse what is wrong beside its field, and write nothing", async () => {
    const before = await eventsOf(company);
    const refused = async (body: object) => fieldsOf(await add({ wholeCompany: true, ...body }));
    expect(await refused({ name: " " })).toEqual([422, ["name"]]);
    expect(await refused({ endsOn: "2026-05-11" })).toEqual([422, ["endsOn"]]);
    expect(await refused({ endsOn: "2027-12-31" })).toEqual([422, ["endsOn"]]);
    expect(await refused({ weekdays: [] })).toEqual([422, ["weekdays"]]);
    expect(await refused({ fromMinute: 600, toMinute: 600 })).toEqual([422, ["toMinute"]]);
    expect(await refused({ priority: 10 })).toEqual([422, ["priority"]]);
    expect(await refused({ mode: "LOUD" })).toEqual([422, ["mode"]]);
    expect(await refused({ wholeCompany: false })).toEqual([422, ["wholeCompany"]]);
    expect(await eventsOf(company)).toBe(before);
    const id = idOf(await add({ wholeCompany: true }));
    expect((await setSongs(id, [999_999_999])).status).toBe(404);
    expect(
      fieldsOf(
        await setSongs(
          id,
          Array.from({ length: 201 }, (_, n) => n + 1),
        ),
      ),
    ).toEqual([422, ["songIds"]]);
    expect(fieldsOf(await setSongs(id, library.songIds.slice(0, 2), company.users.admin, 7))).toEqual([422, ["version"]]);
    await platform.call(contract.removeEventPlaylist, { query: { id } }, company.users.admin);
  });

  it("are nobody's of another company, and a location of another company is none [CTX-4]", async () => {
    const id = idOf(await add({ groupIds: [groupId()] }));
    const theirs = other.users.admin;
    const calls = [
      platform.call(contract.findEventPlaylist, { params: { id } }, theirs),
      platform.call(contract.changeEventPlaylist, { body: { ...form, id, wholeCompany: true } }, theirs),
      platform.call(contract.removeEventPlaylist, { query: { id } }, theirs),
      platform.call(contract.listEventSongs, { query: { eventId: id } }, theirs),
      setSongs(id, [], theirs),
      platform.call(contract.setEventImage, { query: { id }, files: [fileOf(await picture("png"), "lamp.png")] }, theirs),
      platform.call(contract.deleteEventImage, { query: { id } }, theirs),
      add({ groupIds: [groupId()] }, theirs),
      add({ storeIds: [company.stores[0]?.id ?? 0] }, theirs),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(calls.length).fill(404));
    expect((await list({}, theirs)).map((event) => event.id)).not.toContain(id);
    await platform.call(contract.removeEventPlaylist, { query: { id } }, company.users.admin);
  });

  it("are changed by who owns all their locations, and read by who inherits them [ROL-4] [CTX-3]", async () => {
    const { regional, group, admin } = company.users;
    const ofCompany = idOf(await add({ name: "All", wholeCompany: true }));
    const ofBoth = idOf(await add({ name: "Both", regionIds: [company.north.regionId, company.south.regionId] }));
    const ofSouth = idOf(await add({ name: "South", groupIds: [company.south.groupIds[0] ?? 0] }));
    const ofGroup = idOf(await add({ name: "Group", groupIds: [groupId()] }, group));
    const seen = async (as: string) => (await list({ sort: "name" }, as)).map(({ name, mayChange }) => [name, mayChange]);
    expect(await seen(group)).toEqual([
      ["All", false],
      ["Both", false],
      ["Group", true],
    ]);
    expect(await show(ofBoth, regional)).toMatchObject({ mayChange: false, units: [{ level: "REGION", name: "North" }], otherUnits: 1 });
    for (const id of [ofCompany, ofBoth]) {
      expect((await setSongs(id, library.songIds.slice(0, 2), regional)).status).toBe(403);
      expect((await platform.call(contract.removeEventPlaylist, { query: { id } }, regional)).status).toBe(403);
    }
    expect((await setSongs(ofSouth, [], regional)).status).toBe(404);
    expect((await add({ regionIds: [company.north.regionId] }, group)).status).toBe(403); // above their own
    expect((await add({ wholeCompany: true }, regional)).status).toBe(403);
    expect((await setSongs(ofGroup, library.songIds.slice(0, 2), regional)).status).toBe(200);
    // nor can one's own event be handed to others
    const handed = { ...form, id: ofGroup, groupIds: [groupId()], regionIds: [company.north.regionId] };
    expect((await platform.call(contract.changeEventPlaylist, { body: handed }, group)).status).toBe(403);
    for (const id of [ofCompany, ofBoth, ofSouth, ofGroup]) await platform.call(contract.removeEventPlaylist, { query: { id } }, admin);
  });

  it("are listed by state, location and name, page by page", async () => {
    const owner = await makeCompany(platform.database);
    const as = owner.users.admin;
    await add({ name: "Past", startsOn: "2026-05-01", endsOn: "2026-05-10", wholeCompany: true }, as);
    await add({ name: "Running", startsOn: "2026-05-01", endsOn: "2026-05-11", regionIds: [owner.south.regionId] }, as);
    await add({ name: "Coming", groupIds: [groupId(owner)] }, as);
    const names = async (query: object) => (await list(query, as)).map(({ name }) => name);
    expect(await names({})).toEqual(["Coming", "Running", "Past"]);
    for (const [state, name] of Object.entries({ past: "Past", running: "Running", upcoming: "Coming" }))
      expect(await names({ state })).toEqual([name]);
    expect(await names({ groupId: groupId(owner), sort: "name" })).toEqual(["Coming", "Past"]);
    expect(await names({ search: "nin" })).toEqual(["Running"]);
    const { body } = await platform.call(contract.listEventPlaylists, { query: { limit: 2, sort: "name" } }, as);
    expect(body.page).toMatchObject({ total: 3, next: expect.any(String) });
    expect(await names({ limit: 2, sort: "name", cursor: body.page?.next })).toEqual(["Running"]);
    expect(await list({ groupId: groupId() }, as)).toBeUndefined(); // another company's group is none
  });

  it("tell what they overlap and which of two plays", async () => {
    const owner = await makeCompany(platform.database);
    const as = owner.users.admin;
    const [north] = [owner.north.regionId];
    const wide = idOf(await add({ name: "Wide", wholeCompany: true, priority: 9 }, as));
    const low = idOf(await add({ name: "Low", regionIds: [north], priority: 2 }, as));
    await add({ name: "Another hour", regionIds: [north], fromMinute: 600, toMinute: 660 }, as);
    await add({ name: "Elsewhere", regionIds: [owner.south.regionId] }, as);
    const check = async (body: object) => {
      const reply = await platform.call(contract.checkEventPlaylist, { body: { ...form, ...body } }, as);
      return (reply.body.data as contract.EventEffects).overlaps.map(({ name, plays, because }) => [name, plays, because]);
    };
    expect(await check({ regionIds: [north], priority: 2 })).toEqual([
      ["Wide", "THIS", "LOCATION"],
      ["Low", "THIS", "LATER"],
    ]);
    expect(await check({ regionIds: [north], priority: 1 })).toContainEqual(["Low", "OTHER", "PRIORITY"]);
    expect(await check({ groupIds: [groupId(owner)], priority: 1 })).toContainEqual(["Low", "THIS", "LOCATION"]);
    // past midnight: the night before reaches into the next day's first hours
    const night = { startsOn: "2026-05-11", endsOn: "2026-05-11", fromMinute: 1380, toMinute: 2500 };
    expect(await check({ ...night, wholeCompany: true, priority: 1 })).toContainEqual(["Wide", "OTHER", "PRIORITY"]);
    expect((await show(low, as)).overlaps.map(({ id, plays }) => [id, plays])).toEqual([[wide, "THIS"]]);
  });

  it("lets its maker take a change of songs back, unless somebody changed them again", async () => {
    const id = idOf(await add({ wholeCompany: true }));
    const [first = 0, second = 0, third = 0] = library.songIds;
    await setSongs(id, [first, second]);
    const change = await setSongs(id, [second]);
    const undo = (undoOf: string | null) =>
      platform.call(contract.changeEventSongs, { body: { eventId: id, undoOf: undoOf ?? "" } }, company.users.admin);
    expect((await undo(change.headers.get("X-Request-Id"))).status).toBe(200);
    const songs = async () => {
      const { body } = await platform.call(contract.listEventSongs, { query: { eventId: id } }, company.users.admin);
      return (body.data as { songs: contract.EventSong[] }).songs.map(({ songId }) => songId);
    };
    expect(await songs()).toEqual([first, second]);
    const again = await setSongs(id, [first]);
    await setSongs(id, [third, first]);
    expect(fieldsOf(await undo(again.headers.get("X-Request-Id")))).toEqual([422, ["undoOf"]]);
    expect(await songs()).toEqual([third, first]);
    await platform.call(contract.removeEventPlaylist, { query: { id } }, company.users.admin);
  });

  describe("in a day", () => {
    let owner: TestCompany;
    let as: string;
    const ids = () => library.songIds.slice(0, 30);
    const preview = async (day = tomorrow) =>
      (await platform.call(previewGroupDay, { query: { groupId: groupId(owner), day } }, as)).body.data as GroupDay;
    const storeDay = async (storeId: number) =>
      (await platform.call(storeAudioLog, { query: { storeId, day: tomorrow } }, as)).body.data as StoreDay;
    const music = ({ hours }: Pick<GroupDay, "hours">) =>
      hours.flatMap(({ lines }) => lines).filter((line): line is MusicLine => line.kind === "MUSIC");
    const during = (day: Pick<GroupDay, "hours">) =>
      music(day).filter(({ startSeconds }) => 17 * 3600 <= startSeconds && startSeconds < 18 * 3600);

    beforeAll(async () => {
      owner = await makeCompany(platform.database);
      as = owner.users.admin;
      const timeSlotId = await makeSlot(platform.database, owner.companyId);
      await makeSpots(platform.database, owner.companyId);
      await platform.call(addMasterRule, { body: { timeSlotId, ...ruleOver([library.thirds, 100]) } }, as);
    });

    it("take over and give back on the second, in the group and in its stores' logs", async () => {
      const before = await preview();
      expect(music(before).every(({ reason }) => reason.event === null)).toBe(true);
      const id = idOf(await add({ groupIds: [groupId(owner)] }, as));
      expect(music(await preview()).every(({ reason }) => reason.event === null)).toBe(true); // it has no songs yet
      await setSongs(id, ids(), as);
      const day = await preview();
      expect(day.id).not.toBe(before.id); // the draft was made anew
      for (const { startSeconds, durationSeconds, reason } of music(day)) {
        const isWithin = 17 * 3600 <= startSeconds && startSeconds < 18 * 3600;
        expect(reason.event?.name ?? null).toBe(isWithin ? "Diwali" : null);
        for (const border of [17 * 3600, 18 * 3600]) expect(startSeconds < border && border < startSeconds + durationSeconds).toBe(false);
      }
      expect(during(day)[0]?.reason).toMatchObject({
        ...{ stage: "EVENT", category: null },
        event: { id, name: "Diwali", source: { level: "GROUP", unitId: groupId(owner), name: "North group 1" } },
      });
      const swap = during(day)[1];
      const { body } = await platform.call(swapCandidates, { query: { id: day.id, index: swap?.index ?? 0 } }, as);
      const { candidates, position } = body.data as SwapCandidates;
      expect(position).toMatchObject({ title: swap?.title, eventName: "Diwali" });
      expect(candidates.length).toBeGreaterThan(0); // its own songs alone may take a place of it
      for (const { songId, chartName } of candidates) expect([ids().includes(songId), chartName]).toEqual([true, "Diwali"]);
      const inOrder = during(day).flatMap(({ songId }) => (ids().includes(songId) ? [ids().indexOf(songId)] : []));
      expect(inOrder.slice(0, 2)).toEqual([0, 1]); // what follows is fitted to the ad at twenty past
      const published = await platform.call(changePlaylist, { body: { id: day.id, change: "publish" } }, as);
      expect(published.status).toBe(200);
      const [first] = owner.stores.filter((one) => one.groupId === groupId(owner));
      expect(music(await storeDay(first?.id ?? 0)).map(({ songId }) => songId)).toEqual(music(day).map(({ songId }) => songId));
      expect(await show(id, as)).toMatchObject({ publishedDays: 1, draftDays: 0 });
      // a published day waits for a person
      await platform.call(contract.changeEventPlaylist, { body: { ...form, id, groupIds: [groupId(owner)], toMinute: 1050 } }, as);
      expect(await preview()).toMatchObject({ id: day.id, inputsChanged: true });
      const again = await platform.call(changePlaylist, { body: { id: day.id, change: "regenerate" } }, as);
      expect(again.status).toBe(200);
      await platform.call(contract.removeEventPlaylist, { query: { id } }, as);
    });

    it("of one store play in its log alone; the other stores keep to the group's day", async () => {
      const [first, second] = owner.stores.filter((one) => one.groupId === groupId(owner));
      const id = idOf(await add({ storeIds: [first?.id ?? 0], mode: "RULES" }, as));
      await setSongs(id, ids(), as);
      const { id: playlistId } = (await platform.call(changePlaylist, { body: { id: (await preview()).id, change: "regenerate" } }, as))
        .body.data as { id: number };
      expect((await platform.call(changePlaylist, { body: { id: playlistId, change: "publish" } }, as)).status).toBe(200);
      const group = await preview();
      expect(during(group).every(({ reason }) => reason.event === null)).toBe(true);
      const own = during(await storeDay(first?.id ?? 0));
      expect(own.map(({ reason }) => reason.event?.source.level)).toEqual(own.map(() => "STORE"));
      expect(own[0]?.reason.category).toMatchObject({ name: "Diwali", percent: 100 });
      expect(during(await storeDay(second?.id ?? 0)).map(({ songId }) => songId)).toEqual(during(group).map(({ songId }) => songId));
      await platform.call(contract.removeEventPlaylist, { query: { id } }, as);
    });

    it("hold past midnight in a shop that is open then, on the night before the date that follows", async () => {
      await platform.database.db.update(storeHours).set({ opens: 1200, closes: 1560 }).where(eq(storeHours.companyId, owner.companyId));
      const day = "2026-05-14";
      const id = idOf(await add({ wholeCompany: true, startsOn: day, endsOn: day, fromMinute: 1410, toMinute: 1470 }, as));
      await setSongs(id, ids(), as);
      const named = music(await preview(day)).filter(({ reason }) => reason.event);
      expect(named[0]?.startSeconds).toBe(23.5 * 3600);
      const last = named.at(-1);
      expect((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0)).toBeLessThanOrEqual(24.5 * 3600);
      expect((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0)).toBeGreaterThan(24.5 * 3600 - 10);
      await platform.call(contract.removeEventPlaylist, { query: { id } }, as);
    });
  });
});
