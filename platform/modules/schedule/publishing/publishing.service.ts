import { mayOpen } from "#contract/base/roles";
import type { PublishSettingsForm } from "#contract/schedule/publishing";
import { clockOf, minutesOf } from "#contract/stores/words";
import { forbidden, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import { findPublishing, lockPublishing, savePublishing } from "../days/schedule-inputs.queries.ts";

/** Throws 404 for a company that is not active. */
export async function showPublishSettings({ scope, caller, db }: ScopedCall) {
  const found = await findPublishing(scope, db);
  if (!found) throw notFound();
  const { publishMinute, needsApproval, version, timeZone } = found;
  return {
    publishAt: clockOf(publishMinute),
    needsApproval,
    version,
    timeZone,
    mayChange: scope.reach === "company" && mayOpen(caller, "MUSIC_SCHEDULE"),
  };
}

/**
 * For those who see the whole company: throws 403 to others, and 422 for what others changed since
 * the form's version (see `refuseOutdated`).
 */
export async function changePublishSettings(
  call: ScopedCall,
  { version, ...sent }: PublishSettingsForm,
) {
  const { scope } = call;
  if (scope.reach !== "company") throw forbidden();
  return call.database.transaction(async (tx) => {
    const found = await lockPublishing(scope, tx);
    if (!found) throw notFound();
    const { name: itemName, publishMinute, ...rest } = found;
    const stored = { ...rest, publishAt: clockOf(publishMinute) };
    const item = { kind: "company", id: scope.companyId };
    await refuseOutdated(scope, tx, { item, loaded: version, stored, newValues: sent });
    const changed = changedFields(stored, sent);
    if (!changed) return { ...sent, version: stored.version };
    const { publishAt, needsApproval } = sent;
    await savePublishing(scope, tx, { publishMinute: minutesOf(publishAt), needsApproval });
    const about = { companyId: scope.companyId, itemKind: item.kind, itemId: item.id, itemName };
    await audit(tx, call, [{ ...about, action: "publishing changed", ...changed }]);
    return { ...sent, version: stored.version + 1 };
  });
}
