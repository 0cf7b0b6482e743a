import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PublishProgress, PublishQuestion } from "#contract/schedule/publishing";
import * as table from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const [tomorrow, afterTomorrow] = ["2026-05-12", "2026-05-13"] as const;

describe("Publishing days of many groups", () => {
  let platform: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    library = await makeLibrary(
      platform.database,
      (await makeProvider(platform.database)).companyId,
    );
  });
  afterAll(() => platform?.close());

  /** North plays well; of South, the second group has ten songs, which cannot keep their rest. */
  async function companyOf() {
    const company = await makeCompany(platform.database);
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    const add = (body: object) =>
      platform.as(company.users.admin).addMasterRule({ body: { timeSlotId, ...body } as never });
    await add(ruleOver([library.popular, 100]));
    const [thinGroup = 0] = company.south.groupIds.slice(1);
    const thin = await makeChart(
      platform.database,
      company.companyId,
      "Thin",
      library.songIds.slice(0, 10),
    );
    const rule = await add({ groupId: thinGroup, ...ruleOver([thin, 100]) });
    return { ...company, cleanGroup: company.north.groupIds[0] ?? 0, thinGroup, rule };
  }
  const publish = (company: TestCompany, body: object) =>
    platform
      .as(company.users.admin)
      .publishDays({ body: { from: tomorrow, to: tomorrow, ...body } as never });
  type Answer = {
    groups: number;
    days: number;
    missed: number;
    question: PublishQuestion | null;
    progress: PublishProgress | null;
  };
  const answerTo = (company: TestCompany, body: object) => publish(company, body);
  const published = ({ companyId }: TestCompany) =>
    platform.database.db.$count(table.storeLog, eq(table.storeLog.companyId, companyId));

  it("who saves older publishing settings is told what others changed [SCH-4] [AUD-1]", async () => {
    const { companyId, users } = await makeCompany(platform.database);
    const { username: other } = await makeUser(platform.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const read = () => platform.as(users.admin).publishSettings();
    const save = (
      body: { publishAt: string; needsApproval: boolean; version?: number },
      as: string,
    ) => platform.as(as).changePublishSettings({ body });
    const { version } = await read();
    expect(await save({ publishAt: "03:00", needsApproval: true, version }, other)).toMatchObject({
      version: version + 1,
    });
    const late = await save({ publishAt: "05:30", needsApproval: false, version }, users.admin)
      .reply;
    const message = `${other} has changed this to “yes” in the meantime. Save again to keep your entry.`;
    expect([late.status, late.body.errors, late.body.version]).toEqual([
      422,
      [{ field: "needsApproval", message }],
      version + 1,
    ]);
    expect(await read()).toMatchObject({
      publishAt: "03:00",
      needsApproval: true,
      version: version + 1,
    });
    await save({ publishAt: "05:30", needsApproval: true, version }, users.admin);
    // a program that asks nothing
    await save({ publishAt: "05:30", needsApproval: false }, users.admin);
    expect(await read()).toMatchObject({
      publishAt: "05:30",
      needsApproval: false,
      version: version + 3,
    });
    const { auditLog } = table;
    const rows = await platform.database.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), eq(auditLog.action, "publishing changed")))
      .orderBy(auditLog.id);
    expect(rows.map(({ after }) => after)).toEqual([
      { needsApproval: true, version: version + 1 },
      { publishAt: "05:30", version: version + 2 },
      { needsApproval: false, version: version + 3 },
    ]);
  });

  it("what is clean is published at once, all else waits for an answer [RUN-1] [SCH-4] [AUD-1]", async () => {
    const company = await companyOf();
    const { cleanGroup, thinGroup } = company;
    expect(await answerTo(company, { groupIds: [cleanGroup] })).toMatchObject({
      days: 1,
      missed: 0,
      question: null,
    });
    const before = await published(company);
    expect(before).toBeGreaterThan(0);
    const both = { groupIds: [cleanGroup, thinGroup], to: afterTomorrow };
    const { message, data } = await publish(company, both).answer;
    expect(message).toBe("Nothing is published yet: something is wrong with 2 days");
    const { question, days } = data;
    // one of the clean group's is out already
    expect([days, question?.days, question?.wrongDays]).toEqual([0, 3, 2]);
    expect(await published(company)).toBe(before);
    expect(question?.worst.map(({ groupId }) => groupId)).toEqual([thinGroup, thinGroup]);
    const [worst, next] = question?.worst ?? [];
    const songs = (day: typeof worst) => day?.breaks.reduce((sum, one) => sum + one.songs, 0) ?? 0;
    expect(songs(worst)).toBeGreaterThanOrEqual(songs(next));
    expect(worst?.breaks[0]).toMatchObject({ chart: { name: "Thin", percent: 100, pool: 10 } });
    const rest = question?.breaks.find(({ cause }) => cause === "MINIMUM_REST")?.songs;
    expect(rest).toBe(
      question?.worst
        .flatMap(({ breaks }) => breaks)
        .reduce((sum, one) => sum + (one.cause === "MINIMUM_REST" ? one.songs : 0), 0),
    );
    expect(question?.givenUp).toBeGreaterThan(0);
    expect(await answerTo(company, { ...both, confirm: question?.confirm })).toEqual({
      groups: 2,
      days: 3,
      missed: 0,
      question: null,
      progress: null,
    });
    expect(await published(company)).toBeGreaterThan(before);
    const rows = await platform.database.db
      .select({ action: table.auditLog.action })
      .from(table.auditLog)
      .where(
        and(
          eq(table.auditLog.companyId, company.companyId),
          eq(table.auditLog.action, "group day published"),
        ),
      );
    expect(rows).toHaveLength(1 + 3);
  });

  it("days with an older rule are listed, compared and published by one call [PUB-1]", async () => {
    const company = await companyOf();
    const admin = platform.as(company.users.admin);
    const chosen = { groupIds: [company.cleanGroup, company.thinGroup], to: afterTomorrow };
    const { question } = await answerTo(company, chosen);
    await answerTo(company, { ...chosen, confirm: question?.confirm });
    const changes = () => admin.listChangedDays({ query: {} });
    expect(await changes()).toMatchObject({ dayCount: 0, groupCount: 0, days: [] });
    const before = await published(company);
    const { id, version } = company.rule;
    await admin.changeMasterRule({ body: { id, version, ...ruleOver([library.popular, 100]) } });
    expect(await changes()).toMatchObject({ dayCount: 2, groupCount: 1 });
    // the clean group's days play what they should, and days without a version are no changes
    const all = { matching: {}, changes: true, to: afterTomorrow };
    expect(await answerTo(company, { ...all, check: true })).toMatchObject({ days: 0 });
    expect(await published(company)).toBe(before);
    const compared = (await changes()).days;
    expect(compared.map(({ groupId, day }) => [groupId, day])).toEqual([
      [company.thinGroup, tomorrow],
      [company.thinGroup, afterTomorrow],
    ]);
    const [first] = compared;
    const difference = await admin.comparePlaylists({ query: { id: first?.draftId ?? 0 } });
    expect(first?.differingSongs).toBe(difference.changes.length);
    expect(first?.differingSongs).toBeGreaterThan(0);
    const answer = await answerTo(company, all);
    const done = answer.question
      ? await answerTo(company, { ...all, confirm: answer.question.confirm })
      : answer;
    expect(done).toMatchObject({ groups: 1, days: 2, question: null });
    expect(await changes()).toMatchObject({ dayCount: 0 });
    const head = await admin.findPlaylist({ params: { id: first?.draftId ?? 0 } });
    expect(head).toMatchObject({ state: "published", inputsChanged: false });
  });

  it("changes are listed and published of one's own groups alone [PUB-1] [CTX-4]", async () => {
    const company = await companyOf();
    const chosen = { groupIds: [company.cleanGroup, company.thinGroup] };
    const { question } = await answerTo(company, chosen);
    await answerTo(company, { ...chosen, confirm: question?.confirm });
    const { id, version } = company.rule;
    await platform
      .as(company.users.admin)
      .changeMasterRule({ body: { id, version, ...ruleOver([library.popular, 100]) } });
    const listed = (as: string) => platform.as(as).listChangedDays({ query: { limit: 0 } });
    expect(await listed(company.users.admin)).toMatchObject({ dayCount: 1, days: [] });
    // North's, the changed group is of South
    expect(await listed(company.users.regional)).toMatchObject({ dayCount: 0 });
    const other = await companyOf();
    expect(await listed(other.users.admin)).toMatchObject({ dayCount: 0 });
  });

  it("a player learns by its last day's rule how long songs and artists rest [PLY-3]", async () => {
    const company = await companyOf();
    const scheduleOf = () => platform.as(company.users.manager).playerSchedule({ query: {} });
    expect((await scheduleOf()).rest).toEqual({ songSeconds: 0, artistSeconds: 0 });
    expect(await answerTo(company, { groupIds: [company.cleanGroup] })).toMatchObject({ days: 1 });
    expect((await scheduleOf()).rest).toEqual({ songSeconds: 7200, artistSeconds: 1200 });
  });

  it("an answer to an older question is asked anew [SCH-4]", async () => {
    const company = await companyOf();
    const days = { groupIds: [company.thinGroup] };
    const first = (await answerTo(company, days)).question;
    const thinner = await makeChart(
      platform.database,
      company.companyId,
      "Thinner",
      library.songIds.slice(0, 4),
    );
    const change = {
      id: company.rule.id,
      version: company.rule.version,
      ...ruleOver([thinner, 100]),
    };
    await platform.as(company.users.admin).changeMasterRule({ body: change });
    const second = (await answerTo(company, { ...days, confirm: first?.confirm })).question;
    expect(second?.confirm).not.toBe(first?.confirm);
    expect(second?.worst[0]?.breaks[0]?.chart?.name).toBe("Thinner");
    expect(await published(company)).toBe(0);
    expect(await answerTo(company, { ...days, confirm: second?.confirm })).toMatchObject({
      days: 1,
      question: null,
    });
  });

  it("many days are checked, asked about and published step by step [SCH-4] [AUD-1]", async () => {
    const company = await companyOf();
    const chosen = {
      groupIds: [company.cleanGroup, company.thinGroup],
      to: afterTomorrow,
      step: 1,
    };
    const answers: Answer[] = [];
    let confirm: string | undefined;
    do {
      const answer = await answerTo(company, { ...chosen, confirm });
      answers.push(answer);
      confirm = answer.question?.confirm ?? answer.progress?.confirm;
      expect(answers.length).toBeLessThan(9);
    } while (answers.at(-1)?.question || answers.at(-1)?.progress);
    // a step is a whole group, be it more than the days asked for
    expect(
      answers.map(({ days, question, progress }) => [
        days,
        question?.wrongDays,
        progress?.stage,
        progress?.done,
        progress?.days,
      ]),
    ).toEqual([
      [0, undefined, "CHECKING", 2, 4],
      [0, 2, undefined, undefined, undefined],
      [2, undefined, "PUBLISHING", 2, 4],
      [2, undefined, undefined, undefined, undefined],
    ]);
    expect(answers.every(({ missed }) => missed === 0)).toBe(true);
    const rows = await platform.database.db.$count(
      table.auditLog,
      and(
        eq(table.auditLog.companyId, company.companyId),
        eq(table.auditLog.action, "group day published"),
      ),
    );
    expect(rows).toBe(4);
  });

  it("a step pressed twice says of no group that somebody else changes it", async () => {
    const company = await companyOf();
    const groupIds = [
      company.cleanGroup,
      company.thinGroup,
      ...company.south.groupIds.filter((id) => id !== company.thinGroup),
    ];
    const { question } = await answerTo(company, { groupIds });
    const step = { groupIds, step: 1, confirm: question?.confirm };
    const answers = await Promise.all([answerTo(company, step), answerTo(company, step)]);
    expect(answers.map(({ missed }) => missed)).toEqual([0, 0]);
  });

  it("a draft that changes between two steps is asked about anew [SCH-4]", async () => {
    const company = await companyOf();
    const chosen = { groupIds: [company.thinGroup, company.cleanGroup], step: 1 };
    await answerTo(company, chosen);
    const { question } = await answerTo(company, chosen);
    const first = await answerTo(company, { ...chosen, confirm: question?.confirm });
    expect(first.progress).toMatchObject({ stage: "PUBLISHING", done: 1, days: 2 });
    const thinner = await makeChart(
      platform.database,
      company.companyId,
      "Thinner",
      library.songIds.slice(0, 4),
    );
    const [slot] = await platform.database.db
      .select()
      .from(table.timeSlot)
      .where(eq(table.timeSlot.companyId, company.companyId));
    const rule = {
      timeSlotId: slot?.id ?? 0,
      groupId: company.cleanGroup,
      ...ruleOver([thinner, 100]),
    };
    await platform.as(company.users.admin).addMasterRule({ body: rule });
    const logs = await published(company);
    const anew = await answerTo(company, { ...chosen, confirm: first.progress?.confirm });
    expect(anew.question?.worst.map(({ groupId }) => groupId)).toEqual([company.cleanGroup]);
    expect(await published(company)).toBe(logs);
  });

  it("a day without a song is asked about, and stands before rule breaks [RUN-1]", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    const [store] = company.stores.filter(({ groupId }) => groupId === company.cleanGroup);
    await db
      .update(table.store)
      .set({ country: "ZW" })
      .where(eq(table.store.groupId, company.cleanGroup));
    await db.update(table.song).set({ territories: ["IN"] });
    try {
      const { question } = await answerTo(company, {
        groupIds: [company.thinGroup, company.cleanGroup],
      });
      expect(question?.worst[0]).toMatchObject({ groupId: company.cleanGroup, songs: 0 });
      expect(question?.worst[0]?.withoutMusic.map(({ id }) => id)).toContain(store?.id);
      expect(question?.silentSeconds).toBeGreaterThanOrEqual(12 * 3600);
    } finally {
      await db.update(table.song).set({ territories: [] });
    }
  });

  it("a group of which no store opens is published without a question [SCH-4]", async () => {
    const company = await companyOf();
    const { db } = platform.database;
    await db
      .update(table.store)
      .set({ status: "inactive" })
      .where(eq(table.store.groupId, company.cleanGroup));
    expect(await answerTo(company, { groupIds: [company.cleanGroup] })).toMatchObject({
      days: 1,
      question: null,
    });
  });

  it("all groups that match some words are published without being named [SCH-4] [CTX-4]", async () => {
    const company = await companyOf();
    const list = (search: string, as = company.users.admin) =>
      platform.as(as).previewByCompany({ query: { search } });
    expect((await list("north zone")).every(({ regionName }) => regionName === "North")).toBe(true);
    const names = (await list("North")).map(({ groupName }) => groupName);
    expect(names.length).toBeGreaterThan(0);
    const { question, ...done } = await answerTo(company, { matching: { search: "North" } });
    expect([done.groups, question]).toEqual([names.length, null]);
    expect((await list("100%_")).length).toBe(0);
    expect(await publish(company, { matching: { search: "100%_" } }).status).toBe(422);
    expect(await publish(company, { matching: {}, groupIds: [company.thinGroup] }).status).toBe(
      422,
    );
    expect(
      (
        await platform
          .as(company.users.regional)
          .publishDays({ body: { matching: {}, from: tomorrow, to: tomorrow } as never })
      ).missed,
    ).toBe(0);
    const heads = await platform.database.db
      .select({ groupId: table.groupPlaylist.groupId })
      .from(table.groupPlaylist)
      .where(eq(table.groupPlaylist.companyId, company.companyId));
    expect(heads.map(({ groupId }) => groupId)).not.toContain(company.thinGroup);
  });
});
