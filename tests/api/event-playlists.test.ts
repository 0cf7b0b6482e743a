import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupDay } from "#contract/schedule/endpoints";
import type { MusicLine } from "#contract/schedule/playlist-lines";
import { auditLog, eventPlaylist, song, store, storeHours } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
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

  const evening = {
    name: "Diwali",
    startsOn: tomorrow,
    endsOn: tomorrow,
    weekdays: everyDay,
    fromMinute: 1020,
    toMinute: 1080,
  };
  const form = { ...evening, priority: 5, mode: "ORDER" as const };
  const groupId = (of = company) => of.north.groupIds[0] ?? 0;
  const add = (body: object, as = company.users.admin) =>
    platform.as(as).addEventPlaylist({ body: { ...form, ...body } });
  const setSongs = (
    eventId: number,
    songIds: number[],
    as = company.users.admin,
    version?: number,
  ) => platform.as(as).changeEventSongs({ body: { eventId, songIds, version } });
  const show = (id: number, as = company.users.admin) =>
    platform.as(as).findEventPlaylist({ params: { id } });
  const list = (query: object = {}, as = company.users.admin) =>
    platform.as(as).listEventPlaylists({ query });
  const actionsOn = async (itemId: number) =>
    (
      await platform.database.db
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(and(eq(auditLog.itemKind, "event playlist"), eq(auditLog.itemId, String(itemId))))
        .orderBy(auditLog.id)
    ).map(({ action }) => action);
  const eventsOf = ({ companyId }: TestCompany) =>
    platform.database.db.$count(eventPlaylist, eq(eventPlaylist.companyId, companyId));

  it("are added, found, changed and removed with their songs and image [AUD-1]", async () => {
    const { id } = await add({ groupIds: [groupId()] });
    expect(await setSongs(id, library.songIds.slice(0, 3)).reply).toMatchObject({
      status: 200,
      body: { data: { songs: 3, version: 2 } },
    });
    const at = { query: { id } };
    await platform
      .as(company.users.admin)
      .setEventImage({ ...at, files: [fileOf(await picture("png"), "lamp.png")] });
    expect(await show(id)).toMatchObject({
      ...form,
      state: "upcoming",
      songs: 3,
      playable: 3,
      mayChange: true,
      version: 2,
      otherUnits: 0,
      units: [{ level: "GROUP", unitId: groupId(), name: "North group 1" }],
      imageFileId: expect.any(String),
      overlaps: [],
    });
    const changed = await platform.as(company.users.admin).changeEventPlaylist({
      body: {
        ...form,
        id,
        version: 2,
        name: "Diwali night",
        regionIds: [company.north.regionId],
      },
    }).reply;
    expect(changed).toMatchObject({ status: 200, body: { data: { id, version: 3 } } });
    expect(await show(id)).toMatchObject({
      name: "Diwali night",
      units: [{ level: "REGION" }],
      songs: 3,
    });
    await platform.as(company.users.admin).deleteEventImage(at);
    await platform.as(company.users.admin).removeEventPlaylist(at);
    expect(
      await platform.as(company.users.admin).findEventPlaylist({ params: { id } }).status,
    ).toBe(404);
    expect(await actionsOn(id)).toEqual(
      ["added", "songs changed", "image set", "changed", "image removed", "deleted"].map(
        (what) => `event playlist ${what}`,
      ),
    );
  });

  it("are made once, however often the same request comes", async () => {
    const before = await eventsOf(company);
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { ...form, wholeCompany: true };
    const [one, two] = await Promise.all(
      [1, 2].map(() => platform.as(company.users.admin).addEventPlaylist({ body, headers })),
    );
    expect(one?.id).toBe(two?.id);
    expect(await eventsOf(company)).toBe(before + 1);
    await platform.as(company.users.admin).removeEventPlaylist({ query: { id: one?.id ?? 0 } });
  });

  it("refuse what is wrong beside its field, and write nothing", async () => {
    const before = await eventsOf(company);
    const refused = (body: object) => add({ wholeCompany: true, ...body }).wrongFields;
    expect(await refused({ name: " " })).toEqual(["name"]);
    expect(await refused({ endsOn: "2026-05-11" })).toEqual(["endsOn"]);
    expect(await refused({ endsOn: "2027-12-31" })).toEqual(["endsOn"]);
    expect(await refused({ weekdays: [] })).toEqual(["weekdays"]);
    // tomorrow is a Tuesday
    expect(await refused({ weekdays: [0, 1, 3, 4, 5, 6] })).toEqual(["weekdays"]);
    expect(await refused({ fromMinute: 600, toMinute: 600 })).toEqual(["toMinute"]);
    expect(await refused({ priority: 10 })).toEqual(["priority"]);
    expect(await refused({ mode: "LOUD" })).toEqual(["mode"]);
    expect(await refused({ wholeCompany: false })).toEqual(["wholeCompany"]);
    expect(await eventsOf(company)).toBe(before);
    const { id } = await add({ wholeCompany: true });
    expect(await setSongs(id, [999_999_999]).status).toBe(404);
    expect(
      await setSongs(
        id,
        Array.from({ length: 201 }, (_, n) => n + 1),
      ).wrongFields,
    ).toEqual(["songIds"]);
    expect(
      await setSongs(id, library.songIds.slice(0, 2), company.users.admin, 7).wrongFields,
    ).toEqual(["version"]);
    await platform.as(company.users.admin).removeEventPlaylist({ query: { id } });
  });

  it("are nobody's of another company, and a location of another company is none [CTX-4]", async () => {
    const { id } = await add({ groupIds: [groupId()] });
    const theirs = other.users.admin;
    const calls = [
      platform.as(theirs).findEventPlaylist({ params: { id } }).reply,
      platform.as(theirs).changeEventPlaylist({ body: { ...form, id, wholeCompany: true } }).reply,
      platform.as(theirs).removeEventPlaylist({ query: { id } }).reply,
      platform.as(theirs).listEventSongs({ query: { eventId: id } }).reply,
      setSongs(id, [], theirs).reply,
      platform
        .as(theirs)
        .setEventImage({ query: { id }, files: [fileOf(await picture("png"), "lamp.png")] }).reply,
      platform.as(theirs).deleteEventImage({ query: { id } }).reply,
      add({ groupIds: [groupId()] }, theirs).reply,
      add({ storeIds: [company.stores[0]?.id ?? 0] }, theirs).reply,
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(
      Array(calls.length).fill(404),
    );
    expect((await list({}, theirs)).map((event) => event.id)).not.toContain(id);
    await platform.as(company.users.admin).removeEventPlaylist({ query: { id } });
  });

  it("are changed by who owns all their locations, and read by who inherits them [ROL-4] [CTX-3]", async () => {
    const { regional, group, admin } = company.users;
    const ofCompany = (await add({ name: "All", wholeCompany: true })).id;
    const ofBoth = (
      await add({ name: "Both", regionIds: [company.north.regionId, company.south.regionId] })
    ).id;
    const ofSouth = (await add({ name: "South", groupIds: [company.south.groupIds[0] ?? 0] })).id;
    const ofGroup = (await add({ name: "Group", groupIds: [groupId()] }, group)).id;
    const listEvents = async (as: string) =>
      (await list({ sort: "name" }, as)).map(({ name, mayChange }) => [name, mayChange]);
    expect(await listEvents(group)).toEqual([
      ["All", false],
      ["Both", false],
      ["Group", true],
    ]);
    expect(await show(ofBoth, regional)).toMatchObject({
      mayChange: false,
      units: [{ level: "REGION", name: "North" }],
      otherUnits: 1,
    });
    for (const id of [ofCompany, ofBoth]) {
      expect(await setSongs(id, library.songIds.slice(0, 2), regional).status).toBe(403);
      expect(await platform.as(regional).removeEventPlaylist({ query: { id } }).status).toBe(403);
    }
    expect(await setSongs(ofSouth, [], regional).status).toBe(404);
    // above their own
    expect(await add({ regionIds: [company.north.regionId] }, group).status).toBe(403);
    expect(await add({ wholeCompany: true }, regional).status).toBe(403);
    await setSongs(ofGroup, library.songIds.slice(0, 2), regional);
    // nor can one's own event be handed to others
    const handed = {
      ...form,
      id: ofGroup,
      groupIds: [groupId()],
      regionIds: [company.north.regionId],
    };
    expect(await platform.as(group).changeEventPlaylist({ body: handed }).status).toBe(403);
    for (const id of [ofCompany, ofBoth, ofSouth, ofGroup])
      await platform.as(admin).removeEventPlaylist({ query: { id } });
  });

  it("are listed by state, location and name, page by page", async () => {
    const owner = await makeCompany(platform.database);
    const as = owner.users.admin;
    await add(
      { name: "Past", startsOn: "2026-05-01", endsOn: "2026-05-10", wholeCompany: true },
      as,
    );
    await add(
      {
        name: "Running",
        startsOn: "2026-05-01",
        endsOn: "2026-05-11",
        regionIds: [owner.south.regionId],
      },
      as,
    );
    await add({ name: "Coming", groupIds: [groupId(owner)] }, as);
    const names = async (query: object) => (await list(query, as)).map(({ name }) => name);
    expect(await names({})).toEqual(["Coming", "Running", "Past"]);
    for (const [state, name] of Object.entries({
      past: "Past",
      running: "Running",
      upcoming: "Coming",
    }))
      expect(await names({ state })).toEqual([name]);
    expect(await names({ groupId: groupId(owner), sort: "name" })).toEqual(["Coming", "Past"]);
    expect(await names({ search: "nin" })).toEqual(["Running"]);
    const { page } = await platform.as(as).listEventPlaylists({ query: { limit: 2, sort: "name" } })
      .answer;
    expect(page).toMatchObject({ total: 3, next: expect.any(String) });
    expect(await names({ limit: 2, sort: "name", cursor: page?.next })).toEqual(["Running"]);
    // another company's group is none
    expect(await list({ groupId: groupId() }, as).status).toBe(404);
  });

  it("tell what they overlap and which of two plays", async () => {
    const owner = await makeCompany(platform.database);
    const as = owner.users.admin;
    const north = owner.north.regionId;
    const wide = (await add({ name: "Wide", wholeCompany: true, priority: 9 }, as)).id;
    const low = (await add({ name: "Low", regionIds: [north], priority: 2 }, as)).id;
    await add({ name: "Another hour", regionIds: [north], fromMinute: 600, toMinute: 660 }, as);
    await add({ name: "Elsewhere", regionIds: [owner.south.regionId] }, as);
    const check = async (body: object) =>
      (await platform.as(as).checkEventPlaylist({ body: { ...form, ...body } })).overlaps.map(
        ({ name, plays, because }) => [name, plays, because],
      );
    expect(await check({ regionIds: [north], priority: 2 })).toEqual([
      ["Wide", "THIS", "LOCATION"],
      ["Low", "THIS", "LATER"],
    ]);
    expect(await check({ regionIds: [north], priority: 1 })).toContainEqual([
      "Low",
      "OTHER",
      "PRIORITY",
    ]);
    expect(await check({ groupIds: [groupId(owner)], priority: 1 })).toContainEqual([
      "Low",
      "THIS",
      "LOCATION",
    ]);
    // past midnight: the night before reaches into the next day's first hours
    const night = {
      startsOn: "2026-05-11",
      endsOn: "2026-05-11",
      fromMinute: 1380,
      toMinute: 2500,
    };
    expect(await check({ ...night, wholeCompany: true, priority: 1 })).toContainEqual([
      "Wide",
      "OTHER",
      "PRIORITY",
    ]);
    expect((await show(low, as)).overlaps.map(({ id, plays }) => [id, plays])).toEqual([
      [wide, "THIS"],
    ]);
  });

  it("lets its maker take a change of songs back, unless somebody changed them again", async () => {
    const { id } = await add({ wholeCompany: true });
    const [first = 0, second = 0, third = 0] = library.songIds;
    await setSongs(id, [first, second]);
    const change = await setSongs(id, [second]).reply;
    const undo = (undoOf: string | null) =>
      platform
        .as(company.users.admin)
        .changeEventSongs({ body: { eventId: id, undoOf: undoOf ?? "" } });
    await undo(change.headers.get("X-Request-Id"));
    const songs = async () =>
      (await platform.as(company.users.admin).listEventSongs({ query: { eventId: id } })).songs.map(
        ({ songId }) => songId,
      );
    expect(await songs()).toEqual([first, second]);
    const again = await setSongs(id, [first]).reply;
    await setSongs(id, [third, first]);
    expect(await undo(again.headers.get("X-Request-Id")).wrongFields).toEqual(["undoOf"]);
    expect(await songs()).toEqual([third, first]);
    await platform.as(company.users.admin).removeEventPlaylist({ query: { id } });
  });

  describe("in a day", () => {
    let owner: TestCompany;
    let as: string;
    const ids = () => library.songIds.slice(0, 30);
    const preview = (day = tomorrow) =>
      platform.as(as).previewGroupDay({ query: { groupId: groupId(owner), day } });
    const storeDay = (storeId: number) =>
      platform.as(as).storeAudioLog({ query: { storeId, day: tomorrow } });
    const music = ({ hours }: Pick<GroupDay, "hours">) =>
      hours
        .flatMap(({ lines }) => lines)
        .filter((line): line is MusicLine => line.kind === "MUSIC");
    const during = (day: Pick<GroupDay, "hours">) =>
      music(day).filter(
        ({ startSeconds }) => 17 * 3600 <= startSeconds && startSeconds < 18 * 3600,
      );

    beforeAll(async () => {
      owner = await makeCompany(platform.database);
      as = owner.users.admin;
      const timeSlotId = await makeSlot(platform.database, owner.companyId);
      await makeSpots(platform.database, owner.companyId);
      await platform
        .as(as)
        .addMasterRule({ body: { timeSlotId, ...ruleOver([library.thirds, 100]) } });
    });

    it("take over and give back on the second, in the group and in its stores' logs", async () => {
      const before = await preview();
      expect(music(before).every(({ reason }) => reason.event === null)).toBe(true);
      const { id } = await add({ groupIds: [groupId(owner)] }, as);
      // it has no songs yet
      expect(music(await preview()).every(({ reason }) => reason.event === null)).toBe(true);
      await setSongs(id, ids(), as);
      const day = await preview();
      expect(day.id).not.toBe(before.id); // the draft was made anew
      for (const { startSeconds, durationSeconds, reason } of music(day)) {
        const isWithin = 17 * 3600 <= startSeconds && startSeconds < 18 * 3600;
        expect(reason.event?.name ?? null).toBe(isWithin ? "Diwali" : null);
        for (const border of [17 * 3600, 18 * 3600])
          expect(startSeconds < border && border < startSeconds + durationSeconds).toBe(false);
      }
      expect(during(day)[0]?.reason).toMatchObject({
        stage: "EVENT",
        category: null,
        event: {
          id,
          name: "Diwali",
          source: { level: "GROUP", unitId: groupId(owner), name: "North group 1" },
        },
      });
      const swap = during(day)[1];
      const { candidates, position } = await platform
        .as(as)
        .swapCandidates({ query: { id: day.id, index: swap?.index ?? 0 } });
      expect(position).toMatchObject({ title: swap?.title, eventName: "Diwali" });
      expect(candidates.length).toBeGreaterThan(0); // its own songs alone may take a place of it
      for (const { songId, chartName } of candidates)
        expect([ids().includes(songId), chartName]).toEqual([true, "Diwali"]);
      const inOrder = during(day).flatMap(({ songId }) =>
        ids().includes(songId) ? [ids().indexOf(songId)] : [],
      );
      const [one = 0, two = 0] = inOrder; // what follows is fitted to the ad at twenty past
      expect(two).toBeGreaterThan(one);
      // songs of the chart wait for their rest
      for (const { reason } of during(day).filter(({ reason }) => reason.stage === "EVENT"))
        expect(reason.rest.seconds ?? 7200).toBeGreaterThanOrEqual(7200);
      await platform.as(as).changePlaylist({ body: { id: day.id, change: "publish" } });
      const [first] = owner.stores.filter((one) => one.groupId === groupId(owner));
      expect(music(await storeDay(first?.id ?? 0)).map(({ songId }) => songId)).toEqual(
        music(day).map(({ songId }) => songId),
      );
      // it was published with the event
      expect(await show(id, as)).toMatchObject({ publishedDays: 0, draftDays: 0 });
      // a published day waits for a person
      platform.clock.now += 60_000;
      await platform
        .as(as)
        .changeEventPlaylist({ body: { ...form, id, groupIds: [groupId(owner)], toMinute: 1050 } });
      expect(await preview()).toMatchObject({ id: day.id, inputsChanged: true });
      expect(await show(id, as)).toMatchObject({ publishedDays: 1 });
      const { id: anew } = await platform
        .as(as)
        .changePlaylist({ body: { id: day.id, change: "regenerate" } });
      await platform.as(as).changePlaylist({ body: { id: anew, change: "publish" } });
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("take effect on published days by one press, and once", async () => {
      platform.clock.now += 60_000;
      const { id } = await add({ groupIds: [groupId(owner)] }, as);
      await setSongs(id, ids(), as);
      const before = await preview();
      expect(before).toMatchObject({ state: "published", inputsChanged: true });
      expect(during(before).every(({ reason }) => reason.event?.id !== id)).toBe(true);
      const press = (by = as) => platform.as(by).publishEventDays({ body: { id } });
      expect(await press(other.users.admin).status).toBe(404);
      expect(await press()).toEqual({ days: 1, left: 0 });
      const day = await preview();
      expect(day).toMatchObject({ state: "published", inputsChanged: false });
      expect(during(day)[0]?.reason.event?.id).toBe(id);
      expect(await show(id, as)).toMatchObject({ publishedDays: 0 });
      expect(await press()).toEqual({ days: 0, left: 0 });
      const row = and(
        eq(auditLog.action, "group day published"),
        eq(auditLog.itemId, String(day.id)),
      );
      expect(await platform.database.db.$count(auditLog, row)).toBe(1);
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    /** Publishes a group's day as it would be made now. */
    const publish = async (day: string, ofGroup = groupId(owner)) => {
      const at = { query: { groupId: ofGroup, day } };
      const { id } = await platform.as(as).previewGroupDay(at);
      const { id: draftId } = await platform
        .as(as)
        .changePlaylist({ body: { id, change: "regenerate" } });
      await platform.as(as).changePlaylist({ body: { id: draftId, change: "publish" } });
    };
    const effects = async (id: number, by = as) => {
      const { publishedDays, publishedWithDraft } = await show(id, by);
      return [publishedDays, publishedWithDraft];
    };

    it("wait for a press also on a day on which a person locked a song meanwhile [PUB-1]", async () => {
      const date = "2026-05-22";
      await publish(date);
      const { id } = await add({ startsOn: date, endsOn: date, groupIds: [groupId(owner)] }, as);
      await setSongs(id, ids(), as);
      expect(await effects(id)).toEqual([1, 0]);
      const at = { query: { groupId: groupId(owner), day: date } };
      const day = await platform.as(as).previewGroupDay(at);
      const { index } = music(day)[2] ?? { index: 0 };
      const locked = await platform
        .as(as)
        .changePlaylist({ body: { id: day.id, change: "lock", index } });
      await platform.as(as).changePlaylist({ body: { id: locked.id, change: "publish" } });
      expect(await effects(id)).toEqual([1, 0]);
      expect(await platform.as(as).publishEventDays({ body: { id } })).toEqual({
        days: 1,
        left: 0,
      });
      expect(await effects(id)).toEqual([0, 0]);
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("count and publish days of the caller's own groups alone [PUB-1] [CTX-3]", async () => {
      const north = groupId(owner);
      const south = owner.south.groupIds[0] ?? 0;
      for (const one of [north, south]) await publish("2026-05-20", one);
      const days = { startsOn: "2026-05-20", endsOn: "2026-05-20" };
      const wide = (await add({ ...days, wholeCompany: true }, as)).id;
      await setSongs(wide, ids(), as);
      expect(await effects(wide)).toEqual([2, 0]);
      expect(await effects(wide, owner.users.regional)).toEqual([1, 0]);
      expect(
        await platform.as(owner.users.regional).publishEventDays({ body: { id: wide } }).status,
      ).toBe(403);
      const own = (await add({ ...days, regionIds: [owner.north.regionId] }, owner.users.regional))
        .id;
      expect(
        await platform.as(owner.users.regional).publishEventDays({ body: { id: own } }),
      ).toEqual({ days: 1, left: 0 });
      // it went out with the wide event as well, and the other region still waits for a press
      expect(await effects(wide)).toEqual([1, 0]);
      // a store's own people see no group, and publish none
      const [first] = owner.stores.filter((one) => one.groupId === north);
      const person = {
        role: "ROLE_Client_Admin" as const,
        level: "store" as const,
        units: [{ storeId: first?.id ?? 0 }],
      };
      const { username } = await makeUser(platform.database, owner.companyId, person);
      const inStore = (await add({ ...days, storeIds: [first?.id ?? 0] }, username)).id;
      expect(await effects(inStore)).toEqual([1, 0]);
      expect(await effects(inStore, username)).toEqual([0, 0]);
      expect(await platform.as(username).publishEventDays({ body: { id: inStore } })).toEqual({
        days: 0,
        left: 0,
      });
      for (const id of [wide, own, inStore])
        await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("leave a day with a draft to who made the draft [PUB-1]", async () => {
      const day = "2026-05-21";
      await publish(day);
      const { id } = await add({ startsOn: day, endsOn: day, groupIds: [groupId(owner)] }, as);
      await setSongs(id, ids(), as);
      expect(await effects(id)).toEqual([1, 0]);
      const { id: draftId } = await platform
        .as(as)
        .changePlaylist({ body: { id: (await preview(day)).id, change: "regenerate" } });
      expect(await effects(id)).toEqual([0, 1]);
      expect(await platform.as(as).publishEventDays({ body: { id } })).toEqual({
        days: 0,
        left: 0,
      });
      await platform.as(as).changePlaylist({ body: { id: draftId, change: "publish" } });
      expect(await effects(id)).toEqual([0, 0]);
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("wait for a press on days that play another version of it, and on no others [PUB-1]", async () => {
      const first = "2026-05-22";
      const second = "2026-05-23";
      const body = { ...form, startsOn: first, endsOn: second, groupIds: [groupId(owner)] };
      const { id } = await add(body, as);
      await setSongs(id, ids(), as);
      for (const day of [first, second]) await publish(day);
      platform.clock.now += 60_000;
      const save = (change: object) =>
        platform.as(as).changeEventPlaylist({ body: { ...body, ...change, id } });
      await save({});
      await save({ name: "Diwali night" });
      await platform
        .as(as)
        .setEventImage({ query: { id }, files: [fileOf(await picture("png"), "lamp.png")] });
      expect(await effects(id)).toEqual([0, 0]);
      await save({ toMinute: 1050 });
      expect(await effects(id)).toEqual([2, 0]);
      await save({});
      expect(await effects(id)).toEqual([0, 0]);
      // as a form would have it, before it is saved
      const shorter = { ...body, endsOn: first };
      const { publishedDays } = await platform
        .as(as)
        .checkEventPlaylist({ body: { ...shorter, id } });
      expect(publishedDays).toBe(1);
      await save({ endsOn: first });
      expect(await effects(id)).toEqual([1, 0]);
      expect(during(await preview(second)).some(({ reason }) => reason.event?.id === id)).toBe(
        true,
      );
      expect(await platform.as(as).publishEventDays({ body: { id } })).toEqual({
        days: 1,
        left: 0,
      });
      expect(during(await preview(second)).some(({ reason }) => reason.event?.id === id)).toBe(
        false,
      );
      expect(await effects(id)).toEqual([0, 0]);
      // a location that it left plays it until then as well
      await save({ endsOn: first, groupIds: [owner.south.groupIds[0] ?? 0] });
      expect(await effects(id)).toEqual([1, 0]);
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("count what may play by country, and a used-up list goes back to the day's mix [SCH-6]", async () => {
      const { db } = platform.database;
      const [first] = owner.stores.filter((one) => one.groupId === groupId(owner));
      const abroad = eq(store.id, first?.id ?? 0);
      const twelve = ids().slice(0, 12);
      await db
        .update(song)
        .set({ territories: ["IN"] })
        .where(inArray(song.id, twelve.slice(1)));
      await db.update(store).set({ country: "GB" }).where(abroad);
      platform.clock.now += 60_000;
      const { id } = await add({ groupIds: [groupId(owner)] }, as);
      await setSongs(id, twelve, as);
      const { seconds, countries } = await show(id, as);
      const lengths = await db
        .select({ id: song.id, seconds: song.durationSeconds })
        .from(song)
        .where(inArray(song.id, twelve));
      const sum = lengths.reduce((all, one) => all + one.seconds, 0);
      const one = lengths.find((length) => length.id === twelve[0])?.seconds;
      expect(seconds).toBe(sum);
      expect(
        countries.map(({ country, stores, playable, playableSeconds }) => [
          country,
          stores,
          playable,
          playableSeconds,
        ]),
      ).toEqual([
        ["GB", 1, 1, one],
        ["IN", 1, 12, sum],
      ]);
      await platform.as(as).publishEventDays({ body: { id } });
      const songIds = during(await storeDay(first?.id ?? 0)).map(({ songId }) => songId);
      expect(songIds.filter((songId) => twelve.includes(songId)).length).toBeLessThanOrEqual(1);
      expect(songIds.length).toBeGreaterThan(10);
      expect(new Set(songIds).size).toBe(songIds.length);
      await db.update(store).set({ country: "IN" }).where(abroad);
      await db.update(song).set({ territories: [] }).where(inArray(song.id, twelve));
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("of one store play in its log alone; the other stores keep to the group's day", async () => {
      const [first, second] = owner.stores.filter((one) => one.groupId === groupId(owner));
      const { id } = await add({ storeIds: [first?.id ?? 0], mode: "RULES" }, as);
      await setSongs(id, ids(), as);
      const { id: playlistId } = await platform
        .as(as)
        .changePlaylist({ body: { id: (await preview()).id, change: "regenerate" } });
      await platform.as(as).changePlaylist({ body: { id: playlistId, change: "publish" } });
      const group = await preview();
      expect(during(group).every(({ reason }) => reason.event === null)).toBe(true);
      const own = during(await storeDay(first?.id ?? 0));
      expect(own.map(({ reason }) => reason.event?.source.level)).toEqual(own.map(() => "STORE"));
      expect(own[0]?.reason.category).toMatchObject({ name: "Diwali", percent: 100 });
      expect(during(await storeDay(second?.id ?? 0)).map(({ songId }) => songId)).toEqual(
        during(group).map(({ songId }) => songId),
      );
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });

    it("hold past midnight in a shop that is open then, on the night before the date that follows", async () => {
      await platform.database.db
        .update(storeHours)
        .set({ opens: 1200, closes: 1560 })
        .where(eq(storeHours.companyId, owner.companyId));
      const day = "2026-05-14";
      const { id } = await add(
        { wholeCompany: true, startsOn: day, endsOn: day, fromMinute: 1410, toMinute: 1470 },
        as,
      );
      await setSongs(id, ids(), as);
      const eventPositions = music(await preview(day)).filter(({ reason }) => reason.event);
      expect(eventPositions[0]?.startSeconds).toBe(23.5 * 3600);
      const last = eventPositions.at(-1);
      expect((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0)).toBeLessThanOrEqual(
        24.5 * 3600,
      );
      expect((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0)).toBeGreaterThan(
        24.5 * 3600 - 10,
      );
      await platform.as(as).removeEventPlaylist({ query: { id } });
    });
  });
});
