import { and, eq, sql } from "drizzle-orm";
import { addDays, dateIn } from "#contract/base/dates";
import { groupBy } from "#contract/base/group-by";
import { wholeCompany } from "../platform/access/scope.ts";
import type { Database } from "../platform/db/database.ts";
import { store, storeGroup } from "../platform/db/schema/index.ts";
import {
  findCurrentLogs,
  publishGroupDays,
  type StoredPosition,
} from "../platform/modules/schedule/index.ts";
import { companies } from "./companies.ts";
import type { PublishedLogs } from "./past-openings.ts";
import type { PlannedPlay } from "./play-plan.ts";

const groupsAtOnce = 20;
const india = "Asia/Kolkata";

/**
 * Publishes today and the days to come, `days` in all, for every group of the demo, as of an
 * instant; days that are published stay. Where it is still yesterday, as in London at night in
 * India, that day too. Of the flagships only today: their tomorrow is there for visitors to preview
 * and publish. With `stopped` it leaves others time, and ends when that aborts.
 */
export async function publishDays(
  database: Database,
  { now, days, at = now, ...behind }: { now: Date; days: number; at?: Date; stopped?: AbortSignal },
): Promise<void> {
  const today = dateIn(india, now);
  for (const { id: companyId } of [companies.northwind, companies.brightmart, companies.corner]) {
    const groups = await database.db
      .select({
        id: storeGroup.id,
        name: storeGroup.name,
        timeZone: sql<string | null>`min(${store.timeZone})`,
      })
      .from(storeGroup)
      .leftJoin(
        store,
        and(eq(store.companyId, storeGroup.companyId), eq(store.groupId, storeGroup.id)),
      )
      .where(eq(storeGroup.companyId, companyId))
      .groupBy(storeGroup.id, storeGroup.name);
    const daysOf = ({ name, timeZone }: (typeof groups)[number]) => {
      if (name === "Flagship") return `${today} ${today}`;
      const own = dateIn(timeZone ?? india, now);
      return `${own < today ? own : today} ${addDays(today, days - 1)}`;
    };
    for (const [span, ofSpan] of groupBy(groups, daysOf)) {
      const [from = "", to = ""] = span.split(" ");
      const groupIds = ofSpan.map(({ id }) => id);
      const call = {
        scope: wholeCompany(companyId),
        database,
        db: database.db,
        now: at,
        ...behind,
      };
      for (let place = 0; place < groupIds.length; place += groupsAtOnce)
        await publishGroupDays(call, {
          groupIds: groupIds.slice(place, place + groupsAtOnce),
          from,
          to,
          publishedBy: "client.admin",
        });
    }
  }
}

/** Reads the plays of stores on a day from their published logs. */
export const publishedLogs: PublishedLogs = async (db, companyId, day, storeIds) => {
  const logs = await findCurrentLogs(wholeCompany(companyId), db, storeIds, [day]);
  const playsOf = new Map<readonly StoredPosition[], PlannedPlay[]>();
  return new Map(
    logs.map(({ id, storeId, positions }) => {
      const plays = playsOf.get(positions) ?? positions.map(toPlay);
      playsOf.set(positions, plays);
      return [storeId, { logId: id, plays }];
    }),
  );
};

export const toPlay = (
  { startSeconds, kind, songId, spotId, bookingId, durationSeconds }: StoredPosition,
  position: number,
): PlannedPlay => ({
  second: Math.round(startSeconds),
  kind,
  itemId: songId ?? spotId ?? 0,
  seconds: Math.round(durationSeconds),
  position,
  campaignId: bookingId || null,
});
