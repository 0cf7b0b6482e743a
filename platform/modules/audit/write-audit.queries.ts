import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { requestId as idOfRequest } from "#contract/base/undo";
import type { Caller, Opener } from "../../access/caller.ts";
import { sendNow } from "../../db/changes.ts";
import type { Tx } from "../../db/types.ts";
import type { Call } from "../../http/context.ts";

/**
 * The person who acts: the caller, the owner of a single-use token, or a visitor without a user.
 */
export type Actor = { [K in "companyId" | "id"]: Caller[K] | null } & Pick<Caller, "username"> & {
    openedBy: Opener | null;
  } & Partial<Pick<Caller, "token">>;
export type ActorsCall = Pick<Call, "address" | "requestId"> & { caller: Actor };

/**
 * The actor of changes that the product makes by itself. Each call has a request id of its own.
 */
export const systemActor = (): ActorsCall => ({
  address: null,
  requestId: randomUUID(),
  caller: { companyId: null, id: null, username: "Fever In-Store (automatic)", openedBy: null },
});

type Entry = {
  companyId: number;
  action: string;
  itemKind: string;
  itemId: string | number;
  itemName?: string;
  before?: unknown;
  after?: unknown;
};

const rowsAStatement = 1000;

/**
 * Writes audit rows in the transaction of the change itself (AUD-1), so it takes a transaction
 * only. In a session that staff opened as a user, the staff member is the actor, and the name
 * says as whom. For a call by API token, it names the token. Throws if the call has no request id
 * that readers of the log can be given.
 */
export async function audit(tx: Tx, call: ActorsCall, entries: Entry[]): Promise<void> {
  const [entry, ...others] = entries;
  if (entry && others.length === 0) return sendNow(tx, entryStatement(call, entry));
  for (let i = 0; i < entries.length; i += rowsAStatement) {
    const rows = JSON.stringify(entries.slice(i, i + rowsAStatement));
    sendNow(
      tx,
      auditStatement(
        call,
        sql`select "companyId", action, "itemKind", "itemId", "itemName", before, after from jsonb_to_recordset(${rows}::jsonb)
          as entry("companyId" bigint, action text, "itemKind" text, "itemId" text, "itemName" text, before jsonb, after jsonb)`,
      ),
    );
  }
}

/**
 * Audits changes that the database itself reports: a select of company, action, kind, id and name
 * of the item, before and after.
 */
export const auditAll = (tx: Tx, call: ActorsCall, entries: SQL) =>
  tx.execute(auditStatement(call, entries));

const columns = sql.raw(
  "audit_log (company_id, action, item_kind, item_id, item_name, before, after, actor_company_id, actor_id, actor_name, address, request_id)",
);

/** One entry, to be written by itself or by the statement that makes the change. */
export function entryStatement(
  call: ActorsCall,
  { companyId, action, itemKind, itemId, itemName, before, after }: Entry,
): SQL {
  const { actorCompanyId, actorId, actorName, address, requestId } = actorOf(call);
  return sql`insert into ${columns} values (${companyId}, ${action}, ${itemKind}, ${String(itemId)}, ${itemName ?? null}, ${toJson(before)},
    ${toJson(after)}, ${actorCompanyId}, ${actorId}, ${actorName}, ${address}, ${requestId})`;
}
const toJson = (value: unknown) =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** The insert of auditAll, to be part of the statement that makes the changes. */
export function auditStatement(call: ActorsCall, entries: SQL): SQL {
  const { actorCompanyId, actorId, actorName, address, requestId } = actorOf(call);
  return sql`insert into ${columns} select entries.*, ${actorCompanyId}::bigint, ${actorId}::bigint, ${actorName}, ${address}, ${requestId} from (${entries}) as entries`;
}

function actorOf({ caller, address, requestId }: ActorsCall) {
  const real = caller.openedBy ?? caller;
  return {
    actorCompanyId: real.companyId,
    actorId: real.id,
    actorName: caller.openedBy
      ? `${real.username} as ${caller.username}`
      : caller.username + (caller.token ? ` by token “${caller.token.name}”` : ""),
    address,
    requestId: idOfRequest.parse(requestId),
  };
}
