import type { Scope } from "../../access/scope.ts";
import { OutdatedForm } from "../../base/refusal.ts";
import type { Tx } from "../../db/types.ts";
import { findChangesSince } from "./changed-since.queries.ts";

type Fields = Record<string, unknown>;

type SavedForm = {
  /** The item as named in audit rows. */
  item: { kind: string; id: number };
  /** The version the form was loaded with; undefined skips the check. */
  loaded: number | undefined;
  /** Locked current values, keyed by form field. The lock holds until the transaction ends. */
  stored: Fields & { version: number };
  /** Holds the values to store, in the same shape; fields that are not saved are left out. */
  newValues: Fields;
  /** Words for a field's value that is not plain text or a number. */
  words?: Record<string, (value: unknown) => string>;
  /** Gives the form's name of a field that the audit rows have another name for. */
  formNames?: Record<string, string>;
};

/**
 * Refuses a save of an older version, so that two people can edit one item: 422 on each field that
 * others changed since and that this save would set to something else, with its current value and
 * who set it. The refusal carries the version that saves it all the same. Changes are known by the
 * audit rows, which therefore hold the `version` they made in `after` (see `changedFields`).
 */
export async function refuseOutdated(scope: Scope, tx: Tx, saved: SavedForm): Promise<void> {
  const { item, loaded, stored, newValues, words = {}, formNames = {} } = saved;
  if (loaded === undefined || loaded >= stored.version) return;
  const whoChanged = new Map<string, string>();
  for (const { actorName, before, after } of await findChangesSince(scope, tx, item, loaded))
    for (const [field, value] of Object.entries((after ?? {}) as Fields))
      if (!isSame((before as Fields | null)?.[field], value)) whoChanged.set(field, actorName);
  const errors = Object.keys(newValues).flatMap((field) => {
    const who = whoChanged.get(field);
    if (who === undefined || isSame(stored[field], newValues[field])) return [];
    const now = isNothing(stored[field])
      ? undefined
      : (words[field]?.(stored[field]) ?? valueText(stored[field]));
    const change =
      now === undefined
        ? `${who} has cleared this in the meantime.`
        : `${who} has changed this to “${now}” in the meantime.`;
    return [
      { field: formNames[field] ?? field, message: `${change} Save again to keep your entry.` },
    ];
  });
  if (errors.length > 0) throw new OutdatedForm(stored.version, errors);
}

/**
 * The fields that differ, for the audit row of a change: before, and after with the version it
 * makes; undefined where nothing does.
 */
export function changedFields(
  before: Fields & { version: number },
  after: Fields,
): { before: Fields; after: Fields } | undefined {
  const changed = Object.keys(after).filter(
    (field) => field !== "version" && !isSame(before[field], after[field]),
  );
  if (changed.length === 0) return undefined;
  const pick = (from: Fields) =>
    Object.fromEntries(changed.map((field) => [field, from[field] ?? null]));
  return {
    before: { ...pick(before), version: before.version },
    after: { ...pick(after), version: before.version + 1 },
  };
}

const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);
const isSame = (one: unknown, other: unknown) =>
  isNothing(one) || isNothing(other)
    ? isNothing(one) && isNothing(other)
    : JSON.stringify(one) === JSON.stringify(other);

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
