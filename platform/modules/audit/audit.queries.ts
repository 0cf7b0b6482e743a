import type { Caller, Opener } from "../../access/caller.ts";
import type { Tx } from "../../db/client.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { Call } from "../../http/context.ts";

/** Who acts: the caller, the person behind a single-use token, or a visitor, who is nobody's user. */
export type Actor = { [K in "companyId" | "id"]: Caller[K] | null } & Pick<Caller, "username"> & { openedBy: Opener | null };
export type ActorsCall = Pick<Call, "address" | "requestId"> & { caller: Actor };

type Entry = {
  companyId: number;
  action: string;
  itemKind: string;
  itemId: string | number;
  itemName?: string;
  before?: unknown;
  after?: unknown;
};

/** PostgreSQL takes 65,535 parameters a statement. */
const rowsAStatement = 1000;

/**
 * Writes who did what in the transaction of the change itself (AUD-1). It takes a transaction and nothing else. In a session that
 * provider staff opened as a user, it is they who act, and the name says as whom.
 */
export async function audit(tx: Tx, call: ActorsCall, entries: Entry[]): Promise<void> {
  const { caller } = call;
  const real = caller.openedBy ?? caller;
  const actor = {
    actorCompanyId: real.companyId,
    actorId: real.id,
    actorName: caller.openedBy ? `${real.username} as ${caller.username}` : caller.username,
    address: call.address,
    requestId: call.requestId,
  };
  for (let i = 0; i < entries.length; i += rowsAStatement)
    await tx
      .insert(auditLog)
      .values(entries.slice(i, i + rowsAStatement).map((entry) => ({ ...actor, ...entry, itemId: String(entry.itemId) })));
}
