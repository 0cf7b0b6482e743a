import { mostUndone } from "#contract/base/undo-limits";
import type { Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { findChangedBy, findLaterChanges, findUndoableEntries } from "./undoable-change.queries.ts";

/** Milliseconds for which a change can be taken back. */
const undoneWithin = 3600_000;

/** One row of a change: the item, and its fields before and after as the audit log holds them. */
export type OwnChange = {
  auditId: number;
  itemId: number;
  itemName: string | null;
  before: unknown;
  after: unknown;
};

type Undo = {
  /** The X-Request-Id of the change. */
  undoOf: string;
  itemKind: string;
  actions: string[];
};

/**
 * Finds in the audit log the rows that the caller's own change wrote, to undo it. Locks nothing.
 * Throws 422 on `undoOf` for a change of somebody else, of more than an hour ago, or of more rows
 * than can be undone.
 */
export async function findOwnChange(
  scope: Scope,
  tx: Tx,
  call: SignedInCall,
  { undoOf, ...target }: Undo,
): Promise<OwnChange[]> {
  const actor = call.caller.openedBy ?? call.caller;
  const since = new Date(call.now.getTime() - undoneWithin);
  const rows = await findChangedBy(scope, tx, { requestId: undoOf, actor, since, ...target });
  if (rows.length === 0 || rows.length > mostUndone)
    throw invalid({
      undoOf: "This can no longer be undone. You can undo your own changes within an hour.",
    });
  return rows;
}

/** Finds the entries that the caller may still undo, each with the X-Request-Id of its change. */
export async function findUndoable(
  { scope, db, caller, now }: ScopedCall,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  return findUndoableEntries(scope, db, {
    ids,
    actor: caller.openedBy ?? caller,
    since: new Date(now.getTime() - undoneWithin),
  });
}

/**
 * Finds the songs that a list had before the caller's own change, to undo it. The caller has locked
 * the list. Throws as findOwnChange and refuseChangedSince do, and 404 where the change was of
 * another list.
 */
export async function findSongsBefore(
  tx: Tx,
  call: ScopedCall,
  { itemKind, itemId, action, undoOf }: ChangedSongs,
): Promise<number[]> {
  const { scope } = call;
  const all = await findOwnChange(scope, tx, call, { undoOf, itemKind, actions: [action] });
  const changes = all.filter((change) => change.itemId === itemId);
  const [change] = changes;
  if (!change) throw notFound();
  await refuseChangedSince(scope, tx, call, { itemKind, field: "songIds", changes });
  return (change.before as { songIds: number[] }).songIds;
}
type ChangedSongs = { itemKind: string; itemId: number; action: string; undoOf: string };

/** Refuses a second press of Undo. */
export const alreadyUndone = () => invalid({ undoOf: "This has already been undone." });

/**
 * Refuses to undo a change that somebody has changed again; call it under the items' lock. Throws
 * 422 on `undoOf` that says what changed and by whom, or that it has been undone already.
 */
export async function refuseChangedSince(
  scope: Scope,
  tx: Tx,
  call: SignedInCall,
  { itemKind, field, changes }: { itemKind: string; field: string; changes: OwnChange[] },
): Promise<void> {
  const laterChanges = await findLaterChanges(scope, tx, { itemKind, field, changes });
  const valueBefore = new Map(
    changes.map(({ itemId, before }) => [
      itemId,
      (before as Record<string, unknown> | null)?.[field] ?? null,
    ]),
  );
  const isOwn = ({ actorName }: { actorName: string }) => actorName === call.caller.username;
  const isUndone = (later: (typeof laterChanges)[number]) =>
    isOwn(later) && JSON.stringify(later.value) === JSON.stringify(valueBefore.get(later.itemId));
  if (laterChanges.length === changes.length && laterChanges.every(isUndone)) throw alreadyUndone();
  const later = laterChanges.find((change) => !isUndone(change)) ?? laterChanges[0];
  if (!later) return;
  const who = isOwn(later) ? "You have" : `${later.actorName} has`;
  throw invalid({
    undoOf: `${who} changed “${later.itemName ?? itemKind}” again since. Nothing was undone.`,
  });
}
