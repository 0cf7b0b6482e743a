import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type * as contract from "#contract/player/endpoints";
import { playLogDays, playOutDaysBack } from "#contract/player/limits";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { musicDistribution } from "#contract/reports/music-distribution";
import type { Report } from "#contract/reports/report";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { ensurePartitions, keepHouse } from "#platform/jobs/keep-house";
import { findUnbilledSince } from "#platform/modules/billing/index";
import { countSongs } from "#platform/modules/player/index";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { type Engine, engines, somebodyWaits } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeSpot, makeStoreLog, playOut } from "../support/play-outs.ts";

const files = folderStore("/nonexistent");
const now = new Date("2026-11-20T06:00:00.000Z"); // 11:30 in the stores
const aYearAgo = { from: "2025-09-01", to: "2025-09-30" };
const day = 86_400_000;

/** A store that played a song and an ad of a campaign on 10 September 2025, and the same today. */
async function openYear(engine: Engine) {
  const at = await openTestPlatform(engine, { now: new Date("2025-09-10T06:00:00Z") });
  const { db } = at.database;
  const provider = await makeProvider(at.database);
  const company = await makeCompany(at.database);
  const [song = 0] = await makeSongs(at.database, provider.companyId, [{ title: "Long ago" }]);
  const ad = await makeSpot(at.database, company.companyId, "AD", "Lamps");
  const store = {
    companyId: company.companyId,
    storeId: company.stores[0]?.id ?? 0,
    groupId: company.north.groupIds[0] ?? 0,
  };
  const send = async (batch: object[]) => {
    const { status, body } = await at
      .as(company.users.manager)
      .reportPlayOuts({ body: batch as never }).reply;
    return status === 200
      ? (body.data as contract.PlayOutReceipt)
      : Promise.reject(new Error(`${status} ${JSON.stringify(body)}`));
  };
  /**
   * Publishes a log of a song and an ad that begins an hour before now on the clock; gives its id.
   */
  const publish = () => {
    const from = new Date(at.clock.now - 3_600_000);
    return makeStoreLog(at.database, { ...store, day: from.toISOString().slice(0, 10), from }, [
      { kind: "MUSIC", id: song },
      { kind: "AD", id: ad, campaignId: 7 },
    ]);
  };
  const playAll = (logId: number) => {
    const from = at.clock.now - 3_600_000;
    return send([
      playOut(`${logId}-0`, new Date(from)),
      playOut(`${logId}-1`, new Date(from + 180_000), 10),
    ]);
  };
  const rows = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows;
  await ensurePartitions(db, new Date(at.clock.now));
  expect(await playAll(await publish())).toMatchObject({ accepted: 2, verified: 2 });
  at.clock.now = now.getTime();
  await ensurePartitions(db, now);
  const logId = await publish();
  expect(await playAll(logId)).toMatchObject({ accepted: 2, verified: 2 });
  await countSongs({ database: at.database, now });
  return {
    at,
    company,
    logId,
    send,
    rows,
    playAgain: () => playAll(logId),
    keepHouse: (when = now) => keepHouse({ database: at.database, files, now: when }),
    plays: async () =>
      (await rows(sql`select day, count(*)::int as plays from play_log group by 1 order by 1`)).map(
        Object.values,
      ),
    months: async () =>
      (
        await rows(sql`select relname::text as name from pg_class left join pg_inherits on inhrelid = pg_class.oid
          where relkind = 'r' and relname like 'play_log_y%' order by 1`)
      ).map(({ name }) => name),
    totals: async () => {
      const countTables = [
        "store_songs",
        "store_day_plays",
        "campaign_plays",
        "song_day",
        "songs_counted",
      ];
      return Promise.all(
        countTables.map((name) =>
          rows(sql`select * from ${sql.identifier(name)} order by 1, 2, 3, 4`),
        ),
      );
    },
    reports: async () => {
      const ask = async (report: Report) => {
        const { status, body } = await at
          .as(company.users.admin)
          .call(reportEndpoints(report).table, { query: aYearAgo as never }).reply;
        return { status, rows: body.data as ReportRow[] };
      };
      return { songs: await ask(songPlayOutReport), music: await ask(musicDistribution) };
    },
  };
}

