import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DayHours, MusicLine } from "#contract/schedule/playlist-lines";
import { wholeCompany } from "#platform/access/scope";
import { auditLog, store } from "#platform/db/schema/index";
import { keepDays } from "#platform/modules/schedule/index";
import { findCurrentLog } from "#platform/modules/schedule/logs/store-logs.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, makeSpots, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const now = new Date("2026-05-11T06:30:00Z");
const day = "2026-05-12";

describe("Stores of a staggered group", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  let groupId: number;
  let stores: { id: number; code: string }[];

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    const provider = await makeProvider(platform.database);
    const { popular } = await makeLibrary(platform.database, provider.companyId, 400);
    company = await makeCompany(platform.database);
    groupId = company.north.groupIds[0] ?? 0;
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    await makeSpots(platform.database, company.companyId);
    await admin().addMasterRule({ body: { timeSlotId, ...ruleOver([popular, 100]) } });
    stores = await platform.database.db
      .select({ id: store.id, code: store.code })
      .from(store)
      .where(eq(store.groupId, groupId))
      .orderBy(store.code);
  });
  afterAll(() => platform?.close());

  const admin = () => platform.as(company.users.admin);
  const preview = () => admin().previewGroupDay({ query: { groupId, day } });
  const storeDay = (place: number) =>
    admin().storeAudioLog({ query: { storeId: stores[place]?.id ?? 0, day } });
  const music = ({ hours }: { hours: DayHours }) =>
    hours.flatMap(({ lines }) => lines).filter((line): line is MusicLine => line.kind === "MUSIC");
  const plays = (shown: { hours: DayHours }) =>
    music(shown).map(({ songId, startSeconds }) => `${startSeconds} ${songId}`);
  const choose = async (neighbours: "SAME" | "STAGGERED") => {
    const { name, version, zoneId } = await admin().findGroup({ query: { id: groupId } });
    return admin().changeGroup({
      body: { id: groupId, version, groupName: name, zoneId: zoneId ?? 0, neighbours },
    });
  };

  it("play the same until it is chosen, then every second one has another order [SCH-7]", async () => {
    const group = await preview();
    expect(group.stores.map(({ isStaggered }) => isStaggered)).toEqual([false, false]);
    expect(plays(await storeDay(1))).toEqual(plays(group));
    await choose("STAGGERED");
    const staggered = await preview();
    expect(staggered.stores.filter(({ isStaggered }) => isStaggered)).toMatchObject([
      { storeCode: stores[1]?.code },
    ]);
    const [first, second] = [await storeDay(0), await storeDay(1)];
    expect(plays(first)).toEqual(plays(staggered));
    const together = plays(second).filter((play) => plays(first).includes(play));
    expect(together.length).toBeLessThan(plays(first).length / 20);
    const inHours = (shown: { hours: DayHours }) =>
      music(shown)
        .map(({ songId, startSeconds }) => `${Math.floor(startSeconds / 3600)} ${songId}`)
        .sort();
    expect(inHours(second)).toEqual(inHours(first));
    expect(new Set(music(second).flatMap(({ reason }) => reason.difference?.kind ?? []))).toEqual(
      new Set(["SHIFTED"]),
    );

    const check = await admin().checkPlaylist({ query: { id: staggered.id } });
    expect(check).toMatchObject({ pauses: 0, storeBreaks: [], withoutMusic: [] });
    await admin().changePlaylist({ body: { id: staggered.id, change: "publish" } });
    expect(plays(await storeDay(1))).toEqual(plays(second));
    const log = await findCurrentLog(
      wholeCompany(company.companyId),
      platform.database.db,
      stores[1]?.id ?? 0,
      day,
    );
    expect(
      log?.positions.flatMap(({ songId, startSeconds }) =>
        songId === undefined ? [] : [`${startSeconds} ${songId}`],
      ),
    ).toEqual(plays(second));
    // a log in another order still refers to its group's songs
    expect(log?.positions.filter(({ songId, planned }) => songId && planned === undefined)).toEqual(
      [],
    );
  });

  it("follow the choice on published days by themselves, and the audit log says it in words", async () => {
    await choose("SAME");
    const { database } = platform;
    await keepDays({ database, db: database.db, now }, company.companyId, new Map());
    expect(plays(await storeDay(1))).toEqual(plays(await storeDay(0)));
    const rows = await platform.database.db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.action, "group changed"))
      .orderBy(auditLog.id);
    expect(rows).toMatchObject([
      { after: { neighbours: expect.stringContaining("Staggered") } },
      { after: { neighbours: "All stores play the same" } },
    ]);
    const { name, version, zoneId } = await admin().findGroup({ query: { id: groupId } });
    const same = { id: groupId, version, groupName: name, zoneId: zoneId ?? 0 };
    expect(await admin().changeGroup({ body: { ...same, neighbours: "SAME" } }).status).toBe(422);
  });
});
