import { messages } from "#contract/base/messages";
import { isProvider, mayManage } from "#contract/base/roles";
import { isOwn } from "../../access/caller.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { type FoundUser, lockTopAdmins, lockUserWithin } from "./user-list.queries.ts";
import { personOf } from "./user-shapes.ts";

type ManagerCall = Pick<ScopedCall, "scope" | "caller">;

/**
 * Locks a user to change. Throws 404 outside the scope, or for a role, sub-role or level that
 * is not the caller's to manage; 422 on the caller's own account, which is theirs to change
 * elsewhere.
 */
export async function lockManaged(
  { scope, caller }: ManagerCall,
  tx: Tx,
  id: number,
): Promise<FoundUser> {
  const user = await lockUserWithin(scope, tx, id);
  if (user && isOwn(caller, user)) throw invalid({ id: messages.ownAccount });
  if (!user || !mayManage(caller, personOf(user))) throw notFound();
  return user;
}

/**
 * Does the same, and gives a way to refuse what would leave a company without anyone who sees all of it:
 * client staff cannot, nor the provider's staff their own company; of a client's the provider
 * can. These admins are locked first, so that two who end each other at once do so one after the
 * other.
 */
export async function lockToLower(call: ManagerCall, tx: Tx, id: number) {
  const { scope, caller } = call;
  const isOwnCompany = scope.companyId === caller.companyId;
  const admins = isOwnCompany && scope.reach === "company" ? await lockTopAdmins(scope, tx) : [];
  const user = await lockManaged(call, tx, id);
  const keepOneTopAdmin = (field: string) => {
    const which = isProvider(caller)
      ? "Fever's last active super admin"
      : "the company's last active national admin";
    if (admins.length === 1 && admins[0]?.id === id)
      throw invalid({ [field]: `This is ${which}. Add another one first.` });
  };
  return { user, keepOneTopAdmin };
}

/** Begins the audit row of an action on a user. */
export const auditEntry = ({ companyId, id, username }: FoundUser, action: string) => ({
  companyId,
  action,
  itemKind: "user",
  itemId: id,
  itemName: username,
});
