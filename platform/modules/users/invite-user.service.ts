import type { EmailStatus } from "#contract/emails/endpoints";
import { isEmailFailed } from "#contract/emails/words";
import { invalid } from "../../base/refusal.ts";
import { audit } from "../audit/index.ts";
import { deliverEmail } from "../emails/index.ts";
import { countTries, queueEntrance } from "../session/index.ts";
import { auditEntry, lockManaged } from "./managed-user.ts";
import type { AdminCall } from "./user-admin.service.ts";
import { updateUser } from "./user-record.queries.ts";

/**
 * The most invitations to one user in 15 minutes, and the least milliseconds between two, so that
 * pressing the button twice sends one.
 */
const mostInvitations = 5;
const invitationEveryMs = 60_000;

/**
 * Mails an invited user another invitation; gives its status. Throws as `lockManaged`
 * does, 422 for anyone not invited and within a minute of the one before, unless that failed,
 * 429 beyond five in 15 minutes.
 */
export async function inviteUser(call: AdminCall, id: number): Promise<EmailStatus | null> {
  const { scope, now } = call;
  const key = await call.database.transaction(async (tx) => {
    const user = await lockManaged(call, tx, id);
    if (user.status !== "invited")
      throw invalid({ id: `${user.username} has no open invitation.` });
    const isFailed = user.mail !== null && isEmailFailed(user.mail);
    const last = isFailed ? undefined : user.invitedAt?.getTime();
    if (last !== undefined && now.getTime() - last < invitationEveryMs)
      throw invalid({
        id:
          user.mail?.state === "queued"
            ? "The last invitation is on its way."
            : "An invitation was emailed a moment ago.",
      });
    await countTries(
      tx,
      [{ key: `invitation user ${scope.companyId}/${id}`, most: mostInvitations }],
      now,
    );
    await updateUser(call.caller, scope, { tx, id, change: { invitedAt: now }, now });
    await audit(tx, call, [
      { ...auditEntry(user, "invitation email queued"), after: { email: user.email } },
    ]);
    const { companyId, email, status } = user;
    const person = { companyId, userId: id, email, status };
    return queueEntrance(tx, person, { sender: call.caller, now });
  });
  return key ? deliverEmail(call, key) : null;
}
