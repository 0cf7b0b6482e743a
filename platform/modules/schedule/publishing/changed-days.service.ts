import { addDays, dateIn } from "#contract/base/dates";
import { previewDays } from "#contract/schedule/endpoints";
import type { ChangedDays } from "#contract/schedule/publishing";
import { owns } from "../../../access/scope.ts";
import { remembered } from "../../../base/remembered.ts";
import type { Database } from "../../../db/database.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { countDifferences } from "../days/day-review.service.ts";
import { findDaysFingerprint } from "../days/days-fingerprint.queries.ts";
import { type FoundGroup, findGroupIds, findGroups } from "../days/groups.queries.ts";
import { hashOf } from "../days/hash.ts";
import { groupsAtOnce } from "../days/plan-days.service.ts";
import { chainOf, loadNearbyVersions, prepareGroups, todayOf } from "../days/schedule-days.ts";
import type { PlaylistHead } from "../logs/playlists.queries.ts";

/** A published day of a group, and its draft if that is current. */
type ChangedDay = { group: FoundGroup; day: string; publishedId: number; draftId: number | null };

/**
 * Published days that still play an older rule, chart or event (PUB-1), of the groups that the
 * caller may change. What follows by itself, such as hours and spots, is not among them.
 */
export async function listChangedDays(
  call: ScopedCall,
  { limit }: { limit: number },
): Promise<ChangedDays> {
  const { scope, db, now } = call;
  const groups = (await findGroups(scope, db, await findGroupIds(scope, db, {}))).filter(
    ({ id, regionId, zoneId }) => owns(scope, { regionId, zoneId, groupId: id }),
  );
  const from = groups[0] ? todayOf(groups[0], now) : dateIn("UTC", now);
  const to = addDays(from, previewDays);
  const changed = await recallChangedDays(call, groups, { from, to });
  return {
    from,
    to,
    dayCount: changed.length,
    groupCount: new Set(changed.map(({ group }) => group.id)).size,
    days: await Promise.all(
      changed.slice(0, limit).map(async ({ group, day, publishedId, draftId }) => ({
        groupId: group.id,
        groupName: group.name,
        zoneName: group.zoneName,
        day,
        draftId,
        differingSongs:
          draftId === null ? null : await countDifferences(call, publishedId, draftId),
      })),
    ),
  };
}

type Dates = { from: string; to: string };

/**
 * Finds the changed days once for all pages that show their number, and again once a version or an
 * input of days has changed.
 */
async function recallChangedDays(
  { scope, database, db, now }: ScopedCall,
  groups: readonly FoundGroup[],
  dates: Dates,
): Promise<ChangedDay[]> {
  const ids = groups.map(({ id }) => id);
  const heads = await loadNearbyVersions(scope, db, {
    groupIds: ids,
    from: dates.from,
    to: dates.to,
  });
  const versions = heads.map(({ id, state }) => [id, state]);
  const fingerprint = await findDaysFingerprint(scope, db, dates);
  return changedIn(database).recall(hashOf([scope.companyId, ids, dates, versions, fingerprint]), {
    at: now.getTime(),
    make: () => findChangedDays({ scope, db }, groups, heads, dates),
  });
}

const forever = { freshFor: Number.POSITIVE_INFINITY, givenFor: Number.POSITIVE_INFINITY };
const changedOf = new WeakMap<Database, ReturnType<typeof remembered<ChangedDay[]>>>();
function changedIn(database: Database) {
  const changed = changedOf.get(database) ?? remembered<ChangedDay[]>(forever);
  changedOf.set(database, changed);
  return changed;
}

async function findChangedDays(
  { scope, db }: Pick<ScopedCall, "scope" | "db">,
  groups: readonly FoundGroup[],
  heads: readonly PlaylistHead[],
  { from, to }: Dates,
): Promise<ChangedDay[]> {
  const lastPublished = new Map<FoundGroup["id"], string>();
  for (const { groupId, state, day } of heads)
    if (state === "published" && day >= from && day <= to)
      lastPublished.set(groupId, latest(day, lastPublished.get(groupId) ?? day));
  const published = groups.filter(({ id }) => lastPublished.has(id));
  const changed: ChangedDay[] = [];
  for (let first = 0; first < published.length; first += groupsAtOnce) {
    const some = published.slice(first, first + groupsAtOnce);
    const ids = some.map(({ id }) => id);
    const lastOf = (id: FoundGroup["id"]) => lastPublished.get(id) ?? from;
    const prepared = await prepareGroups(scope, db, ids, {
      from,
      to: ids.map(lastOf).reduce(latest),
    });
    for (const group of some)
      for (const at of await chainOf(prepared, {
        groupId: group.id,
        heads,
        from,
        to: lastOf(group.id),
      }))
        if (at.published && at.changed.choices)
          changed.push({
            group,
            day: at.day,
            publishedId: at.published.id,
            draftId: (at.isDraftCurrent && at.draft?.id) || null,
          });
  }
  return changed;
}

const latest = (one: string, other: string) => (one > other ? one : other);
