import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GroupDay } from "#contract/schedule/endpoints";
import type { MusicLine } from "#contract/schedule/playlist-lines";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const today = "2026-05-11";
const tomorrow = "2026-05-12";
const dayAfter = "2026-05-13";

type Edit = {
  id: number;
  change: string;
  index?: number;
  hour?: number;
  songId?: number;
  version?: number;
};
type Head = {
  id: number;
  version: number;
  state: string;
  editedBy: string | null;
  editedHow: string | null;
};

describe("changing a group's day", () => {
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
      ruleId: (await platform.as(company.users.admin).addMasterRule({ body })).id,
      groupId: company.north.groupIds[0] ?? 0,
    };
  };
  type Company = Awaited<ReturnType<typeof companyWithRule>>;
  const preview = (company: Company, day = tomorrow) =>
    platform.as(company.users.admin).previewGroupDay({ query: { groupId: company.groupId, day } });
  const find = (company: TestCompany, id: number) =>
    platform.as(company.users.admin).findPlaylist({ params: { id }, query: {} });
  const send = (edit: Edit, as: string) => platform.as(as).changePlaylist({ body: edit as never });
  const change = async (company: TestCompany, edit: Edit) => {
    const { status, body } = await send(edit, company.users.admin).reply;
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return find(company, (body.data as Head).id);
  };
  const refusal = async (company: TestCompany, edit: Edit) => {
    const { status, body } = await send(edit, company.users.admin).reply;
    expect(status).toBe(422);
    return body.errors?.[0] as { field: string; message: string };
  };
  const lines = (day: Pick<GroupDay, "hours">) => day.hours.flatMap(({ lines }) => lines);
  const music = (day: Pick<GroupDay, "hours">) =>
    lines(day).filter((line): line is MusicLine => line.kind === "MUSIC");
  const order = (day: Pick<GroupDay, "hours">) =>
    lines(day).map(({ kind, startSeconds, title }) => `${startSeconds} ${kind} ${title}`);
  const inHour = (day: GroupDay, hour: number) =>
    order({ hours: day.hours.filter((one) => one.hour === hour) });
  const outsideHour = (day: GroupDay, hour: number) =>
    order({ hours: day.hours.filter((one) => one.hour !== hour) });
  const someSong = (day: GroupDay, hour: number, place = 4) => {
    const line = music({ hours: day.hours.filter((one) => one.hour === hour) })[place];
    if (!line) throw new Error("no song there");
    return line;
  };
  const candidatesFor = (company: TestCompany, id: number, index: number, search?: string) =>
    platform.as(company.users.admin).swapCandidates({ query: { id, index, search } });
  const versions = (company: Company, day = tomorrow) =>
    platform.as(company.users.admin).listPlaylists({ query: { groupId: company.groupId, day } });
  const audits = (company: TestCompany) =>
    platform.database.db
      .select()
      .from(table.auditLog)
      .where(
        and(
          eq(table.auditLog.companyId, company.companyId),
          eq(table.auditLog.itemKind, "group playlist"),
        ),
      );

  it("locks a song in a new version, keeps it through drafts, and lets it go [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const song = someSong(first, 14);
    const locked = await change(company, { id: first.id, change: "lock", index: song.index });
    expect(locked).toMatchObject({
      version: 2,
      state: "draft",
      editedHow: "lock",
      editedBy: company.users.admin,
      inputsChanged: false,
    });
    expect(order(locked)).toEqual(order(first));
    expect(music(locked).filter((line) => line.locked)).toMatchObject([
      { songId: song.songId, reason: song.reason },
    ]);
    expect((await preview(company)).id).toBe(locked.id);

    const body = { id: company.ruleId, version: 1, ...ruleOver([library.thirds, 100]) };
    await platform.as(company.users.admin).changeMasterRule({ body });
    const anew = await preview(company);
    expect(order(anew)).not.toEqual(order(first));
    expect(music(anew).filter((line) => line.locked)).toMatchObject([
      { songId: song.songId, startSeconds: song.startSeconds },
    ]);
    expect(anew.summary.gaps).toEqual([]);

    const lockedIndex = music(anew).find((line) => line.locked)?.index ?? 0;
    const free = await change(company, { id: anew.id, change: "unlock", index: lockedIndex });
    expect(music(free).filter((line) => line.locked)).toEqual([]);
    const again = await change(company, { id: free.id, change: "regenerate" });
    expect(music(again).some((line) => line.locked)).toBe(false);
    expect((await audits(company)).map(({ action }) => action)).toEqual([
      "song locked",
      "song unlocked",
      "group day regenerated",
    ]);
  });

  it("says of each song that may take a place what it would break [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const song = someSong(first, 12);
    const { candidates, position, room, total } = await candidatesFor(
      company,
      first.id,
      song.index,
    );
    expect(position).toMatchObject({ title: song.title, startSeconds: song.startSeconds });
    expect(candidates.length).toBeGreaterThan(10);
    expect(total).toBeGreaterThanOrEqual(candidates.length);
    expect(candidates.map(({ songId }) => songId)).not.toContain(song.songId);
    expect(
      Math.max(...candidates.map(({ durationSeconds }) => durationSeconds)),
    ).toBeLessThanOrEqual(room);
    expect(candidates[0]).toMatchObject({ broken: [], isSameChart: true });
    const ranks = candidates.map(
      ({ isSameChart, broken, pauseSeconds }) =>
        (isSameChart ? 0 : 100) + broken.length + Math.sign(pauseSeconds),
    );
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    for (const { lastPlayedSeconds, rest } of candidates)
      if (lastPlayedSeconds !== null)
        expect(lastPlayedSeconds).toBeGreaterThanOrEqual(rest.seconds ?? 0);
    // by the day as it is: whoever plays within two hours on either side breaks the minimum rest
    const near = music(first).find(
      (line) =>
        line.startSeconds > song.startSeconds && line.startSeconds < song.startSeconds + 3600,
    );
    const [nearOne] = (
      await candidatesFor(company, first.id, song.index, near?.title)
    ).candidates.filter(({ songId }) => songId === near?.songId);
    expect(nearOne?.broken).toContain("MINIMUM_REST");
    expect(nearOne?.rest.seconds).toBeLessThan(7200);

    const chosen = candidates[0]?.songId ?? 0;
    const swapped = await change(company, {
      id: first.id,
      change: "swap",
      index: song.index,
      songId: chosen,
    });
    const there = music(swapped).find(({ startSeconds }) => startSeconds === song.startSeconds);
    expect(there).toMatchObject({ songId: chosen, locked: true, reason: { stage: "LOCKED" } });
    expect(outsideHour(swapped, 12)).toEqual(outsideHour(first, 12));
    expect(swapped.summary.gaps).toEqual([]);
    // the other version is as it was
    expect(order(await find(company, first.id))).toEqual(order(first));
    expect(
      await refusal(company, {
        id: swapped.id,
        change: "swap",
        index: song.index,
        songId: 999_999,
      }),
    ).toMatchObject({
      field: "songId",
    });
    const spot = lines(swapped).find(({ kind }) => kind === "TOH");
    expect(
      await refusal(company, { id: swapped.id, change: "lock", index: spot?.index ?? 0 }),
    ).toEqual({
      field: "index",
      message: "There is no song at this place.",
    });
  });

  it("makes an hour anew, or the rest of the day, around locked songs [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const song = someSong(first, 13);
    const locked = await change(company, { id: first.id, change: "lock", index: song.index });
    const hour = await change(company, { id: locked.id, change: "regenerate-hour", hour: 13 });
    expect(outsideHour(hour, 13)).toEqual(outsideHour(first, 13));
    expect(inHour(hour, 13)).not.toEqual(inHour(first, 13));
    expect(inHour(hour, 13)).toContain(`${song.startSeconds} MUSIC ${song.title}`);
    expect(music(hour).filter((line) => line.locked)).toHaveLength(1);
    expect(hour.summary.gaps).toEqual([]);
    const from = someSong(hour, 15);
    const rest = await change(company, {
      id: hour.id,
      change: "regenerate-rest",
      index: from.index,
    });
    const upTo = (day: GroupDay) =>
      order(day).filter((line) => Number(line.split(" ")[0]) < from.startSeconds);
    expect(upTo(rest)).toEqual(upTo(hour));
    expect(inHour(rest, 18)).not.toEqual(inHour(hour, 18));
    expect(rest.summary.gaps).toEqual([]);
  });

  it("publishes what was changed, as its last version shows it [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const later = await preview(company, dayAfter);
    const song = someSong(first, 12);
    const [candidate] = (await candidatesFor(company, first.id, song.index)).candidates;
    const swapped = await change(company, {
      id: first.id,
      change: "swap",
      index: song.index,
      songId: candidate?.songId ?? 0,
    });
    // a change of one day makes no other day stale
    expect((await preview(company, dayAfter)).id).toBe(later.id);
    await send({ id: swapped.id, change: "publish" }, company.users.admin);
    const published = await preview(company);
    expect(published).toMatchObject({ id: swapped.id, state: "published", inputsChanged: false });
    expect(published.hours).toEqual(swapped.hours);
    const [store] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    const log = () =>
      platform
        .as(company.users.admin)
        .storeAudioLog({ query: { storeId: store?.id ?? 0, day: tomorrow } });
    expect(order(await log())).toEqual(order(swapped));
    const draft = await change(company, { id: swapped.id, change: "regenerate-hour", hour: 17 });
    expect(await preview(company)).toMatchObject({
      id: swapped.id,
      state: "published",
      draftId: draft.id,
    });
    expect(order(await log())).toEqual(order(swapped));
    const difference = await platform
      .as(company.users.admin)
      .comparePlaylists({ query: { id: draft.id } });
    expect(difference.other).toMatchObject({ id: swapped.id });
    expect(difference.changes.length).toBeGreaterThan(3);
    for (const { before, now } of difference.changes)
      for (const play of [before, now])
        if (play) expect(Math.floor(play.startSeconds / 3600)).toBe(17);
    expect(
      difference.same + difference.moved + difference.changes.filter(({ now }) => now).length,
    ).toBe(draft.summary.songs);
  });

  it("goes back to a version, and to the published one by putting the draft away [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const hour = await change(company, { id: first.id, change: "regenerate-hour", hour: 13 });
    expect(order(hour)).not.toEqual(order(first));
    const back = await change(company, { id: first.id, change: "restore", version: hour.version });
    expect(back).toMatchObject({ version: 3, editedHow: "restore", state: "draft" });
    expect(order(back)).toEqual(order(first));
    expect(music(back).map(({ reason }) => reason)).toEqual(
      music(first).map(({ reason }) => reason),
    );
    expect(
      (await versions(company)).map(({ version, state, editedHow }) => [version, state, editedHow]),
    ).toEqual([
      [3, "draft", "restore"],
      [2, "superseded", "regenerate-hour"],
      [1, "superseded", null],
    ]);
    await send({ id: back.id, change: "publish" }, company.users.admin);
    const draft = await change(company, { id: back.id, change: "regenerate-hour", hour: 13 });
    await change(company, { id: back.id, change: "restore", version: draft.version });
    expect(await preview(company)).toMatchObject({
      id: back.id,
      state: "published",
      draftId: null,
    });
    expect((await versions(company)).map(({ state }) => state)).toEqual([
      "superseded",
      "published",
      "superseded",
      "superseded",
    ]);
  });

  it("answers a press on an older version in words, and changes nothing [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const one = someSong(first, 11);
    const other = someSong(first, 12);
    const lock = { id: first.id, change: "lock", index: one.index };
    const answers = await Promise.all([
      send(lock, company.users.admin).reply,
      send(lock, company.users.admin).reply,
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await versions(company)).toHaveLength(2);
    const stale = await refusal(company, { id: first.id, change: "lock", index: other.index });
    expect(stale).toEqual({
      field: "id",
      message: `This day was changed since you opened it (by ${company.users.admin}). Check the newest version, then try again.`,
    });
    expect((await refusal(company, { id: first.id, change: "restore", version: 1 })).field).toBe(
      "id",
    );
    expect(await versions(company)).toHaveLength(2);
    expect(await audits(company)).toHaveLength(1);
  });

  it("leaves what has begun in a new version of today, and refuses to change it [SCH-4] [SCH-5]", async () => {
    const company = await companyWithRule();
    const first = await preview(company, today); // 12:00 in the stores
    await send({ id: first.id, change: "publish" }, company.users.admin);
    const published = await preview(company, today);
    const begun = music(published).filter(({ startSeconds }) => startSeconds <= 12 * 3600);
    expect(begun.length).toBeGreaterThan(20);
    expect(
      await refusal(company, { id: published.id, change: "lock", index: begun[3]?.index ?? 0 }),
    ).toEqual({
      field: "index",
      message: "This song has begun to play. Choose one that comes later.",
    });
    expect(
      (await refusal(company, { id: published.id, change: "regenerate-hour", hour: 10 })).field,
    ).toBe("hour");
    const from = someSong(published, 13);
    const draft = await change(company, {
      id: published.id,
      change: "regenerate-rest",
      index: from.index,
    });
    const upTo = (day: GroupDay) =>
      order(day).filter((line) => Number(line.split(" ")[0]) < from.startSeconds);
    expect(upTo(draft)).toEqual(upTo(published));
    await send({ id: draft.id, change: "publish" }, company.users.admin);
    const after = await preview(company, today);
    expect(after.state).toBe("published");
    expect(order(after)).toEqual(order(draft));
  });

  it("says in figures what is wrong with a day before it is published [SCH-5] [RUN-1]", async () => {
    const company = await companyWithRule();
    const day = await preview(company);
    const check = (id: number) => platform.as(company.users.admin).checkPlaylist({ query: { id } });
    const { violations, gaps } = day.summary;
    expect(await check(day.id)).toMatchObject({
      stores: 2,
      songs: day.summary.songs,
      pauses: gaps.length,
      withoutMusic: [],
      mostSilent: null,
    });
    expect(
      (await check(day.id)).breaks.reduce((sum, { songs }) => sum + songs, 0),
    ).toBeGreaterThanOrEqual(violations.length);
    // one store is in a country where nothing is licensed
    const [store] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    const { db } = platform.database;
    await db
      .update(table.store)
      .set({ country: "ZW" })
      .where(eq(table.store.id, store?.id ?? 0));
    const ids = await db.select({ id: table.song.id }).from(table.song);
    await db.update(table.song).set({ territories: ["IN"] });
    const silent = await preview(company);
    expect((await check(silent.id)).withoutMusic).toEqual([
      { id: store?.id, storeCode: store?.code, storeName: store?.name },
    ]);
    await db.update(table.song).set({ territories: [] });
    expect(ids.length).toBeGreaterThan(100);
  });

  it("counts what stores licensed otherwise than their group break, in check and preview [SCH-6]", async () => {
    const company = await companyWithRule();
    const { db } = platform.database;
    const [store] = company.stores.filter(({ groupId }) => groupId === company.groupId);
    await db
      .update(table.store)
      .set({ country: "GB" })
      .where(eq(table.store.id, store?.id ?? 0));
    await db.update(table.song).set({ territories: ["IN"] });
    const licensed = library.songIds.slice(0, 20);
    await db.update(table.song).set({ territories: [] }).where(inArray(table.song.id, licensed));
    try {
      const day = await preview(company);
      const { storeBreaks } = await platform
        .as(company.users.admin)
        .checkPlaylist({ query: { id: day.id } });
      const [broken] = storeBreaks;
      expect(storeBreaks).toHaveLength(1);
      expect(broken).toMatchObject({
        stores: [{ id: store?.id, storeCode: store?.code, storeName: store?.name }],
        country: "GB",
        countryName: "United Kingdom",
        licensed: 20,
        songs: 160,
      });
      expect(day.storeBreaks).toEqual(storeBreaks);
      const ofStore = await platform
        .as(company.users.admin)
        .storeAudioLog({ query: { storeId: store?.id ?? 0, day: tomorrow } });
      const played = music(ofStore);
      const wrong = played.filter(({ reason }) => reason.broken.length + reason.relaxed.length > 0);
      expect(broken?.breaks).toBeGreaterThanOrEqual(wrong.length);
      expect(broken?.breaks).toBeGreaterThan(day.summary.violations.length);
      expect(broken?.causes.find(({ cause }) => cause === "MINIMUM_REST")?.songs).toBe(
        wrong.filter(({ reason }) => [...reason.broken, ...reason.relaxed].includes("MINIMUM_REST"))
          .length,
      );
      expect(new Set(played.map(({ songId }) => songId))).toEqual(new Set(licensed));
    } finally {
      await db.update(table.song).set({ territories: [] });
    }
  });

  it("measures repeats, turnover and the same hour as the day before [SCH-1]", async () => {
    const company = await companyWithRule();
    const first = await preview(company);
    const second = await preview(company, dayAfter);
    const measure = (days: number) =>
      platform
        .as(company.users.admin)
        .groupRotation({ query: { groupId: company.groupId, day: dayAfter, days } });
    const one = await measure(1);
    expect(one).toMatchObject({
      days: 1,
      plays: second.summary.songs,
      songs: new Set(music(second).map(({ songId }) => songId)).size,
    });
    expect(one.songsByPlays.reduce((sum, { plays, count }) => sum + plays * count, 0)).toBe(
      one.plays,
    );
    const before = new Set(
      music(first).map(
        ({ songId, startSeconds }) => `${songId} ${Math.floor(startSeconds / 3600)}`,
      ),
    );
    const same = music(second).filter(({ songId, startSeconds }) =>
      before.has(`${songId} ${Math.floor(startSeconds / 3600)}`),
    );
    expect(one.sameHour).toEqual({ plays: same.length, of: second.summary.songs });
    expect(one.charts.map(({ name, songs }) => [name, songs])).toEqual([
      ["Popular", 160],
      ["Thirds", 54],
    ]);
    const [popular] = one.charts;
    expect(popular?.turnoverHours).toBeCloseTo((160 * 12) / (popular?.plays ?? 1), 0);
    const all = await measure(28);
    expect(all.days).toBe(3);
    expect(all.plays).toBe(
      first.summary.songs + second.summary.songs + (await preview(company, today)).summary.songs,
    );
  });

  it("changes and tells nothing to who may only preview, or lacks the scope [CTX-4] [ROL-1]", async () => {
    const company = await companyWithRule();
    const other = await companyWithRule();
    const own = await preview(company);
    const foreign = await preview(other);
    const south = await platform
      .as(company.users.admin)
      .previewGroupDay({ query: { groupId: company.south.groupIds[0] ?? 0, day: tomorrow } });
    const index = someSong(own, 12).index;
    const edits = (id: number): Edit[] => [
      { id, change: "lock", index },
      { id, change: "unlock", index },
      { id, change: "swap", index, songId: library.songIds[0] ?? 0 },
      { id, change: "regenerate-hour", hour: 12 },
      { id, change: "regenerate-rest", index },
      { id, change: "restore", version: 1 },
    ];
    for (const as of [company.users.limited, company.users.manager, provider.staff.Fever_Admin_Ops])
      for (const edit of edits(own.id)) expect(await send(edit, as).status).toBe(403);
    for (const [as, id] of [
      [company.users.admin, foreign.id],
      [company.users.regional, south.id],
      [company.users.group, south.id],
    ] as const) {
      for (const edit of edits(id)) expect(await send(edit, as).status).toBe(404);
      const reads = [
        await platform.as(as).swapCandidates({ query: { id, index } }).reply,
        await platform.as(as).checkPlaylist({ query: { id } }).reply,
        await platform.as(as).comparePlaylists({ query: { id } }).reply,
      ];
      expect(reads.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    const groupId = company.south.groupIds[0];
    expect(
      await platform.as(company.users.group).groupRotation({ query: { groupId, day: tomorrow } })
        .status,
    ).toBe(404);
    expect(
      await platform
        .as(company.users.admin)
        .comparePlaylists({ query: { id: own.id, withId: south.id } }).status,
    ).toBe(404);
    expect(await versions(company)).toHaveLength(1);
  });
});
