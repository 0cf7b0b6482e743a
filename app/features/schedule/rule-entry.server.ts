import type { AuditEntry } from "#contract/audit/endpoints";
import { MasterRule } from "#contract/schedule/master-rule";
import { changesOf } from "~/lib/audit/audit-change";
import { differenceOf } from "./rule-difference";
import { comparedFacts } from "./rule-words";

type Entry = Pick<AuditEntry, "itemKind" | "before" | "after"> & Partial<Pick<AuditEntry, "names">>;

/**
 * Lists the changes of an audit entry. Uses the words of the Versions page for a rule that had the
 * settings that rules have today.
 */
export function entryChanges(
  entry: Entry,
  locale: Parameters<typeof changesOf>[1],
): ReturnType<typeof changesOf> {
  const before = readRule(entry.before);
  const after = readRule(entry.after);
  if (entry.itemKind !== "master rule" || before === undefined || after === undefined)
    return changesOf(entry, locale);
  const { changes, more } = changesOf(
    { ...entry, before: placeOf(before, entry.before), after: placeOf(after, entry.after) },
    locale,
  );
  return {
    changes: [...changes, ...differenceOf(comparedFacts(before), comparedFacts(after))],
    more,
  };
}

const readRule = (state: unknown): MasterRule | null | undefined =>
  MasterRule.nullable().safeParse(state ?? null).data;

/** Gives a rule's location and slot, and what it was copied or restored from. */
function placeOf(rule: MasterRule | null, state: unknown) {
  if (!rule) return null;
  const { copiedFrom, restoredFrom } = state as {
    copiedFrom?: { name: string };
    restoredFrom?: string;
  };
  return {
    timeSlotId: rule.timeSlotId,
    level: rule.source.level,
    copiedFrom: copiedFrom?.name,
    restoredFrom,
  };
}
