import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CatalogueItem, catalogue } from "#contract/library/catalogue";
import type { CatalogueKind } from "#contract/library/words";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const callsOf = (kind: CatalogueKind) => {
  const entry = catalogue.find(({ list }) => list.kind === kind);
  if (!entry) throw new Error(`no list ${kind}`);
  return entry.endpoints;
};

describe.each([anyEngine])("The catalogue lists on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let manager: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
    client = await makeCompany(at.database);
    manager = provider.staff.Fever_Music_Limited;
  });
  afterAll(() => at?.close());

  const add = async (kind: CatalogueKind, name: string, rank?: number, as = manager) =>
    (
      (await at.as(as).call(callsOf(kind).add, { body: { name, ...(rank && { rank }) } })) as {
        id: number;
      }
    ).id;
  const itemsOf = async (kind: CatalogueKind, query = {}) =>
    (await at
      .as(manager)
      .call(callsOf(kind).list, { query: { limit: 100, ...query } })) as CatalogueItem[];
  const namesOf = async (kind: CatalogueKind, query = {}) =>
    (await itemsOf(kind, query)).map(({ name }) => name);

  let songs = 0;
  /**
   * A song as every writer makes one: the library's revision counted up in the same transaction.
   */
  const addSong = (
    values: Partial<typeof table.song.$inferInsert>,
    tags: [kind: "singer" | "season", itemId: number][] = [],
  ) =>
    at.database.transaction(async (tx) => {
      const { companyId } = provider;
      const revision = await bumpLibrary(wholeCompany(companyId), tx);
      const [song] = await tx
        .insert(table.song)
        .values({
          title: `Song ${++songs}`,
          artist: "Nobody",
          durationSeconds: 180,
          ...values,
          companyId,
          revision,
        })
        .returning({ id: table.song.id });
      const songId = song?.id ?? 0;
      for (const [position, [kind, itemId]] of tags.entries())
        await tx.insert(table.songTag).values({ companyId, songId, kind, itemId, position });
      return songId;
    });
  const songNow = async (id: number) => {
    const [row] = await at.database.db.select().from(table.song).where(eq(table.song.id, id));
    if (!row) throw new Error("no song");
    return row;
  };
  const audited = (itemKind: string, itemId: number) =>
    at.database.db
      .select({
        action: table.auditLog.action,
        before: table.auditLog.before,
        after: table.auditLog.after,
      })
      .from(table.auditLog)
      .where(and(eq(table.auditLog.itemKind, itemKind), eq(table.auditLog.itemId, String(itemId))))
      .orderBy(table.auditLog.id);

  test.each(catalogue.map(({ list }) => list))(
    "$path: an item is added, renamed, set to rest and deleted, each audited [LIB-3] [AUD-1]",
    async (list) => {
      const calls = callsOf(list.kind);
      const rank = "rank" in list ? { rank: 2 } : {};
      const hasWindow = "window" in list && list.window === "must";
      const times = hasWindow ? { playFrom: "22:00", playTo: "02:00" } : {};
      const window = { ...times, ...(hasWindow && { playDays: [0, 1, 2, 3, 4, 5, 6] }) };
      const added = await at
        .as(manager)
        .call(calls.add, { body: { name: `  Some\u00a0  ${list.one} `, ...rank, ...times } })
        .answer;
      expect((added.data as { name: string }).name).toBe(`Some ${list.one}`);
      const { id } = added.data as { id: number };
      const renamed = await at
        .as(manager)
        .call(calls.change, { body: { id, name: "Other", status: "inactive" } }).answer;
      expect(renamed.data).toEqual({ id, name: "Other" });
      expect(await itemsOf(list.kind, { search: "othe" })).toEqual([
        {
          id,
          name: "Other",
          rank: null,
          ...rank,
          playFrom: null,
          playTo: null,
          playDays: null,
          ...window,
          status: "inactive",
          songs: 0,
        },
      ]);
      await at.as(manager).call(calls.remove, { query: { id } });
      expect(await itemsOf(list.kind, { ids: id })).toEqual([]);
      expect(
        (await audited(list.one, id)).map(({ action, before, after }) => [action, before, after]),
      ).toEqual([
        [`${list.one} added`, null, { name: `Some ${list.one}`, ...rank, ...window }],
        [
          `${list.one} changed`,
          { name: `Some ${list.one}`, status: "active" },
          { name: "Other", status: "inactive" },
        ],
        [`${list.one} deleted`, { name: "Other" }, null],
      ]);
    },
  );

  test("a name stands once in a list, also when two add it at the same moment [LIB-3]", async () => {
    const id = await add("mood", "Wild");
    const expectedErrors = [{ field: "name", message: "There is already a mood with this name." }];
    const again = await at.as(manager).call(callsOf("mood").add, { body: { name: " wILD " } })
      .reply;
    expect([again.status, again.body.errors]).toEqual([422, expectedErrors]);
    const other = await add("mood", "Mild");
    expect(
      (
        await at.as(manager).call(callsOf("mood").change, { body: { id: other, name: "WILD" } })
          .reply
      ).body.errors,
    ).toEqual(expectedErrors);
    await at.as(manager).call(callsOf("mood").change, { body: { id, name: "WILD" } });
    await add("genre", "Wild");
    const race = await Promise.all(
      Array.from(
        { length: 4 },
        () => at.as(manager).call(callsOf("mood").add, { body: { name: "Sudden" } }).reply,
      ),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const name of ["", "   ", "x".repeat(101), "a\u0000b"])
      expect(await at.as(manager).call(callsOf("mood").add, { body: { name } }).status).toBe(422);
  });

  test("a tempo has a speed from 1 to 3; eras and rating charts are listed in their order [LIB-3]", async () => {
    const without = await at.as(manager).call(callsOf("tempo").add, { body: { name: "Warp" } })
      .reply;
    expect([without.status, without.body.errors?.[0]?.field]).toEqual([422, "rank"]);
    const id = await add("tempo", "Warp", 3);
    for (const rank of [0, 4, "2"])
      expect(
        await at.as(manager).call(callsOf("tempo").change, { body: { id, rank } }).status,
      ).toBe(422);
    await at.as(manager).call(callsOf("tempo").change, { body: { id, rank: 1 } });
    expect(await itemsOf("tempo")).toMatchObject([{ id, rank: 1 }]);
    await add("era", "Retro", 2);
    await add("era", "Now");
    await add("era", "Golden", 1);
    expect(await namesOf("era")).toEqual(["Golden", "Retro", "Now"]);
    expect(
      await at.as(manager).call(callsOf("genre").add, { body: { name: "Ranked", rank: 1 } }).status,
    ).toBe(422);
  });

  test("pages go to and fro by name; counts say how many songs have an item [LIB-3]", async () => {
    const ids = await Promise.all(
      ["Élan", "alpha", "Beta", "gamma", "Delta"].map((name) => add("licence", name)),
    );
    await addSong({ licenceId: ids[1] });
    await addSong({ licenceId: ids[1], active: false });
    const page = (query: object) =>
      at.as(manager).call(callsOf("licence").list, { query: { limit: 2, ...query } });
    const first = await page({}).answer;
    expect([first.data, first.page?.total]).toMatchObject([
      [
        { name: "alpha", songs: 2 },
        { name: "Beta", songs: 0 },
      ],
      5,
    ]);
    const second = await page({ cursor: first.page?.next }).answer;
    expect(second.data).toMatchObject([{ name: "Delta" }, { name: "Élan" }]);
    expect(await page({ cursor: second.page?.prev })).toEqual(first.data);
    expect(await page({ cursor: "made-up" }).status).toBe(422);
    expect(await namesOf("licence", { search: "%" })).toEqual([]);
    expect((await at.as(manager).catalogueCounts()).find(({ kind }) => kind === "licence")).toEqual(
      { kind: "licence", items: 5 },
    );
  });

  test("what songs have is not deleted: it says how many have it [LIB-3]", async () => {
    const genreId = await add("genre", "Kept");
    const singerId = await add("singer", "Kept singer");
    await addSong({ genreId }, [["singer", singerId]]);
    await addSong({ genreId, active: false });
    const remove = (kind: CatalogueKind, id: number) =>
      at.as(manager).call(callsOf(kind).remove, { query: { id } });
    expect(await remove("genre", genreId).errors).toEqual({
      id: "“Kept” is used by 2 songs. Merge it into another one, or deactivate it.",
    });
    expect((await remove("singer", singerId).reply).body.errors?.[0]?.message).toContain(
      "used by 1 song.",
    );
    expect(await remove("mood", genreId).status).toBe(404);
    expect(await namesOf("genre", { ids: genreId })).toEqual(["Kept"]);
  });

  test("doubles are merged, and their songs get the one that stays [LIB-3] [AUD-1]", async () => {
    const hipHop = await add("genre", "Hip-Hop");
    const hiphop = await add("genre", "hip hop");
    const hip = await add("genre", "Hiphop.");
    const folk = await add("genre", "Folkish");
    const one = await addSong({ genreId: hipHop });
    const two = await addSong({ genreId: hiphop });
    const three = await addSong({ genreId: hip });
    const other = await addSong({ genreId: folk });
    const merged = await at
      .as(manager)
      .call(callsOf("genre").merge, { body: { ids: [hiphop, hip, hipHop], intoId: hipHop } }).reply;
    expect([merged.status, merged.body.message, merged.body.data]).toEqual([
      200,
      "2 genres merged into Hip-Hop, 2 songs changed",
      { id: hipHop, name: "Hip-Hop", merged: 2, songs: 2 },
    ]);
    for (const id of [one, two, three]) expect((await songNow(id)).genreId).toBe(hipHop);
    expect(await songNow(other)).toMatchObject({ genreId: folk, version: 1 });
    expect([(await songNow(one)).version, (await songNow(two)).version]).toEqual([1, 2]);
    expect(await audited("song", two)).toEqual([
      {
        action: "song changed",
        before: { version: 1, genreId: hiphop, genre: "hip hop" },
        after: { version: 2, genreId: hipHop, genre: "Hip-Hop" },
      },
    ]);
    expect((await audited("genre", hiphop)).at(-1)).toEqual({
      action: "genre merged",
      before: { name: "hip hop" },
      after: { mergedInto: "Hip-Hop", mergedIntoId: hipHop },
    });
    expect(await itemsOf("genre", { search: "hip" })).toMatchObject([{ id: hipHop, songs: 3 }]);
    expect(
      (await at.as(manager).facetsOfSongs({ query: { genreIds: String(hipHop) } })).genre,
    ).toContainEqual({
      id: hipHop,
      name: "Hip-Hop",
      songs: 3,
    });
  });

  test("a song that had both of the merged singers has the one once, in the first place [LIB-3]", async () => {
    const lata = await add("singer", "Lata M");
    const latha = await add("singer", "Latha Em");
    const asha = await add("singer", "Asha");
    const both = await addSong({ title: "Duet" }, [
      ["singer", latha],
      ["singer", asha],
      ["singer", lata],
    ]);
    const alone = await addSong({ title: "Solo" }, [["singer", latha]]);
    const search = async (words: string) =>
      (await at.as(manager).listSongs({ query: { search: words, sort: "title" } })).map(
        ({ title }) => title,
      );
    expect(await search("latha em")).toEqual(["Duet", "Solo"]);
    expect(
      await at.as(manager).call(callsOf("singer").merge, { body: { ids: [latha], intoId: lata } }),
    ).toMatchObject({ songs: 2 });
    const tags = await at.database.db
      .select()
      .from(table.songTag)
      .where(eq(table.songTag.songId, both))
      .orderBy(table.songTag.position);
    expect(tags.map(({ itemId, position }) => [itemId, position])).toEqual([
      [lata, 0],
      [asha, 1],
    ]);
    expect((await audited("song", both)).at(-1)).toMatchObject({
      before: { singers: ["Latha Em", "Asha", "Lata M"] },
      after: { version: 2, singers: ["Lata M", "Asha"] },
    });
    expect((await songNow(alone)).version).toBe(2);
    expect(await search("lata m")).toEqual(["Duet", "Solo"]);
    await at
      .as(manager)
      .call(callsOf("singer").change, { body: { id: lata, name: "Lata Renamed" } });
    expect(await search("lata renamed")).toEqual(["Duet", "Solo"]);
  });

  test("merging takes items of one list only, all or none [CTX-4]", async () => {
    const one = await add("genre", "Alpha");
    const two = await add("genre", "Omega");
    const mood = await add("mood", "Alpha mood");
    const merge = (ids: number[], intoId: number) =>
      at.as(manager).call(callsOf("genre").merge, { body: { ids, intoId } });
    expect(await merge([one, mood], two).status).toBe(404);
    expect(await merge([one], mood).status).toBe(404);
    expect((await merge([one], one).wrongFields)[0]).toBe("ids");
    const [elsewhere] = await at.database.db
      .insert(table.catalogueItem)
      .values({ companyId: client.companyId, kind: "genre", name: "Not ours" })
      .returning();
    const foreign = elsewhere?.id ?? 0;
    expect(await merge([foreign], one).status).toBe(404);
    expect(
      await at.as(manager).call(callsOf("genre").change, { body: { id: foreign, name: "Mine" } })
        .status,
    ).toBe(404);
    expect(
      await at.as(manager).call(callsOf("genre").remove, { query: { id: foreign } }).status,
    ).toBe(404);
    expect(await namesOf("genre", { ids: `${one},${two},${foreign}` })).toEqual(["Alpha", "Omega"]);
  });

  test("merging and deleting beside saves leave no song without its item [LIB-3]", async () => {
    const ids = await Promise.all(
      ["Race one", "Race two", "Race three"].map((name) => add("genre", name)),
    );
    const [a = 0, b = 0, c = 0] = ids;
    await addSong({ genreId: a });
    await addSong({ genreId: b });
    const calls = callsOf("genre");
    const replies = await Promise.all([
      at.as(manager).call(calls.merge, { body: { ids: [a, c], intoId: b } }).reply,
      at.as(manager).call(calls.merge, { body: { ids: [b], intoId: a } }).reply,
      at.as(manager).call(calls.remove, { query: { id: c } }).reply,
      addSong({ genreId: c }).then(
        () => ({ status: 200 }),
        () => ({ status: 422 }),
      ), // refused by the database where it came too late
    ]);
    for (const { status } of replies) expect([200, 404, 422]).toContain(status);
    const remainingIds = new Set((await itemsOf("genre", { search: "Race" })).map(({ id }) => id));
    const used = await at.database.db.select({ genreId: table.song.genreId }).from(table.song);
    for (const { genreId } of used)
      if (genreId !== null && ids.includes(genreId)) expect(remainingIds).toContain(genreId);
  });

  test("names that may be doubles are suggested, those with the most songs first [LIB-3]", async () => {
    for (const name of ["1980s", "1990s", "Pop", "Top", "Bolywood", "Solo"])
      await add("composer", name);
    const rahman = await add("composer", "AR Rahman");
    const other = await add("composer", "A. R. Rahman");
    const bolly = await add("composer", "Bollywood");
    await at.database.transaction(async (tx) => {
      await bumpLibrary(wholeCompany(provider.companyId), tx);
      const songId = (await tx.select({ id: table.song.id }).from(table.song).limit(1))[0]?.id ?? 0;
      const { companyId } = provider;
      await tx
        .insert(table.songTag)
        .values({ companyId, songId, kind: "composer", itemId: other, position: 0 });
      await tx.update(table.song).set({ revision: 1_000 }).where(eq(table.song.id, songId));
      await tx
        .update(table.libraryRevision)
        .set({ revision: 1_000 })
        .where(eq(table.libraryRevision.companyId, companyId));
    });
    expect(await at.as(manager).call(callsOf("composer").doubles)).toEqual([
      [
        { id: expect.any(Number), name: "Bolywood", songs: 0 },
        { id: bolly, name: "Bollywood", songs: 0 },
      ],
      [
        { id: other, name: "A. R. Rahman", songs: 1 },
        { id: rahman, name: "AR Rahman", songs: 0 },
      ],
    ]);
  });

  test("whoever chooses songs reads the lists, and only music staff change them [ROL-1]", async () => {
    const calls = callsOf("language");
    const language = await add("language", "Marathi");
    const genreId = await add("genre", "Lavani");
    await add("language", "Unsung");
    await addSong({ languageId: language, genreId });
    for (const as of [client.users.admin, client.users.limited, provider.staff.Fever_Music_Limited])
      await at.as(as).call(calls.list);
    for (const as of [client.users.manager, provider.staff.Fever_Admin_Ops])
      expect(await at.as(as).call(calls.list).status).toBe(403);
    for (const as of [client.users.admin, client.users.regional, provider.staff.Fever_Admin_Ops]) {
      expect(await at.as(as).call(calls.add, { body: { name: "Klingon" } }).status).toBe(403);
      expect(
        await at.as(as).call(calls.change, { body: { id: language, name: "Klingon" } }).status,
      ).toBe(403);
      expect(await at.as(as).call(calls.remove, { query: { id: language } }).status).toBe(403);
      expect(
        await at.as(as).call(calls.merge, { body: { ids: [language], intoId: language } }).status,
      ).toBe(403);
      expect(await at.as(as).call(calls.doubles).status).toBe(403);
    }
    expect(await at.nobody.demoLanguages()).toEqual([{ name: "Marathi" }]);
    expect(await at.nobody.demoSongTypes()).toContainEqual({ name: "Lavani" });
  });
});
