import { verify } from "@node-rs/argon2";
import { messages } from "#contract/base/messages";
import type { Caller } from "../../access/caller.ts";
import { forbidden, invalid } from "../../base/refusal.ts";
import type { SignedInCall } from "../../http/context.ts";
import { findPasswordHash } from "./credentials.queries.ts";
import { sessionMessages } from "./messages.ts";
import { countTries, giveBackTries } from "./rate-limit.queries.ts";

/** Wrong passwords of a user in 15 minutes. */
const wrongPasswords = 10;

/**
 * Throws 422 on `currentPassword` when it is missing or wrong, 429 beyond ten wrong ones in 15
 * minutes.
 */
export async function proveCurrentPassword(
  { db, now, caller }: Pick<SignedInCall, "db" | "now" | "caller">,
  password: string | undefined,
): Promise<void> {
  const { companyId, id } = caller;
  if (!password) throw invalid({ currentPassword: messages.required });
  const tries = `change user ${companyId}/${id}`;
  await countTries(db, [{ key: tries, most: wrongPasswords }], now);
  const hash = await findPasswordHash(db, { companyId, userId: id });
  if (hash === null || !(await verify(hash, password)))
    throw invalid({ currentPassword: messages.wrongPassword });
  await giveBackTries(db, [tries]);
}

/**
 * Throws 403 in a session that provider staff opened as the user (SES-8): what lets the user in is
 * theirs alone to change.
 */
export function refuseOpened(
  { openedBy, username }: Caller,
  reason = sessionMessages.onlyThey,
): void {
  if (openedBy) throw forbidden(sessionMessages.openedAs(username, reason));
}
