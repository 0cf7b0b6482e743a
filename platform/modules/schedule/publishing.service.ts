import { mayOpen } from "#contract/base/roles";
import type { PublishSettings } from "#contract/schedule/publishing";
import { clockOf, minutesOf } from "#contract/stores/words";
import type { ScopedCall } from "../../http/context.ts";
import { forbidden, notFound } from "../../http/refusal.ts";
import { audit } from "../audit/index.ts";
import { findPublishing, savePublishing } from "./schedule-inputs.queries.ts";

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
