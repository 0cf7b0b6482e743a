import { mayOpen } from "#contract/base/roles";
import type { PublishSettingsForm } from "#contract/schedule/publishing";
import { clockOf, minutesOf } from "#contract/stores/words";
import { forbidden, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../../audit/index.ts";
import { findPublishSettings, lockPublishing, savePublishing } from "./publishing.queries.ts";

/** Throws 404 for a company that is not active. */
export async function showPublishSettings({ scope, caller, db }: ScopedCall) {
  const publishRules = await findPublishSettings(scope, db);
  if (!publishRules) throw notFound();
  const { publishMinute, needsApproval, version, timeZone } = publishRules;
  return {
    publishAt: clockOf(publishMinute),
    needsApproval,
    version,
    timeZone,
    mayChange: scope.reach === "company" && mayOpen(caller, "MUSIC_SCHEDULE"),
  };
}

/**
 * Throws 403 unless the caller sees the whole company, and 422 on fields that others changed since
 * the form's version (see `refuseOutdated`).
 */
export async function changePublishSettings(
  call: ScopedCall,
  { version, ...newValues }: PublishSettingsForm,
) {
  const { scope } = call;
  if (scope.reach !== "company") throw forbidden();
  return call.database.transaction(async (tx) => {
    const publishRules = await lockPublishing(scope, tx);
    if (!publishRules) throw notFound();
    const { name: itemName, publishMinute, ...rest } = publishRules;
    const stored = { ...rest, publishAt: clockOf(publishMinute) };
    const item = { kind: "company", id: scope.companyId };
    await refuseOutdated(scope, tx, { item, loaded: version, stored, newValues });
    const changed = changedFields(stored, newValues);
    if (!changed) return { ...newValues, version: stored.version };
    const { publishAt, needsApproval } = newValues;
    await savePublishing(scope, tx, { publishMinute: minutesOf(publishAt), needsApproval });
    const about = { companyId: scope.companyId, itemKind: item.kind, itemId: item.id, itemName };
    await audit(tx, call, [{ ...about, action: "publishing changed", ...changed }]);
    return { ...newValues, version: stored.version + 1 };
  });
}
