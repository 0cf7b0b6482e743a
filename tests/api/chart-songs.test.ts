import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { importMessages } from "#platform/modules/imports/messages";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { type Charts, openCharts } from "../support/charts.ts";
import { anyEngine } from "../support/database.ts";
import { fileOf } from "../support/uploads.ts";
import { xlsxOfCsv } from "../support/xlsx.ts";

const unheard = 9_000_000_000;

describe.each([anyEngine])("Charts on %s", (engine) => {
  let world: Charts;
  let at: Charts["at"];
  let provider: Charts["provider"];
  let client: Charts["client"];
  let songIds: Charts["songIds"];
  let genre: Charts["genre"];
  let song: Charts["song"];
  let detail: Charts["detail"];
  let addCustom: Charts["addCustom"];
  let addSongs: Charts["addSongs"];
  let filled: Charts["filled"];
  let change: Charts["change"];
  let orderOf: Charts["orderOf"];
  let auditOf: Charts["auditOf"];

  beforeAll(async () => {
    world = await openCharts(engine);
    ({
      at,
      provider,
      client,
      songIds,
      genre,
      song,
      detail,
      addCustom,
      addSongs,
      filled,
      change,
      orderOf,
      auditOf,
    } = world);
  });
  afterAll(() => world?.close());

  test("songs are added by their ids, each once, and doubles are counted [CHT-1] [AUD-1]", async () => {
    const id = await filled("By ids", [song(3), song(1), song(3)]);
    expect(await orderOf(id)).toEqual([3, 1]);
    const again = await addSongs(id, { songIds: [song(1), song(2), song(3)] }).reply;
    expect(again.body).toMatchObject({
      data: { added: 1, there: 2 },
      message: "1 song added. 2 songs were already in the chart.",
    });
    expect(await addSongs(id, { songIds: [song(4), unheard] }).status).toBe(404);
    expect(await orderOf(id)).toEqual([3, 1, 2]);
    for (const what of [
      {},
      { songIds: [] },
      { songIds: [1], list: "x" },
      { songIds: ["x"] },
      { list: "  " },
    ])
      expect(await addSongs(id, what).status, JSON.stringify(what)).toBe(422);
    const both = await Promise.all([
      addSongs(id, { songIds: [song(8), song(9)] }).reply,
      addSongs(id, { songIds: [song(9), song(10)] }).reply,
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await orderOf(id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 8, 9, 10]);
    expect((await auditOf(id)).map(([action]) => action)).toEqual([
      "chart added",
      ...Array(4).fill("chart songs added"),
    ]);
  });

  test("a list, a CSV or an .xlsx adds songs, and lines without one are told [CHT-1] [VAL-5]", async () => {
    const id = await addCustom("Pasted");
    await at.database.db.insert(table.song).values(
      [
        ["Twice", "A"],
        ["Twice", "B"],
        ["Twice", "A"],
        ["Blue - Remix", "Asha - Rao"],
      ].map(([title = "", artist = ""]) => ({
        companyId: provider.companyId,
        title,
        artist,
        durationSeconds: 100,
      })),
    );
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
    expect(await addSongs(id, { list: list.join("\r\n") })).toMatchObject({
      added: 6,
      there: 0,
      unclearTotal: 3,
      unclear: [
        { line: 8, text: "Nobody - Nothing", reason: "There is no such song in the library." },
        {
          line: 9,
          text: "Twice",
          reason: "Several songs have this title: choose one, or add the artist.",
          choices: [
            { title: "Twice", artist: "A", album: null },
            { title: "Twice", artist: "B", album: null },
          ],
        },
        { line: 10 },
      ],
    });
    expect(await orderOf(id)).toEqual([2, 3, 4, 5, 31, 6]);
    // an event's page asks for the same songs without adding them
    const matched = await at
      .as(client.users.admin)
      .matchSongList({ body: { list: list.join("\n") } });
    expect(matched).toMatchObject({
      songIds: [2, 3, 4, 5, 31, 6].map(song),
      unclearTotal: 3,
      unclear: [
        { line: 8 },
        { line: 9, choices: [{ artist: "A" }, { artist: "B" }] },
        { line: 10 },
      ],
    });
    expect(await orderOf(id)).toHaveLength(6);
    // read in one pass, however long: this line took six minutes in which nobody was answered
    const spaces = " ".repeat(590_000);
    expect(
      await at.as(client.users.admin).matchSongList({ body: { list: `a${spaces}b` } }),
    ).toMatchObject({ songIds: [], unclearTotal: 1 });
    // a tab parts title and artist, whatever dashes they have
    expect(
      await at.as(client.users.admin).matchSongList({ body: { list: "Blue - Remix\tAsha - Rao" } }),
    ).toMatchObject({ songIds: [expect.any(Number)], unclear: [] });
    const csv = (text: string | Uint8Array<ArrayBuffer>) =>
      at.as(client.users.admin).addCsvToChart({
        query: { kind: "custom", chartId: id },
        files: [fileOf(text, "songs.csv")],
      });
    expect(
      await csv(
        `Title;Artist;ISRC;Song;Mood\r\nSong 07;Artist 6;;;Calm\r\n;;INFCH2500008;;\r\n;;;${song(9)};\r\nSong 07;Artist 6;;;\r\nSong 10;Artist 1;;;\r\n`,
      ),
    ).toMatchObject({ added: 3, there: 1, unclear: [{ line: 6, text: "Song 10 - Artist 1" }] });
    expect(await orderOf(id)).toEqual([2, 3, 4, 5, 31, 6, 7, 8, 9]);
    expect(await csv(await xlsxOfCsv(`Song\n${song(11)}`))).toMatchObject({
      added: 1,
      unclear: [],
    });
    expect((await orderOf(id)).at(-1)).toBe(11);
    for (const wrong of ["", "Artist\nX\n", "Colour\nred\n"])
      expect(await csv(wrong).wrongFields).toEqual(["file"]);
    expect(await addSongs(id, { list: "x\n".repeat(5001) }).wrongFields).toEqual(["list"]);
  });

  test("a file whose encoding is a guess says so with what it added [CHT-1] [FIL-2]", async () => {
    const id = await addCustom("Guessed");
    const latin1 = Buffer.from("Title;Artist\r\nSong 05;Artist 4\r\nCafé;Artist 4\r\n", "latin1");
    const { data, message } = await at.as(client.users.admin).addCsvToChart({
      query: { kind: "custom", chartId: id },
      files: [fileOf(new Uint8Array(latin1), "songs.csv")],
    }).answer;
    const remark = importMessages.guessedEncoding;
    expect(data).toMatchObject({ added: 1, unclear: [{ line: 3 }], remarks: [remark] });
    expect(message).toBe(`1 song added. 1 line was not matched. ${remark}`);
  });

  test("a file's row with an error or a cell too many finds no song, and says why [CHT-1] [FIL-2]", async () => {
    const id = await addCustom("Damaged");
    const text = "Title,Artist\n#N/A,Artist 3\nSong 04,Artist 3,x\nSong 05,Artist 4\nSong 06";
    expect(
      await at.as(client.users.admin).addCsvToChart({
        query: { kind: "custom", chartId: id },
        files: [fileOf(text, "songs.csv")],
      }),
    ).toMatchObject({
      added: 1,
      unclear: [
        { line: 2, text: expect.stringContaining(importMessages.errorCell("A2", "#N/A")) },
        { line: 3, text: expect.stringContaining(importMessages.tooManyCells(3, 2)) },
        { line: 5, text: expect.stringContaining("The file ends in this row") },
      ],
    });
    expect(await orderOf(id)).toEqual([5]);
  });

  test("all songs of a filter are added at once, five thousand at the most [CHT-1] [LIB-1]", async () => {
    const id = await filled("By filter", [song(30), song(40)]);
    const add = (matching: object) =>
      at
        .as(client.users.limited)
        .addMatchingToChart({ body: { kind: "custom", chartId: id, matching } });
    expect(await add({ genreIds: [genre] })).toMatchObject({ added: 29, there: 1 });
    expect(await orderOf(id)).toEqual([30, 40, ...Array.from({ length: 29 }, (_, n) => n + 1)]);
    expect(await add({ search: "there is no such song at all" })).toMatchObject({
      added: 0,
      there: 0,
    });
    expect(await add({ colour: 1 }).status).toBe(422);
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
      for (let from = 0; from < many.length; from += 1000)
        await tx.insert(table.song).values(many.slice(from, from + 1000));
    });
    expect(await add({ search: "crowd" }).errors).toEqual({
      matching: expect.stringContaining("5,001 songs match"),
    });
    expect(await add({ search: "crowd many 1" })).toMatchObject({ there: 0 });
    expect((await detail(id, "custom", client.users.admin)).songs).toBeGreaterThan(1000);
  });

  test("songs move in the order and get weights, without gaps [CHT-1] [AUD-1]", async () => {
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
      await change({ chartId, ...move });
      expect(await orderOf(chartId), JSON.stringify(move)).toEqual(order);
    }
    await change({ chartId, songIds: [song(3), song(4)], weight: 5 });
    const { data, page } = await at
      .as(client.users.group)
      .listCustomChartSongs({ query: { chartId, limit: 3 } }).answer;
    expect(data).toMatchObject([
      { songId: song(3), position: 1, weight: 5 },
      { songId: song(4), position: 2, weight: 5 },
      { songId: song(1), position: 3, weight: 1 },
    ]);
    expect(
      (
        await at
          .as(client.users.group)
          .listCustomChartSongs({ query: { chartId, limit: 3, cursor: page?.next ?? "" } })
      ).map(({ songId, position }) => [songIds.indexOf(songId) + 1, position]),
    ).toEqual([
      [5, 4],
      [2, 5],
      [6, 6],
    ]);
    for (const wrong of [
      { position: 0 },
      { weight: 11 },
      { step: "left" },
      {},
      { step: "up", position: 2 },
    ])
      expect(
        await change({ chartId, songIds: [song(1)], ...wrong }).status,
        JSON.stringify(wrong),
      ).toBe(422);
    expect(await change({ chartId, songIds: [song(40)], step: "up" }).wrongFields).toEqual([
      "songIds",
    ]);
    const removed = await at
      .as(client.users.admin)
      .removeCustomChartSongs({ query: { chartId, songIds: `${song(4)},${song(2)},${song(40)}` } })
      .reply;
    expect(removed.body).toMatchObject({ data: { removed: 2 }, message: "2 songs removed" });
    expect(await orderOf(chartId)).toEqual([3, 1, 5, 6]);
    expect((await auditOf(chartId)).at(-1)?.[0]).toBe("chart songs removed");
  });

  test("all songs of a chart that match move or leave together, in order [CHT-1] [AUD-1]", async () => {
    const chartId = await filled("Matched", [12, 1, 11, 2, 10].map(song));
    await change({ chartId, matching: { search: "song 1" }, position: 1 });
    expect(await orderOf(chartId)).toEqual([12, 11, 10, 1, 2]);
    expect(await change({ chartId, matching: { search: "song 9" }, position: 1 })).toEqual({
      changed: 0,
    });
    expect(await change({ chartId, matching: {}, weight: 3 })).toEqual({ changed: 5 });
    const remove = (query: object) =>
      at.as(client.users.admin).removeCustomChartSongs({ query: { chartId, ...query } } as never);
    for (const wrong of [
      {},
      { all: "true", songIds: String(song(1)) },
      { all: "false" },
      { search: "song 1" },
    ])
      expect(await remove(wrong).status, JSON.stringify(wrong)).toBe(422);
    for (const wrong of [{ matching: {}, songIds: [song(1)] }, { matching: { title: "x" } }, {}])
      expect(await change({ chartId, ...wrong, weight: 2 }).status, JSON.stringify(wrong)).toBe(
        422,
      );
    expect(await remove({ all: "true", search: "song 1" }).answer).toMatchObject({
      data: { removed: 3 },
      message: "3 songs removed",
    });
    expect(await orderOf(chartId)).toEqual([1, 2]);
    expect(await remove({ all: "true" })).toEqual({ removed: 2 });
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
          ? at
              .as(client.users.admin)
              .removeCustomChartSongs({ query: { chartId, songIds: String(song(n)) } }).reply
          : change(
              { chartId, songIds: [song(20 - n)], position: 1 + ((n * 7) % 20) },
              client.users.limited,
            ).reply,
      ),
    );
    for (const { status } of replies) expect([200, 422]).toContain(status);
    const remainingIds = (await orderOf(chartId)).sort((a, b) => a - b);
    expect(remainingIds).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 17, 18, 19, 20]);
  });

  test("two who put a chart in order at once both get their way, and it has no gaps [CHT-1]", async () => {
    const all = Array.from({ length: 12 }, (_, n) => song(n + 1));
    const chartId = await filled("Ordered by two", all);
    const moves = all.map(
      (id, n) =>
        change(
          { chartId, songIds: [id], ...(n % 2 ? { step: "up" } : { position: 12 }) },
          n % 2 ? client.users.admin : client.users.limited,
        ).reply,
    );
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    expect((await orderOf(chartId)).sort((a, b) => a - b)).toEqual(all.map((_, n) => n + 1));
    await change({ chartId, songIds: [song(7)], position: 1 });
    expect((await orderOf(chartId))[0]).toBe(7);
  });

  test("a chart says which of its songs have no audio, and counts them apart [CHT-1] [RUN-1]", async () => {
    const id = await filled("Silent", [song(1), song(2), song(3)]);
    const setAudio = (audioFile: string | null) =>
      at.database.db
        .update(table.song)
        .set({ audioFile })
        .where(eq(table.song.id, song(3)));
    await setAudio(null);
    expect(
      (await at.as(client.users.admin).listCustomChartSongs({ query: { chartId: id } })).map(
        ({ state }) => state,
      ),
    ).toEqual(["playable", "playable", "no audio"]);
    expect(await detail(id, "custom", client.users.admin)).toMatchObject({
      songs: 3,
      playable: 2,
      withoutAudio: 1,
      seconds: 360,
    });
    await setAudio("audio/any.wav");
  });

  test("a chart shows which of its songs do not play, and its make-up [CHT-1] [VOC-1]", async () => {
    const id = await filled("Made up", [song(1), song(2), song(39), song(40)]);
    expect(
      (await at.as(client.users.admin).listCustomChartSongs({ query: { chartId: id } })).map(
        ({ state }) => state,
      ),
    ).toEqual(["playable", "playable", "inactive", "licence expired"]);
    const { body: searchResult } = await at
      .as(client.users.admin)
      .listCustomChartSongs({ query: { chartId: id, search: "song 39" } }).reply;
    expect(searchResult).toMatchObject({ page: { total: 1 }, data: [{ position: 3 }] });
    const these = { chartId: id, songIds: `${song(2)},${song(3)}` };
    expect(
      await at.as(client.users.admin).listCustomChartSongs({ query: these }).answer,
    ).toMatchObject({ page: { total: 1 } });
    const chart = await detail(id, "custom", client.users.admin);
    expect(chart).toMatchObject({ songs: 4, playable: 2, seconds: 360 });
    expect(chart.makeUp).toEqual({
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
