import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanLine } from "#contract/base/clean-line";
import { messages } from "#contract/base/messages";
import { catalogue } from "#contract/library/catalogue";
import * as table from "#platform/db/schema/index";
import { wav } from "../support/audio.ts";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import {
  openTestPlatform,
  password,
  passwordHash,
  type TestPlatform,
} from "../support/platform.ts";

/**
 * Pairs that look the same: accents apart from their letters, spaces of other kinds or more of
 * them, signs that nobody sees.
 */
const alike = [
  ["Café", "Cafe\u0301"],
  ["North East", " North \u00a0East"],
  ["Zero", "Ze\u200bro\ufeff"],
  ["Left", "\u202eLeft\u202c"],
  ["Thé", "The\u200b\u0301"],
  ["Fill", "Fi\u3164ll\u2800"],
] as const;

describe.each(engines)("Names that look the same on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let admin: string;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    admin = company.users.admin;
  });
  afterAll(() => at?.close());

  test("are one name to units, charts, saved filters and catalogue lists [HIE-1] [CHT-1] [LIB-3]", async () => {
    const brand = catalogue.find(({ list }) => list.kind === "brand")?.endpoints.add;
    if (!brand) throw new Error("no brands");
    const ways = [
      (name: string) => at.as(admin).addRegion({ body: { regionName: name } }).reply,
      (name: string) => at.as(admin).addCustomChart({ body: { chartName: name } }).reply,
      (name: string) =>
        at.as(admin).saveFilter({ body: { list: "stores", name, filters: { search: "x" } } }).reply,
      (name: string) =>
        at.as(provider.staff.Fever_Music_Admin).call(brand, { body: { name } }).reply,
    ];
    for (const add of ways)
      for (const [one, other] of alike)
        expect([(await add(one)).status, (await add(other)).status], one).toEqual([201, 422]);
  });

  test("are one name to time slots where the database compares them so [MST-1]", async () => {
    const times = (hour: number) => ({
      weekdays: [1],
      fromMinute: hour * 60,
      toMinute: hour * 60 + 60,
    });
    for (const [place, [one, other]] of [
      ["ΟΔΟΣ", "οδοσ"] as const,
      ["İstanbul", "istanbul"] as const,
      ...alike,
    ].entries()) {
      const slots = [one, other].map((slotName, line) => ({
        slotName,
        ...times(2 * place + line),
      }));
      const { rows } = await at.database.db.execute(
        sql`select lower(${cleanLine(one)}) = lower(${cleanLine(other)}) as same`,
      );
      const { status, body } = await at.as(admin).changeTimeSlots({ body: { slots } }).reply;
      expect([status, body.errors?.[0]?.field], one).toEqual(
        rows[0]?.same ? [422, "slots.1.slotName"] : [200, undefined],
      );
    }
  });

  test("are found however they are typed, and joiners of letters stay [HIE-1]", async () => {
    const clusters = "क्\u200dष";
    for (const regionName of ["Montréal", clusters])
      await at.as(admin).addRegion({ body: { regionName } });
    for (const [search, name] of [
      ["montre\u0301al", "Montréal"],
      [clusters, clusters],
    ]) {
      expect(
        (await at.as(admin).searchHierarchy({ query: { search } })).map((hit) => hit.name),
      ).toEqual([name]);
    }
  });

  test("are one username, and new usernames are ASCII alone [USR-1] [VAL-2]", async () => {
    const add = (username: string) =>
      at.as(admin).addUser({
        body: {
          username,
          email: "a@example.com",
          firstName: "Asha",
          role: "ROLE_Client_Admin_Limited",
          level: "national",
        },
      });
    await add("asha.rao");
    for (const again of ["ASHA.Rao", "asha\u200b.rao"])
      expect(await add(again).errors).toEqual({ username: "This username is taken." });
    for (const alike of ["\u0430sha.rao", "ａsha.rao", "asha\u200d.rao", "..", "josé"])
      expect(await add(alike).errors).toEqual({ username: messages.usernameSigns });

    const composed = "josé.álvarez";
    const apart = "jose\u0301.a\u0301lvarez";
    await at.database.pool.query("update login set username = $1 where username = 'asha.rao'", [
      composed,
    ]);
    await at.database.pool.query(
      "update app_user set username = $1, status = 'active', password_hash = $2 where username = 'asha.rao'",
      [composed, await passwordHash],
    );
    for (const username of [composed, apart])
      await at.nobody.signIn({ body: { username, password } });
  });

  test("singers whose names the database takes for one stand on a song once [LIB-1]", async () => {
    const manager = provider.staff.Fever_Music_Admin;
    const item = (kind: "genre" | "mood" | "language" | "tempo", rank?: number) => ({
      companyId: provider.companyId,
      kind,
      name: "One",
      rank,
    });
    const items = await at.database.db
      .insert(table.catalogueItem)
      .values([item("genre"), item("mood"), item("language"), item("tempo", 1)])
      .returning();
    const form = Object.fromEntries(items.map(({ kind, id }) => [`${kind}Id`, id]));
    const { fileId } = await at.as(manager).readSongAudio({ files: [wav(6)] });
    // JavaScript lowers the first to "ας" and to "i̇zel"; a database may not
    const singers = ["ΑΣ", "ασ", "İzel", "izel"];
    await at
      .as(manager)
      .addSong({ body: { title: "Song", artist: "Band", ...form, fileId, singers } });
    const { rows } = await at.database.pool.query(
      `select count(*)::int as kept, count(distinct lower(i.name))::int as names from song_tag t join catalogue_item i on i.id = t.item_id
       where i.kind = 'singer' and i.company_id = $1`,
      [provider.companyId],
    );
    expect(rows[0].kept).toBe(rows[0].names);
    expect(rows[0].kept).toBeGreaterThanOrEqual(2);
  });

  test("audio that waits for its song is no half-filled form of its uploader's [LIB-1]", async () => {
    const manager = provider.staff.Fever_Admin_Major;
    await at.database.pool.query(
      `insert into form_draft (company_id, user_id, form, about_company_id, values)
       select company_id, user_id, 'song-audio:' || n, company_id, '{}' from login, generate_series(1, 60) as n where username = $1`,
      [manager],
    );
    const draft = {
      query: { form: "company/add" },
      body: { part: "identity", values: { name: "Asha" } },
    };
    await at.as(manager).keepDraft(draft);
  });
});
