import { addDays, dateIn, daysBetween, showPlaylistDate } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { previewDays } from "#contract/schedule/endpoints";
import { daysAtOnce, type PublishDays, type PublishSettings } from "#contract/schedule/publishing";
import { clockOf, minutesOf } from "#contract/stores/words";
import { owns } from "../../access/scope.ts";
import type { ScopedCall } from "../../http/context.ts";
import { forbidden, invalid, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/index.ts";
import { planGroups } from "./plan-days.service.ts";
import { findGroups, findPublishing, savePublishing } from "./schedule-inputs.queries.ts";

/** Throws 404 for a company that is not active. */
export async function showPublishSettings({ scope, caller, db }: ScopedCall) {
  const found = await findPublishing(scope, db);
  if (!found) throw notFound();
  const { publishMinute, needsApproval, timeZone } = found;
  return {
    publishAt: clockOf(publishMinute),
    needsApproval,
    timeZone,
    mayChange: scope.reach === "company" && mayOpen(caller, "MUSIC_SCHEDULE"),
  };
}

/** For those who see the whole company: throws 403 to others. */
export async function changePublishSettings(call: ScopedCall, { publishAt, needsApproval }: PublishSettings): Promise<void> {
  const { scope } = call;
  if (scope.reach !== "company") throw forbidden();
  await call.database.transaction(async (tx) => {
    const before = await savePublishing(scope, tx, { publishMinute: minutesOf(publishAt), needsApproval });
    if (!before) throw notFound();
    const { name: itemName, publishMinute } = before;
    const item = { companyId: scope.companyId, itemKind: "company", itemId: scope.companyId, itemName };
    await audit(tx, call, [
      {
        ...item,
        action: "publishing changed",
        before: { publishAt: clockOf(publishMinute), needsApproval: before.needsApproval },
        after: { publishAt, needsApproval },
      },
    ]);
  });
}

/**
 * Publishes the days of groups that are not published yet, each group in a transaction of its own; `missed` groups were changed by others
 * at the same moment. Throws 404 for a group that is not the caller's, 422 on `from` and `to` for days that are over, too far off or too many.
 */
export async function publishDays(
  call: ScopedCall,
  { groupIds, ungrouped, from, to }: PublishDays,
): Promise<{ groups: number; days: number; missed: number }> {
  const { scope, db, now } = call;
  const wanted = [...new Set<number | null>([...(ungrouped ? [null] : []), ...groupIds])];
  const groups = await findGroups(scope, db, wanted);
  if (groups.length < wanted.length || !groups.every(({ id, regionId, zoneId }) => owns(scope, { regionId, zoneId, groupId: id })))
    throw notFound();
  const today = dateIn(groups[0]?.timeZone ?? "UTC", now);
  const last = addDays(today, previewDays);
  if (from < today) throw invalid({ from: "Choose today or a coming day." });
  if (to < from) throw invalid({ to: "Choose the first day or a later one." });
  if (to > last) throw invalid({ to: `Choose a day up to ${showPlaylistDate(last)}.` });
  if (daysBetween(from, to) > daysAtOnce) throw invalid({ to: `Choose at most ${daysAtOnce} days.` });
  const { planned, missed } = await planGroups(call, wanted, {
    from: today, // each day rests from those before it
    to,
    work: (at) => (at.published || at.day < from ? null : "publish"),
    publishing: () => ({ by: call.caller.username, how: "PERSON" }),
    record: (tx, group) =>
      audit(
        tx,
        call,
        group.days.map(({ day, id, stores }) => ({
          companyId: scope.companyId,
          action: "group day published",
          itemKind: "group playlist",
          itemId: id,
          itemName: `${group.name}, ${day}`,
          after: { day, stores },
        })),
      ),
  });
  return { groups: planned.length, days: planned.reduce((sum, { days }) => sum + days.length, 0), missed: missed.length };
}
