import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  formDraft,
  groupPlaylist,
  masterRule,
  song,
  store,
  userUnit,
} from "#platform/db/schema/index";
import { forgetOldTrials, runTrials } from "#platform/modules/schedule/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeItem, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe("A rule tried over 28 days", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let popular: number;
  let timeSlotId: number;
  let colleague: string;
  const group = (place: number) => company.south.groupIds[place] ?? 0;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine);
    const { database } = platform;
    const provider = await makeProvider(database);
    ({ popular } = await makeLibrary(database, provider.companyId, 400));
    company = await makeCompany(database);
    const admin = { role: "ROLE_Client_Admin", level: "national" } as const;
    colleague = (await makeUser(database, company.companyId, admin)).username;
    timeSlotId = await makeSlot(database, company.companyId);
    const rest = [{ name: "MINIMUM_REST", minutes: 60, breakable: false }];
    await platform.as(company.users.admin).addMasterRule({
      body: { timeSlotId, ...ruleOver([popular, 100]), separation: rest },
    });
  });
  afterAll(() => platform?.close());

  const startTrial = (body: object = {}, as = company.users.admin) =>
    platform.as(as).tryMasterRule({
      body: { timeSlotId, ...ruleOver([popular, 100]), ...body },
    });
  const findTrial = (place: object = {}, as = company.users.admin) =>
    platform.as(as).findRuleTrial({ query: { timeSlotId, ...place } });
  /** Does the job, as the server does moments after a trial is asked for. */
  const runJob = (stopped = new AbortController().signal, now = platform.clock.now) =>
    runTrials({ database: platform.database, now: new Date(now), stopped });
  const tryRule = async (body: { groupId?: number; [field: string]: unknown } = {}) => {
    await startTrial(body);
    await runJob();
    const trial = await findTrial({ groupId: body.groupId });
    if (!trial?.result) throw new Error(`the rule was not tried: ${trial?.reason}`);
    return trial.result;
  };
  const rows = () => platform.database.db.select().from(formDraft);
  const isGoingOn = { day: 0, days: 28, reason: null, result: null };

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
    expect(await startTrial({ storeId: shop?.id }).errors).toEqual({
      storeId: "A rule of a single store can't be tried. Try it on the store's group.",
    });
    await platform.database.db
      .update(store)
      .set({ status: "inactive" })
      .where(eq(store.groupId, group(0)));
    expect(await startTrial({ groupId: group(0) }).errors).toEqual({
      "": "No group with active stores plays by this location's rule in this time slot.",
    });
  });

  it("is tried by nobody on another company's location", async () => {
    const other = await makeCompany(platform.database);
    const place = { groupId: other.south.groupIds[0] };
    expect(await startTrial(place).status).toBe(404);
    expect(await findTrial(place).status).toBe(404);
  });

  it("goes on in the background with its days; a server that stops leaves it to the next", async () => {
    const { admin } = company.users;
    const searchDepth = 7;
    expect(await startTrial({ searchDepth, version: 1 })).toMatchObject({
      state: "waiting",
      rule: { ...ruleOver([popular, 100]), searchDepth },
      version: 1,
      ...isGoingOn,
    });
    expect(await findTrial({}, admin)).toMatchObject({ state: "waiting", ...isGoingOn });
    expect(await findTrial({}, colleague)).toBeNull();
    const stopping = new AbortController();
    let pieces = 0;
    vi.spyOn(stopping.signal, "throwIfAborted").mockImplementation(() => {
      pieces += 1;
      if (pieces < 3) return;
      stopping.abort();
      throw new Error("the server stops");
    });
    await runJob(stopping.signal);
    expect(await findTrial()).toMatchObject({ ...isGoingOn, state: "waiting", day: 8 });
    await runJob();
    expect(await findTrial()).toMatchObject({ state: "done", day: 28, rule: { searchDepth } });
  });

  it("is replaced by the person's next one, also while it goes on; others keep theirs", async () => {
    await startTrial({ searchDepth: 11 }, colleague);
    await startTrial({ searchDepth: 8 });
    let replaced: PromiseLike<unknown> | undefined;
    const running = new AbortController();
    vi.spyOn(running.signal, "throwIfAborted").mockImplementation(() => {
      replaced ??= startTrial({ searchDepth: 9 }).answer;
    });
    await runJob(running.signal);
    await replaced;
    await runJob();
    expect(await findTrial()).toMatchObject({ state: "done", rule: { searchDepth: 9 } });
    expect(await findTrial({}, colleague)).toMatchObject({
      state: "done",
      rule: { searchDepth: 11 },
    });
  });

  it("is begun again after two minutes without a sign of life, three times at the most", async () => {
    await startTrial();
    const die = () =>
      platform.database.db
        .update(formDraft)
        .set({
          values: sql`"values" || '{"state": "running"}'`,
          updatedAt: new Date(platform.clock.now),
        })
        .where(sql`"values" ->> 'state' = 'waiting'`);
    await die();
    await runJob(undefined, platform.clock.now + 119_000);
    expect((await findTrial())?.state).toBe("running");
    await runJob(undefined, platform.clock.now + 121_000);
    expect((await findTrial())?.state).toBe("done");
    await startTrial();
    await platform.database.db
      .update(formDraft)
      .set({ values: sql`"values" || '{"attempt": 3}'` })
      .where(sql`"values" ->> 'state' = 'waiting'`);
    await die();
    await runJob(undefined, platform.clock.now + 121_000);
    expect(await findTrial()).toMatchObject({
      state: "failed",
      reason: "We could not compare the rules. Try again.",
      result: null,
    });
  });

  it("says why it failed: the person lost the location, or may no longer try rules", async () => {
    const { zonal } = company.users;
    const { db } = platform.database;
    const [zoneId] = company.north.zoneIds;
    await startTrial({ zoneId }, zonal);
    const ofZonal = sql`user_id = (select id from app_user where username = ${zonal})`;
    const [unit] = await db.delete(userUnit).where(ofZonal).returning();
    await runJob();
    const reasonOf = async () => {
      const [trial] = await db.select().from(formDraft).where(ofZonal);
      return JSON.stringify(trial?.values);
    };
    expect(await reasonOf()).toContain("or you no longer have access to it.");
    if (unit) await db.insert(userUnit).values(unit);
    await startTrial({ zoneId }, zonal);
    await db.execute(sql`update app_user set status = 'inactive' where username = ${zonal}`);
    await runJob();
    expect(await reasonOf()).toContain("You may no longer try this location's rule.");
  });

  it("is refused while five of the person's go on, at other locations or slots", async () => {
    const { north, south } = company;
    const [zoneId] = north.zoneIds;
    const places = [
      {},
      { regionId: north.regionId },
      { zoneId },
      ...north.groupIds.slice(0, 2).map((groupId) => ({ groupId })),
    ];
    for (const place of places)
      expect(await startTrial(place).status, JSON.stringify(place)).toBe(200);
    const sixth = { regionId: south.regionId };
    expect(await startTrial(sixth).errors).toEqual({
      "": "You are trying 5 rules already. Try this one when one of them is done.",
    });
    expect(await startTrial(sixth, colleague).status).toBe(200);
    expect(await startTrial({ zoneId }).status).toBe(200);
    await platform.database.db
      .update(formDraft)
      .set({ values: sql`"values" || '{"state": "failed"}'` });
    expect(await startTrial(sixth).status).toBe(200);
    await platform.database.db.delete(formDraft);
  });

  it("that an earlier version stored in another shape is none, and stops no other", async () => {
    await startTrial({ regionId: company.north.regionId });
    await platform.database.db.update(formDraft).set({ values: sql`"values" - 'rule'` });
    expect(await findTrial({ regionId: company.north.regionId })).toBeNull();
    await startTrial();
    await runJob();
    expect((await findTrial())?.state).toBe("done");
    expect(await rows()).toHaveLength(1);
    await platform.database.db.delete(formDraft);
  });

  it("ends once its rule is saved, and is cleared after a week", async () => {
    const { admin } = company.users;
    const place = { groupId: group(1) };
    await startTrial(place);
    expect(await findTrial(place)).not.toBeNull();
    await platform.as(admin).addMasterRule({
      body: { timeSlotId, ...ruleOver([popular, 100]), ...place },
    });
    expect(await findTrial(place)).toBeNull();
    await startTrial(place);
    await platform.as(admin).keepDraft({
      query: { form: "store/add" },
      body: { part: "store", values: { name: "Half" } },
    });
    const week = 7 * 86_400_000;
    await forgetOldTrials(platform.database.db, new Date(platform.clock.now + week - 600_000));
    expect(await findTrial(place)).not.toBeNull();
    await forgetOldTrials(platform.database.db, new Date(platform.clock.now + week + 600_000));
    expect((await rows()).map(({ form }) => form)).toEqual(["store/add"]);
  });
});
