import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "#contract/library/catalogue";
import { type CatalogueKind, catalogueLists } from "#contract/library/words";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSlot } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("What refers to a catalogue list's item", () => {
  let at: TestPlatform;
  let providerId: number;
  let company: TestCompany;
  let manager: string;
  beforeAll(async () => {
    at = await openTestPlatform(anyEngine);
    const provider = await makeProvider(at.database);
    providerId = provider.companyId;
    manager = provider.staff.Fever_Music_Limited;
    company = await makeCompany(at.database);
  });
  afterAll(() => at?.close());

  const run = (statement: ReturnType<typeof sql>) => at.database.db.execute(statement);
  const find = async <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    (await at.database.db.execute<Row>(statement)).rows;
  let serial = 0;
  const add = async (kind: CatalogueKind) =>
    (
      await find<{ id: number }>(sql`insert into catalogue_item (company_id, kind, name, rank)
        values (${providerId}, ${kind}, ${`Item ${++serial}`}, 1) returning id::int as id`)
    )[0]?.id ?? 0;
  const callsOf = (kind: CatalogueKind) => {
    const endpoints = catalogue.find(({ list }) => list.kind === kind)?.endpoints;
    if (!endpoints) throw new Error(`no list ${kind}`);
    return endpoints;
  };
  const remove = (kind: CatalogueKind, id: number) =>
    at.as(manager).call(callsOf(kind).remove, { query: { id } });
  const merge = (kind: CatalogueKind, ids: number[], intoId: number) =>
    at.as(manager).call(callsOf(kind).merge, { body: { ids, intoId } }).answer;

  const addSong = async (column: string, id: number) =>
    run(sql`insert into song (company_id, title, artist, duration_seconds, ${sql.identifier(column)})
      values (${providerId}, 'Song', 'Nobody', 180, ${id})`);
  const addDemo = async (language: number, songType: number) =>
    run(sql`insert into demo_playlist (company_id, token, name, language_id, song_type_id, industry, listed)
      values (${providerId}, ${`token ${++serial}`}, 'Demo', ${language}, ${songType}, 'Retail', true)`);
  const addRule = async () => {
    const slotId = await makeSlot(at.database, (await makeCompany(at.database)).companyId);
    const [rule] = await find<{ companyId: number; id: number }>(
      sql`insert into master_rule (company_id, time_slot_id) select company_id, id from time_slot where id = ${slotId}
        returning company_id::int as "companyId", id::int as id`,
    );
    if (!rule) throw new Error("no rule");
    return rule;
  };

  /** By foreign key: a list whose items it takes, and a row that refers to one. */
  const references: Record<string, [CatalogueKind, (id: number) => Promise<unknown>]> = {
    song_genre: ["genre", (id) => addSong("genre_id", id)],
    song_mood: ["mood", (id) => addSong("mood_id", id)],
    song_language: ["language", (id) => addSong("language_id", id)],
    song_era: ["era", (id) => addSong("era_id", id)],
    song_tempo_of: ["tempo", (id) => addSong("tempo_id", id)],
    song_vocal: ["vocal", (id) => addSong("vocal_id", id)],
    song_play_window: ["play-window", (id) => addSong("play_window_id", id)],
    song_rating_chart: ["rating-chart", (id) => addSong("rating_chart_id", id)],
    song_licence: ["licence", (id) => addSong("licence_id", id)],
    song_tag_of_item: [
      "singer",
      (id) =>
        run(sql`with made as (insert into song (company_id, title, artist, duration_seconds) values (${providerId}, 'Song', 'Nobody', 180) returning id)
          insert into song_tag (company_id, song_id, kind, item_id, position) select ${providerId}, id, 'singer', ${id}, 0 from made`),
    ],
    demo_playlist_language: ["language", async (id) => addDemo(id, await add("genre"))],
    demo_playlist_song_type: ["genre", async (id) => addDemo(await add("language"), id)],
    master_rule_mix_item_item_fk: [
      "era",
      async (id) => {
        const rule = await addRule();
        await run(
          sql`insert into master_rule_mix (company_id, rule_id, position, percent) values (${rule.companyId}, ${rule.id}, 0, 100)`,
        );
        await run(sql`insert into master_rule_mix_item (company_id, rule_id, position, item_company_id, item_id)
          values (${rule.companyId}, ${rule.id}, 0, ${providerId}, ${id})`);
      },
    ],
    master_rule_arc_point_mood: [
      "mood",
      async (id) => {
        const rule = await addRule();
        await run(sql`insert into master_rule_arc_point (company_id, rule_id, hour, mood_company_id, mood_id)
          values (${rule.companyId}, ${rule.id}, 9, ${providerId}, ${id})`);
      },
    ],
    spot_of_brand: [
      "brand",
      (id) =>
        run(sql`insert into spot (company_id, kind, name, duration_seconds, brand_id)
          values (${providerId}, 'AD', ${`Spot ${id}`}, 20, ${id})`),
    ],
    campaign_of_brand: [
      "brand",
      (id) =>
        run(sql`insert into campaign (company_id, name, brand_id, kind, play_takes, starts_on, ends_on, weekdays, plays, created_by)
          values (${company.companyId}, 'Summer', ${id}, 'AD', 20, '2026-05-12', '2026-05-13', '{1}', array_fill(1::smallint, array[24]), 'test')`),
    ],
    brand_account_of_brand: ["brand", (id) => addContacts(id, [asha])],
  };
  const asha = { name: "Asha", email: "asha@fizz.example" };
  const addContacts = (brandId: number, contacts: object[], of = company) =>
    at.as(of.users.admin).changeBrandContacts({ body: { id: brandId, contacts } as never }).answer;
  const contactsOf = async (id: number, of = company) =>
    (await at.as(of.users.admin).findBrandAccount({ query: { id } })).contacts;

  const foreignKeys = () =>
    find<{ name: string; from: string; column: string }>(sql`
      select conname as name, conrelid::regclass::text as "from", source.attname as column
      from pg_constraint cross join lateral unnest(conkey, confkey) as pair (source, target)
        join pg_attribute source on source.attrelid = conrelid and source.attnum = pair.source
        join pg_attribute target on target.attrelid = confrelid and target.attnum = pair.target
      where contype = 'f' and confrelid = 'catalogue_item'::regclass and target.attname = 'id' order by 1`);

  test("is held by a foreign key, each of which has its row in this test", async () => {
    const keys = await foreignKeys();
    expect(keys.map(({ name }) => name)).toEqual(Object.keys(references).sort());
    const names = catalogueLists.map(({ kind }) => `${kind.replace("-", "_")}_id`);
    const columns = await find<{ from: string; column: string }>(sql`
      select table_name as "from", column_name as column from information_schema.columns
      where table_schema = 'public' and column_name = any(${sql.param(names)}::text[])`);
    for (const column of columns)
      expect(keys, JSON.stringify(column)).toContainEqual(expect.objectContaining(column));
  });

  test.each(Object.entries(references))(
    "by %s keeps it, and follows a merge [LIB-3]",
    async (name, [kind, refer]) => {
      const key = (await foreignKeys()).find((one) => one.name === name);
      const [gone, stays] = [await add(kind), await add(kind)];
      await refer(gone);
      const errors = await remove(kind, gone).errors;
      expect(Object.keys(errors ?? {})).toEqual(["id"]);
      expect(JSON.stringify(errors)).toContain("Merge it into another one, or deactivate it.");
      await merge(kind, [gone], stays);
      const count = async (id: number) =>
        (
          await find<{ rows: number }>(
            sql`select count(*)::int as rows from ${sql.identifier(key?.from ?? "")} where ${sql.identifier(key?.column ?? "")} = ${id}`,
          )
        )[0]?.rows;
      expect([await count(gone), await count(stays)]).toEqual([0, 1]);
      expect(await remove(kind, stays).status).toBe(422);
    },
  );

  test("contacts of merged brands are kept once each, in every company, audited [LIB-3] [AUD-1]", async () => {
    const other = await makeCompany(at.database);
    const [stays, gone, second] = [await add("brand"), await add("brand"), await add("brand")];
    const personOf = (name: string, email = `${name.toLowerCase()}@fizz.example`) => ({
      name,
      email,
    });
    await addContacts(stays, [asha]);
    await addContacts(gone, [personOf("Asha Rao", "ASHA@fizz.example"), personOf("Ravi")]);
    await addContacts(second, [personOf("Mina"), personOf("Ravi")]);
    await addContacts(gone, [personOf("Theirs")], other);
    expect(await remove("brand", gone).errors).toEqual({
      id: expect.stringContaining("is used by 3 contacts. Merge it into another one"),
    });
    await merge("brand", [gone, second], stays);
    expect(await contactsOf(stays)).toEqual([asha, personOf("Ravi"), personOf("Mina")]);
    expect(await contactsOf(stays, other)).toEqual([personOf("Theirs")]);
    const entries =
      await find(sql`select company_id::int as company, actor_name as actor, before, after from audit_log
      where action = 'brand contacts changed' and item_id = ${String(stays)} and actor_name = ${manager} order by company_id`);
    expect(entries).toEqual([
      {
        company: company.companyId,
        actor: manager,
        before: { contacts: [asha], version: 1 },
        after: { contacts: [asha, personOf("Ravi"), personOf("Mina")], version: 2 },
      },
      {
        company: other.companyId,
        actor: manager,
        before: { contacts: [], version: 0 },
        after: { contacts: [personOf("Theirs")], version: 1 },
      },
    ]);
    // who opened the form before is told, and nobody's contacts are lost
    const late = at.as(company.users.admin).changeBrandContacts({
      body: { id: stays, contacts: [asha], version: 1 },
    });
    expect((await late.errors)?.contacts).toContain("Ravi (ravi@fizz.example)");
  });
});
