import type { Tx } from "../../db/types.ts";
import { type EmailKey, queueEmail } from "../emails/index.ts";
import type { Person } from "./credentials.queries.ts";

/** The request of an active user; an invited one gets the invitation either way. */
export type Entrance = "recovery" | "sign-in";

type InvitedPerson = Pick<Person, "companyId" | "userId" | "email" | "status">;
type Sender = { companyId: number | null; id: number | null };

/**
 * Queues the email that lets a user in: an invited user's invitation, an active user's link to set
 * a new password or to sign in. Undefined for a deactivated user. `sender` is notified if it fails.
 */
export async function queueEntrance(
  tx: Tx,
  { companyId, userId, email, status }: InvitedPerson,
  { entrance = "recovery", sender, now }: { entrance?: Entrance; sender?: Sender; now: Date },
): Promise<EmailKey | undefined> {
  if (status === "inactive") return undefined;
  const kind = status === "invited" ? "invitation" : entrance;
  const about = { companyId, itemKind: "user", itemId: userId } as const;
  return queueEmail(tx, { ...about, kind, recipient: email, sender }, now);
}

/** Queues an email about a user's account that has no single-use link. */
export const queueAccountNote = (
  tx: Tx,
  { companyId, userId, email }: Omit<InvitedPerson, "status">,
  note: { kind: "sign-in changed"; what: string } | { kind: "email changed" },
  now: Date,
): Promise<EmailKey> =>
  queueEmail(
    tx,
    {
      companyId,
      itemKind: "user",
      itemId: userId,
      kind: note.kind,
      recipient: email,
      ...(note.kind === "sign-in changed" && { details: { what: note.what } }),
    },
    now,
  );
