import { z } from "zod";
import { mostUndone } from "./undo-limits.ts";

/** Identifies a call, and the audit rows that it writes. */
export const requestId = z.uuid();

/**
 * The change to take back: the X-Request-Id of the answer to it. Only who made it can, within an
 * hour, and only while nobody has changed the same since (docs/decisions/undo.md).
 */
export const undoOf = requestId.describe(
  `The X-Request-Id of your change to take back: of at most ${mostUndone} rows, made within the last hour.`,
);

/**
 * True if a bulk change names its rows in exactly one way: those chosen, all that match, or those
 * of the change that it undoes.
 */
export const namesOne = ({
  ids,
  matching,
  undoOf,
}: {
  ids?: unknown;
  matching?: unknown;
  undoOf?: unknown;
}) => [ids, matching, undoOf].filter((which) => which !== undefined).length === 1;
