import { mkdir, writeFile } from "node:fs/promises";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as contract from "#contract/demo-playlists/endpoints";
import { demoLimits } from "#contract/demo-playlists/words";
import { catalogue } from "#contract/library/catalogue";
import type { CatalogueKind } from "#contract/library/words";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  openTestPlatform,
  type Reply,
  type TestPlatform,
  testFilesDir,
} from "../support/platform.ts";

type DemoDetail = contract.DemoPlaylistRow & {
  languageId: number;
  songTypeId: number;
  songList: contract.DemoSong[];
};
type PublicDemo = { name: string; songs: { songId: number; title: string }[] };

describe.each([anyEngine])("Demo playlists on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let client: TestCompany;
  let manager: string;
  let items: Record<"hindi" | "tamil" | "indie" | "lounge", number>;
  let songIds: number[];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-05-11T20:00:00Z") });
    provider = await makeProvider(at.database);
    client = await makeCompany(at.database);
    manager = provider.staff.Fever_Music_Limited;
    const { companyId } = provider;
    const item = async (kind: CatalogueKind, name: string) => {
      const [row] = await at.database.db
        .insert(table.catalogueItem)
        .values({ companyId, kind, name })
        .returning();
      return row?.id ?? 0;
    };
    items = {
      hindi: await item("language", "Hindi"),
      tamil: await item("language", "Tamil"),
      indie: await item("genre", "Indie"),
      lounge: await item("genre", "Lounge"),
    };
    await mkdir(`${testFilesDir}/audio`, { recursive: true });
    await writeFile(`${testFilesDir}/audio/demo-playlist.wav`, "RIFF0123456789");
    const song = (title: string, more: object = {}) => ({
      companyId,
      title,
      artist: "Asha",
      durationSeconds: 200,
      audioFile: "audio/demo-playlist.wav",
      ...more,
    });
    const rows = await at.database.db
      .insert(table.song)
      .values([
        song("One"),
        song("Two"),
        song("Three"),
        song("Resting", { active: false }),
        song("Silent", { audioFile: null }),
        song("Expired", { licensedTo: "2026-05-11" }),
        song("Elsewhere"),
      ])
      .returning({ id: table.song.id });
    songIds = rows.map(({ id }) => id).sort((a, b) => a - b);
  });
  beforeEach(() => {
    at.clock.now += 16 * 60_000; // beyond what an address asked in the test before
  });
  afterAll(() => at?.close());

  const form = (more: object = {}) => ({
    name: "Coffee bar",
    languageId: items.hindi,
    songTypeId: items.indie,
    industry: "Cafe and restaurant",
    isListed: true,
    ...more,
  });
  const add = async (more: object = {}, songs: number[] = []) => {
    const demo = await at.as(manager).addDemoPlaylist({ body: form(more) });
    if (songs.length > 0) expect(await setSongs(demo.id, songs).status).toBe(200);
    return demo;
  };
  const setSongs = (demoPlaylistId: number, ids: number[], version?: number) =>
    at.as(manager).changeDemoSongs({ body: { demoPlaylistId, songIds: ids, version } });
  const show = async (id: number) =>
    (await at.as(manager).findDemoPlaylist({ params: { id } })) as DemoDetail;
  const remove = (id: number) => at.as(manager).removeDemoPlaylist({ query: { id } });
  const ofVisitor = async (token: string) => {
    const { status, body } = await at.nobody.findPublicDemo({ params: { token } }).reply;
    return { status, demo: body.data as PublicDemo, text: JSON.stringify(body) };
  };
  const listed = async (query: object = {}) =>
    (await at.nobody.listPublicDemos({ query })) as contract.PublicDemoList;
  const audio = (token: string, songId: number, headers: Record<string, string> = {}) =>
    at.nobody.publicDemoAudio({ params: { token, songId }, headers });
  const entriesOf = (itemId: number) =>
    at.database.db
      .select({
        action: table.auditLog.action,
        before: table.auditLog.before,
        after: table.auditLog.after,
        actor: table.auditLog.actorName,
      })
      .from(table.auditLog)
      .where(
        and(
          eq(table.auditLog.itemKind, "demo playlist"),
          eq(table.auditLog.itemId, String(itemId)),
        ),
      )
      .orderBy(table.auditLog.id);

  test("staff add, fill, change and delete them, each with its audit row [ONB-1] [AUD-1]", async () => {
    const { id, token } = await add();
    expect(token).toMatch(/^[\w-]{22}$/);
    const [one = 0, two = 0] = songIds;
    expect(await setSongs(id, [two, one])).toEqual({ songs: 2, version: 2 });
    const changed = await at
      .as(manager)
      .changeDemoPlaylist({ body: { ...form({ name: "Tea room" }), id, version: 2 } }).reply;
    expect(changed.body.data).toEqual({ id, version: 3 });
    expect(await show(id)).toMatchObject({
      id,
      token,
      name: "Tea room",
      language: "Hindi",
      songType: "Indie",
      industry: "Cafe and restaurant",
      isListed: true,
      songs: 2,
      playable: 2,
      version: 3,
      songList: [{ title: "Two", position: 1 }, { title: "One" }],
    });
    const names = ((await at.as(manager).listDemoPlaylists()) as { name: string }[]).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["Tea room"]);
    expect(await remove(id).answer).toMatchObject({ message: "Tea room deleted" });
    expect(await remove(id).status).toBe(404);
    const entries = await entriesOf(id);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual(
      ["added", "songs changed", "changed", "deleted"].map((what) => [
        `demo playlist ${what}`,
        manager,
      ]),
    );
    expect(entries[2]).toMatchObject({
      before: { name: "Coffee bar" },
      after: { name: "Tea room", version: 3 },
    });
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test("only who keeps the library makes them, no client or other staff [ONB-1] [ROL-2]", async () => {
    const { id } = await add();
    const calls = [
      [contract.listDemoPlaylists, {}],
      [contract.findDemoPlaylist, { params: { id } }],
      [contract.addDemoPlaylist, { body: form() }],
      [contract.changeDemoPlaylist, { body: { ...form(), id } }],
      [contract.changeDemoSongs, { body: { demoPlaylistId: id, songIds: [] } }],
      [contract.removeDemoPlaylist, { query: { id } }],
    ] as const;
    for (const [endpoint, input] of calls) {
      for (const username of [
        client.users.admin,
        client.users.limited,
        provider.staff.Fever_Admin_Ops,
      ])
        expect(
          await at.as(username).call(endpoint, input).status,
          `${endpoint.method} ${endpoint.path} as ${username}`,
        ).toBe(403);
      expect(await at.nobody.call(endpoint, input).status).toBe(401);
    }
    expect(await show(id)).toMatchObject({ name: "Coffee bar", version: 1 });
    await remove(id);
  });

  test("visitors see what is listed and can be heard, by language, song type and industry [ONB-1]", async () => {
    const [one = 0, two = 0, , resting = 0] = songIds;
    const demos = [
      await add({ name: "Cafe" }, [one, two, resting]),
      await add(
        {
          name: "Lobby",
          languageId: items.tamil,
          songTypeId: items.lounge,
          industry: "Hotel and travel",
        },
        [two],
      ),
      await add({ name: "By link", industry: "Electronics", isListed: false }, [one]),
      await add({ name: "Empty", industry: "Jewellery" }),
      await add({ name: "Not now", industry: "Pharmacy and health" }, [resting]),
    ];
    const all = await listed();
    expect(all.playlists).toEqual([
      {
        token: demos[0]?.token,
        name: "Cafe",
        language: "Hindi",
        songType: "Indie",
        industry: "Cafe and restaurant",
        songs: 2,
        seconds: 400,
      },
      expect.objectContaining({ name: "Lobby", songs: 1 }),
    ]);
    const choices = {
      languages: ["Hindi", "Tamil"],
      songTypes: ["Indie", "Lounge"],
      industries: ["Cafe and restaurant", "Hotel and travel"],
    };
    expect(all).toMatchObject(choices);
    const namesBy = async (query: object) =>
      (await listed(query)).playlists.map(({ name }) => name);
    expect(await namesBy({ language: "Tamil" })).toEqual(["Lobby"]);
    expect(await namesBy({ songType: "Indie" })).toEqual(["Cafe"]);
    expect(await namesBy({ industry: "Hotel and travel" })).toEqual(["Lobby"]);
    expect(await listed({ language: "Tamil", industry: "Cafe and restaurant" })).toEqual({
      playlists: [],
      ...choices,
    });
    expect(await namesBy({ industry: "Electronics" })).toEqual([]);
    for (const { id } of demos) await remove(id);
  });

  test("a link shows the songs that can be heard and nothing else [ONB-1]", async () => {
    const { id, token } = await add({ isListed: false }, songIds.slice(0, 6).toReversed());
    const { status, demo, text } = await ofVisitor(token);
    expect(status).toBe(200);
    expect(demo).toEqual({
      name: "Coffee bar",
      language: "Hindi",
      songType: "Indie",
      industry: "Cafe and restaurant",
      songs: ["Three", "Two", "One"].map((title) => ({
        songId: expect.any(Number),
        title,
        artist: "Asha",
        durationSeconds: 200,
        cover: { shape: expect.any(Number), colours: expect.any(Number) },
      })),
    });
    expect(text).not.toMatch(/audio|Resting|Silent|Expired|version|token/i);
    for (const wrong of [
      token.slice(1),
      `${token}A`,
      token.toLowerCase(),
      "made-up",
      "public",
      String(id),
    ])
      expect((await ofVisitor(wrong)).status, wrong).toBe(404);
    await remove(id);
  });

  test("a link leads nowhere once its playlist is deleted [ONB-1]", async () => {
    const { id, token } = await add({ isListed: false }, songIds.slice(0, 1));
    expect((await ofVisitor(token)).status).toBe(200);
    expect(await audio(token, songIds[0] ?? 0).status).toBe(200);
    await remove(id);
    expect((await ofVisitor(token)).status).toBe(404);
    expect(await audio(token, songIds[0] ?? 0).status).toBe(404);
  });

  test("a link gives the audio of its own songs by ranges, and no other file [ONB-1]", async () => {
    const [one = 0, two = 0, , resting = 0, silent = 0, expired = 0, elsewhere = 0] = songIds;
    const mine = await add({ name: "Mine" }, [one, resting, silent, expired]);
    const other = await add({ name: "Other" }, [two]);
    const whole = await audio(mine.token, one).response;
    expect([whole.status, whole.headers.get("Content-Type"), await whole.text()]).toEqual([
      200,
      "audio/wav",
      "RIFF0123456789",
    ]);
    const part = await audio(mine.token, one, { Range: "bytes=4-7" }).response;
    expect([part.status, part.headers.get("Content-Range"), await part.text()]).toEqual([
      206,
      "bytes 4-7/14",
      "0123",
    ]);
    expect(await audio(mine.token, one, { Range: "bytes=99-" }).status).toBe(416);
    expect(
      await audio(mine.token, one, { "If-None-Match": whole.headers.get("ETag") ?? "" }).status,
    ).toBe(304);
    for (const songId of [two, resting, silent, expired, elsewhere, 999_999])
      expect(await audio(mine.token, songId).status).toBe(404);
    expect(await at.nobody.songAudio({ params: { id: one } }).status).toBe(401);
    for (const { id } of [mine, other]) await remove(id);
  });

  test("who asks without end waits; nobody else does [ONB-1]", async () => {
    const ask = (address: string) =>
      at.send(new Request("http://platform/api/demo-playlist/public"), address);
    await at.database.db.insert(table.rateLimit).values({
      key: "demo playlist address 203.0.113.7",
      windowStart: new Date(at.clock.now),
      count: 599,
    });
    expect((await ask("203.0.113.7")).status).toBe(200);
    const refused = await ask("203.0.113.7");
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await ask("203.0.113.8")).status).toBe(200);
  });

  test("what is wrong is said beside its field, and nothing is kept [ONB-1]", async () => {
    const count = () => at.database.db.$count(table.demoPlaylist);
    const before = await count();
    const refused = (more: object) =>
      at.as(manager).addDemoPlaylist({ body: form(more) }).wrongFields;
    expect(await refused({ name: " " })).toEqual(["name"]);
    expect(await refused({ industry: "Shipyards" })).toEqual(["industry"]);
    expect(await refused({ languageId: items.indie, songTypeId: 999_999 })).toEqual([
      "languageId",
      "songTypeId",
    ]);
    expect(await refused({ token: "chosen-by-myself-000000" })).toEqual(["token"]);
    expect(await count()).toBe(before);
    const { id } = await add();
    const [one = 0] = songIds;
    expect(await setSongs(id, [one, 999_999]).status).toBe(404);
    expect(
      await setSongs(
        id,
        Array.from({ length: demoLimits.songs + 1 }, (_, n) => n + 1),
      ).wrongFields,
    ).toEqual(["songIds"]);
    expect(await setSongs(id, [one], 7).wrongFields).toEqual(["version"]);
    expect(await setSongs(id, [one, one])).toMatchObject({ songs: 1 });
    const other = provider.staff.Fever_Music_Admin;
    await at
      .as(other)
      .changeDemoPlaylist({ body: { ...form({ languageId: items.tamil }), id, version: 2 } }).reply;
    const outdated = await at
      .as(manager)
      .changeDemoPlaylist({ body: { ...form({ languageId: items.hindi }), id, version: 2 } }).reply;
    expect(outdated.body.errors).toEqual([
      expect.objectContaining({ field: "languageId", message: expect.stringContaining("“Tamil”") }),
    ]);
    await remove(id);
  });

  test("there are at most as many as the public page shows, however many are added at once [ONB-1]", async () => {
    const { companyId } = provider;
    await at.database.db.insert(table.demoPlaylist).values(
      Array.from({ length: demoLimits.playlists - 2 }, (_, n) => ({
        companyId,
        name: `Filler ${n}`,
        token: `filler-${n}`,
        languageId: items.hindi,
        songTypeId: items.indie,
        industry: "Other" as const,
        listed: false,
      })),
    );
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => at.as(manager).addDemoPlaylist({ body: form() }).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    await at.database.db.delete(table.demoPlaylist).where(sql`true`);
  });

  test("a change of songs is taken back by who made it, unless others changed them since [ONB-1]", async () => {
    const { id } = await add();
    const [one = 0, two = 0, three = 0] = songIds;
    await setSongs(id, [one, two]);
    const undone = await setSongs(id, [three]).reply;
    const undo = (by: Reply, as = manager) =>
      at.as(as).changeDemoSongs({
        body: { demoPlaylistId: id, undoOf: by.headers.get("X-Request-Id") ?? "" },
      });
    expect(await undo(undone, provider.staff.Fever_Music_Admin).status).toBe(422);
    expect(await undo(undone).status).toBe(200);
    expect((await show(id)).songList.map(({ songId }) => songId)).toEqual([one, two]);
    const late = await setSongs(id, [one]).reply;
    await setSongs(id, [two]);
    expect(await undo(late).status).toBe(422);
    await remove(id);
  });

  test("a song and an item that they have stay; merged items take them along [ONB-1] [LIB-3]", async () => {
    const { companyId } = provider;
    const { db } = at.database;
    const [language] = await db
      .insert(table.catalogueItem)
      .values({ companyId, kind: "language", name: "Tamizh" })
      .returning();
    const languageId = language?.id ?? 0;
    const [one = 0] = songIds;
    const { id } = await add({ languageId }, [one]);
    expect(await at.as(manager).deleteSong({ query: { id: one } }).status).toBe(422);
    const calls = catalogue.find(({ list }) => list.kind === "language")?.endpoints;
    if (!calls) throw new Error("no languages");
    const refused = at.as(manager).call(calls.remove, { query: { id: languageId } });
    expect(Object.values(await refused.errors)[0]).toContain(
      "Demo playlists are listed under “Tamizh”: Coffee bar.",
    );
    expect(
      await at.as(manager).call(calls.merge, { body: { ids: [languageId], intoId: items.tamil } })
        .status,
    ).toBe(200);
    expect(await show(id)).toMatchObject({ language: "Tamil", languageId: items.tamil });
    await remove(id);
  });
});
