import { mkdir, writeFile } from "node:fs/promises";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exportChartSongs } from "#contract/charts/songs";
import { catalogue } from "#contract/library/catalogue";
import { exportSongs } from "#contract/library/endpoints";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { findCurrentLogs, keepDays, replaceWithdrawnSongs } from "#platform/modules/schedule/index";
import { findHoursWithoutMusic } from "#platform/modules/schedule/rules/music-existence.service";
import {
  leaveFirstGroup,
  makeCompany,
  makeProvider,
  type TestCompany,
} from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform, testFilesDir } from "../support/platform.ts";
import { makeStoreLog } from "../support/play-outs.ts";
import { fileOf, picture } from "../support/uploads.ts";

/** Noon in the companies' zone. */
const now = new Date("2026-05-11T06:30:00Z");
const today = "2026-05-11";
const tomorrow = "2026-05-12";
const title = "Zyxomma anthem";
const [genres] = catalogue.flatMap(({ list, endpoints }) =>
  list.kind === "genre" ? [endpoints.list] : [],
);
const switchedOff = "Choose a company that has “Songs of its own” switched on.";

describe("Songs that only one company may use", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let owner: TestCompany;
  let other: TestCompany;
  let manager: string;
  let described: { genreId: number; moodId: number; languageId: number; tempoId: number };
  let id: number;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now });
    provider = await makeProvider(at.database);
    manager = provider.staff.Fever_Music_Limited;
    library = await makeLibrary(at.database, provider.companyId);
    [owner, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    id = library.songIds[0] ?? 0;
    const kinds = { genre: "Anthem", mood: "Calm", language: "Hindi" } as const;
    for (const [kind, name] of Object.entries(kinds) as [keyof typeof kinds, string][])
      await at.database.db
        .insert(table.catalogueItem)
        .values({ companyId: provider.companyId, kind, name });
    const items = await at.database.db.select().from(table.catalogueItem);
    const itemOf = (kind: string) => items.find((item) => item.kind === kind)?.id ?? 0;
    described = {
      genreId: itemOf("genre"),
      moodId: itemOf("mood"),
      languageId: itemOf("language"),
      tempoId: itemOf("tempo"),
    };
    await mkdir(`${testFilesDir}/audio`, { recursive: true });
    await writeFile(`${testFilesDir}/audio/any.wav`, "RIFF0123456789");
    await switchOn(owner);
    await release();
  });
  afterAll(() => at?.close());
  beforeEach(() => reserve());

  const staff = () => provider.staff.Fever_Super_Admin_Major;
  const otherAdmin = () => at.as(other.users.admin);
  const admin = () => at.as(owner.users.admin);
  const saveFeatures = (ofCompany: TestCompany, ownSongs: boolean) =>
    at.as(staff()).updateCompany({
      query: { companyId: ofCompany.companyId },
      body: { section: "features", ownSongs },
    });
  const switchOn = (ofCompany: TestCompany) => saveFeatures(ofCompany, true);
  const save = (fields: object = {}, as = manager) =>
    at.as(as).changeSong({ body: { id, title, artist: "Dragonflies", ...described, ...fields } });
  const reserve = (companyId = owner.companyId) => save({ reservedForId: companyId });
  const release = () => save({ reservedForId: null });
  const rowsOf = async (
    endpoint: typeof exportSongs | typeof exportChartSongs,
    query: object,
    as: string,
  ) => readCsv(await at.as(as).call(endpoint, { query }).text);

  test("are reserved by library staff, for companies with the feature [VOC-1] [AUD-1] [ROL-1]", async () => {
    await release();
    expect(await at.as(manager).songCompanies()).toEqual([
      { id: owner.companyId, name: owner.name },
    ]);
    for (const wrong of [other.companyId, provider.companyId, 999_999])
      expect(await save({ reservedForId: wrong }).errors).toEqual({ reservedForId: switchedOff });
    for (const as of [owner.users.admin, other.users.admin, provider.staff.Fever_Admin_Ops])
      expect([
        await save({ reservedForId: owner.companyId }, as).status,
        await at.as(as).songCompanies().status,
      ]).toEqual([403, 403]);
    await reserve();
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      reservedFor: { id: owner.companyId, name: owner.name },
    });
    const [last] = (
      await at.as(manager).songHistory({ params: { id }, query: { limit: 1 } }).answer
    ).data;
    expect(last).toMatchObject({
      action: "song changed",
      before: { reservedForId: null, reservedFor: null },
      after: { reservedForId: owner.companyId, reservedFor: owner.name },
    });
    await reserve();
    expect(
      (await at.as(manager).songHistory({ params: { id }, query: { limit: 1 } }).answer).data[0]
        ?.id,
    ).toBe(last?.id);
  });

  test("keep the feature from being switched off [VOC-1]", async () => {
    expect(await saveFeatures(owner, false).errors).toEqual({
      ownSongs:
        "1 song is reserved for this company. Open them to all companies in the music library first.",
    });
    await release();
    expect(await saveFeatures(owner, false)).toMatchObject({ ownSongs: false });
    expect(await save({ reservedForId: owner.companyId }).errors).toEqual({
      reservedForId: switchedOff,
    });
    await switchOn(owner);
  });

  test("are found, counted and heard by that company and staff alone [VOC-1] [CTX-4]", async () => {
    const search = "zyxomma";
    const findVisible = async (as: string) => {
      const call = at.as(as);
      const facets = await call.facetsOfSongs({ query: { search } });
      return {
        list: (await call.listSongs({ query: { search } })).map((song) => song.id),
        sorted: (await call.listSongs({ query: { sort: "-title", limit: 1 } })).map(
          (song) => song.id,
        ),
        count: await call.countSongs({ query: { search } }),
        all: (await call.countSongs({ query: {} })).total,
        lacking: (await call.mandatoryFilterCounts({ query: {} })).any,
        facets: [facets.total, facets.similar, facets.genre.length],
        moods: (await call.songMoods({ query: {} })).length,
        items: (await call.call(genres as NonNullable<typeof genres>, {})).map(
          (item) => item.songs,
        ),
        typed: (await call.searchSongsAndAlbums({ query: { q: search } })).songs.length,
        detailStatus: await call.findSong({ params: { id } }).status,
        audioStatus: await at.as(as).songAudio({ params: { id } }).status,
      };
    };
    const whole = {
      list: [id],
      sorted: [id],
      count: { total: 1, similar: false },
      all: 160,
      lacking: 159,
      facets: [1, false, 1],
      moods: 1,
      items: [1],
      typed: 1,
      detailStatus: 200,
      audioStatus: 200,
    };
    expect(await findVisible(owner.users.admin)).toEqual(whole);
    expect(await findVisible(provider.staff.Fever_Music_Admin)).toEqual(whole);
    const { sorted, ...without } = await findVisible(other.users.admin);
    expect(sorted).not.toContain(id);
    expect(without).toEqual({
      list: [],
      count: { total: 0, similar: true },
      all: 159,
      lacking: 159,
      facets: [0, true, 0],
      moods: 0,
      items: [0],
      typed: 0,
      detailStatus: 404,
      audioStatus: 404,
    });
    const hits = (await at.as(staff()).searchAll({ query: { q: search } })).songs.hits;
    expect(hits.map((song) => song.id)).toEqual([id]);
    // what the index holds already follows each change
    await release();
    expect((await otherAdmin().listSongs({ query: { search } })).map((song) => song.id)).toEqual([
      id,
    ]);
  });

  test("tell others of no singer or licence that they alone have [VOC-1] [CTX-4]", async () => {
    const licences = catalogue.flatMap(({ list, endpoints }) =>
      list.kind === "licence" ? [endpoints.list] : [],
    )[0] as NonNullable<typeof genres>;
    const [own] = await at.database.db
      .insert(table.catalogueItem)
      .values({ companyId: provider.companyId, kind: "licence", name: "Only with us" })
      .returning();
    const licenceId = own?.id ?? 0;
    const described = { licenceId, singers: ["Secret Singer"], reservedForId: owner.companyId };
    await save(described);
    const [singer] = await at.database.db
      .select()
      .from(table.catalogueItem)
      .where(eq(table.catalogueItem.name, "Secret Singer"));
    const namesTo = async (as: string, query: { companyId?: number } = {}) => {
      const call = at.as(as);
      const chosen = { singerIds: String(singer?.id), licenceIds: String(licenceId) };
      const facets = await call.facetsOfSongs({ query: { ...query, ...chosen } });
      const names = [
        ...(await call.songItems({})).licence,
        ...(await call.call(licences, { query: {} })),
        ...(await call.songSingers({ query: { ...query, q: "secret" } })),
        ...facets.singer,
        ...facets.licence,
      ].map(({ name }) => name);
      const counts = await call.catalogueCounts({});
      return [
        names.filter((name) => name === "Secret Singer").length,
        names.filter((name) => name === "Only with us").length,
        counts.find(({ kind }) => kind === "licence")?.items,
      ];
    };
    expect(await namesTo(owner.users.admin)).toEqual([2, 3, 1]);
    expect(await namesTo(manager)).toEqual([2, 3, 1]);
    expect(await namesTo(other.users.admin)).toEqual([0, 0, undefined]);
    await save({ ...described, reservedForId: null });
    expect(await namesTo(other.users.admin)).toEqual([2, 3, 1]);
    await release();
  });

  test("are found by staff working in a company only where it sees them [VOC-1] [CTX-4]", async () => {
    const findIn = async ({ companyId }: TestCompany) => {
      const search = "zyxomma";
      const query = { companyId, search };
      const call = at.as(staff());
      return [
        (await call.listSongs({ query })).length,
        (await call.countSongs({ query })).similar,
        (await call.facetsOfSongs({ query })).genre.length,
        (await call.searchAll({ query: { companyId, q: search } })).songs.hits.length,
        (await call.searchSongsAndAlbums({ query: { companyId, q: search } })).songs.length,
      ];
    };
    expect(await findIn(owner)).toEqual([1, false, 1, 1, 1]);
    expect(await findIn(other)).toEqual([0, true, 0, 0, 0]);
    const query = { companyId: owner.companyId };
    expect(await otherAdmin().listSongs({ query }).status).toBe(403);
  });

  test("stay reserved when a change does not say for whom [VOC-1] [VAL-4]", async () => {
    await save({ label: "Dragonfly Records" });
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      label: "Dragonfly Records",
      reservedFor: { id: owner.companyId },
    });
  });

  test("are taken out of other companies' charts and events on request [VOC-1] [AUD-1]", async () => {
    await release();
    const [one = 0] = library.songIds.slice(1);
    const chartId = (await otherAdmin().addCustomChart({ body: { chartName: "Taken out" } })).id;
    await otherAdmin().addSongsToChart({ body: { kind: "custom", chartId, songIds: [id, one] } });
    const times = { startsOn: tomorrow, endsOn: tomorrow, weekdays: [0, 1, 2, 3, 4, 5, 6] };
    const event = { ...times, fromMinute: 600, toMinute: 660, priority: 5, mode: "ORDER" };
    const body = { name: "Taken out", ...event, wholeCompany: true };
    const eventId = (await otherAdmin().addEventPlaylist({ body })).id;
    await otherAdmin().changeEventSongs({ body: { eventId, songIds: [one, id] } });
    const mine = (await admin().addCustomChart({ body: { chartName: "Kept" } })).id;
    await admin().addSongsToChart({ body: { kind: "custom", chartId: mine, songIds: [id] } });

    const uses = async () => {
      const { hiddenIn } = await at.as(manager).songCharts({ params: { id } });
      return hiddenIn.find(({ companyName }) => companyName === other.name);
    };
    expect(await uses()).toBeUndefined();
    expect((await reserve().answer).message).toContain("It is now hidden in charts or events of");
    const before = await uses();
    expect(before?.charts).toBeGreaterThan(0);
    expect(before?.events).toBeGreaterThan(0);
    expect(await otherAdmin().takeSongOut({ params: { id } }).status).toBe(403);
    const removed = await at.as(manager).takeSongOut({ params: { id } });
    expect(removed).toEqual({ charts: before?.charts, events: before?.events });
    expect(await uses()).toBeUndefined();
    expect(await at.as(manager).takeSongOut({ params: { id } })).toEqual({ charts: 0, events: 0 });
    await release();
    const chartSongs = await otherAdmin().listCustomChartSongs({ query: { chartId } });
    const eventSongs = await otherAdmin().listEventSongs({ query: { eventId } });
    expect([chartSongs, eventSongs.songs].map((songs) => songs.map((song) => song.songId))).toEqual(
      [[one], [one]],
    );
    expect(await admin().listCustomChartSongs({ query: { chartId: mine } })).toHaveLength(1);
    const audits = await at.database.db
      .select({ action: table.auditLog.action })
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, other.companyId))
      .orderBy(asc(table.auditLog.id));
    expect(audits.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["chart songs removed", "reserved song removed from event playlist"]),
    );
  });

  test("do not come back by undo, which says why [VOC-1]", async () => {
    await release();
    const [one = 0] = library.songIds.slice(1);
    const chartId = (await otherAdmin().addCustomChart({ body: { chartName: "Undone" } })).id;
    await otherAdmin().addSongsToChart({ body: { kind: "custom", chartId, songIds: [id, one] } });
    const times = { startsOn: tomorrow, endsOn: tomorrow, weekdays: [0, 1, 2, 3, 4, 5, 6] };
    const event = { ...times, fromMinute: 300, toMinute: 360, priority: 5, mode: "ORDER" };
    const body = { name: "Undone", ...event, wholeCompany: true };
    const eventId = (await otherAdmin().addEventPlaylist({ body })).id;
    await otherAdmin().changeEventSongs({ body: { eventId, songIds: [one, id] } });
    const changeOf = ({ headers }: { headers: Headers }) => headers.get("X-Request-Id") ?? "";
    const removal = { chartId, songIds: String(id) };
    const ofChart = changeOf(await otherAdmin().removeCustomChartSongs({ query: removal }).reply);
    const ofEvent = changeOf(
      await otherAdmin().changeEventSongs({ body: { eventId, songIds: [one] } }).reply,
    );
    await reserve();
    const why = {
      undoOf: "A song was deleted or reserved for another company since. Nothing was undone.",
    };
    const inChart = { kind: "custom", chartId, undoOf: ofChart };
    const inEvent = { eventId, undoOf: ofEvent };
    expect(await otherAdmin().addSongsToChart({ body: inChart }).errors).toEqual(why);
    expect(await otherAdmin().changeEventSongs({ body: inEvent }).errors).toEqual(why);
    await release();
    expect(await otherAdmin().addSongsToChart({ body: inChart })).toMatchObject({ added: 1 });
    expect((await otherAdmin().changeEventSongs({ body: inEvent }).answer).message).toBe(
      "Songs put back",
    );
  });

  test("show their picture to that company and staff alone [VOC-1] [CTX-4]", async () => {
    const files = [fileOf(await picture("png"), "cover.png")];
    const { pictureFileId } = await at.as(manager).setSongPicture({ params: { id }, files });
    const read = (as: string) => at.as(as).readFile({ params: { id: pictureFileId } }).status;
    expect([
      await read(owner.users.admin),
      await read(staff()),
      await read(other.users.admin),
    ]).toEqual([200, 200, 404]);
    await release();
    expect(await read(other.users.admin)).toBe(200);
  });

  test("are in popular charts and their copies for that company alone [VOC-1] [CTX-4]", async () => {
    const chartId = await makeChart(at.database, provider.companyId, "Anthems", [
      id,
      ...library.songIds.slice(1, 4),
    ]);
    const readChart = async (company: TestCompany) => {
      const call = at.as(company.users.admin);
      const query = { chartId };
      const { data, page } = await call.listPopularChartSongs({ query }).answer;
      const chart = await call.findChart({ query: { kind: "popular", id: chartId } });
      const choice = (await call.chartChoices({ query: {} })).find((one) => one.id === chartId);
      const copy = await call.addCustomChart({ body: { chartName: "Copied", copyOfId: chartId } });
      return {
        places: data.map((song) => [song.songId, song.position]),
        total: page.total,
        songs: [chart.songs, chart.playable, choice?.songs, copy.songs],
        genres: chart.makeUp.language.reduce((sum, { songs }) => sum + songs, 0),
        exported: (
          await rowsOf(exportChartSongs, { kind: "popular", chartId }, company.users.regional)
        )
          .slice(1)
          .map(([position]) => Number(position)),
      };
    };
    const placed = (ids: number[]) => ids.map((songId, place) => [songId, place + 1]);
    const own = [id, ...library.songIds.slice(1, 4)];
    const others = library.songIds.slice(1, 4);
    expect(await readChart(owner)).toEqual({
      places: placed(own),
      total: 4,
      songs: [4, 4, 4, 4],
      genres: 4,
      exported: [1, 2, 3, 4],
    });
    expect(await readChart(other)).toEqual({
      places: placed(others),
      total: 3,
      songs: [3, 3, 3, 3],
      genres: 3,
      exported: [1, 2, 3],
    });
  });

  test("go into no chart of another company, and staff are told why [VOC-1] [CTX-4]", async () => {
    const chartId = (await otherAdmin().addCustomChart({ body: { chartName: "Mine" } })).id;
    const add = (what: object, as = other.users.admin) =>
      at.as(as).addSongsToChart({
        body: { kind: "custom", chartId, ...what },
        query: { companyId: other.companyId },
      });
    expect(await add({ songIds: [id] }).status).toBe(404);
    expect(await add({ songIds: [id] }, staff()).errors).toEqual({
      songIds: `“${title}” is reserved for another company.`,
    });
    expect(await add({ list: `${title} - Dragonflies` })).toMatchObject({
      added: 0,
      unclearTotal: 1,
    });
    expect(await add({ list: title }, staff())).toMatchObject({ added: 0, unclearTotal: 1 });
    const files = [fileOf(`Song\n${id}`, "songs.csv")];
    expect(
      await otherAdmin().addCsvToChart({ query: { kind: "custom", chartId }, files }),
    ).toMatchObject({ added: 0, unclearTotal: 1 });
    for (const as of [other.users.admin, staff()]) {
      const body = { kind: "custom", chartId, matching: { search: "zyxomma anthem" } };
      await at.as(as).addMatchingToChart({ query: { companyId: other.companyId }, body });
    }
    expect(
      await at.database.db.$count(
        table.chartSong,
        and(eq(table.chartSong.chartId, chartId), eq(table.chartSong.songId, id)),
      ),
    ).toBe(0);
    const own = (await admin().addCustomChart({ body: { chartName: "Mine" } })).id;
    expect(
      await admin().addSongsToChart({ body: { kind: "custom", chartId: own, songIds: [id] } }),
    ).toMatchObject({ added: 1 });
  });

  test("hide in another company's own chart until they are released [VOC-1] [CTX-4]", async () => {
    await release();
    const chartId = (await otherAdmin().addCustomChart({ body: { chartName: "Older" } })).id;
    const [one = 0, two = 0, three = 0] = library.songIds.slice(1);
    await otherAdmin().addSongsToChart({
      body: { kind: "custom", chartId, songIds: [one, id, two, three] },
    });
    await reserve();
    const places = async () =>
      (await otherAdmin().listCustomChartSongs({ query: { chartId } })).map((song) => [
        song.songId,
        song.position,
      ]);
    expect(await places()).toEqual([
      [one, 1],
      [two, 2],
      [three, 3],
    ]);
    expect(
      await otherAdmin().changeCustomChartSongs({ body: { chartId, songIds: [id], weight: 3 } })
        .errors,
    ).toHaveProperty("songIds");
    expect(
      await otherAdmin().addSongsToChart({ body: { kind: "custom", chartId, songIds: [id] } })
        .status,
    ).toBe(404);
    await otherAdmin().changeCustomChartSongs({ body: { chartId, songIds: [three], position: 2 } });
    expect(await places()).toEqual([
      [one, 1],
      [three, 2],
      [two, 3],
    ]);
    await release();
    expect((await places()).map(([songId]) => songId).sort()).toEqual([id, one, two, three].sort());
    await reserve();
    expect(
      await otherAdmin().removeCustomChartSongs({ query: { chartId, songIds: String(id) } }),
    ).toEqual({ removed: 1 });
    await release();
    expect((await places()).map(([songId]) => songId).sort()).toEqual([one, two, three].sort());
  });

  test("are in no event of another company [VOC-1] [CTX-4]", async () => {
    await release();
    const times = {
      startsOn: tomorrow,
      endsOn: tomorrow,
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      fromMinute: 1020,
      toMinute: 1080,
    };
    const body = { name: "Evening", ...times, priority: 5, mode: "ORDER", wholeCompany: true };
    const eventId = (await otherAdmin().addEventPlaylist({ body })).id;
    const [one = 0] = library.songIds.slice(1);
    await otherAdmin().changeEventSongs({ body: { eventId, songIds: [id, one] } });
    await reserve();
    expect(await otherAdmin().findEventPlaylist({ params: { id: eventId } })).toMatchObject({
      songs: 1,
      playable: 1,
    });
    expect(
      (await otherAdmin().listEventSongs({ query: { eventId } })).songs.map((song) => song.songId),
    ).toEqual([one]);
    const set = (as: string) =>
      at.as(as).changeEventSongs({
        query: { companyId: other.companyId },
        body: { eventId, songIds: [one, id] },
      });
    expect(await set(other.users.admin).status).toBe(404);
    expect(await set(staff()).errors).toEqual({
      songIds: `“${title}” is reserved for another company.`,
    });
    const [, two = 0] = library.songIds.slice(1);
    await otherAdmin().changeEventSongs({ body: { eventId, songIds: [one, two] } });
    await release();
    const songs = (await otherAdmin().listEventSongs({ query: { eventId } })).songs.map(
      (song) => song.songId,
    );
    expect(songs.sort()).toEqual([id, one, two].sort());
  });

  test("are heard by no visitor of a demo playlist [VOC-1] [CTX-4]", async () => {
    const { languageId, genreId } = described;
    const demo = {
      companyId: provider.companyId,
      token: "reserved-demo-token-1",
      name: "Demo",
      languageId,
      songTypeId: genreId,
    };
    const [row] = await at.database.db
      .insert(table.demoPlaylist)
      .values({ ...demo, industry: "Cafe" as never, listed: true })
      .returning();
    const songs = [id, library.songIds[1] ?? 0];
    const query = { demoPlaylistId: row?.id ?? 0, companyId: provider.companyId };
    await at.database.db
      .insert(table.demoPlaylistSong)
      .values(songs.map((songId, position) => ({ ...query, songId, position })));
    const { body } = await at.nobody.findPublicDemo({ params: { token: demo.token } }).reply;
    expect((body.data as { songs: { songId: number }[] }).songs.map((song) => song.songId)).toEqual(
      songs.slice(1),
    );
    const params = { token: demo.token, songId: id };
    expect(await at.nobody.publicDemoAudio({ params }).status).toBe(404);
    const demoDetail = await at.as(manager).findDemoPlaylist({ params: { id: row?.id ?? 0 } });
    expect(demoDetail).toMatchObject({
      songs: 2,
      playable: 1,
      songList: [{ songId: id, state: "reserved" }, { state: "playable" }],
    });
  });

  test("count in no mix of another company [VOC-1] [CTX-4] [MST-1]", async () => {
    const counted = async (company: TestCompany) => {
      const timeSlotId = await makeSlot(at.database, company.companyId);
      const mix = [
        { kind: "songs", percent: 50, genreIds: [described.genreId] },
        { chartId: library.thirds, percent: 50 },
      ];
      const body = { timeSlotId, ...ruleOver(), mix };
      const { countries } = await at.as(company.users.admin).checkMasterRule({ body });
      const saved = await at.as(company.users.admin).addMasterRule({ body });
      return [
        countries[0]?.lines.map((line) => [line.songs, line.playable]),
        saved.mix.map((line) => line.songs),
      ];
    };
    const own = await makeCompany(at.database);
    const foreign = await makeCompany(at.database);
    await switchOn(own);
    await reserve(own.companyId);
    expect(await counted(own)).toEqual([
      [
        [1, 1],
        [54, 54],
      ],
      [1, 54],
    ]);
    expect(await counted(foreign)).toEqual([
      [
        [0, 0],
        [53, 53],
      ],
      [0, 53],
    ]);
  });

  describe("in schedules", () => {
    const keep = ({ companyId }: TestCompany) =>
      keepDays({ database: at.database, db: at.database.db, now }, companyId);
    const songsOf = async ({ companyId, stores }: TestCompany, after = 0) => {
      const storeIds = stores.map((store) => store.id);
      const logs = await findCurrentLogs(wholeCompany(companyId), at.database.db, storeIds, [
        today,
        tomorrow,
      ]);
      return logs.flatMap(({ positions }) =>
        positions.flatMap(({ songId, startsAt = 0 }) => (songId && startsAt > after ? songId : [])),
      );
    };
    const withRule = async (mix: object[]) => {
      const company = await makeCompany(at.database);
      await leaveFirstGroup(at.database, company);
      const timeSlotId = await makeSlot(at.database, company.companyId);
      await at.as(company.users.admin).addMasterRule({ body: { timeSlotId, ...ruleOver(), mix } });
      return company;
    };
    const thirds = () => [{ chartId: library.thirds, percent: 100 }];

    test("another company's log never has them [VOC-1] [CTX-4] [SCH-4]", async () => {
      const own = await withRule(thirds());
      await switchOn(own);
      await reserve(own.companyId);
      const empty = await makeChart(at.database, provider.companyId, "Reserved alone", [id]);
      const genre = [{ kind: "songs", percent: 100, genreIds: [described.genreId] }];
      const foreign = [
        await withRule(thirds()),
        await withRule(genre),
        await withRule([{ chartId: empty, percent: 100 }]),
      ];
      await keep(own);
      expect(await songsOf(own)).toContain(id);
      for (const company of foreign) {
        await keep(company);
        expect(await songsOf(company)).not.toContain(id);
      }
      expect((await songsOf(foreign[0] as TestCompany)).length).toBeGreaterThan(100);
    });

    test("a rule over them alone is no music to another company [VOC-1] [CTX-4]", async () => {
      const chartId = await makeChart(at.database, provider.companyId, "One song", [id]);
      const { companyId, stores } = await withRule([{ chartId, percent: 100 }]);
      const silent = () =>
        findHoursWithoutMusic(
          wholeCompany(companyId),
          at.database.db,
          stores.slice(0, 1),
          { days: [tomorrow], hoursOn: () => [12] },
          5,
        );
      expect(await silent()).toEqual([{ storeId: stores[0]?.id, day: tomorrow, hours: [12] }]);
      await release();
      expect(await silent()).toEqual([]);
    });

    test("published days go on without them, nobody swaps them in [VOC-1] [CTX-4] [RUN-1] [SCH-5]", async () => {
      await release();
      const company = await withRule(thirds());
      await keep(company);
      expect(await songsOf(company, now.getTime())).toContain(id);
      await reserve();
      await replaceWithdrawnSongs({ database: at.database, db: at.database.db, now });
      expect(await songsOf(company, now.getTime())).not.toContain(id);
      const call = at.as(company.users.admin);
      const group = await call.previewGroupDay({
        query: { groupId: company.north.groupIds[0] ?? 0, day: tomorrow },
      });
      const line = group.hours.flatMap(({ lines }) => lines).find(({ kind }) => kind === "MUSIC");
      const query = { id: group.id, index: line?.index ?? 0, search: "zyxomma" };
      expect(await call.swapCandidates({ query })).toMatchObject({ candidates: [], total: 0 });
      const swap = { id: group.id, change: "swap", index: query.index, songId: id };
      expect(await call.changePlaylist({ body: swap as never }).wrongFields).toEqual(["songId"]);
    });

    test("another company's player gets no audio of them [VOC-1] [CTX-4] [PLY-2]", async () => {
      const media = ({ users }: TestCompany) =>
        at.as(users.manager).playerMedia({ params: { id: `song-${id}` } }).status;
      for (const { companyId, stores, north } of [owner, other]) {
        const place = {
          companyId,
          storeId: stores[0]?.id ?? 0,
          groupId: north.groupIds[0] ?? 0,
          day: today,
        };
        await makeStoreLog(at.database, { ...place, from: now }, [{ kind: "MUSIC", id }]);
      }
      expect([await media(owner), await media(other)]).toEqual([200, 404]);
      await release();
      expect(await media(other)).toBe(200);
    });
  });

  test("come and go by the songs' CSV, by the company's code [VOC-1] [LIB-2] [AUD-1]", async () => {
    const [{ code } = { code: "" }] = await at.database.db
      .select()
      .from(table.company)
      .where(eq(table.company.id, owner.companyId));
    const [{ code: without } = { code: "" }] = await at.database.db
      .select()
      .from(table.company)
      .where(eq(table.company.id, other.companyId));
    const [heading = [], row = []] = await rowsOf(exportSongs, { search: "zyxomma" }, manager);
    expect(row[heading.indexOf("Reserved for")]).toBe(code);
    const check = (...cells: string[]) => {
      const lines = [
        "Song,Title,Artist,Reserved for",
        ...cells.map((cell) => `${id},${title},Dragonflies,${cell}`),
      ];
      return at
        .as(manager)
        .checkSongCsv({ query: {}, files: [fileOf(lines.join("\n"), "songs.csv")] });
    };
    const refused = await check(without);
    expect(refused).toMatchObject({ refused: 1 });
    expect(
      (await at.as(manager).listSongCsvRows({ params: { importId: refused.id }, query: {} }))[0]
        ?.notes,
    ).toEqual([
      `Reserved for: “${without}” is not the code of a company that has “Songs of its own” switched on.`,
    ]);
    const apply = async (cell: string) =>
      at.as(manager).applySongCsv({ params: { importId: (await check(cell)).id } });
    await apply("(clear)");
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({ reservedFor: null });
    await apply(code.toLowerCase());
    expect(await at.as(manager).findSong({ params: { id } })).toMatchObject({
      reservedFor: { id: owner.companyId },
    });
    const audits = await at.database.db
      .select()
      .from(table.auditLog)
      .where(and(eq(table.auditLog.itemKind, "song"), eq(table.auditLog.itemId, String(id))))
      .orderBy(asc(table.auditLog.id));
    expect(audits.at(-1)).toMatchObject({
      before: { reservedFor: null },
      after: { reservedFor: owner.name },
    });

    // the feature goes between the check and the import
    await release();
    const stale = await check(code);
    await saveFeatures(owner, false);
    expect(await at.as(manager).applySongCsv({ params: { importId: stale.id } }).status).toBe(422);
    await switchOn(owner);
  });
});
