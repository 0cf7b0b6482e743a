import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SongRow } from "#contract/library/endpoints";
import * as contract from "#contract/library/endpoints";
import * as songFacets from "#contract/library/facets";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import {
  bumpLibrary,
  touchSongs,
  touchSongsOf,
} from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

type Query = Record<string, string | number | undefined>;
type Values = Omit<typeof table.song.$inferInsert, "companyId" | "durationSeconds" | "artist"> & {
  artist?: string;
  durationSeconds?: number;
};

describe.each(engines)("The music library on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let manager: string;
  let item: Record<string, number>;

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
    provider = await makeProvider(at.database);
    client = await makeCompany(at.database);
    manager = provider.staff.Fever_Music_Admin;
    const lists = {
      genre: ["Rock", "Pop", "Folk"],
      mood: ["Calm"],
      language: ["Hindi", "English"],
      season: ["Diwali", "Holi"],
      singer: ["Arijit Singh", "Zoë"],
    };
    const rows = Object.entries(lists).flatMap(([kind, names]) =>
      names.map((name) => ({ companyId: provider.companyId, kind: kind as "genre", name })),
    );
    const items = await at.database.db.insert(table.catalogueItem).values(rows).returning();
    item = Object.fromEntries(items.map(({ name, id }) => [name, id]));
  });
  afterAll(() => at?.close());

  /** Adds songs as every writer must: the library's revision counted up in the same transaction. */
  const add = (songs: (Values & { tags?: string[] })[]) =>
    at.database.transaction(async (tx) => {
      const scope = wholeCompany(provider.companyId);
      const revision = await bumpLibrary(scope, tx);
      const ids: number[] = [];
      for (const { tags = [], ...values } of songs) {
        const [song] = await tx
          .insert(table.song)
          .values({
            artist: "Nobody",
            durationSeconds: 180,
            ...values,
            companyId: provider.companyId,
            revision,
          })
          .returning({ id: table.song.id });
        const songId = song?.id ?? 0;
        ids.push(songId);
        const kindOf = (name: string) =>
          name === "Diwali" || name === "Holi" ? ("season" as const) : ("singer" as const);
        for (const [position, name] of tags.entries())
          await tx.insert(table.songTag).values({
            companyId: provider.companyId,
            songId,
            kind: kindOf(name),
            itemId: item[name] ?? 0,
            position,
          });
      }
      return ids;
    });
  const list = async (query: Query = {}, as = manager) => {
    const { data, page } = await at.as(as).listSongs({ query: { limit: 100, ...query } }).answer;
    return {
      rows: data,
      page: page as { next: string | null; prev: string | null; total: number },
    };
  };
  const titles = async (query: Query) => (await list(query)).rows.map(({ title }) => title);
  const facets = (query: Query, as = manager) => at.as(as).facetsOfSongs({ query });
  const change = (body: object, as = manager) => at.as(as).changeSongs({ body });

  describe("searching", () => {
    test("finds songs by words or their beginnings, nearest first [LIB-1]", async () => {
      await add([
        { title: "Find Midnight", album: "Quiet Hours", artist: "Béla", isrc: "INFND2500001" },
        { title: "Find Midnight Sun", artist: "Someone" },
        { title: "Finding Morning", artist: "Midnight Find", tags: ["Arijit Singh"] },
        { title: "Find 50% off_now", artist: "O'Neil" },
      ]);
      expect(await titles({ search: "find midnight" })).toEqual([
        "Find Midnight",
        "Find Midnight Sun",
        "Finding Morning",
      ]);
      expect(await titles({ search: "quiet HOURS" })).toEqual(["Find Midnight"]);
      expect(await titles({ search: "bela" })).toEqual(["Find Midnight"]);
      for (const search of ["infnd25", "IN-FND-25-00001", "in-fnd-25"])
        expect([search, await titles({ search })]).toEqual([search, ["Find Midnight"]]);
      expect(await titles({ search: "arijit finding" })).toEqual(["Finding Morning"]);
      expect(await titles({ search: "fnid midnihgt sun" })).toEqual(["Find Midnight Sun"]);
      expect(await titles({ search: "arjit sing" })).toEqual(["Finding Morning"]);
      expect((await facets({ search: "arjit" })).similar).toBe(true);
      expect((await facets({ search: "arijit" })).similar).toBe(false);
    });

    test("takes SQL and regex characters for text, and refuses what no title can hold", async () => {
      await add([{ title: "Odd (mix) [1]", artist: "Odd" }]);
      for (const search of [
        "'; drop table song;--",
        ".*",
        "%",
        "_",
        "\\",
        "(((",
        "$1",
        "[a-z]+xyz",
      ])
        await at.as(manager).listSongs({ query: { search } });
      expect(await titles({ search: "odd (mix) [1]" })).toEqual(["Odd (mix) [1]"]);
      expect(await titles({ search: "o'neil" })).toEqual(["Find 50% off_now"]);
      for (const [query, field] of [
        [{ search: "x".repeat(10_000) }, "search"],
        [{ search: "a\0b" }, "search"],
        [{ genreIds: "1,2,x" }, "genreIds"],
        [{ genreIds: "" }, "genreIds"],
        [{ sort: "random" }, "sort"],
        [{ limit: 101 }, "limit"],
        [{ cursor: "x" }, "cursor"],
        [{ lacking: "artist" }, "lacking"],
      ] as const) {
        expect(await at.as(manager).listSongs({ query }).wrongFields, field).toEqual([field]);
      }
    });

    test("what is typed shows songs and albums", async () => {
      await add([
        { title: "Typed One", album: "Typed Album", artist: "A" },
        { title: "Typed Two", album: "Typed Album", artist: "A" },
        { title: "Typed Resting", active: false },
      ]);
      expect(await at.as(manager).searchSongsAndAlbums({ query: { q: "typed al" } })).toMatchObject(
        {
          songs: [{ title: "Typed One" }, { title: "Typed Two" }],
          albums: [{ album: "Typed Album", artist: "A" }],
        },
      );
      expect(await at.as(manager).searchSongsAndAlbums({ query: { q: " " } }).status).toBe(422);
    });
  });

  describe("facets", () => {
    test("count what the other filters leave, and chosen ones stay in sight [LIB-1]", async () => {
      const [rock, pop, hindi, english, diwali] = ["Rock", "Pop", "Hindi", "English", "Diwali"].map(
        (name) => item[name] ?? 0,
      );
      await add([
        {
          title: "Facet a",
          genreId: rock,
          languageId: hindi,
          tags: ["Diwali", "Zoë"],
          audioFile: "audio/any.wav",
        },
        { title: "Facet b", genreId: rock, languageId: english, explicit: true },
        {
          title: "Facet c",
          genreId: pop,
          languageId: hindi,
          active: false,
          tags: ["Diwali", "Holi"],
        },
        { title: "Facet d", languageId: hindi },
      ]);
      const search = "facet";
      const names = (items: songFacets.FacetItem[]) =>
        Object.fromEntries(items.map(({ name, songs }) => [name, songs]));
      const all = await facets({ search });
      expect(all).toMatchObject({
        total: 4,
        status: { active: 3, inactive: 1 },
        explicit: { yes: 1, no: 3 },
        audio: { yes: 1, no: 3 },
      });
      expect(await titles({ search, audio: "yes" })).toEqual(["Facet a"]);
      expect(await titles({ search, audio: "no", languageIds: hindi })).toEqual([
        "Facet c",
        "Facet d",
      ]);
      expect([names(all.genre), names(all.language), names(all.season), names(all.singer)]).toEqual(
        [{ Rock: 2, Pop: 1 }, { Hindi: 3, English: 1 }, { Diwali: 2, Holi: 1 }, { Zoë: 1 }],
      );
      const ofHindi = await facets({ search, languageIds: hindi });
      expect([ofHindi.total, names(ofHindi.genre), names(ofHindi.language)]).toEqual([
        3,
        { Rock: 1, Pop: 1 },
        { Hindi: 3, English: 1 },
      ]);
      expect(await titles({ search, genreIds: `${rock},${pop}`, languageIds: hindi })).toEqual([
        "Facet a",
        "Facet c",
      ]);
      expect(await titles({ search, seasonIds: diwali, status: "active" })).toEqual(["Facet a"]);
      expect(names((await facets({ search, genreIds: item.Folk })).genre)).toEqual({
        Rock: 2,
        Pop: 1,
        Folk: 0,
      });
      expect(names((await facets({ search, singerName: "zo" })).singer)).toEqual({ Zoë: 1 });
      expect(names((await facets({ search, singerName: "ari" })).singer)).toEqual({});
      expect(await titles({ search, lacking: "genre" })).toEqual(["Facet d"]);
      expect(
        await at.as(manager).mandatoryFilterCounts({ query: { search, status: "active" } }),
      ).toEqual({
        any: 3,
        genre: 1,
        mood: 3,
        language: 0,
        tempo: 3,
      });
      const only = async (
        endpoint: typeof songFacets.songSeasons | typeof songFacets.songSingers,
        query: Query,
      ) => names((await at.as(manager).call(endpoint, { query })) as songFacets.FacetItem[]);
      expect(await only(songFacets.songSeasons, { search })).toEqual({ Diwali: 2, Holi: 1 });
      expect(await only(songFacets.songSingers, { search, q: "ZO" })).toEqual({ Zoë: 1 });
      expect(await at.as(manager).countSongs({ query: { search } })).toEqual({
        total: 4,
        similar: false,
      });
    });
  });

  describe("pages", () => {
    test("show each song once in every sort, also where songs change and go between two pages", async () => {
      const ids = await add(
        Array.from({ length: 23 }, (_, n) => ({
          title: `Paged ${n % 5}`,
          artist: `P ${n % 3}`,
          durationSeconds: 100 + (n % 4),
        })),
      );
      for (const sort of [
        "relevance",
        "title",
        "-title",
        "artist",
        "-artist",
        "newest",
        "duration",
        "-duration",
      ]) {
        const query = { search: "paged", sort };
        const whole = (await list(query)).rows.map(({ id }) => id);
        expect(
          [...whole].sort((a, b) => a - b),
          sort,
        ).toEqual(ids);
        const pagedIds: number[] = [];
        let page = await list({ ...query, limit: 7 });
        expect(page.page).toMatchObject({ total: 23, prev: null });
        for (;;) {
          pagedIds.push(...page.rows.map(({ id }) => id));
          if (page.page.next === null) break;
          page = await list({ ...query, limit: 7, cursor: page.page.next });
        }
        expect(pagedIds, sort).toEqual(whole);
        const before = await list({ ...query, limit: 7, cursor: page.page.prev ?? "" });
        expect(
          before.rows.map(({ id }) => id),
          sort,
        ).toEqual(whole.slice(14, 21));
      }
      const whole = (await list({ search: "paged", sort: "title" })).rows.map(({ id }) => id);
      const first = await list({ search: "paged", sort: "title", limit: 7 });
      await at.database.transaction(async (tx) => {
        await bumpLibrary(wholeCompany(provider.companyId), tx);
        for (const id of [whole[6], whole[9]])
          await tx.delete(table.song).where(eq(table.song.id, id ?? 0));
      });
      const second = await list({
        search: "paged",
        sort: "title",
        limit: 7,
        cursor: first.page.next ?? "",
      });
      expect(second.rows.map(({ id }) => id)).toEqual(
        whole.slice(7, 14).filter((id) => id !== whole[9]),
      );
    });

    test("what is shown is never stale, whoever changed it in whatever process", async () => {
      const [id = 0] = await add([{ title: "Fresh", tags: ["Zoë"] }]);
      const twin = at.twin();
      const inTwin = async (search: string) => {
        const headers = { Authorization: `Bearer ${await at.tokenOf(manager)}` };
        const response = await twin(
          new Request(`http://platform/api/multimedia?search=${encodeURIComponent(search)}`, {
            headers,
          }),
        );
        return ((await response.json()) as { data: SongRow[] }).data.map(({ title }) => title);
      };
      expect(await inTwin("fresh")).toEqual(["Fresh"]);
      const scope = wholeCompany(provider.companyId);
      await at.database.transaction(async (tx) => {
        await tx.update(table.song).set({ title: "Freshest" }).where(eq(table.song.id, id));
        await touchSongs(scope, tx, [id]);
      });
      expect([await titles({ search: "freshest" }), await inTwin("freshest")]).toEqual([
        ["Freshest"],
        ["Freshest"],
      ]);
      await at.database.transaction(async (tx) => {
        await tx
          .update(table.catalogueItem)
          .set({ name: "Zoë Keating" })
          .where(eq(table.catalogueItem.id, item.Zoë ?? 0));
        await touchSongsOf(scope, tx, [item.Zoë ?? 0]);
      });
      expect(await inTwin("freshest keating")).toEqual(["Freshest"]);
      const revision = async () =>
        (await at.database.db.select().from(table.libraryRevision))[0]?.revision ?? 0;
      const before = await revision();
      await Promise.all(Array.from({ length: 8 }, (_, n) => add([{ title: `Crowd ${n}` }])));
      expect(await revision()).toBe(before + 8);
      expect((await list({ search: "crowd" })).page.total).toBe(8);
    });

    test("more changes than are taken one by one make a new index, and nothing is lost", async () => {
      const scope = wholeCompany(provider.companyId);
      await at.database.transaction(async (tx) => {
        const revision = await bumpLibrary(scope, tx);
        await tx.execute(sql`insert into song (company_id, title, artist, duration_seconds, revision)
          select ${provider.companyId}::bigint, 'Flood ' || n, 'Many', 200, ${revision}::bigint from generate_series(1, 2500) n`);
      });
      const body = await change({ set: { genreId: item.Folk }, matching: { search: "flood" } })
        .answer;
      expect([body.message, body.data]).toEqual([
        "2,500 songs changed",
        { changed: 2500, unchanged: 0 },
      ]);
      expect((await facets({ search: "flood" })).genre).toEqual([
        { id: item.Folk, name: "Folk", songs: 2500 },
      ]);
      expect((await list({ search: "flood", lacking: "genre" })).page.total).toBe(0);
      expect(
        await at.database.db.$count(
          table.auditLog,
          sql`item_name like 'Flood %' and after->>'genre' = 'Folk'`,
        ),
      ).toBe(2500);
    });
  });

  describe("changing many", () => {
    test("sets, clears, adds and removes on songs that differ, and writes it down [AUD-1]", async () => {
      const [one = 0, two = 0] = await add([
        { title: "Bulk one", genreId: item.Rock, tags: ["Diwali"] },
        { title: "Bulk two", genreId: item.Pop, moodId: item.Calm, tags: ["Holi"] },
      ]);
      const set = { genreId: item.Pop, addSeasonIds: [item.Holi], removeSeasonIds: [item.Diwali] };
      const body = await change({ set, ids: [two, one, one] }).answer;
      expect([body.message, body.data]).toEqual(["1 song changed", { changed: 1, unchanged: 1 }]);
      expect(await at.as(manager).findSong({ params: { id: one } })).toMatchObject({
        genre: { name: "Pop" },
        seasons: [{ name: "Holi" }],
        version: 2,
        status: "active",
      });
      const [entry, ...others] = await at.database.db
        .select()
        .from(table.auditLog)
        .where(eq(table.auditLog.itemName, "Bulk one"));
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        companyId: provider.companyId,
        action: "song changed",
        itemKind: "song",
        itemId: String(one),
        actorName: manager,
        before: { version: 1, genreId: item.Rock, genre: "Rock", seasonIds: [item.Diwali] },
        after: { version: 2, genreId: item.Pop, genre: "Pop", seasonIds: [item.Holi] },
      });
      await change({ set: { moodId: null, status: "inactive" }, matching: { search: "bulk two" } });
      expect((await list({ search: "bulk", status: "inactive" })).rows).toMatchObject([
        { title: "Bulk two", mood: null },
      ]);
      expect(await change({ set: { status: "inactive" }, ids: [two] })).toEqual({
        changed: 0,
        unchanged: 1,
      });
    });

    test("refuses wrong items, nothing to do and absent songs, and changes nothing", async () => {
      const [id = 0] = await add([{ title: "Refused" }]);
      const [resting] = await at.database.db
        .insert(table.catalogueItem)
        .values({ companyId: provider.companyId, kind: "genre", name: "Resting", active: false })
        .returning();
      const refused = (body: object) => change(body).wrongFields;
      expect(await refused({ set: { genreId: item.Calm, moodId: item.Calm }, ids: [id] })).toEqual([
        "set.genreId",
      ]);
      expect(await refused({ set: { genreId: resting?.id }, ids: [id] })).toEqual(["set.genreId"]);
      expect(await refused({ set: { addSeasonIds: [item.Rock] }, ids: [id] })).toEqual([
        "set.addSeasonIds",
      ]);
      expect(await refused({ set: {}, ids: [id] })).toEqual(["set"]);
      expect(await refused({ set: { status: "inactive" } })).toEqual(["ids"]);
      expect(await refused({ set: { status: "inactive" }, ids: [id], matching: {} })).toEqual([
        "ids",
      ]);
      expect(await refused({ set: { title: "x", status: "inactive" }, ids: [id] })).toEqual([
        "set.title",
      ]);
      expect(await change({ set: { status: "inactive" }, ids: [id, 999_999_999] }).status).toBe(
        404,
      );
      expect((await list({ search: "refused", status: "active" })).rows).toHaveLength(1);
    });

    test("many at once, in any order, all end", async () => {
      const ids = await add(Array.from({ length: 12 }, (_, n) => ({ title: `Race ${n}` })));
      const statuses: number[] = [];
      // two of a person and four of a company run at once (LOAD-1)
      for (let round = 0; round < 3; round++)
        statuses.push(
          ...(await Promise.all(
            [0, 1, 2, 3].map(
              (n) =>
                change(
                  {
                    set: { genreId: n % 2 ? item.Rock : item.Pop },
                    ids: (n + round) % 3 ? ids : [...ids].reverse(),
                  },
                  n < 2 ? manager : provider.staff.Fever_Super_Admin_Major,
                ).status,
            ),
          )),
        );
      expect(statuses).toEqual(Array(12).fill(200));
      expect(new Set((await list({ search: "race" })).rows.map(({ genre }) => genre)).size).toBe(1);
    });
  });

  test("downloads as CSV what matches, in its order; formulas are made harmless", async () => {
    await add([
      {
        title: "=Export(1)",
        artist: "E",
        genreId: item.Rock,
        licensedTo: "2027-03-31",
        tags: ["Diwali", "Holi"],
      },
      { title: "Export two", artist: "E", album: 'A "quoted", one', explicit: true },
    ]);
    const response = await at
      .as(manager)
      .exportSongs({ query: { search: "export", sort: "-title" } }).response;
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="Songs-FEVER-\d+-2026-11-20.csv"$/,
    );
    const [headings = [], ...rows] = readCsv(await response.text());
    const cell = (row: number, heading: string) => rows[row]?.[headings.indexOf(heading)];
    expect(rows).toHaveLength(2);
    expect([cell(0, "Title"), cell(0, "Album"), cell(0, "Explicit")]).toEqual([
      "Export two",
      'A "quoted", one',
      "yes",
    ]);
    expect([
      cell(1, "Title"),
      cell(1, "Genre"),
      cell(1, "Festive seasons"),
      cell(1, "Licensed to"),
    ]).toEqual(["'=Export(1)", "Rock", "Diwali; Holi", "31/03/27"]);
  });

  test("is read by those who choose songs, and written by its own staff [ROL-1] [CTX-4]", async () => {
    const [id = 0] = await add([{ title: "Closed song" }]);
    const query = { search: "closed" };
    for (const user of ["admin", "regional", "limited"] as const) {
      expect((await list(query, client.users[user])).rows).toMatchObject([
        { title: "Closed song" },
      ]);
      expect(
        await change({ set: { status: "inactive" }, ids: [id] }, client.users[user]).status,
      ).toBe(403);
      expect(await at.as(client.users[user]).exportSongs({ query }).status).toBe(403);
    }
    for (const closed of [client.users.manager, provider.staff.Fever_Admin_Ops])
      for (const endpoint of [
        contract.listSongs,
        songFacets.facetsOfSongs,
        contract.countSongs,
        contract.searchSongsAndAlbums,
      ])
        expect(await at.as(closed).call(endpoint, { query: {} }).status).toBe(403);
    expect(await at.as(manager).findSong({ params: { id: 999_999_999 } }).status).toBe(404);
    expect(await at.as(manager).songAudio({ params: { id } }).status).toBe(404);
  });
});
