import { eq } from "drizzle-orm";
import { addDays, dateIn } from "#contract/base/dates";
import { wholeCompany } from "../access/scope.ts";
import type { Database } from "../db/client.ts";
import { storeGroup } from "../db/schema/index.ts";
import { findCurrentLogs, publishGroupDays, type StoredPosition } from "../modules/schedule/index.ts";
import { companies } from "./companies.ts";
import type { PlannedPlay } from "./play-plan.ts";
import type { Tell } from "./seed.ts";
import type { PublishedLogs } from "./simulator.ts";

const daysPublished = 7;
const groupsAtOnce = 20;

/**
 * Publishes today and the six days to come for every group of the demo; days that are published stay. Of the flagships only today: their
 * tomorrow is there for visitors to preview and publish.
 */
export async function publishWeek(database: Database, now: Date, tell: Tell): Promise<void> {
  const from = dateIn("Asia/Kolkata", now);
  for (const { id: companyId } of [companies.northwind, companies.brightmart, companies.corner]) {
    const groups = await database.db
      .select({ id: storeGroup.id, name: storeGroup.name })
      .from(storeGroup)
      .where(eq(storeGroup.companyId, companyId));
    for (const flagship of [true, false]) {
      const groupIds = groups.filter(({ name }) => (name === "Flagship") === flagship).map(({ id }) => id);
      const to = flagship ? from : addDays(from, daysPublished - 1);
      for (let first = 0; first < groupIds.length; first += groupsAtOnce) {
        tell(`Schedules, ${groupIds.length - first} groups to go …`);
        await publishGroupDays(
          { scope: wholeCompany(companyId), database, db: database.db, now },
          { groupIds: groupIds.slice(first, first + groupsAtOnce), from, to, publishedBy: "client.admin" },
        );
      }
    }
  }
}

/** What the stores play on a day, from their published logs: what the simulator reports is what was planned. */
export const publishedLogs: PublishedLogs = async (db, companyId, day, storeIds) => {
  const logs = await findCurrentLogs(wholeCompany(companyId), db, storeIds, [day]);
  return new Map(logs.map(({ id, storeId, positions }) => [storeId, positions.map((position, index) => asPlay(position, id, index))]));
};

const asPlay = (
  { startSeconds, kind, songId, spotId, bookingId, durationSeconds }: StoredPosition,
  logId: number,
  position: number,
): PlannedPlay => ({
  second: Math.round(startSeconds),
  kind,
  itemId: songId ?? spotId ?? 0,
  seconds: Math.round(durationSeconds),
  logId,
  position,
  campaignId: bookingId || null,
});
