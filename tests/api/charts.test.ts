import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as songs from "#contract/chart-songs";
import * as contract from "#contract/charts";
import { addMasterRule } from "#contract/master-rule";
import { messages } from "#contract/messages";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { makeChart, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type Reply, type TestPlatform } from "../support/platform.ts";
import { fileOf, picture } from "../support/uploads.ts";

const unheard = 9_000_000_000;

describe.each(engines)("Charts on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let other: TestCompany;
  let manager: string;
  let songIds: number[];
  let genre: number;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
    provider = await makeProvider(at.database);
    [client, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    manager = provider.staff.Fever_Music_Limited;
    const { companyId } = provider;
    const items = await at.database.db
      .insert(table.catalogueItem)
      .values([
        { companyId, kind: "genre", name: "Rock" },
        { companyId, kind: "language", name: "Hindi" },
        { companyId, kind: "tempo", name: "Slow", rank: 1 },
        { companyId, kind: "tempo", name: "Fast", rank: 3 },
      ])
      .returning();
    const [rock, hindi, slow, fast] = items.map(({ id }) => id);
    genre = rock ?? 0;
    songIds = await at.database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const made = await tx
        .insert(table.song)
        .values(
          Array.from({ length: 40 }, (_, n) => ({
            companyId,
            title: `Song ${String(n + 1).padStart(2, "0")}`,
            artist: n === 30 ? "Song - Band" : `Artist ${n % 7}`,
            isrc: `INFCH25${String(n + 1).padStart(5, "0")}`,
            durationSeconds: 180,
            genreId: n < 30 ? rock : null,
            languageId: n % 2 ? hindi : null,
            tempoId: n % 3 ? slow : fast,
            active: n !== 38,
            licensedTo: n === 39 ? "2026-11-19" : null,
            revision,
          })),
        )
        .returning({ id: table.song.id });
      return made.map(({ id }) => id).sort((a, b) => a - b);
    });
  });
  afterAll(() => at?.close());

  const song = (n: number) => songIds[n - 1] ?? 0;
  const fieldsOf = ({ status, body }: Reply) => [status, body.errors?.map(({ field }) => field)];
  const detail = async (id: number, kind: "popular" | "custom", as: string, companyId?: number) => {
    const { status, body } = await at.call(contract.findChart, { query: { id, kind, companyId } }, as);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data as contract.ChartDetail;
  };
  const addCustom = async (chartName: string, as = client.users.admin) => {
    const { status, body } = await at.call(contract.addCustomChart, { body: { chartName } }, as);
    expect(status, JSON.stringify(body)).toBe(201);
    return (body.data as { id: number }).id;
  };
  const addSongs = (chartId: number, what: object, as = client.users.admin) =>
    at.call(songs.addSongsToChart, { body: { kind: "custom", chartId, ...what } }, as);
  const filled = async (name: string, ids: number[]) => {
    const chartId = await addCustom(name);
    expect((await addSongs(chartId, { songIds: ids })).status).toBe(200);
    return chartId;
  };
  const change = (body: object, as = client.users.admin) => at.call(songs.changeCustomChartSongs, { body }, as);
  /** The songs' numbers in order, and that their places are 1, 2, 3 … */
  const orderOf = async (chartId: number) => {
    const rows = await at.database.db
      .select()
      .from(table.chartSong)
      .where(eq(table.chartSong.chartId, chartId))
      .orderBy(asc(table.chartSong.position), asc(table.chartSong.songId));
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1));
    return rows.map(({ songId }) => songIds.indexOf(songId) + 1);
  };
  const auditOf = async (id: number) =>
    (
      await at.database.db
        .select()
        .from(table.auditLog)
        .where(and(eq(table.auditLog.itemKind, "chart"), eq(table.auditLog.itemId, String(id))))
        .orderBy(asc(table.auditLog.id))
    ).map(({ action, companyId, actorName }) => [action, companyId, actorName]);

  test("a company's charts are added, renamed, switched off and deleted, each with its audit row [CHT-1] [AUD-1] [VOC-1]", async () => {
    const { admin } = client.users;
    const id = await addCustom("Morning");
    expect(await detail(id, "custom", admin)).toMatchObject({ chartName: "Morning", status: "active", display: "bar", mayChange: true });
    expect(fieldsOf(await at.call(contract.addCustomChart, { body: { chartName: "MORNING" } }, admin))).toEqual([422, ["chartName"]]);
    await addCustom("Late  evening");
    expect(fieldsOf(await at.call(contract.addCustomChart, { body: { chartName: "late evening" } }, admin))).toEqual([422, ["chartName"]]);
    for (const body of [
      {},
      { chartName: "a\0b" },
      { chartName: "x".repeat(101) },
      { chartName: "x", display: "donut" },
      { chartName: "x", description: "a\0b" },
    ])
      expect((await at.call(contract.addCustomChart, { body }, admin)).status).toBe(422);
    const { body } = await at.call(contract.changeCustomChart, { body: { id, version: 1, chartName: "Mornings", display: "pie" } }, admin);
    expect(body.data).toEqual({ id, version: 2 });
    const late = await at.call(
      contract.changeCustomChart,
      { body: { id, version: 1, chartName: "Dawn", display: "pie" } },
      client.users.limited,
    );
    expect([fieldsOf(late), late.body.message]).toEqual([[422, ["chartName"]], expect.stringContaining("Mornings")]);
    await at.call(contract.setChartStatus, { body: { kind: "custom", ids: [id], status: "inactive" } }, admin);
    const { body: listed } = await at.call(contract.listCustomCharts, { query: { search: "mORN", status: "inactive" } }, admin);
    expect(listed).toMatchObject({ page: { total: 1 }, data: [{ id, chartName: "Mornings", display: "pie", status: "inactive" }] });
    expect((await at.call(contract.deleteCustomChart, { query: { id } }, admin)).status).toBe(200);
    expect((await at.call(contract.deleteCustomChart, { query: { id } }, admin)).status).toBe(404);
    const actions = ["chart added", "chart changed", "chart deactivated", "chart deleted"];
    expect(await auditOf(id)).toEqual(actions.map((action) => [action, client.companyId, admin]));
  });

  test("popular charts are Fever's to change and everyone's to read; custom ones the whole company's to change, its own people's to read [ROL-1] [ROL-4] [CTX-3] [CTX-4]", async () => {
    const { body } = await at.call(contract.addPopularChart, { body: { chartName: "Top 50" } }, manager);
    const popularId = (body.data as { id: number }).id;
    const customId = await filled("Own", [song(1)]);
    for (const as of [client.users.admin, client.users.limited, client.users.regional]) {
      expect(await detail(popularId, "popular", as)).toMatchObject({ mayChange: false });
      for (const sent of [
        at.call(contract.addPopularChart, { body: { chartName: "Mine" } }, as),
        at.call(contract.changePopularChart, { body: { id: popularId, chartName: "Mine" } }, as),
        at.call(contract.deletePopularChart, { query: { id: popularId } }, as),
        at.call(contract.setChartStatus, { body: { kind: "popular", ids: [popularId], status: "inactive" } }, as),
        at.call(contract.deleteChartLogo, { query: { kind: "popular", id: popularId } }, as),
        at.call(songs.addSongsToChart, { body: { kind: "popular", chartId: popularId, songIds: [song(1)] } }, as),
        at.call(songs.addMatchingToChart, { body: { kind: "popular", chartId: popularId, matching: {} } }, as),
        at.call(songs.changePopularChartSongs, { body: { chartId: popularId, songIds: [song(1)], weight: 2 } }, as),
        at.call(songs.removePopularChartSongs, { query: { chartId: popularId, songIds: String(song(1)) } }, as),
      ])
        expect((await sent).status).toBe(403);
    }
    expect((await addSongs(customId, { songIds: [song(2)] }, client.users.limited)).status).toBe(200);
    for (const as of [client.users.regional, client.users.zonal, client.users.group]) {
      expect(await detail(customId, "custom", as)).toMatchObject({ mayChange: false, songs: 2 });
      expect((await addSongs(customId, { songIds: [song(3)] }, as)).status).toBe(403);
      expect((await at.call(contract.addCustomChart, { body: { chartName: "x" } }, as)).status).toBe(403);
    }
    expect((await at.call(contract.listCustomCharts, {}, client.users.manager)).status).toBe(403);
    expect((await at.call(contract.listPopularCharts, {}, provider.staff.Fever_Admin_Ops)).status).toBe(403);

    // another company's chart is not there, by either name; another company's id is refused
    const { admin } = other.users;
    for (const kind of ["custom", "popular"] as const) {
      const of = { kind, id: customId };
      expect((await at.call(contract.findChart, { query: of }, admin)).status).toBe(404);
      expect((await at.call(contract.findChart, { query: { ...of, companyId: client.companyId } }, admin)).status).toBe(403);
    }
    expect((await at.call(contract.changeCustomChart, { body: { id: customId, chartName: "Taken" } }, admin)).status).toBe(404);
    expect((await at.call(contract.setChartStatus, { body: { kind: "custom", ids: [customId], status: "inactive" } }, admin)).status).toBe(
      404,
    );
    expect((await at.call(contract.deleteCustomChart, { query: { id: customId } }, admin)).status).toBe(404);
    expect((await at.call(songs.listCustomChartSongs, { query: { chartId: customId } }, admin)).status).toBe(404);
    expect((await addSongs(customId, { songIds: [song(5)] }, admin)).status).toBe(404);
    expect((await change({ chartId: customId, songIds: [song(1)], weight: 9 }, admin)).status).toBe(404);
    const taking = { query: { chartId: customId, songIds: String(song(1)) } };
    expect((await at.call(songs.removeCustomChartSongs, taking, admin)).status).toBe(404);
    expect((await at.call(contract.listCustomCharts, {}, admin)).body.data).toEqual([]);

    // provider staff work in the company they name
    expect(fieldsOf(await at.call(contract.listCustomCharts, {}, manager))).toEqual([422, ["companyId"]]);
    expect(await detail(customId, "custom", manager, client.companyId)).toMatchObject({ mayChange: true });
    expect(await orderOf(customId)).toEqual([1, 2]);
  });

  test("a chart that a rule mixes is not deleted, and switching it off says so; what a rule takes up meanwhile stays [CHT-1]", async () => {
    const { admin } = client.users;
    const id = await filled("Ruled", [song(1), song(2), song(3)]);
    const timeSlotId = await makeSlot(at.database, client.companyId);
    const popularId = await makeChart(at.database, provider.companyId, "Ruled too", [song(1)]);
    const rule = await at.call(
      addMasterRule,
      { body: { timeSlotId, regionId: client.south.regionId, ...ruleOver([id, 40], [popularId, 60]) } },
      admin,
    );
    expect(rule.status, JSON.stringify(rule.body)).toBe(201);
    for (const [endpoint, chartId, as] of [
      [contract.deleteCustomChart, id, admin],
      [contract.deletePopularChart, popularId, manager],
    ] as const) {
      const refused = await at.call(endpoint, { query: { id: chartId } }, as);
      expect([fieldsOf(refused), refused.body.message]).toEqual([
        [422, ["id"]],
        expect.stringContaining(`${client.name} › South (All day)`),
      ]);
    }
    // 40 percent of twenty songs an hour are eight: three of them turn over in a good twenty minutes
    const shown = await detail(id, "custom", admin);
    expect(shown).toMatchObject({
      rules: 1,
      playable: 3,
      seconds: 540,
      uses: [{ unitName: "South", level: "REGION", percent: 40, callsAnHour: 8, turnoverHours: 0.375 }],
    });
    expect((await detail(popularId, "popular", other.users.admin)).rules).toBe(0);
    expect((await detail(popularId, "popular", client.users.regional)).rules).toBe(0); // North's
    expect((await detail(popularId, "popular", manager)).rules).toBe(1);
    const off = await at.call(contract.setChartStatus, { body: { kind: "custom", ids: [id], status: "inactive" } }, admin);
    expect(off.body).toMatchObject({ data: { changed: 1, rules: 1 }, message: expect.stringContaining("A master rule mixes it") });

    const contested = await filled("Contested", [song(1)]);
    const body = { timeSlotId, regionId: client.north.regionId, ...ruleOver([contested, 100]) };
    const [ruled, deleted] = await Promise.all([
      at.call(addMasterRule, { body }, admin),
      at.call(contract.deleteCustomChart, { query: { id: contested } }, admin),
    ]);
    expect([ruled.status, deleted.status].sort()).toEqual(ruled.status === 201 ? [201, 422] : [200, 422]);
  });

  test("a logo is uploaded, replaced and taken away; what is no picture is refused [CHT-1] [VAL-5]", async () => {
    const { admin } = client.users;
    const id = await addCustom("With a logo");
    const send = (file: File, as = admin) => at.call(contract.setChartLogo, { query: { kind: "custom", id }, files: [file] }, as);
    const first = await send(fileOf(await picture("png"), "logo.png"));
    expect(first.status).toBe(201);
    const second = (await send(fileOf(await picture("jpeg"), "logo.jpg"))).body.data as { id: string };
    expect((await detail(id, "custom", client.users.group)).logoFileId).toBe(second.id);
    expect(await at.database.db.$count(table.storedFile, eq(table.storedFile.companyId, client.companyId))).toBe(1);
    expect((await send(fileOf("no picture", "logo.png"))).body.message).toBe(messages.fileType);
    expect((await send(fileOf(await picture("png"), "logo.png"), other.users.admin)).status).toBe(404);
    await at.call(contract.deleteChartLogo, { query: { kind: "custom", id } }, admin);
    expect((await at.call(contract.deleteChartLogo, { query: { kind: "custom", id } }, admin)).status).toBe(200);
    expect((await detail(id, "custom", admin)).logoFileId).toBeNull();
    expect((await auditOf(id)).map(([action]) => action)).toEqual([
      "chart added",
      "chart logo set",
      "chart logo set",
      "chart logo removed",
    ]);
  });

  test("songs are added by their ids, each once; doubles are skipped and counted, unknown ones refuse all [CHT-1] [AUD-1]", async () => {
    const id = await filled("By ids", [song(3), song(1), song(3)]);
    expect(await orderOf(id)).toEqual([3, 1]);
    const again = await addSongs(id, { songIds: [song(1), song(2), song(3)] });
    expect(again.body).toMatchObject({ data: { added: 1, there: 2 }, message: "1 song added. 2 songs stood in the chart already." });
    expect((await addSongs(id, { songIds: [song(4), unheard] })).status).toBe(404);
    expect(await orderOf(id)).toEqual([3, 1, 2]);
    for (const what of [{}, { songIds: [] }, { songIds: [1], list: "x" }, { songIds: ["x"] }, { list: "  " }])
      expect((await addSongs(id, what)).status, JSON.stringify(what)).toBe(422);
    const both = await Promise.all([addSongs(id, { songIds: [song(8), song(9)] }), addSongs(id, { songIds: [song(9), song(10)] })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await orderOf(id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 8, 9, 10]);
    expect((await auditOf(id)).map(([action]) => action)).toEqual(["chart added", ...Array(4).fill("chart songs added")]);
  });

  test("a pasted list and a CSV are read by ISRC, title and artist either way round, or number; each line that names no song is told [CHT-1]", async () => {
    const id = await addCustom("Pasted");
    await at.database.db
      .insert(table.song)
      .values(["A", "B"].map((artist) => ({ companyId: provider.companyId, title: "Twice", artist, durationSeconds: 100 })));
    const list = [
      "infch2500002",
      "IN-FCH-25-00003",
      "",
      "song 04 - ARTIST 3",
      "Artist 4 – Song 05",
      "Song 31 - Song - Band",
      "Song 06",
      "Nobody - Nothing",
      "Twice",
      "'; drop table song;--",
    ];
    const pasted = await addSongs(id, { list: list.join("\r\n") });
    expect(pasted.body.data).toMatchObject({
      added: 6,
      there: 0,
      unclearTotal: 3,
      unclear: [
        { line: 8, text: "Nobody - Nothing", reason: "There is no such song in the library." },
        { line: 9, text: "Twice", reason: "Several songs have this title: add the artist." },
        { line: 10 },
      ],
    });
    expect(await orderOf(id)).toEqual([2, 3, 4, 5, 31, 6]);
    const csv = (text: string) =>
      at.call(songs.addCsvToChart, { query: { kind: "custom", chartId: id }, files: [fileOf(text, "songs.csv")] }, client.users.admin);
    const read = await csv(
      `Title;Artist;ISRC;Song;Mood\r\nSong 07;Artist 6;;;Calm\r\n;;INFCH2500008;;\r\n;;;${song(9)};\r\nSong 07;Artist 6;;;\r\nSong 10;Artist 1;;;\r\n`,
    );
    expect(read.body.data).toMatchObject({ added: 3, there: 1, unclear: [{ line: 6, text: "Song 10 - Artist 1" }] });
    expect(await orderOf(id)).toEqual([2, 3, 4, 5, 31, 6, 7, 8, 9]);
    for (const wrong of ["", "Artist\nX\n", "Colour\nred\n"]) expect(fieldsOf(await csv(wrong))).toEqual([422, ["file"]]);
    expect(fieldsOf(await addSongs(id, { list: "x\n".repeat(5001) }))).toEqual([422, ["list"]]);
  });

  test("all songs that match a filter are added in one request, doubles skipped, five thousand at the most [CHT-1] [LIB-1]", async () => {
    const id = await filled("By filter", [song(30), song(40)]);
    const add = (matching: object) =>
      at.call(songs.addMatchingToChart, { body: { kind: "custom", chartId: id, matching } }, client.users.limited);
    expect((await add({ genreIds: [genre] })).body.data).toMatchObject({ added: 29, there: 1 });
    expect(await orderOf(id)).toEqual([30, 40, ...Array.from({ length: 29 }, (_, n) => n + 1)]);
    expect((await add({ search: "there is no such song at all" })).body.data).toMatchObject({ added: 0, there: 0 });
    expect((await add({ colour: 1 })).status).toBe(422);
    await at.database.transaction(async (tx) => {
      const { companyId } = provider;
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const many = Array.from({ length: 5001 }, (_, n) => ({
        companyId,
        title: `Many ${n}`,
        artist: "Crowd",
        durationSeconds: 60,
        revision,
      }));
      for (let from = 0; from < many.length; from += 1000) await tx.insert(table.song).values(many.slice(from, from + 1000));
    });
    const refused = await add({ search: "crowd" });
    expect([fieldsOf(refused), refused.body.message]).toEqual([[422, ["matching"]], expect.stringContaining("5,001 songs match")]);
    expect((await add({ search: "crowd many 1" })).body.data).toMatchObject({ there: 0 });
    expect((await detail(id, "custom", client.users.admin)).songs).toBeGreaterThan(1000);
  });

  test("songs go one up or down, to a place, several together; weights are set; the order has no gaps [CHT-1] [AUD-1]", async () => {
    const chartId = await filled("Ordered", [1, 2, 3, 4, 5, 6].map(song));
    const moves: [object, number[]][] = [
      [{ songIds: [song(3)], step: "up" }, [1, 3, 2, 4, 5, 6]],
      [{ songIds: [song(1)], step: "up" }, [1, 3, 2, 4, 5, 6]],
      [{ songIds: [song(6)], step: "down" }, [1, 3, 2, 4, 5, 6]],
      [{ songIds: [song(2)], step: "down" }, [1, 3, 4, 2, 5, 6]],
      [{ songIds: [song(6)], position: 1 }, [6, 1, 3, 4, 2, 5]],
      [{ songIds: [song(6)], position: 99 }, [1, 3, 4, 2, 5, 6]],
      [{ songIds: [song(5), song(1)], position: 3 }, [3, 4, 1, 5, 2, 6]],
    ];
    for (const [move, order] of moves) {
      expect((await change({ chartId, ...move })).status).toBe(200);
      expect(await orderOf(chartId), JSON.stringify(move)).toEqual(order);
    }
    await change({ chartId, songIds: [song(3), song(4)], weight: 5 });
    const { body } = await at.call(songs.listCustomChartSongs, { query: { chartId, limit: 3 } }, client.users.group);
    expect(body.data).toMatchObject([
      { songId: song(3), position: 1, weight: 5 },
      { songId: song(4), position: 2, weight: 5 },
      { songId: song(1), position: 3, weight: 1 },
    ]);
    const { body: second } = await at.call(
      songs.listCustomChartSongs,
      { query: { chartId, limit: 3, cursor: body.page?.next ?? "" } },
      client.users.group,
    );
    expect((second.data as songs.ChartSong[]).map(({ songId, position }) => [songIds.indexOf(songId) + 1, position])).toEqual([
      [5, 4],
      [2, 5],
      [6, 6],
    ]);
    for (const wrong of [{ position: 0 }, { weight: 11 }, { step: "left" }, {}, { step: "up", position: 2 }])
      expect((await change({ chartId, songIds: [song(1)], ...wrong })).status, JSON.stringify(wrong)).toBe(422);
    expect(fieldsOf(await change({ chartId, songIds: [song(40)], step: "up" }))).toEqual([422, ["songIds"]]);
    const removed = await at.call(
      songs.removeCustomChartSongs,
      { query: { chartId, songIds: `${song(4)},${song(2)},${song(40)}` } },
      client.users.admin,
    );
    expect(removed.body).toMatchObject({ data: { removed: 2 }, message: "2 songs removed" });
    expect(await orderOf(chartId)).toEqual([3, 1, 5, 6]);
    expect((await auditOf(chartId)).at(-1)?.[0]).toBe("chart songs removed");
  });

  test("while some reorder and others delete, no song is lost and none stands twice [CHT-1]", async () => {
    const chartId = await filled(
      "Contended",
      Array.from({ length: 20 }, (_, n) => song(n + 1)),
    );
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        n % 2
          ? at.call(songs.removeCustomChartSongs, { query: { chartId, songIds: String(song(n)) } }, client.users.admin)
          : change({ chartId, songIds: [song(20 - n)], position: 1 + ((n * 7) % 20) }, client.users.limited),
      ),
    );
    for (const { status } of replies) expect([200, 422]).toContain(status);
    const left = (await orderOf(chartId)).sort((a, b) => a - b);
    expect(left).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19, 20]);
  });

  test("two who put a chart in order at once both get their way, one after the other, and it has no gaps [CHT-1]", async () => {
    const all = Array.from({ length: 12 }, (_, n) => song(n + 1));
    const chartId = await filled("Ordered by two", all);
    const moves = all.map((id, n) =>
      change({ chartId, songIds: [id], ...(n % 2 ? { step: "up" } : { position: 12 }) }, n % 2 ? client.users.admin : client.users.limited),
    );
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    expect((await orderOf(chartId)).sort((a, b) => a - b)).toEqual(all.map((_, n) => n + 1));
    await change({ chartId, songIds: [song(7)], position: 1 });
    expect((await orderOf(chartId))[0]).toBe(7);
  });

  test("a chart shows which of its songs do not play and why, and its make-up by language, tempo and era [CHT-1] [VOC-1]", async () => {
    const id = await filled("Made up", [song(1), song(2), song(39), song(40)]);
    const { body } = await at.call(songs.listCustomChartSongs, { query: { chartId: id } }, client.users.admin);
    expect((body.data as songs.ChartSong[]).map(({ state }) => state)).toEqual(["playable", "playable", "inactive", "licence over"]);
    const { body: found } = await at.call(songs.listCustomChartSongs, { query: { chartId: id, search: "song 39" } }, client.users.admin);
    expect(found).toMatchObject({ page: { total: 1 }, data: [{ position: 3 }] });
    const these = { chartId: id, songIds: `${song(2)},${song(3)}` };
    expect((await at.call(songs.listCustomChartSongs, { query: these }, client.users.admin)).body).toMatchObject({ page: { total: 1 } });
    const shown = await detail(id, "custom", client.users.admin);
    expect(shown).toMatchObject({ songs: 4, playable: 2, seconds: 360 });
    expect(shown.makeUp).toEqual({
      language: [
        { name: "Hindi", songs: 2 },
        { name: "Not known", songs: 2 },
      ],
      tempo: [
        { name: "Slow", songs: 2 },
        { name: "Fast", songs: 2 },
      ],
      era: [{ name: "Not known", songs: 4 }],
    });
  });
});
