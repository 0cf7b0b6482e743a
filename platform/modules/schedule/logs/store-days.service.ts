import { addDays, dateIn } from "#contract/base/dates";
import type { DayState } from "#contract/schedule/endpoints";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { notFound } from "../../../base/refusal.ts";
import type { Db } from "../../../db/types.ts";
import { standingHours } from "../../../engine/opening-hours.ts";
import type { ScopedCall } from "../../../http/context.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { daysDrafted, stillPlays } from "../days/keep-days.service.ts";
import { chainOf, loadNearbyVersions, prepareGroups } from "../days/schedule-days.ts";
import { findHours, findHoursExceptions, findStore } from "../days/stores.queries.ts";
import { findPublishSettings } from "../publishing/publishing.queries.ts";
import { findCurrentLogs, type StoreLogLines } from "./store-logs.queries.ts";
import { findUnplayableDays } from "./unplayable-days.queries.ts";

/**
 * Lists a store's today, in its local time, and the days after: hours, how far each is planned,
 * whether a change has yet to reach it, and its published log. Throws 404 out of scope.
 */
export async function listStoreDays(
  { scope, db, now }: ScopedCall,
  { storeId, days }: { storeId: number; days: number },
) {
  const store = await findStore(scope, db, storeId);
  if (!store) throw notFound();
  const dates = Array.from({ length: days }, (_, ahead) =>
    addDays(dateIn(store.timeZone, now), ahead),
  );
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const hours = await findHours(scope, db, [storeId]);
  const exceptions = await findHoursExceptions(scope, db, [storeId]);
  const logs = await findCurrentLogs(scope, db, [storeId], dates);
  const period = { groupId: store.groupId, first, last };
  const states = await groupStates(wholeCompany(scope.companyId), db, period, now);
  return {
    timeZone: store.timeZone,
    days: dates.map((day) => {
      const log = logs.find((candidate) => candidate.day === day);
      return {
        day,
        ...standingHours({ hours, exceptions }, day),
        note: exceptions.find((date) => date.day === day)?.note ?? null,
        state: states.get(day)?.state ?? null,
        isWaiting: states.get(day)?.isWaiting ?? false,
        log: log ? summaryOf(log) : null,
      };
    }),
  };
}

/** Summarizes the positions of a log. */
function summaryOf({ positions }: StoreLogLines) {
  const count = (countedKind: string) =>
    positions.filter(({ kind }) => kind === countedKind).length;
  return {
    songs: count("MUSIC"),
    ads: count("AD"),
    promos: count("JINGLE"),
    tohs: count("TOH"),
    firstSeconds: positions[0]?.startSeconds ?? 0,
    lastSeconds: Math.max(
      0,
      ...positions.map(({ startSeconds, durationSeconds }) => startSeconds + durationSeconds),
    ),
  };
}

type GroupDay = { state: DayState; isWaiting: boolean };

/** Plans the group of a visible store as a whole, whoever asks. */
async function groupStates(
  all: Scope,
  db: Db,
  { groupId, first, last }: { groupId: GroupId; first: string; last: string },
  now: Date,
): Promise<Map<string, GroupDay>> {
  const prepared = await prepareGroups(all, db, [groupId], { from: first, to: last });
  const chain = await chainOf(prepared, {
    groupId,
    heads: await loadNearbyVersions(all, db, { groupIds: [groupId], from: first, to: last }),
    from: first,
    to: last,
  });
  const unplayable = new Set(
    (await findUnplayableDays(all, db, now, { groupId })).map(({ day }) => day),
  );
  // the job counts its days on the company's clock, and leaves companies alone that are not active
  const publishRules = await findPublishSettings(all, db);
  const lastToFollow = publishRules && addDays(dateIn(publishRules.timeZone, now), daysDrafted - 1);
  return new Map(
    chain.map((at) => {
      const { day, published, draft, isDraftCurrent, changed } = at;
      const planned = draft ? (isDraftCurrent ? "draft" : "stale") : "none";
      const isOutdated = changed.facts || unplayable.has(day);
      const mayFollow = lastToFollow !== undefined && day <= lastToFollow && stillPlays(at, now);
      return [
        day,
        {
          state: published ? "published" : planned,
          isWaiting: published !== undefined && isOutdated && mayFollow,
        },
      ];
    }),
  );
}
