import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  applySongCsv,
  type ImportRun,
  listSongCsvRows,
  refusedSongCsvRows,
  showSongCsv,
} from "#contract/imports/endpoints";
import { songCsvColumns } from "#contract/library/csv-columns";
import type { CatalogueKind } from "#contract/library/words";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { bumpLibrary } from "#platform/modules/library/library-revision.queries";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { fileOf } from "../support/uploads.ts";

describe("The songs' CSV", () => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let manager: string;
  let serial = 0;

  // a library of its own for each test
  beforeEach(async () => {
    at = await openTestPlatform(anyEngine);
    provider = await makeProvider(at.database);
    manager = provider.staff.Fever_Music_Admin;
    await items("genre", ["Rock", "Hip-Hop"]);
    await items("season", ["Diwali", "Holi"]);
    await items("singer", ["Lata"]);
    await items("vocal", ["Female", "Male"]);
  });
  afterEach(() => at?.close());

  const items = (kind: CatalogueKind, names: string[]) =>
    at.database.db
      .insert(table.catalogueItem)
      .values(names.map((name) => ({ companyId: provider.companyId, kind, name })))
      .returning();
  const addSong = async (values: Partial<typeof table.song.$inferInsert>) =>
    at.database.transaction(async (tx) => {
      const revision = await bumpLibrary(wholeCompany(provider.companyId), tx);
      const song = {
        title: `Song ${++serial}`,
        artist: "Nobody",
        durationSeconds: 180,
        ...values,
        companyId: provider.companyId,
        revision,
      };
      return (
        (await tx.insert(table.song).values(song).returning({ id: table.song.id }))[0]?.id ?? 0
      );
    });
  const send = (
    lines: string[],
    query: { dryRun?: string; createPeople?: string } = {},
    as = manager,
  ) => at.as(as).checkSongCsv({ query, files: [fileOf(lines.join("\n"), "songs.csv")] });
  const check = (lines: string[], query = {}) => send(lines, query);
  const countsOf = ({ toAdd, toChange, same, refused }: ImportRun) => [
    toAdd,
    toChange,
    same,
    refused,
  ];
  const rowsOf = ({ id }: ImportRun) =>
    at.as(manager).listSongCsvRows({ params: { importId: id }, query: { limit: 100 } });
  const readOutcomes = async (run: ImportRun) =>
    (await rowsOf(run)).map(({ outcome, notes }) => [outcome, ...notes]);
  const apply = ({ id }: ImportRun) => at.as(manager).applySongCsv({ params: { importId: id } });
  const songs = (search: string) => at.as(manager).listSongs({ query: { search } });
  const detail = (id: number) => at.as(manager).findSong({ params: { id } });
  const audits = (itemKind: string) =>
    at.database.db
      .select({
        action: table.auditLog.action,
        name: table.auditLog.itemName,
        before: table.auditLog.before,
        after: table.auditLog.after,
      })
      .from(table.auditLog)
      .where(
        and(
          eq(table.auditLog.companyId, provider.companyId),
          eq(table.auditLog.itemKind, itemKind),
        ),
      )
      .orderBy(table.auditLog.id);
  const songCount = () =>
    at.database.db.$count(table.song, eq(table.song.companyId, provider.companyId));

  test("a row with all fields adds a song that has them, audited [LIB-2] [AUD-1]", async () => {
    const run = await check([
      "Title,Artist,Album,Singer,Composers,Genre,Vocal,Festive seasons,Licensed from,Licensed to,Territories,Label,ISRC,Year,Duration,BPM,Energy,Explicit,Status",
      'Zindagi,Lata & Co,Best of,lata,,rock,female,Holi; diwali,01/04/26,2027-03-31,"in; US",Saregama,in-fv0-25-00001,1999,3:25,96,40,Yes,inactive',
    ]);
    expect(await rowsOf(run)).toEqual([
      {
        line: 2,
        outcome: "add",
        names: ["Zindagi", "Lata & Co"],
        notes: [],
        warnings: [],
        values: expect.anything(),
      },
    ]);
    expect(await songCount()).toBe(0);
    expect((await apply(run).answer).message).toBe("1 added, 0 changed");
    const [row] = await songs("zindagi lata");
    expect(await detail(row?.id ?? 0)).toMatchObject({
      title: "Zindagi",
      artist: "Lata & Co",
      album: "Best of",
      label: "Saregama",
      isrc: "INFV02500001",
      year: 1999,
      durationSeconds: 205,
      bpm: 96,
      energy: 40,
      explicit: true,
      status: "inactive",
      territories: ["IN", "US"],
      licensedFrom: "2026-04-01",
      licensedTo: "2027-03-31",
      genre: { name: "Rock" },
      vocal: { name: "Female" },
      mood: null,
      version: 1,
      singers: [{ name: "Lata" }],
      seasons: [{ name: "Holi" }, { name: "Diwali" }],
      composers: [],
    });
    expect(await audits("song")).toMatchObject([
      { action: "song added", name: "Zindagi", after: { genre: "Rock", singers: ["Lata"] } },
    ]);
  });

  test("what is wrong refuses its row with the reason, and changes nothing [LIB-2]", async () => {
    await addSong({ title: "Twice", artist: "Same" });
    await addSong({ title: "twice", artist: "SAME" });
    const run = await check([
      "Song,Title,Artist,Genre,Singers,ISRC,Seconds,Energy,Licensed from,Licensed to,Territories",
      ",One,A,hip hop,Latta,12,4,101,,,India",
      ",,,Polka,,,180,,,,",
      "999999,Two,A,,,,180,,,,",
      ",Twice,Same,,,,180,,,,",
      ",Three,A,,,,,,2027-01-01,2026-01-01,",
      ",Four,A,,,,0xB4,1e1,,,",
    ]);
    expect(await readOutcomes(run)).toEqual(
      [
        [
          "refused",
          "ISRC: Enter an ISRC: twelve letters and digits, for example INFV02500001.",
          "Seconds: Enter a whole number from 5 to 3600.",
          "Energy: Enter a whole number from 0 to 100.",
          "Territories: Enter two-letter country codes, for example IN.",
        ].sort(),
        [
          "refused",
          "Title: This field is required",
          "Artist: This field is required",
          "Genre: There is no genre “Polka”.",
        ],
        ["refused", "Song: There is no song with the ID 999999."],
        [
          "refused",
          "Title: Several songs have this title and artist. Enter the song's ID or ISRC.",
        ],
        [
          "refused",
          "Licensed to: The licence ends before it begins.",
          "Seconds: This field is required",
        ],
        [
          "refused",
          "Seconds: Enter a whole number from 5 to 3600.",
          "Energy: Enter a whole number from 0 to 100.",
        ],
      ].map((row, index) => (index === 0 ? expect.arrayContaining(row) : row)),
    );
    const names = await check([
      "Title,Artist,Seconds,Genre,Singers,Mood",
      "One,A,180,hip hop,Latta,",
      "Two,A,180,Polka,,Calm",
    ]);
    expect(await readOutcomes(names)).toEqual([
      [
        "refused",
        "Singers: There is no singer “Latta”. Did you mean “Lata”?",
        "Genre: There is no genre “hip hop”. Did you mean “Hip-Hop”?",
      ],
      ["refused", "Genre: There is no genre “Polka”.", "Mood: There is no mood “Calm”."],
    ]);
    expect(await apply(names).status).toBe(422);
    expect(await songCount()).toBe(2);
  });

  test("a song is told by its number, else its ISRC, else title with artist [LIB-2]", async () => {
    const byId = await addSong({ title: "Old name", isrc: "INFV02500002" });
    const byIsrc = await addSong({ title: "Coded", isrc: "INFV02500003" });
    const byTitle = await addSong({ title: "Mere Sapne", artist: "Kishore" });
    const run = await check([
      "Song,Title,Artist,ISRC,Genre,Singers,Explicit,Year",
      `${byId},New name,Nobody,INFV02500002,,,no,`,
      ",Coded,Nobody,INFV02500003,Rock,Lata,yes,",
      ",mere sapne,KISHORE,,,,,1975",
      `${byId},Doubled,Nobody,,,,,`,
    ]);
    expect(await readOutcomes(run)).toEqual([
      ["refused", "Title: Old name → New name", "Same song as row 5."],
      ["change", "Explicit: no → yes", "Genre: empty → Rock", "Singers: empty → Lata"],
      [
        "change",
        "Title: Mere Sapne → mere sapne",
        "Artist: Kishore → KISHORE",
        "Year: empty → 1975",
      ],
      ["refused", "Same song as row 2."],
    ]);
    const clashRun = await check([
      "Song,Title,Artist,ISRC",
      `${byTitle},Mere Sapne,Kishore,INFV02500003`,
    ]);
    expect(await readOutcomes(clashRun)).toEqual([
      ["refused", "ISRC: “Coded” already has this ISRC."],
    ]);
    expect((await apply(run).answer).message).toBe("0 added, 2 changed");
    expect(await detail(byIsrc)).toMatchObject({
      explicit: true,
      genre: { name: "Rock" },
      singers: [{ name: "Lata" }],
      version: 2,
    });
    expect(await detail(byTitle)).toMatchObject({ title: "mere sapne", year: 1975, version: 2 });
    expect((await audits("song")).map(({ before, after }) => [before, after])).toEqual([
      [
        { explicit: false, genreId: null, genre: null, singers: [], version: 1 },
        expect.objectContaining({ explicit: true, genre: "Rock", singers: ["Lata"], version: 2 }),
      ],
      [
        expect.objectContaining({ title: "Mere Sapne" }),
        expect.objectContaining({ title: "mere sapne", version: 2 }),
      ],
    ]);
    expect((await apply(run).answer).message).toBe("0 added, 2 changed");
    expect((await detail(byIsrc)).version).toBe(2);
  });

  test("new singers and composers are made once, where that is said [LIB-2] [AUD-1]", async () => {
    const file = [
      "Title,Artist,Seconds,Singers,Composers,Seasons".replace("Seasons", "Festive season"),
      "Naya,X,200,Asha; lata,R D Burman,",
      "Aur,X,200,ASHA,,",
    ];
    expect(countsOf(await check(file))).toEqual([0, 0, 0, 2]);
    const run = await check(file, { createPeople: "true" });
    expect(await readOutcomes(run)).toEqual([
      ["add", "Singers: “Asha” is new.", "Composers: “R D Burman” is new."],
      ["add", "Singers: “ASHA” is new."],
    ]);
    expect(await apply(run).status).toBe(200);
    expect((await songs("asha")).map(({ title }) => title).sort()).toEqual(["Aur", "Naya"]);
    expect(await audits("singer")).toEqual([
      { action: "singer added", name: "Asha", before: null, after: { name: "Asha" } },
    ]);
    const [naya] = await songs("naya");
    expect((await detail(naya?.id ?? 0)).singers.map(({ name }) => name)).toEqual(["Asha", "Lata"]);
    const season = await check(["Title,Artist,Seconds,Festive season", "Holiday,X,200,Eid"], {
      createPeople: "true",
    });
    expect(await readOutcomes(season)).toEqual([
      ["refused", "Festive seasons: There is no festive season “Eid”."],
    ]);
  });

  test("what the library exports comes back unchanged, and changed cells change [LIB-2]", async () => {
    await apply(
      await check([
        "Title,Artist,Seconds,Genre,Singers,Festive seasons,Territories,Licensed to,Album",
        '=Formula,"A, ""B""",200,Rock,Lata,Diwali; Holi,IN;US,2027-01-31,',
        "Plain,C,300,,,,,,Gold disc",
      ]),
    );
    const exported = await at.as(manager).exportSongs().text;
    const [heading = []] = readCsv(exported);
    expect(heading.map((cell) => cell.replace(/^\ufeff/, ""))).toEqual(
      songCsvColumns.map((column) => column.heading),
    );
    expect(countsOf(await check([exported]))).toEqual([0, 0, 2, 0]);
    const changed = await check([
      exported
        .replace("Gold disc", "(clear)")
        .replace("Rock", "hip-hop")
        .replace("Lata", "(Clear)"),
    ]);
    expect((await readOutcomes(changed)).flat().sort()).toEqual([
      "Album: Gold disc → empty",
      "Genre: Rock → Hip-Hop",
      "Singers: Lata → empty",
      "change",
      "change",
    ]);
    expect(await at.as(manager).songCsvTemplate().text).toBe(
      `${songCsvColumns.map((column) => column.heading).join(",")}\n`,
    );
  });

  test("what changed since the check is not overwritten: all or nothing [LIB-2]", async () => {
    const id = await addSong({ title: "Mine" });
    const stale = await check([
      "Song,Title,Artist,Seconds,Genre",
      `${id},Yours,Nobody,,`,
      ",New,Nobody,200,Hip-Hop",
    ]);
    await at.database.db.update(table.song).set({ version: 2 }).where(eq(table.song.id, id));
    expect(Object.values(await apply(stale).errors)).toEqual([expect.stringContaining("(row 2)")]);
    const gone = await check(["Title,Artist,Seconds,Genre", "New,Nobody,200,Hip-Hop"]);
    await at.database.db
      .delete(table.catalogueItem)
      .where(
        and(
          eq(table.catalogueItem.companyId, provider.companyId),
          eq(table.catalogueItem.name, "Hip-Hop"),
        ),
      );
    expect(Object.values(await apply(gone).errors)[0]).toContain("(row 2)");
    expect(await songCount()).toBe(1);
    const twice = ["Title,Artist,Seconds,ISRC", "Race,Nobody,200,INFV02500009"];
    const runs = [await check(twice), await check(twice)];
    expect((await Promise.all(runs.map((run) => apply(run).status))).sort()).toEqual([200, 422]);
    const untold = [
      await check(["Title,Artist,Seconds", "Race,Untold,200"]),
      await check(["Title,Artist,Seconds", "Race,Untold,200"]),
    ];
    expect((await Promise.all(untold.map((run) => apply(run).status))).sort()).toEqual([200, 422]);
  });

  test("with dryRun=false any refused row refuses all [LIB-2]", async () => {
    expect(
      await send(["Title,Artist,Seconds", "Fine,X,200", "Bad,X,2"], { dryRun: "false" })
        .wrongFields,
    ).toEqual(["rows.3"]);
    expect(await songCount()).toBe(0);
    const id = await addSong({ title: "Heard", audioFile: "a/b", durationSeconds: 31 });
    await at.database.db
      .update(table.catalogueItem)
      .set({ active: false })
      .where(
        and(
          eq(table.catalogueItem.companyId, provider.companyId),
          eq(table.catalogueItem.name, "Rock"),
        ),
      );
    expect(
      await readOutcomes(await check(["Song,Title,Artist,Seconds", `${id},Heard,Nobody,300`])),
    ).toEqual([["same"]]);
    expect(
      await readOutcomes(await check(["Song,Title,Artist,Genre", `${id},Heard,Nobody,Rock`])),
    ).toEqual([["refused", "Genre: “Rock” is inactive."]]);
  });

  test("files are their checker's, and music staff's alone [CTX-4] [ROL-1]", async () => {
    const run = await check(["Title,Artist,Seconds", "Fine,X,200"]);
    const other = provider.staff.Fever_Music_Limited;
    const params = { importId: run.id };
    for (const endpoint of [showSongCsv, applySongCsv, listSongCsvRows, refusedSongCsvRows])
      expect(await at.as(other).call(endpoint, { params }).status).toBe(404);
    const company = await makeCompany(at.database);
    for (const as of [company.users.admin, company.users.limited, provider.staff.Fever_Admin_Ops]) {
      expect(await send(["Title,Artist", "a,b"], {}, as).status).toBe(403);
      expect(
        await at.as(as).checkSongs({ body: { songs: [{ isrc: "INFV02500001" }] } }).status,
      ).toBe(403);
    }
    expect(
      await at
        .as(manager)
        .checkSongCsv({ query: { companyId: company.companyId }, files: [fileOf("a", "a.csv")] })
        .status,
    ).toBe(422);
  });

  test("check-multimedia tells which songs exist already [LIB-2] [LIM-1]", async () => {
    const hash = "ab".repeat(32);
    const coded = await addSong({ title: "Coded", isrc: "INFV02500004" });
    const withAudio = await addSong({ title: "Heard", audioSha256: hash });
    const accented = await addSong({ title: "Don't  Stop – Déjà Vu", artist: "Zoë & Co." });
    await addSong({ title: "Dont stop deja vu", artist: "Others" });
    const ask = (songs: object[]) => at.as(manager).checkSongs({ body: { songs } });
    const { data } = await ask([
      { isrc: "in-fv0-25-00004" },
      { audioSha256: hash.toUpperCase(), title: "heard", artist: "nobody" },
      { title: "dont stop, deja vu", artist: "zoe co" },
      { title: "Never heard", artist: "Nobody" },
    ]).answer;
    const answers = data;
    expect(answers.map(({ exists }) => exists)).toEqual([true, true, true, false]);
    expect(answers.flatMap(({ songs: same }) => same.map(({ id, by }) => [id, ...by]))).toEqual([
      [coded, "isrc"],
      [withAudio, "audio", "title"],
      [accented, "title"],
    ]);
    expect(await ask([{ title: "Alone" }]).status).toBe(422);
    expect(await ask([]).status).toBe(422);
    await ask(Array.from({ length: 1000 }, (_, n) => ({ title: `T ${n}`, artist: "A" })));
    expect(
      await ask(Array.from({ length: 1001 }, (_, n) => ({ title: `T ${n}`, artist: "A" }))).status,
    ).toBe(422);
  });
});
