import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import { daysThread, sharedDaysThread } from "#platform/modules/schedule/days/days-thread";
import { loadChartSongs, loadRepertoire } from "#platform/modules/schedule/days/load-repertoire";
import type { DaysToMake } from "#platform/modules/schedule/days/make-days";
import { chainOf, prepareGroups } from "#platform/modules/schedule/days/schedule-days";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const [today, tomorrow, farDay] = ["2026-05-11", "2026-05-12", "2026-06-10"] as const;

describe("the thread that makes days", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let groupId: number;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    const provider = await makeProvider(platform.database);
    const library = await makeLibrary(platform.database, provider.companyId);
    company = await makeCompany(platform.database);
    groupId = company.north.groupIds[0] ?? 0;
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    await makeSpots(platform.database, company.companyId);
    await platform.as(company.users.admin).addMasterRule({
      body: { timeSlotId, ...ruleOver([library.popular, 70], [library.thirds, 30]) },
    });
  });
  afterAll(() => platform?.close());

  const preview = (day: string) =>
    platform.as(company.users.admin).previewGroupDay({ query: { groupId, day } });
  const monthOfDays = async (): Promise<DaysToMake> => {
    const scope = wholeCompany(company.companyId);
    const { db } = platform.database;
    const prepared = await prepareGroups(scope, db, [groupId], { from: today, to: farDay });
    const days = await chainOf(prepared, { groupId, heads: [], from: today, to: farDay });
    return {
      companyId: scope.companyId,
      days,
      repertoire: await loadRepertoire(scope, db, {
        chartSongs: await loadChartSongs(scope, db, prepared),
        days,
      }),
      stored: [],
    };
  };

  const countTurns = async <T>(work: () => Promise<T>) => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const days = await work();
    isDone = true;
    return { days, turns };
  };

  it("leaves a turn to others after each day that it compares with what is stored [LOAD-1]", async () => {
    const scope = wholeCompany(company.companyId);
    const prepared = await prepareGroups(scope, platform.database.db, [groupId], {
      from: today,
      to: farDay,
    });
    const { days, turns } = await countTurns(() =>
      chainOf(prepared, { groupId, heads: [], from: today, to: farDay }),
    );
    expect(turns).toBeGreaterThanOrEqual(days.length);
  });

  it("leaves turns to others while it makes a month, and makes what the functions make [RUN-1]", async () => {
    const work = await monthOfDays();
    const { days, turns } = await countTurns(() => sharedDaysThread.make(work));
    expect(days.map(({ day }) => day)).toEqual(work.days.map(({ day }) => day));
    expect(days.every(({ summary }) => summary.songs > 100)).toBe(true);
    // in this thread it would be one turn, or one for each of 31 days
    expect(turns).toBeGreaterThan(200);
  });

  it("makes days that a person's change awaits before those of the background [RUN-1]", async () => {
    const { days, ...rest } = await monthOfDays();
    const thread = daysThread();
    const order: string[] = [];
    const make = async (name: string, isBackground: boolean) => {
      await thread.make({ ...rest, days: days.slice(0, 1), isBackground });
      order.push(name);
    };
    await Promise.all([
      make("under way", true),
      make("background", true),
      make("more background", true),
      make("awaited", false),
    ]);
    expect(order).toEqual(["under way", "awaited", "background", "more background"]);
    await thread.end();
  });

  it("where it dies, its work is refused honestly, and the next gets a new thread [RUN-1]", async () => {
    const work = await monthOfDays();
    const thread = daysThread();
    const running = thread.make(work);
    const waiting = thread.make({ ...work, days: work.days.slice(0, 1) });
    await thread.end();
    await expect(running).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "1" } });
    expect(await waiting).toHaveLength(1);
    expect(await thread.make({ ...work, days: work.days.slice(0, 2) })).toHaveLength(2);
    await thread.end();
  });

  it("companies take turns at it, however much one of them has waiting [LOAD-1]", async () => {
    const work = await monthOfDays();
    const short = { ...work, days: work.days.slice(0, 1) };
    const thread = daysThread();
    const answered: string[] = [];
    const make = (name: string, companyId: number) =>
      thread.make({ ...short, companyId }).then(() => answered.push(name));
    await Promise.all([
      ...[1, 2, 3].map(() => make("many", 1)),
      make("other", 2),
      make("third", 3),
    ]);
    expect(answered).toEqual(["many", "other", "third", "many", "many"]);
    await thread.end();
  });

  it("tells a request so whose thread died, and answers the next [RUN-1] [API-1]", async () => {
    const pendingReply = preview(farDay).reply;
    let answer: Awaited<typeof pendingReply> | undefined;
    void pendingReply.then((reply) => {
      answer = reply;
    });
    while (!answer) {
      await sharedDaysThread.end();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([answer.status, (answer.body as unknown as { message: string }).message]).toEqual([
      503,
      "This day could not be scheduled just now. Try again.",
    ]);
    await preview(tomorrow);
  });

  it("what cannot be made is thrown, and the thread goes on", async () => {
    const work = await monthOfDays();
    const broken = { ...work, days: [{ day: today, inputs: {} as never }] };
    await expect(sharedDaysThread.make(broken)).rejects.toThrow();
    const unclonable = { ...work, repertoire: { ...work.repertoire, songs: [() => 0] as never } };
    await expect(sharedDaysThread.make(unclonable)).rejects.toThrow(/clone/);
    expect(await sharedDaysThread.make({ ...work, days: work.days.slice(0, 1) })).toHaveLength(1);
  });
});
