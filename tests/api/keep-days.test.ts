import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import {
  findCurrentLogs,
  keepDays,
  replaceWithdrawnSongs,
  type StoredPosition,
} from "#platform/modules/schedule/index";
import {
  leaveFirstGroup,
  makeCompany,
  makeProvider,
  type TestCompany,
} from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import {
  bookSpot,
  makeChart,
  makeLibrary,
  makeSlot,
  makeSpots,
  ruleOver,
} from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

/** Noon in the company's zone. */
const now = new Date("2026-05-11T06:30:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const [today, tomorrow, afterTomorrow, lastDay] = [
  "2026-05-11",
  "2026-05-12",
  "2026-05-13",
  "2026-05-17",
] as const;

describe("days are made and published by themselves", () => {
  let platform: TestPlatform;
  let providerId: number;
  let library: Awaited<ReturnType<typeof makeLibrary>>;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    providerId = (await makeProvider(platform.database)).companyId;
    library = await makeLibrary(platform.database, providerId);
  });
  afterAll(() => platform?.close());
  afterEach(async () => {
    // jobs look at all companies that are active
    await platform.database.db
      .update(table.company)
      .set({ status: "inactive" })
      .where(eq(table.company.kind, "client"));
  });

  const companyOf = async ({ rule = true, everyGroup = false } = {}) => {
    const company = await makeCompany(platform.database);
    if (!everyGroup) await leaveFirstGroup(platform.database, company);
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    await makeSpots(platform.database, company.companyId);
    const addRule = () =>
      platform.as(company.users.admin).addMasterRule({
        body: { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) },
      }).reply;
    if (rule) await addRule();
    return { ...company, addRule, groupId: company.north.groupIds[0] ?? 0 };
  };
  const keep = ({ companyId }: Pick<TestCompany, "companyId">, at = now) => {
    const { database } = platform;
    return keepDays({ database, db: database.db, now: at }, companyId);
  };
  const followWithdrawals = () =>
    replaceWithdrawnSongs({ database: platform.database, db: platform.database.db, now });
  const versionsOf = ({ companyId }: Pick<TestCompany, "companyId">, groupId: number | null) =>
    platform.database.db
      .select()
      .from(table.groupPlaylist)
      .where(
        and(
          eq(table.groupPlaylist.companyId, companyId),
          groupId === null
            ? isNull(table.groupPlaylist.groupId)
            : eq(table.groupPlaylist.groupId, groupId),
        ),
      )
      .orderBy(asc(table.groupPlaylist.day), asc(table.groupPlaylist.version));
  const logOf = async (
    { companyId }: Pick<TestCompany, "companyId">,
    storeId: number,
    day: string,
  ) => {
    const [log] = await findCurrentLogs(
      wholeCompany(companyId),
      platform.database.db,
      [storeId],
      [day],
    );
    return log;
  };
  const storeIn = (company: TestCompany, groupId: number | null) => {
    const store = company.stores.find((one) => one.groupId === groupId);
    if (!store) throw new Error("no such store");
    return store.id;
  };
  const changeStore = (
    { companyId }: TestCompany,
    storeId: number,
    change: Partial<typeof table.store.$inferInsert>,
  ) =>
    platform.database.db
      .update(table.store)
      .set(change)
      .where(and(eq(table.store.companyId, companyId), eq(table.store.id, storeId)));

  it("nobody presses a button: 48 hours are out, a week is drafted [RUN-1] [SCH-4]", async () => {
    const company = await companyOf();
    expect((await keep(company)).length).toBeGreaterThan(0);
    const days = await versionsOf(company, company.groupId);
    expect(days.map(({ day, state }) => `${day} ${state}`)).toEqual([
      ...[today, tomorrow, afterTomorrow, "2026-05-14"].map((day) => `${day} published`),
      ...["2026-05-15", "2026-05-16", lastDay].map((day) => `${day} draft`),
    ]);
    expect(days[0]).toMatchObject({ publishedBy: null, publishedHow: "SCHEDULE" });
    expect(
      (await logOf(company, storeIn(company, company.groupId), afterTomorrow))?.positions.length,
    ).toBeGreaterThan(100);
    expect(await keep(company)).toEqual([]);
    for (const hours of [10, 24, 40, 100]) {
      await keep(company, later(hours));
      const published = (await versionsOf(company, company.groupId)).filter(
        ({ state }) => state === "published",
      );
      const end = Date.parse(`${published.at(-1)?.day}T24:00:00+05:30`);
      expect(end - later(hours).getTime()).toBeGreaterThanOrEqual(48 * 3_600_000);
    }
    // what was drafted is what was published: nothing was made twice
    expect((await versionsOf(company, company.groupId)).every(({ version }) => version === 1)).toBe(
      true,
    );
  });

  it("a company in which nothing changed is looked at by one small read [SCH-4]", async () => {
    const company = await companyOf();
    const fingerprints = new Map<number, string>();
    const { database } = platform;
    const keepOn = (at = now) =>
      keepDays({ database, db: database.db, now: at }, company.companyId, fingerprints);
    expect((await keepOn()).length).toBeGreaterThan(0);
    expect(fingerprints.size).toBe(0); // what was done changed what was read
    expect(await keepOn()).toEqual([]);
    const mark = fingerprints.get(company.companyId);
    expect(mark).toBeDefined();
    await keepOn(later(0.2));
    expect(fingerprints.get(company.companyId)).toBe(mark);
    expect((await keepOn(later(30))).length).toBeGreaterThan(0); // another day is due
    await keepOn(later(30));
    await changeStore(company, storeIn(company, company.groupId), { timeZone: "Asia/Dubai" });
    expect((await keepOn(later(30))).map(({ groupId }) => groupId)).toEqual([company.groupId]);
    await keepOn(later(30));
    const announcedCompanyIds: number[] = [];
    database.listeners.add("rules", ({ companyId }) => announcedCompanyIds.push(companyId));
    const [rule] = await database.db
      .select()
      .from(table.masterRule)
      .where(eq(table.masterRule.companyId, company.companyId));
    const query = { id: rule?.id ?? 0, version: rule?.version ?? 0 };
    await platform.as(company.users.admin).removeMasterRule({ query });
    expect(announcedCompanyIds).toEqual([company.companyId]);
    expect((await keepOn(later(30))).length).toBeGreaterThan(0);
  });

  it("where plays alone changed, only the groups of their stores are looked at [SCH-4]", async () => {
    const company = await companyOf({ everyGroup: true });
    const { database } = platform;
    await keep(company);
    const [other = 0] = company.south.groupIds;
    for (const groupId of [company.groupId, other])
      await changeStore(company, storeIn(company, groupId), { timeZone: "Asia/Dubai" });
    const fingerprints = new Map<number, string>();
    const keepOnly = (groupIds: number[], from: string) =>
      keepDays({ database, db: database.db, now }, company.companyId, fingerprints, [
        { groupIds, from },
      ]);
    expect(await keepOnly([other], "2026-05-19")).toEqual([]);
    expect((await keepOnly([other], "2026-05-18")).map(({ groupId }) => groupId)).toEqual([other]);
    expect(await keepOnly([other], today)).toEqual([]);
    expect(fingerprints.size).toBe(0); // nothing is said of the other groups
    expect((await keep(company)).map(({ groupId }) => groupId)).toEqual([company.groupId]);
  });

  it("a company whose days want approval waits for it until 48 hours before [SCH-4]", async () => {
    const company = await companyOf();
    await platform.database.db
      .update(table.company)
      .set({ needsApproval: true })
      .where(eq(table.company.id, company.companyId));
    await keep(company);
    const days = await versionsOf(company, company.groupId);
    expect(days.map(({ state }) => state)).toEqual([
      "published",
      "published",
      "published",
      "draft",
      "draft",
      "draft",
      "draft",
    ]);
    expect(days[2]).toMatchObject({ publishedBy: null, publishedHow: "UNAPPROVED" });
  });

  it("a store moved into a group has its music at once, for today too [RUN-1]", async () => {
    const company = await companyOf({ everyGroup: true });
    const storeId = storeIn(company, null);
    await keep(company);
    const alone = await logOf(company, storeId, today);
    expect(alone?.positions.filter(({ kind }) => kind === "MUSIC").length).toBeGreaterThan(50);
    const { regionId } = company.north;
    await changeStore(company, storeId, {
      groupId: company.groupId,
      zoneId: company.north.zoneIds[0],
      regionId,
    });
    await keep(company);
    const moved = await logOf(company, storeId, today);
    expect(moved?.id).not.toBe(alone?.id);
    const begun = alone?.positions.filter(({ startsAt = 0 }) => startsAt <= now.getTime()) ?? [];
    expect(begun.length).toBeGreaterThan(5);
    const songsAt = (positions: readonly StoredPosition[] = []) =>
      positions.map(({ startsAt, songId, spotId }) => `${startsAt} ${songId ?? spotId}`);
    expect(songsAt(moved?.positions).slice(0, begun.length)).toEqual(songsAt(begun));
    expect(await logOf(company, storeId, tomorrow)).toBeDefined();
    expect(await keep(company)).toEqual([]);
    // the rule is the same: nothing waits for a person
    expect(
      (await platform.as(company.users.admin).previewByCompany({ query: {} })).flatMap(({ days }) =>
        days.filter(({ inputsChanged }) => inputsChanged),
      ),
    ).toEqual([]);
  });

  it("two people who publish days of one group at once publish each day once [SCH-4]", async () => {
    const company = await companyOf();
    const publish = (to: string) =>
      platform
        .as(company.users.admin)
        .publishDays({ body: { groupIds: [company.groupId], from: tomorrow, to } });
    // a person may run two at once
    const answers = await Promise.all([publish(tomorrow).reply, publish(lastDay).reply]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const publications = answers.map(({ body }) => body.data as { days: number; missed: number });
    const published = (await versionsOf(company, company.groupId)).filter(
      ({ state }) => state === "published",
    );
    expect(publications.reduce((sum, { days }) => sum + days, 0)).toBe(published.length);
    if (publications.every(({ missed }) => missed === 0)) expect(published.length).toBe(6);
    expect(new Set(published.map(({ day }) => day)).size).toBe(published.length);
    const foreign = await companyOf();
    const body = { groupIds: [foreign.groupId], from: tomorrow, to: tomorrow };
    expect(await platform.as(company.users.admin).publishDays({ body }).status).toBe(404);
    const south = { ...body, groupIds: [company.south.groupIds[0] ?? 0] };
    expect(await platform.as(company.users.regional).publishDays({ body: south }).status).toBe(404);
  });

  it("a change of hours reaches today from the position that follows [RUN-1] [SCH-4]", async () => {
    const company = await companyOf();
    const storeId = storeIn(company, company.groupId);
    await keep(company);
    const before = await logOf(company, storeId, today);
    await platform.database.db
      .update(table.storeHours)
      .set({ closes: 23 * 60 })
      .where(
        and(
          eq(table.storeHours.companyId, company.companyId),
          eq(table.storeHours.storeId, storeId),
        ),
      );
    await keep(company);
    const after = await logOf(company, storeId, today);
    const begun = before?.positions.filter(({ startsAt = 0 }) => startsAt <= now.getTime()) ?? [];
    expect(after?.positions.slice(0, begun.length).map(({ startsAt }) => startsAt)).toEqual(
      begun.map(({ startsAt }) => startsAt),
    );
    expect(after?.positions.at(-1)?.startSeconds).toBeGreaterThan(22.8 * 3600);
    const versions = (await versionsOf(company, company.groupId)).filter(
      ({ day }) => day === today,
    );
    expect(versions.map(({ state, publishedHow }) => `${state} ${publishedHow}`)).toEqual([
      "superseded SCHEDULE",
      "published CHANGE",
    ]);
  });

  it("where one store's facts change and not its group's day, it alone has new logs [SCH-4]", async () => {
    const company = await companyOf();
    const { groupId } = company;
    const [other, shop] = company.stores
      .filter((store) => store.groupId === groupId)
      .map(({ id }) => id) as [number, number];
    await keep(company);
    const logs = async (storeId: number) => {
      const all = [];
      for (const day of [today, tomorrow, afterTomorrow])
        all.push(await logOf(company, storeId, day));
      return all;
    };
    const idsOf = async (storeId: number) => (await logs(storeId)).map((log) => log?.id);
    const ofShop = await idsOf(shop);
    const ofOther = await idsOf(other);
    const versions = await versionsOf(company, groupId);
    const { db } = platform.database;
    const { companyId } = company;
    const isShops = and(
      eq(table.storeHours.companyId, companyId),
      eq(table.storeHours.storeId, shop),
    );
    await db
      .update(table.storeHours)
      .set({ closes: 20 * 60 })
      .where(isShops);
    const [planned, ...more] = await keep(company);
    expect(more).toEqual([]);
    expect(planned?.days.map(({ stays, stores }) => ({ stays, stores }))).toContainEqual({
      stays: true,
      stores: 1,
    });
    for (const [place, log] of (await logs(shop)).entries()) {
      expect(log?.id).not.toBe(ofShop[place]);
      expect(log?.playlistId).toBe(versions[place]?.id);
      expect(log?.positions.at(-1)?.startSeconds).toBeLessThan(20 * 3_600);
      expect(log?.positions.length).toBeGreaterThan(100);
    }
    expect(await idsOf(other)).toEqual(ofOther);
    const published = ({ id, state, publishedHow }: (typeof versions)[number]) => ({
      id,
      state,
      publishedHow,
    });
    const stand = (await versionsOf(company, groupId)).filter(({ state }) => state !== "draft");
    expect(stand.map(published)).toEqual(
      versions.filter(({ state }) => state !== "draft").map(published),
    );
    expect(await keep(company)).toEqual([]);
    // who leaves the group has no log of its day any more; who stays keeps the one it has
    const [elsewhere] = company.south.groupIds;
    await changeStore(company, shop, {
      groupId: elsewhere ?? 0,
      zoneId: company.south.zoneIds[0] ?? 0,
      regionId: company.south.regionId,
    });
    await keep(company);
    const moved = await logs(shop);
    const ofGroup = new Set((await versionsOf(company, elsewhere ?? 0)).map(({ id }) => id));
    expect(moved.map((log) => ofGroup.has(log?.playlistId ?? 0))).toEqual([true, true, true]);
    expect(await idsOf(other)).toEqual(ofOther);
    const { rows } = await db.execute<{
      twice: number;
    }>(sql`select count(*)::int as twice from (select 1 from store_log
      where company_id = ${companyId} and superseded_at is null group by store_id, day having count(*) > 1) more`);
    expect(rows[0]?.twice).toBe(0);
    expect(await keep(company)).toEqual([]);
  });

  it("a withdrawn song plays no more in any published log, from now on [RUN-1]", async () => {
    const company = await companyOf();
    const storeId = storeIn(company, company.groupId);
    await keep(company);
    const versions = await versionsOf(company, company.groupId);
    await followWithdrawals();
    expect(await versionsOf(company, company.groupId)).toEqual(versions);
    const before = await logOf(company, storeId, today);
    const song =
      before?.positions.find(
        ({ kind, startsAt = 0 }) => kind === "MUSIC" && startsAt > now.getTime(),
      )?.songId ?? 0;
    await platform.database.db
      .update(table.song)
      .set({ active: false, updatedAt: now })
      .where(eq(table.song.id, song));
    await followWithdrawals();
    for (const day of [today, tomorrow, afterTomorrow]) {
      const log = await logOf(company, storeId, day);
      expect(
        log?.positions.filter(
          ({ songId, startsAt = 0 }) => songId === song && startsAt > now.getTime(),
        ),
      ).toEqual([]);
      expect(log?.positions.filter(({ kind }) => kind === "MUSIC").length).toBeGreaterThan(100);
    }
    const replaced = await versionsOf(company, company.groupId);
    await followWithdrawals();
    expect(await versionsOf(company, company.groupId)).toEqual(replaced);
    // only drafts were left to be made
    expect((await keep(company)).flatMap(({ days }) => days)).toEqual([]);
    await platform.database.db
      .update(table.song)
      .set({ active: true, updatedAt: now })
      .where(eq(table.song.id, song));
  });

  it("a withdrawn song plays no more where a store has logs of its own [RUN-1]", async () => {
    const company = await companyOf({ rule: false });
    const { companyId, groupId } = company;
    const { db } = platform.database;
    const storeId = company.stores.filter((store) => store.groupId === groupId).at(-1)?.id ?? 0;
    const [slot] = await db
      .select()
      .from(table.timeSlot)
      .where(eq(table.timeSlot.companyId, companyId));
    const timeSlotId = slot?.id ?? 0;
    const others = library.songIds.filter((_, place) => place % 3 !== 0);
    const chartId = await makeChart(platform.database, providerId, "All but thirds", others);
    const rules = [ruleOver([library.thirds, 100]), { storeId, ...ruleOver([chartId, 100]) }];
    for (const rule of rules) {
      const body = { timeSlotId, ...rule };
      await platform.as(company.users.admin).addMasterRule({ body });
    }
    const [ad] = await db
      .select()
      .from(table.spot)
      .where(and(eq(table.spot.companyId, companyId), eq(table.spot.kind, "AD")));
    const campaignId = await bookSpot(platform.database, companyId, ad?.id ?? 0, {
      exactTimes: [14 * 60 + 40, 18 * 60 + 40],
    });
    const isElsewhere = and(
      eq(table.campaignLine.campaignId, campaignId),
      ne(table.campaignLine.storeId, storeId),
    );
    await db.delete(table.campaignLine).where(isElsewhere);
    await keep(company);
    const upcoming = async (day: string) =>
      ((await logOf(company, storeId, day))?.positions ?? []).flatMap(({ songId, startsAt = 0 }) =>
        songId !== undefined && startsAt > now.getTime() ? songId : [],
      );
    const logs = await db
      .select({ own: table.storeLog.own })
      .from(table.storeLog)
      .where(eq(table.storeLog.storeId, storeId));
    expect(logs.length).toBeGreaterThan(2);
    expect(logs.every((log) => log.own !== null)).toBe(true);
    const later = await upcoming(afterTomorrow);
    const group = (await versionsOf(company, groupId)).filter(
      ({ day }) => day === today || day === afterTomorrow,
    );
    const ofGroup = new Set(group.flatMap(({ songIds }) => songIds));
    const song = (await upcoming(today)).find((id) => later.includes(id) && !ofGroup.has(id)) ?? 0;
    expect(song).toBeGreaterThan(0); // its group's day stays without it, and says nothing of it
    const neighbours = company.stores.filter(
      (store) => store.groupId === groupId && store.id !== storeId,
    );
    const logsOfOthers = () =>
      Promise.all(
        neighbours.flatMap(({ id }) =>
          [today, afterTomorrow].map(async (day) => (await logOf(company, id, day))?.id),
        ),
      );
    const before = await logsOfOthers();
    await db
      .update(table.song)
      .set({ active: false, updatedAt: now })
      .where(eq(table.song.id, song));
    await followWithdrawals();
    expect(await logsOfOthers()).toEqual(before);
    for (const day of [today, tomorrow, afterTomorrow]) {
      const songs = await upcoming(day);
      expect(songs).not.toContain(song);
      expect(songs.length).toBeGreaterThan(50);
    }
    expect((await keep(company)).flatMap(({ days }) => days)).toEqual([]);
    await db
      .update(table.song)
      .set({ active: true, updatedAt: now })
      .where(eq(table.song.id, song));
  });

  it("a group of 2,100 stores is published with a log for each, stored once [SCH-2]", async () => {
    const { companyId, north } = await companyOf();
    await platform.database.db
      .update(table.store)
      .set({ status: "inactive" })
      .where(eq(table.store.companyId, companyId));
    const regionId = north.regionId;
    const zoneId = north.zoneIds[0];
    const groupId = north.groupIds[0] ?? 0;
    await platform.database.db.execute(sql`with added as (
        insert into store (company_id, code, name, region_id, zone_id, group_id, time_zone)
        select ${companyId}::bigint, 'MANY-' || n, 'Shop ' || n, ${regionId}::bigint, ${zoneId}::bigint, ${groupId}::bigint, 'Asia/Kolkata'
        from generate_series(1, 2100) n returning id)
      insert into store_hours (company_id, store_id, weekday, opens, closes)
      select ${companyId}::bigint, id, weekday, 600, 1320 from added, generate_series(0, 6) weekday`);
    await keep({ companyId });
    const { rows } = await platform.database.db.execute<{
      stores: number;
      runs: number;
      songs: number;
    }>(sql`
      select count(distinct store_id)::int as stores, count(distinct (from_position, to_position))::int as runs, min(to_position - from_position)::int as songs
      from store_log join store on store.company_id = store_log.company_id and store.id = store_id
      where store_log.company_id = ${companyId} and day = ${tomorrow} and superseded_at is null and code like 'MANY-%'`);
    expect(rows[0]).toMatchObject({ stores: 2100, runs: 1 });
    expect(rows[0]?.songs).toBeGreaterThan(100);
  });

  it("a company without a rule plays what is licensed, and takes up its first rule [RUN-1]", async () => {
    const company = await companyOf({ rule: false });
    const storeId = storeIn(company, company.groupId);
    const versions = async () =>
      (await versionsOf(company, company.groupId)).filter(({ day }) => day === tomorrow);
    await keep(company);
    const without = await logOf(company, storeId, tomorrow);
    expect(without?.positions.filter(({ kind }) => kind === "MUSIC").length).toBeGreaterThan(100);
    const { body } = await company.addRule();
    await keep(company);
    expect((await versions()).map(({ publishedHow }) => publishedHow)).toEqual([
      "SCHEDULE",
      "CHANGE",
    ]);
    const byRule = await logOf(company, storeId, tomorrow);
    const { id } = body.data as { id: number };
    await platform
      .as(company.users.admin)
      .changeMasterRule({ body: { id, version: 1, ...ruleOver([library.popular, 100]) } });
    await keep(company);
    expect((await logOf(company, storeId, tomorrow))?.id).toBe(byRule?.id);
    expect((await versions()).length).toBe(2);
  });

  it("a day without a playable song is told to the company's admins days before [SCH-4]", async () => {
    const company = await companyOf({ rule: false });
    const { db } = platform.database;
    const active = await db
      .select({ id: table.song.id })
      .from(table.song)
      .where(eq(table.song.active, true));
    await db.update(table.song).set({ active: false, updatedAt: now });
    await keep(company);
    const storeId = storeIn(company, company.groupId);
    expect(
      (await logOf(company, storeId, tomorrow))?.positions.filter(({ kind }) => kind === "MUSIC"),
    ).toEqual([]);
    const notices = await db
      .select()
      .from(table.notification)
      .where(eq(table.notification.companyId, company.companyId));
    expect(notices.map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^North group 1: \d+ minutes without music on 11\/05\/26$/),
    );
    for (const { id } of active)
      await db
        .update(table.song)
        .set({ active: true, updatedAt: now })
        .where(eq(table.song.id, id));
    await company.addRule();
    await keep(company);
    expect(
      (await logOf(company, storeId, tomorrow))?.positions.filter(({ kind }) => kind === "MUSIC")
        .length,
    ).toBeGreaterThan(100);
  });

  it("a store whose licensed songs are too few is told to the company's admins [SCH-6]", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    await db
      .update(table.store)
      .set({ country: "GB" })
      .where(eq(table.store.id, storeIn(company, company.groupId)));
    await db.update(table.song).set({ territories: ["IN"] });
    await db
      .update(table.song)
      .set({ territories: [] })
      .where(inArray(table.song.id, library.songIds.slice(0, 20)));
    try {
      await keep(company);
      const notices = await db
        .select()
        .from(table.notification)
        .where(eq(table.notification.companyId, company.companyId));
      const notice = notices.find(({ title }) => title.includes("rule breaks"));
      expect(notice?.title).toMatch(
        /^North group 1: \d+ rule breaks in 1 of 2 stores on \d\d\/05\/26$/,
      );
      expect(notice?.detail).toMatch(/, 20 songs licensed in GB\. Add songs licensed there/);
    } finally {
      await db.update(table.song).set({ territories: [] });
    }
  });

  it("a change of licences that leaves a store too few songs is told once [SCH-6]", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    await db
      .update(table.store)
      .set({ country: "GB" })
      .where(eq(table.store.id, storeIn(company, company.groupId)));
    const breakTitles = async () => {
      const notices = await db
        .select({ title: table.notification.title })
        .from(table.notification)
        .where(eq(table.notification.companyId, company.companyId));
      return notices.map(({ title }) => title).filter((title) => title.includes("rule break"));
    };
    await keep(company);
    expect(await breakTitles()).toEqual([]);
    await db
      .update(table.song)
      .set({ territories: ["IN"], updatedAt: now })
      .where(inArray(table.song.id, library.songIds.slice(20)));
    try {
      await followWithdrawals();
      const once = [expect.stringMatching(/^North group 1: \d+ rule breaks in 1 of 2 stores on /)];
      expect(await breakTitles()).toEqual(once);
      // who has read it is not told again of the same
      await db
        .update(table.notification)
        .set({ readAt: now })
        .where(eq(table.notification.companyId, company.companyId));
      await followWithdrawals();
      await keep(company);
      expect(await breakTitles()).toEqual(once);
    } finally {
      await db.update(table.song).set({ territories: [] });
    }
  });

  it("a store's published days wait until a change has reached them", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    const storeId = storeIn(company, company.groupId);
    const waitingDays = async () => {
      const query = { storeId };
      const { days } = await platform.as(company.users.admin).storeSchedule({ query });
      return days.filter(({ isWaiting }) => isWaiting).map(({ day }) => day);
    };
    await keep(company);
    expect(await waitingDays()).toEqual([]);
    await db
      .update(table.storeHours)
      .set({ closes: 20 * 60 })
      .where(eq(table.storeHours.storeId, storeId));
    expect(await waitingDays()).toEqual(expect.arrayContaining([tomorrow, afterTomorrow]));
    await keep(company);
    expect(await waitingDays()).toEqual([]);
    const [songId = 0] = library.songIds;
    await db
      .update(table.song)
      .set({ active: false, updatedAt: now })
      .where(eq(table.song.id, songId));
    try {
      expect((await waitingDays()).length).toBeGreaterThan(0);
      await followWithdrawals();
      expect(await waitingDays()).toEqual([]);
    } finally {
      await db.update(table.song).set({ active: true }).where(eq(table.song.id, songId));
    }
  });

  it("a store's published day that the job does not look at yet waits for nothing", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    const { admin } = company.users;
    const storeId = storeIn(company, company.groupId);
    const dayOf = async (day: string) => {
      const { days } = await platform.as(admin).storeSchedule({ query: { storeId } });
      return days.find((one) => one.day === day);
    };
    const isWaiting = async (day: string) => (await dayOf(day))?.isWaiting;
    // where the company is, it is the day before still
    await db
      .update(table.company)
      .set({ timeZone: "Pacific/Pago_Pago" })
      .where(eq(table.company.id, company.companyId));
    await platform
      .as(admin)
      .publishDays({ body: { groupIds: [company.groupId], from: today, to: lastDay } }).reply;
    await db
      .update(table.storeHours)
      .set({ closes: 20 * 60 })
      .where(eq(table.storeHours.storeId, storeId));
    expect(await dayOf(lastDay)).toMatchObject({ state: "published", isWaiting: false });
    expect(await isWaiting(tomorrow)).toBe(true);
    await keep(company);
    expect([await isWaiting(tomorrow), await isWaiting(lastDay)]).toEqual([false, false]);
  });
});
