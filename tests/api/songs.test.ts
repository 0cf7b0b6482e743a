import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import * as table from "#platform/db/schema/index";
import { recording, wav } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf, picture } from "../support/uploads.ts";

describe("A song", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let manager: string;
  let item: Record<string, number>;
  let required: { genreId: number; moodId: number; languageId: number; tempoId: number };
  let tone = 400;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    client = await makeCompany(at.database);
    manager = provider.staff.Fever_Music_Admin;
    const one = (kind: "genre", name: string, more: object = {}) => ({
      companyId: provider.companyId,
      kind,
      name,
      ...more,
    });
    const items = await at.database.db
      .insert(table.catalogueItem)
      .values(
        [
          ["genre", "Rock"],
          ["genre", "Pop"],
          ["mood", "Calm"],
          ["language", "Hindi"],
          ["tempo", "Slow", { rank: 1 }],
          ["vocal", "Male"],
          ["season", "Diwali"],
          ["season", "Holi"],
          ["singer", "Arijit Singh"],
          ["genre", "Resting", { active: false }],
        ].map(([kind, name, more]) => one(kind as "genre", name as string, more as object)),
      )
      .returning();
    item = Object.fromEntries(items.map(({ name, id }) => [name, id]));
    const id = (name: string) => item[name] ?? 0;
    required = {
      genreId: id("Rock"),
      moodId: id("Calm"),
      languageId: id("Hindi"),
      tempoId: id("Slow"),
    };
  });
  afterAll(() => at?.close());

  const upload = (file = wav(6, { hertz: tone++ }), as = manager) =>
    at.as(as).readSongAudio({ files: [file] });
  const post = (body: object, as = manager) =>
    at.as(as).addSong({ body: { title: "Song", artist: "Band", ...required, ...body } });
  const add = async (fields: object = {}, file?: File) =>
    (await post({ fileId: (await upload(file)).fileId, ...fields })).id;
  const saveSong = (body: object, as = manager) =>
    at.as(as).changeSong({ body: { title: "Song", artist: "Band", ...required, ...body } });
  const show = (id: number) => at.as(manager).findSong({ params: { id } });
  const rows = (id: number) =>
    at.database.db
      .select({
        action: table.auditLog.action,
        before: table.auditLog.before,
        after: table.auditLog.after,
      })
      .from(table.auditLog)
      .where(and(eq(table.auditLog.itemKind, "song"), eq(table.auditLog.itemId, String(id))))
      .orderBy(table.auditLog.id);
  const names = (items: { name: string }[]) => items.map(({ name }) => name);
  const searchTitles = async (search: string) =>
    (await at.as(manager).listSongs({ query: { search } })).map(({ title }) => title);

  test("is added with all its fields, and the list finds it at once [LIB-1] [AUD-1]", async () => {
    const file = await upload(await recording("tagged.mp3"));
    const fields = {
      title: "Kesariya Nights",
      singers: ["arijit  SINGH", "New Voice", "new voice"],
      composers: ["Pritam"],
      album: "Nights",
      label: "Kantara",
      year: 2024,
      isrc: "in-fv0-25-00500",
      explicit: true,
      energy: 70,
      bpm: 120,
      vocalId: item.Male,
      seasonIds: [item.Diwali],
      licensedFrom: "2026-01-01",
      licensedTo: "2027-01-01",
      territories: ["NP", "IN", "IN"],
    };
    const { message, data } = await post({ fileId: file.fileId, ...fields }).answer;
    expect(message).toBe("Kesariya Nights added");
    const { id } = data;
    const song = await show(id);
    expect(song).toMatchObject({
      title: "Kesariya Nights",
      album: "Nights",
      isrc: "INFV02500500",
      explicit: true,
      energy: 70,
      bpm: 120,
      year: 2024,
      durationSeconds: 7,
      loudness: -22.2,
      hasAudio: true,
      vocal: { name: "Male" },
      pictureFileId: file.pictureFileId,
      territories: ["IN", "NP"],
      audio: { name: "tagged.mp3", mediaType: "audio/mpeg" },
    });
    expect([names(song.singers), names(song.composers), names(song.seasons)]).toEqual([
      ["Arijit Singh", "New Voice"],
      ["Pritam"],
      ["Diwali"],
    ]);
    expect(song.peaks).toHaveLength(400);
    expect(await searchTitles("kesariya")).toEqual(["Kesariya Nights"]);
    const sound = await at
      .as(manager)
      .songAudio({ params: { id }, headers: { Range: "bytes=0-9" } }).response;
    expect([
      sound.status,
      sound.headers.get("Content-Type"),
      (await sound.arrayBuffer()).byteLength,
    ]).toEqual([206, "audio/mpeg", 10]);
    const [row] = await rows(id);
    expect(row).toMatchObject({
      action: "song added",
      after: { genre: "Rock", singers: ["arijit SINGH", "New Voice"], seasons: ["Diwali"] },
    });
    // the upload is spent
    expect((await post({ fileId: file.fileId }).reply).body.errors?.[0]).toMatchObject({
      field: "fileId",
    });
  });

  test("one upload sent twice at once makes one song [LIB-1] [API-1]", async () => {
    const file = await upload(await recording("tagged.mp3"));
    const both = await Promise.all([
      post({ fileId: file.fileId, usePicture: false }).reply,
      post({ fileId: file.fileId, usePicture: false }).reply,
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { id } = (both.find(({ status }) => status === 201) ?? both[0]).body.data as {
      id: number;
    };
    expect((await show(id)).pictureFileId).toBeNull();
    expect(await at.as(manager).readFile({ params: { id: file.pictureFileId } }).status).toBe(404);
  });

  test("wrong fields are refused each by its name, and nothing is kept of the try [LIB-1] [VAL-3]", async () => {
    const { fileId } = await upload();
    const refused = (body: object) => post({ fileId, ...body }).wrongFields;
    expect(await refused({ isrc: "IN-FV0-25" })).toEqual(["isrc"]);
    expect(await refused({ energy: 101, bpm: 19, year: 1700 })).toEqual(["year", "energy", "bpm"]);
    expect(
      await refused({ genreId: item.Calm, moodId: 987654321, seasonIds: [item.Rock] }),
    ).toEqual(["seasonIds", "genreId", "moodId"]);
    expect(await refused({ genreId: item.Resting })).toEqual(["genreId"]);
    expect(await refused({ tempoId: undefined })).toEqual(["tempoId"]);
    expect(await refused({ licensedFrom: "2026-02-01", licensedTo: "2026-01-01" })).toEqual([
      "licensedTo",
    ]);
    expect(await refused({ territories: ["XX"] })).toEqual(["territories"]);
    expect(await refused({ singers: ["x".repeat(101)] })).toEqual(["singers"]);
    expect(
      await refused({ composers: Array.from({ length: 21 }, (_, place) => `Name ${place}`) }),
    ).toEqual(["composers"]);
    expect(await refused({ title: "  ", artist: "a\u0000b" })).toEqual(["title", "artist"]);
    expect(await refused({ singers: ["Not Kept"], genreId: item.Calm })).toEqual(["genreId"]);
    expect(
      await at.database.db.$count(table.catalogueItem, eq(table.catalogueItem.name, "Not Kept")),
    ).toBe(0);
    await post({ fileId });
  });

  test("an ISRC is one song's, also when two take it at once [LIB-1] [LIB-2]", async () => {
    const audio = wav(6, { hertz: 777 });
    const one = await upload(audio);
    const other = await upload();
    const race = await Promise.all([
      post({ fileId: one.fileId, isrc: "INFV02500900", title: "Twin", artist: "Pair" }).reply,
      post({ fileId: other.fileId, isrc: "IN-FV0-25-00900", title: "Other" }).reply,
    ]);
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(race.find(({ status }) => status === 422)?.body.errors).toEqual([
      { field: "isrc", message: "Another song has this ISRC." },
    ]);
    const id = await add({ title: "tWIN", artist: "pAIR" }, audio);
    const doubles = (await upload(audio)).doubles;
    expect(doubles.find((double) => double.id === id)).toMatchObject({
      title: "tWIN",
      by: ["audio"],
    });
    expect((await upload(await recording("song.flac"))).doubles).toEqual([]);
    await add({ title: "FLAC", artist: "lossless" });
    expect((await upload(await recording("song.flac"))).doubles).toMatchObject([
      { title: "FLAC", by: ["title"] },
    ]);
  });

  test("is changed whole: what is left out is cleared [LIB-1] [VAL-4] [AUD-1]", async () => {
    const id = await add({
      title: "Before",
      album: "Gone",
      singers: ["Arijit Singh"],
      seasonIds: [item.Holi],
      bpm: 90,
    });
    const changed = await saveSong({
      id,
      title: "Renamed twice",
      genreId: item.Pop,
      singers: ["Zoë", "Arijit Singh"],
    }).answer;
    expect(changed.message).toBe("Renamed twice saved");
    const song = await show(id);
    expect(song).toMatchObject({
      title: "Renamed twice",
      album: null,
      bpm: null,
      seasons: [],
      genre: { name: "Pop" },
      version: 2,
    });
    expect(names(song.singers)).toEqual(["Zoë", "Arijit Singh"]);
    expect(await searchTitles("renamed twice")).toEqual(["Renamed twice"]);
    expect((await rows(id))[1]).toMatchObject({
      action: "song changed",
      before: {
        title: "Before",
        album: "Gone",
        genre: "Rock",
        seasons: ["Holi"],
        singers: ["Arijit Singh"],
        version: 1,
      },
      after: {
        title: "Renamed twice",
        album: null,
        genre: "Pop",
        seasons: [],
        singers: ["Zoë", "Arijit Singh"],
        version: 2,
      },
    });
    await saveSong({
      id,
      title: "Renamed twice",
      genreId: item.Pop,
      singers: ["zoë", "ARIJIT SINGH"],
    });
    expect([(await show(id)).version, (await rows(id)).length]).toEqual([2, 2]);
    expect(await saveSong({ id: 987654321 }).status).toBe(404);
  });

  test("who saves an older version is told what others changed, in words [LIB-1]", async () => {
    const id = await add({ title: "Shared" });
    const other = provider.staff.Fever_Super_Admin_Major;
    await saveSong({ id, version: 1, title: "Shared", genreId: item.Pop, year: 2001 }, other);
    expect(
      await saveSong({ id, version: 1, title: "Mine", genreId: item.Rock, year: 2001 }).errors,
    ).toEqual({
      genreId: `${other} has changed this to “Pop” in the meantime. Save again to keep your entry.`,
    });
    await saveSong({ id, version: 1, title: "Mine", genreId: item.Pop, year: 2001 });
  });

  test("gets other audio, and what describes the song stays [LIB-1] [VAL-5]", async () => {
    const id = await add({ title: "Heard", bpm: 99 });
    const old = await at.database.db.select().from(table.song).where(eq(table.song.id, id));
    const replace = (file: File) =>
      at.as(manager).replaceSongAudio({ params: { id }, files: [file] });
    expect(await replace(wav(3)).status).toBe(422);
    expect((await show(id)).durationSeconds).toBe(6);
    const { message } = await replace(wav(9, { hertz: 200, name: "better.wav" })).answer;
    expect(message).toBe("Audio of Heard replaced");
    expect(await show(id)).toMatchObject({
      durationSeconds: 9,
      bpm: 99,
      version: 2,
      audio: { name: "better.wav" },
    });
    expect(
      await at.database.db.$count(
        table.storedFile,
        eq(table.storedFile.key, old[0]?.audioFile ?? ""),
      ),
    ).toBe(0);
    expect((await rows(id)).at(-1)).toMatchObject({
      action: "song audio replaced",
      before: { durationSeconds: 6 },
      after: { durationSeconds: 9 },
    });
    expect(
      await at.as(manager).replaceSongAudio({ params: { id: 987654321 }, files: [wav(6)] }).status,
    ).toBe(404);
  });

  test("gets a picture and loses it; the one before is gone [LIB-1] [VAL-5] [AUD-1]", async () => {
    const id = await add();
    const set = (file: File) => at.as(manager).setSongPicture({ params: { id }, files: [file] });
    const one = (await set(fileOf(await picture("png"), "one.png"))).pictureFileId;
    const two = (await set(fileOf(await picture("jpeg"), "two.jpg"))).pictureFileId;
    const status = (id: string) => at.as(client.users.admin).readFile({ params: { id } }).status;
    expect([await status(one), await status(two)]).toEqual([404, 200]);
    expect(await set(fileOf("GIF89a", "x.png")).errors).toEqual({ file: messages.fileType });
    for (const _ of [1, 2]) await at.as(manager).deleteSongPicture({ params: { id } });
    expect([(await show(id)).pictureFileId, await status(two)]).toEqual([null, 404]);
    expect((await rows(id)).map(({ action }) => action)).toEqual([
      "song added",
      "song picture set",
      "song picture set",
      "song picture removed",
    ]);
  });

  test("says where it is used: charts with place and weight, and coming playlists [LIB-1]", async () => {
    const id = await add({ title: "Used" });
    const before = await add();
    await makeChart(at.database, provider.companyId, `Hits ${id}`, [before, id]);
    const custom = await makeChart(at.database, client.companyId, "Our own", [id]);
    await at.database.db
      .update(table.chartSong)
      .set({ weight: 3 })
      .where(eq(table.chartSong.chartId, custom));
    const day = new Date().toISOString().slice(0, 10);
    const groupId = client.north.groupIds[0] ?? 0;
    const positions = [id, before, id].map((songId) => ({
      kind: "MUSIC",
      startSeconds: 0,
      durationSeconds: 6,
      songId,
    }));
    const playlist = {
      companyId: client.companyId,
      groupId,
      inputsDigest: "-",
      positions,
      summary: {},
      version: 1,
    };
    await at.database.db.insert(table.groupPlaylist).values([
      { ...playlist, day: addDays(day, 2), state: "published" },
      { ...playlist, day: addDays(day, 3), state: "superseded" },
      { ...playlist, day: addDays(day, -3), state: "published" },
      { ...playlist, day: addDays(day, 4), state: "draft", positions: positions.slice(1, 2) },
    ]);
    const charts = await at.as(manager).songCharts({ params: { id } });
    expect(charts).toMatchObject({
      total: 2,
      charts: [
        { chartName: `Hits ${id}`, kind: "popular", companyName: "Fever", position: 2, weight: 1 },
        {
          chartName: "Our own",
          kind: "custom",
          companyName: client.name,
          position: 1,
          weight: 3,
          status: "active",
        },
      ],
    });
    const playlists = await at.as(manager).songPlaylists({ params: { id } });
    expect(playlists).toMatchObject({
      more: false,
      playlists: [
        { day: addDays(day, 2), state: "published", times: 2, groupName: "North group 1" },
      ],
    });
    expect(await at.as(manager).songCharts({ params: { id: 987654321 } }).status).toBe(404);
  });

  test("has its history, newest first, a page at a time [AUD-1]", async () => {
    const id = await add({ title: "Old name" });
    await saveSong({ id, title: "New name" });
    const page = await at.as(manager).songHistory({ params: { id }, query: { limit: 1 } }).answer;
    expect(page.data.map(({ action }) => action)).toEqual(["song changed"]);
    const next = await at
      .as(manager)
      .songHistory({ params: { id }, query: { limit: 1, cursor: page.page?.next } });
    expect(next).toMatchObject([{ action: "song added", who: manager, itemName: "Old name" }]);
    expect(next).not.toHaveProperty("0.address");
  });

  test("is the library's own staff's alone [ROL-1] [CTX-4]", async () => {
    const id = await add();
    const { fileId } = await upload();
    for (const as of [client.users.admin, client.users.manager, provider.staff.Fever_Admin_Ops]) {
      const calls = [
        at.as(as).readSongAudio({ files: [wav(6)] }).reply,
        at.as(as).findSongAudio({ params: { fileId } }).reply,
        post({ fileId }, as).reply,
        saveSong({ id }, as).reply,
        at.as(as).replaceSongAudio({ params: { id }, files: [wav(6)] }).reply,
        at.as(as).setSongPicture({ params: { id }, files: [wav(6)] }).reply,
        at.as(as).deleteSongPicture({ params: { id } }).reply,
        at.as(as).songCharts({ params: { id } }).reply,
        at.as(as).songPlaylists({ params: { id } }).reply,
        at.as(as).songHistory({ params: { id } }).reply,
      ];
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(
        Array.from(calls, () => 403),
      );
    }
    // of two who may, one does not add what the other uploaded
    expect((await post({ fileId }, provider.staff.Fever_Super_Admin_Major).wrongFields)[0]).toBe(
      "fileId",
    );
  });
});
