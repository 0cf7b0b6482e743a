import { addDays, dateIn } from "#contract/base/dates";
import { previewDays } from "#contract/schedule/endpoints";
import type { ChangedDays } from "#contract/schedule/publishing";
import { owns } from "../../../access/scope.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { countDifferences } from "../days/day-review.service.ts";
import { groupsAtOnce } from "../days/plan-days.service.ts";
import {
  type ChainDay,
  chainOf,
  loadNearbyVersions,
  prepareGroups,
  todayOf,
} from "../days/schedule-days.ts";
import { findGroupIds, findGroups } from "../days/schedule-inputs.queries.ts";

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
  const changed: (Pick<(typeof groups)[number], "id" | "name" | "zoneName"> & { at: ChainDay })[] =
    [];
  for (let first = 0; first < groups.length; first += groupsAtOnce) {
    const some = groups.slice(first, first + groupsAtOnce);
    const ids = some.map(({ id }) => id);
    const prepared = await prepareGroups(scope, db, ids, { from, to });
    const heads = await loadNearbyVersions(scope, db, ids, from, to);
    for (const { id, name, zoneName } of some)
      for (const at of await chainOf(prepared, id, heads, from, to))
        if (at.changed.choices) changed.push({ id, name, zoneName, at });
  }
  return {
    from,
    to,
    dayCount: changed.length,
    groupCount: new Set(changed.map(({ id }) => id)).size,
    days: await Promise.all(
      changed.slice(0, limit).map(async ({ id, name, zoneName, at }) => {
        const draft = at.isDraftCurrent ? at.draft : undefined;
        return {
          groupId: id,
          groupName: name,
          zoneName,
          day: at.day,
          draftId: draft?.id ?? null,
          differingSongs:
            draft && at.published ? await countDifferences(call, at.published.id, draft.id) : null,
        };
      }),
    ),
  };
}