describe.each(engines)("Months of the play log on %s", (engine) => {
  let at: TestPlatform;
  afterEach(() => at?.close());
  const open = async () => {
    const its = await openYear(engine);
    at = its.at;
    return its;
  };

  test("a month leaves the log once its last day is 400 days old [PLY-2] [REP-1]", async () => {
    const its = await open();
    const totals = await its.totals();
    const reports = await its.reports();
    expect(reports.songs).toMatchObject({ status: 200, rows: [{ title: "Long ago", plays: 1 }] });
    await its.keepHouse(new Date(Date.parse("2025-10-01T00:00:00Z") + playLogDays * day - 1));
    expect(await its.plays()).toEqual([
      ["2025-09-10", 2],
      ["2026-11-20", 2],
    ]);
    await its.keepHouse();
    expect(await its.plays()).toEqual([["2026-11-20", 2]]);
    const months = await its.months();
    expect(months[0]).toBe("play_log_y2025m10");
    expect(await its.totals()).toEqual(totals);
    expect(await its.reports()).toEqual(reports);
    const timeline = await its.at
      .as(its.company.users.admin)
      .storeTimeline({ query: { storeId: its.company.stores[0]?.id ?? 0, day: "2025-09-10" } })
      .answer;
    expect(timeline.data).toEqual(expect.objectContaining({ plays: [], hours: [] }));
    await its.keepHouse();
    expect(await its.months()).toEqual(months);
    expect(await its.totals()).toEqual(totals);

    // a play of the month that left is refused by itself, and the rest of its batch counts
    const old = playOut(`${its.logId}-0`, new Date("2025-09-10T05:00:00Z"));
    expect(
      await its.send([old, playOut(`${its.logId}-0`, new Date(now.getTime() - 3_600_000))]),
    ).toMatchObject({
      accepted: 1,
      refused: [{ index: 0, reason: `This play is more than ${playOutDaysBack} days old.` }],
    });
    // no month leaves that a late play may fall into
    expect(playLogDays).toBeGreaterThan(playOutDaysBack + 31);
  });

  test("several runs drop a month once, and complete one that was cut off [PLY-2]", async () => {
    const its = await open();
    const { db } = its.at.database;
    const alter = (name: string) =>
      db.execute(sql.raw(`alter table play_log detach partition ${name}`));
    await alter("play_log_y2025m06");
    await db.execute(sql`comment on table play_log_y2025m06 is 'Detached to be dropped'`);
    await alter("play_log_y2025m07");
    await Promise.all([its.keepHouse(), its.keepHouse(), its.keepHouse()]);
    expect((await its.months()).slice(0, 2)).toEqual(["play_log_y2025m07", "play_log_y2025m10"]);
    expect(await its.plays()).toEqual([["2026-11-20", 2]]);
  });

  test("a month stays as long as one of its plays may have to be billed [PLY-2]", async () => {
    const its = await open();
    const { db } = its.at.database;
    const { companyId } = its.company;
    const [campaign] = await db
      .insert(table.campaign)
      .values({
        companyId,
        name: "Lamps",
        kind: "AD",
        playTakes: 10,
        state: "FINISHED",
        createdBy: "test",
        rate: 100,
        startsOn: "2025-09-01",
        endsOn: "2025-09-30",
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        plays: Array.from({ length: 24 }, () => 1),
      })
      .returning({ id: table.campaign.id });
    const plays = Array.from({ length: 24 }, () => 1);
    await db.insert(table.campaignLine).values({
      companyId,
      campaignId: campaign?.id ?? 0,
      storeId: its.company.stores[0]?.id ?? 0,
      day: "2025-09-10",
      plays,
    });
    expect(await findUnbilledSince(db)).toBeUndefined();
    await db.execute(
      sql`update company set billing_starts_on = '2025-04-15', billing_period_months = 12 where id = ${companyId}`,
    );
    expect(await findUnbilledSince(db)).toEqual(new Date("2025-04-01"));
    await its.keepHouse();
    expect(await its.plays()).toHaveLength(2);
    // billed until October: of September a play may still be reported 92 days late, and is on the next
    // invoice
    const bill = (periodFrom: string, periodTo: string) =>
      db.insert(table.billingPeriod).values({ companyId, periodFrom, periodTo });
    await bill("2025-04-01", "2025-10-31");
    await its.keepHouse();
    expect(await its.plays()).toHaveLength(2);
    await bill("2025-11-01", "2026-10-31");
    expect(await findUnbilledSince(db)).toBeUndefined();
    await its.keepHouse();
    expect(await its.plays()).toEqual([["2026-11-20", 2]]);
  });
});

describe.runIf(engines.includes("postgres"))("Months of the play log beside others' work", () => {
  let its: Awaited<ReturnType<typeof openYear>>;
  beforeAll(async () => {
    its = await openYear("postgres");
  });
  afterAll(() => its?.at.close());

  test("plays are taken while a month waits for a long reader [PLY-2] [LOAD-1]", async () => {
    const { database } = its.at;
    await database.dedicated(async (reader) => {
      await reader.query("begin; select count(*) from play_log");
      await database.dedicated(async (cutOff) => {
        await cutOff.query("set lock_timeout = '100ms'");
        await cutOff.query("comment on table play_log_y2025m06 is 'Detached to be dropped'");
        await expect(
          cutOff.query("alter table play_log detach partition play_log_y2025m06 concurrently"),
        ).rejects.toThrow("lock timeout");
      });
      expect(
        await its.rows(
          sql`select inhrelid::regclass::text as name from pg_inherits where inhdetachpending`,
        ),
      ).toEqual([{ name: "play_log_y2025m06" }]);
      const job = its.keepHouse();
      await somebodyWaits(reader);
      expect(await its.playAgain()).toMatchObject({ accepted: 2 });
      expect((await its.reports()).songs.status).toBe(200);
      await reader.query("commit");
      await job;
    });
    expect((await its.months())[0]).toBe("play_log_y2025m10");
    expect(await its.rows(sql`select 1 from pg_inherits where inhdetachpending`)).toEqual([]);
    expect((await its.plays()).map(([on]) => on)).toEqual(["2026-11-20"]);
  });
});
