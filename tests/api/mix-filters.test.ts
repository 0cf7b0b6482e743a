import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogue } from "#contract/library/catalogue";
import type { GroupDay } from "#contract/schedule/endpoints";
import type { MusicLine } from "#contract/schedule/playlist-lines";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeItem, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const day = "2026-05-12";

describe("mix of songs that match", () => {
  let platform: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  let item: Record<"hindi" | "tamil" | "pop" | "rock" | "calm" | "nineties", number>;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
    const add = (kind: "language" | "genre" | "mood" | "era", name: string) =>
      makeItem(platform.database, provider.companyId, kind, name);
    item = {
      hindi: await add("language", "Hindi"),
      tamil: await add("language", "Tamil"),
      pop: await add("genre", "Pop"),
      rock: await add("genre", "Rock"),
      calm: await add("mood", "Calm"),
      nineties: await add("era", "1990s"),
    };
    // 120 songs in Hindi, 40 in Tamil; every second one is pop, the others rock; nobody is calm or of
    // the nineties
    const set = (
      values: Partial<typeof table.song.$inferInsert>,
      which: (place: number) => boolean,
    ) =>
      setSongs(
        values,
        library.songIds.filter((_, place) => which(place)),
      );
    await set({ languageId: item.hindi }, (place) => place < 120);
    await set({ languageId: item.tamil }, (place) => place >= 120);
    await set({ genreId: item.pop }, (place) => place % 2 === 0);
    await set({ genreId: item.rock }, (place) => place % 2 === 1);
  });
  afterAll(() => platform?.close());

  const setSongs = (values: Partial<typeof table.song.$inferInsert>, ids: number[]) =>
    platform.database.db.update(table.song).set(values).where(inArray(table.song.id, ids));
  const ruleOf = (...mix: object[]) => ({ ...ruleOver(), mix });
  const songs = (percent: number, ids: object) => ({ kind: "songs", percent, ...ids });
  const companyWithSlot = async () => {
    const company = await makeCompany(platform.database);
    return {
      ...company,
      timeSlotId: await makeSlot(platform.database, company.companyId),
      groupId: company.north.groupIds[0] ?? 0,
    };
  };
  type Company = Awaited<ReturnType<typeof companyWithSlot>>;
  const add = (company: Company, ...mix: object[]) =>
    platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId: company.timeSlotId, ...ruleOf(...mix) } });
  const preview = ({ users, groupId }: Company) =>
    platform.as(users.admin).previewGroupDay({ query: { groupId, day } });
  const check = async (company: Company, ...mix: object[]) => {
    const body = { timeSlotId: company.timeSlotId, ...ruleOf(...mix) };
    return (await platform.as(company.users.admin).checkMasterRule({ body })).countries;
  };
  const music = (group: GroupDay) =>
    group.hours
      .flatMap(({ lines }) => lines)
      .filter((line): line is MusicLine => line.kind === "MUSIC");
  const callsOf = (kind: string) => {
    const endpoints = catalogue.find(({ list }) => list.kind === kind)?.endpoints;
    if (!endpoints) throw new Error(`no list ${kind}`);
    return endpoints;
  };

  it("is a line beside charts, named by its conditions and counted [MST-1]", async () => {
    const company = await companyWithSlot();
    const saved = await add(
      company,
      { chartId: library.popular, percent: 40 },
      songs(60, { languageIds: [item.tamil, item.hindi], genreIds: [item.pop] }),
    );
    const { mix } = saved;
    expect(mix).toMatchObject([
      {
        kind: "chart",
        name: "Popular",
        chartId: library.popular,
        genreIds: [],
        songs: 160,
        percent: 40,
      },
      {
        kind: "songs",
        name: "Hindi or Tamil · Pop",
        chartId: null,
        songs: 80,
        percent: 60,
        active: true,
        languageIds: [item.hindi, item.tamil],
        genreIds: [item.pop],
        moodIds: [],
        eraIds: [],
      },
    ]);
    const query = { timeSlotId: company.timeSlotId, groupId: company.groupId };
    const slotRule = await platform.as(company.users.group).masterRuleBySlot({ query });
    expect(slotRule.inherited?.mix).toEqual(mix);
  });

  it("is refused without a condition, twice or beside a chart [MST-1] [API-1] [CTX-4]", async () => {
    const company = await companyWithSlot();
    const foreign = await companyWithSlot();
    const [brand] = await platform.database.db
      .insert(table.catalogueItem)
      .values({ companyId: foreign.companyId, kind: "genre", name: "Foreign genre" })
      .returning({ id: table.catalogueItem.id });
    const refused = async (...mix: object[]) => {
      const { status, body } = await add(company, ...mix).reply;
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.message];
    };
    const pop = { genreIds: [item.pop] };
    expect(await refused(songs(100, {}))).toEqual([
      422,
      "mix.0.kind",
      "Choose at least one language, genre, mood, tempo, era or rating chart.",
    ]);
    expect(await refused(songs(100, { ...pop, chartId: library.popular }))).toEqual([
      422,
      "mix.0.kind",
      "Choose a chart or songs that match, not both.",
    ]);
    expect(await refused({ chartId: library.popular, percent: 100, ...pop })).toContain(
      "mix.0.kind",
    );
    expect(await refused({ percent: 100 })).toEqual([422, "mix.0.chartId", "Choose a chart."]);
    expect(await refused(songs(50, pop), songs(50, pop))).toEqual([
      422,
      "mix.1.kind",
      "Another line matches the same songs.",
    ]);
    const gone = "There is no such genre. It may have been deleted or merged.";
    for (const id of [brand?.id ?? 0, item.hindi, 999_999_999])
      expect(await refused(songs(100, { genreIds: [id] }))).toEqual([422, "mix.0.genreIds", gone]);
    expect(
      await refused(songs(100, { genreIds: Array.from({ length: 21 }, (_, n) => n + 1) })),
    ).toContain("mix.0.genreIds");
    expect(await refused(songs(100, { genreIds: "pop" }))).toContain("mix.0.genreIds");
    expect(
      (await check(company, songs(100, { genreIds: [brand?.id] }))).flatMap(({ lines }) => lines),
    ).toEqual([]);
  });

  it("is checked as a chart is, and says where no song matches [MST-1]", async () => {
    const company = await companyWithSlot();
    const tamil = library.songIds.slice(120);
    await setSongs({ audioFile: null }, tamil.slice(0, 4));
    await setSongs({ territories: ["GB"] }, tamil.slice(4, 14));
    const [country] = await check(
      company,
      songs(90, { languageIds: [item.tamil] }),
      songs(10, { moodIds: [item.calm] }),
    );
    expect(country?.lines).toMatchObject([
      { kind: "songs", name: "Tamil", songs: 40, withoutAudio: 4, notLicensed: 10, playable: 26 },
      { kind: "songs", name: "Calm", songs: 0, playable: 0, turnoverMinutes: null },
    ]);
    expect(country?.lines[0]?.shortages.map(({ rule }) => rule)).toContain("MINIMUM_REST");
    await setSongs({ audioFile: "audio/any.wav", territories: [] }, tamil);
  });

  it("makes a day of the songs that match alone, the same for whoever asks [SCH-1] [MST-1]", async () => {
    const company = await companyWithSlot();
    const mix = [
      songs(75, { languageIds: [item.hindi], genreIds: [item.pop] }),
      songs(25, { languageIds: [item.tamil] }),
    ];
    await add(company, ...mix);
    const planned = await preview(company);
    const matching = new Set(library.songIds.filter((_, place) => place >= 120 || place % 2 === 0));
    expect(music(planned).length).toBeGreaterThan(100);
    expect(music(planned).filter(({ songId }) => !matching.has(songId))).toEqual([]);
    expect(planned.summary.shares.map(({ name }) => name)).toEqual(["Hindi · Pop", "Tamil"]);
    expect(new Set(music(planned).map(({ reason }) => reason.category?.name))).toEqual(
      new Set(["Hindi · Pop", "Tamil"]),
    );
    for (const { expected, called } of planned.summary.shares)
      expect(Math.abs(expected - called)).toBeLessThan(1);
    expect((await preview(company)).hours).toEqual(planned.hours);
    expect(
      await platform
        .as(company.users.admin)
        .exportMusicSchedule({ query: { groupId: company.groupId, day } }).text,
    ).toContain("Hindi · Pop");

    // a song that stops matching leaves the draft; a published day waits for a person, as for charts
    const first =
      music(planned).find(({ reason }) => reason.category?.name === "Hindi · Pop")?.songId ?? 0;
    const { languageId, genreId } =
      (await platform.database.db.select().from(table.song).where(eq(table.song.id, first)))[0] ??
      {};
    await setSongs({ languageId: null }, [first]);
    const anew = await preview(company);
    expect(music(anew).map(({ songId }) => songId)).not.toContain(first);
    const publish = { body: { id: anew.id, change: "publish" } };
    await platform.as(company.users.admin).changePlaylist(publish);
    await setSongs({ languageId, genreId }, [first]);
    expect(await preview(company)).toMatchObject({
      id: anew.id,
      state: "published",
      inputsChanged: true,
      hours: anew.hours,
    });
    await setSongs({ audioFile: null }, [first]);
    const { categoryId } = anew.summary.shares.find(({ name }) => name === "Hindi · Pop") ?? {};
    expect((await preview(company)).withoutAudio).toEqual([{ categoryId, songs: 1 }]);
    await setSongs({ audioFile: "audio/any.wav" }, [first]);
  });

  it("plays other songs that are licensed while nothing matches [SCH-1]", async () => {
    const company = await companyWithSlot();
    await add(company, songs(100, { moodIds: [item.calm] }));
    const planned = await preview(company);
    expect(music(planned).length).toBeGreaterThan(100);
    expect(new Set(music(planned).map(({ reason }) => reason.stage))).toContain("FALLBACK");
  });

  it("keeps what it asks for from deletion, naming the rule, and follows a merge [MST-1] [API-1]", async () => {
    const company = await companyWithSlot();
    const manager = provider.staff.Fever_Music_Limited;
    const added = await add(
      company,
      songs(60, { eraIds: [item.nineties] }),
      songs(40, { eraIds: [item.nineties], genreIds: [item.pop] }),
    );
    const era = callsOf("era");
    const refused = await platform.as(manager).call(era.remove, { query: { id: item.nineties } })
      .reply;
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: "id" }] } });
    expect(refused.body.errors?.[0]?.message).toBe(
      `Master rules choose songs by “1990s”: ${company.name} (All day). Merge it into another one, or deactivate it.`,
    );
    const into = (
      (await platform.as(manager).call(era.add, { body: { name: "The nineties" } })) as {
        id: number;
      }
    ).id;
    const merge = { body: { ids: [item.nineties], intoId: into } };
    await platform.as(manager).call(era.merge, merge);
    const query = { timeSlotId: company.timeSlotId };
    const { own } = await platform.as(company.users.admin).masterRuleBySlot({ query });
    expect(own?.mix.map(({ name, eraIds }) => [name, eraIds])).toEqual([
      ["The nineties", [into]],
      ["Pop · The nineties", [into]],
    ]);
    const change = {
      body: {
        id: added.id,
        version: added.version,
        ...ruleOf({ chartId: library.popular, percent: 100 }),
      },
    };
    await platform.as(company.users.admin).changeMasterRule(change);
    await platform.as(manager).call(era.remove, { query: { id: into } });
  });

  it("keeps a mood that an arc asks for from deletion, and follows its merge [MST-1] [SCH-7]", async () => {
    const company = await companyWithSlot();
    const manager = platform.as(provider.staff.Fever_Music_Limited);
    const tender = await makeItem(platform.database, provider.companyId, "mood", "Tender");
    const body = {
      timeSlotId: company.timeSlotId,
      ...ruleOver([library.popular, 100]),
      arc: [{ hour: 8, moodId: tender }],
    };
    const { id } = await platform.as(company.users.admin).addMasterRule({ body });
    const mood = callsOf("mood");
    const refused = await manager.call(mood.remove, { query: { id: tender } }).reply;
    expect(refused.body.errors?.[0]?.message).toBe(
      `Master rules choose songs by “Tender”: ${company.name} (All day). Merge it into another one, or deactivate it.`,
    );
    await manager.call(mood.merge, { body: { ids: [tender], intoId: item.calm } });
    const rule = await platform.as(company.users.admin).findMasterRule({ query: { id } });
    expect(rule.arc).toEqual([{ hour: 8, energy: null, mood: { id: item.calm, name: "Calm" } }]);
  });

  it("goes with a rule that a new time slot takes over [MST-1]", async () => {
    const company = await companyWithSlot();
    const body = {
      timeSlotId: company.timeSlotId,
      ...ruleOf(songs(100, { genreIds: [item.rock], languageIds: [item.hindi] })),
      arc: [{ hour: 8, energy: 20, moodId: item.calm }],
    };
    const data = await platform.as(company.users.admin).addMasterRule({ body });
    const [slot] = await platform.as(company.users.admin).listTimeSlots({ query: {} });
    const weekend = {
      slotName: "Weekend",
      fromMinute: 600,
      toMinute: 900,
      weekdays: [0, 6],
      rulesFromId: slot?.id,
    };
    const slots = (
      await platform.as(company.users.admin).changeTimeSlots({ body: { slots: [weekend] } })
    ).slots;
    const query = { timeSlotId: slots.find(({ slotName }) => slotName === "Weekend")?.id };
    const { own } = await platform.as(company.users.admin).masterRuleBySlot({ query });
    expect([own?.mix, own?.arc]).toEqual([data.mix, data.arc]);
  });
});
