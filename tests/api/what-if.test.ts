import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupPlaylist, masterRule, song, store } from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeItem, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("A rule tried over 28 days", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let popular: number;
  let timeSlotId: number;
  const group = (place: number) => company.south.groupIds[place] ?? 0;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    const provider = await makeProvider(database);
    ({ popular } = await makeLibrary(database, provider.companyId, 400));
    company = await makeCompany(database);
    timeSlotId = await makeSlot(database, company.companyId);
    const rest = [{ name: "MINIMUM_REST", minutes: 60, breakable: false }];
    await platform.as(company.users.admin).addMasterRule({
      body: { timeSlotId, ...ruleOver([popular, 100]), separation: rest },
    });
  });
  afterAll(() => platform?.close());

  const tryRule = (body: object, as = company.users.admin) =>
    platform.as(as).tryMasterRule({
      body: { timeSlotId, ...ruleOver([popular, 100]), ...body },
    });

  it("stands beside the stored one: hours apart repeat less, and nothing is saved [SCH-7]", async () => {
    const storedRules = await platform.database.db.select().from(masterRule);
    const { present, trial, songs, from, to, groupName } = await tryRule({
      separation: [
        { name: "MINIMUM_REST", minutes: 60, breakable: false },
        { name: "DAY_OFFSET", days: 2, breakable: false },
        { name: "WEEK_OFFSET", breakable: false },
      ],
    });
    expect(groupName).not.toBe("");
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(27);
    for (const { plays, hours, parts, neverPlayed, songs } of [present, trial]) {
      expect(plays).toBeGreaterThan(28 * 100);
      expect(hours.reduce((sum, hour) => sum + hour.plays, 0)).toBe(plays);
      expect(parts).toMatchObject([{ name: "Popular", songs: 400, played: songs }]);
      expect(songs + neverPlayed).toBe(400);
    }
    expect(trial.sameHour.map(({ days }) => days)).toEqual([1, 2, 7]);
    const repeats = ({ sameHour }: typeof trial) =>
      sameHour.reduce((sum, { plays }) => sum + plays, 0);
    expect(repeats(trial) / trial.plays).toBeLessThan(0.005);
    expect(repeats(present)).toBeGreaterThan(5 * repeats(trial));
    for (const song of songs) expect(song.present).not.toBe(song.trial);
    expect(await platform.database.db.select().from(masterRule)).toEqual(storedRules);
    expect(await platform.database.db.select().from(groupPlaylist)).toEqual([]);
  });

  it("shows by hour the energy that an arc asks for and that songs have, now and by it [SCH-7]", async () => {
    const songs = await platform.database.db.select({ id: song.id }).from(song);
    for (const [place, { id }] of songs.entries())
      await platform.database.db
        .update(song)
        .set({ energy: (place * 37) % 101 })
        .where(eq(song.id, id));
    const { present, trial } = await tryRule({
      separation: [{ name: "MINIMUM_REST", minutes: 60, breakable: false }],
      arc: [
        { hour: 9, energy: 10 },
        { hour: 20, energy: 90 },
      ],
    });
    expect(new Set(present.hours.map(({ askedEnergy }) => askedEnergy))).toEqual(new Set([null]));
    const [first, last] = [trial.hours[0], trial.hours.at(-1)];
    expect(first?.askedEnergy).toBeLessThan(20);
    expect(last?.askedEnergy).toBeGreaterThan(80);
    expect(first?.energy ?? 0).toBeLessThan((present.hours[0]?.energy ?? 0) - 10);
    expect(last?.energy ?? 0).toBeGreaterThan((present.hours.at(-1)?.energy ?? 0) + 10);
  });

  it("shows by hour the mood that an arc asks for and the plays that have it [SCH-7]", async () => {
    const { db } = platform.database;
    const songs = await db.select().from(song);
    const moods = await Promise.all(
      ["Quiet", "Loud", "Other"].map((name) =>
        makeItem(platform.database, songs[0]?.companyId ?? 0, "mood", name),
      ),
    );
    for (const [place, { id }] of songs.entries())
      await db
        .update(song)
        .set({ moodId: moods[place % 3] ?? null })
        .where(eq(song.id, id));
    const [quiet = 0, loud = 0] = moods;
    const { present, trial } = await tryRule({
      separation: [{ name: "MINIMUM_REST", minutes: 60, breakable: false }],
      arc: [{ hour: 9, moodId: quiet }, { hour: 12 }, { hour: 18, moodId: loud }],
    });
    expect(present.hours.map(({ askedMood }) => askedMood)).toEqual(present.hours.map(() => null));
    for (const [hour, mood, name] of [
      [10, quiet, "Quiet"],
      [19, loud, "Loud"],
    ] as const) {
      const share = ({ hours }: typeof trial) => {
        const own = hours.find((one) => one.hour === hour);
        return (own?.moods.find(({ moodId }) => moodId === mood)?.plays ?? 0) / (own?.plays ?? 0);
      };
      expect(trial.hours.find((one) => one.hour === hour)?.askedMood).toEqual({ id: mood, name });
      expect(share(trial)).toBeGreaterThan(0.6);
      expect(share(present)).toBeLessThan(0.5);
    }
    expect(trial.hours.find((one) => one.hour === 13)?.askedMood).toBeNull();
  });

  it("is tried where it would play: not in a group with a rule of its own, nor in one store", async () => {
    const { admin } = company.users;
    const own = { groupId: group(0), timeSlotId, ...ruleOver([popular, 100]) };
    const { id, version } = await platform.as(admin).addMasterRule({ body: own });
    const names = [(await tryRule({ groupId: group(0) })).groupName, (await tryRule({})).groupName];
    expect(names[0]).not.toBe(names[1]);
    await platform.as(admin).removeMasterRule({ query: { id, version } });
    const [shop] = await platform.database.db
      .select({ id: store.id })
      .from(store)
      .where(eq(store.groupId, group(0)));
    expect(await tryRule({ storeId: shop?.id }).errors).toEqual({
      storeId: "A rule of a single store can't be tried. Try it on the store's group.",
    });
    await platform.database.db
      .update(store)
      .set({ status: "inactive" })
      .where(eq(store.groupId, group(0)));
    expect(await tryRule({ groupId: group(0) }).errors).toEqual({
      "": "No group with active stores plays by this location's rule in this time slot.",
    });
  });

  it("is tried by nobody on another company's location", async () => {
    const other = await makeCompany(platform.database);
    expect((await tryRule({ groupId: other.south.groupIds[0] }).reply).status).toBe(404);
  });
});
