import type { Tx } from "../../db/client.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { SignedInCall } from "../../http/context.ts";

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

/** Writes who did what in the transaction of the change itself (AUD-1). It takes a transaction and nothing else. */
export async function audit(tx: Tx, call: SignedInCall, entries: Entry[]): Promise<void> {
  const actor = {
    actorCompanyId: call.caller.companyId,
    actorId: call.caller.id,
    actorName: call.caller.username,
    address: call.address,
    requestId: call.requestId,
  };
  for (let i = 0; i < entries.length; i += rowsAStatement)
    await tx
      .insert(auditLog)
      .values(entries.slice(i, i + rowsAStatement).map((entry) => ({ ...actor, ...entry, itemId: String(entry.itemId) })));
}
