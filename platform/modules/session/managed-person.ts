import { messages } from "#contract/base/messages";
import { mayManage } from "#contract/base/roles";
import { isOwn } from "../../access/caller.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedSessionCall } from "../../http/context.ts";
import { lockManaged } from "./credentials.queries.ts";

/**
 * Locks a managed user whose way in the caller resets. Throws 404 outside scope or roles (ROL-3),
 * 422 for the caller's own account.
 */
export async function lockPersonToReset(
  { scope, caller }: Pick<ScopedSessionCall, "scope" | "caller">,
  tx: Tx,
  userId: number,
) {
  const person = await lockManaged(scope, tx, userId);
  if (person && isOwn(caller, { companyId: person.companyId, id: userId }))
    throw invalid({ userId: messages.ownAccount });
  if (!person || !mayManage(caller, person)) throw notFound();
  return person;
}
