import type { OwnSession } from "#contract/session/endpoints";
import { isExpired } from "../../access/session-expiry.ts";
import { notFound } from "../../base/refusal.ts";
import type { SignedInCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { endSession, findLiveSessions, lockOwnSession } from "./session.queries.ts";

/** The most live sessions that a page lists. */
const mostSessionsShown = 100;

/** The caller's live sessions, the one used last first. */
export async function listOwnSessions({
  db,
  now,
  caller,
}: Pick<SignedInCall, "db" | "now" | "caller">): Promise<OwnSession[]> {
  const { companyId, id: userId, role, sessionId } = caller;
  const sessions = await findLiveSessions(db, { companyId, userId }, mostSessionsShown);
  return sessions
    .filter((session) => !isExpired(session, role, now.getTime()))
    .map(({ id, device, address, createdAt, rotatedAt, openedByName }) => ({
      id,
      device,
      address,
      createdAt: createdAt.toISOString(),
      lastUsedAt: rotatedAt.toISOString(),
      current: id === sessionId,
      openedBy: openedByName,
    }));
}

/** Ends one of the caller's live sessions. Throws 404 for any other. */
export async function endOwnSession(call: SignedInCall, id: string): Promise<void> {
  const { companyId, id: userId } = call.caller;
  await call.database.transaction(async (tx) => {
    const session = await lockOwnSession(tx, { companyId, userId }, id);
    if (!session) throw notFound();
    await endSession(tx, { companyId, sessionId: id }, "ended by the user", call.now);
    const { device, address } = session;
    await audit(tx, call, [
      {
        companyId,
        action: "session ended",
        itemKind: "session",
        itemId: id,
        before: { device, address },
      },
    ]);
  });
}
