import type { z } from "zod";
import { doOverlap } from "#contract/schedule/slot-times";
import type { changeTimeSlots as changeEndpoint, SentSlot } from "#contract/schedule/time-slots";
import { slotLimits } from "#contract/schedule/words";
import { hoursWords } from "#contract/stores/words";
import { invalid } from "../../../base/refusal.ts";
import type { FoundRule } from "../rules/master-rule.queries.ts";
import type { FoundSlot } from "./time-slots.queries.ts";

export type SlotsBody = z.output<typeof changeEndpoint.body>;
export type SlotChange = {
  added: SentSlot[];
  changed: { before: FoundSlot; after: FoundSlot }[];
  removed: FoundSlot[];
};

/** The dates that a change of seasons alone touches; null for one of the whole year. */
export function spanOf({
  added,
  changed,
  removed,
}: SlotChange): { from: string; to: string } | null {
  const touched = [
    ...added,
    ...removed,
    ...changed.flatMap(({ before, after }) => [before, after]),
  ];
  const seasons = touched.flatMap(({ startsOn, endsOn }) =>
    startsOn !== null && endsOn !== null ? [{ from: startsOn, to: endsOn }] : [],
  );
  const [from] = seasons.map((season) => season.from).sort();
  const to = seasons
    .map((season) => season.to)
    .sort()
    .at(-1);
  return seasons.length === touched.length && from && to ? { from, to } : null;
}

export function changeOf(
  stored: readonly FoundSlot[],
  { slots, removedIds }: Omit<SlotsBody, "dryRun">,
  namesCompared: ReadonlyMap<string, string>,
): SlotChange {
  const slotsById = new Map(stored.map((slot) => [slot.id, slot]));
  const sentIds = new Set(slots.flatMap(({ id }) => id ?? []));
  const removed = stored.filter(({ id }) => removedIds.includes(id) && !sentIds.has(id));
  const unchangedSlots = stored.filter((slot) => !removed.includes(slot) && !sentIds.has(slot.id));
  const change: SlotChange = { added: [], changed: [], removed };
  const errors: Record<string, string> = {};
  for (const [line, slot] of slots.entries()) {
    const before = slot.id === undefined ? undefined : slotsById.get(slot.id);
    const fieldError = (field: keyof SentSlot, message: string) => {
      errors[`slots.${line}.${field}`] ??= message;
    };
    const others = [...unchangedSlots, ...slots.slice(0, line)];
    const overlapped = others.find((other) => doOverlap(slot, other));
    if (overlapped)
      fieldError(
        "fromMinute",
        `This overlaps “${overlapped.slotName}” (${timesOf(overlapped)}). Change one of the two.`,
      );
    if (
      others.some(
        ({ slotName }) => namesCompared.get(slotName) === namesCompared.get(slot.slotName),
      )
    )
      fieldError(
        "slotName",
        `There is already a time slot “${slot.slotName}”. Choose another name.`,
      );
    if (slot.rulesFromId !== undefined && !slotsById.has(slot.rulesFromId))
      fieldError("rulesFromId", "This time slot is gone. Choose another.");
    if (slot.id !== undefined && !before)
      fieldError("slotName", "Someone else has removed this time slot.");
    if (before && slots.findIndex(({ id }) => id === before.id) < line)
      fieldError("slotName", `“${before.slotName}” is already above. Change it on one line only.`);
    if (!before) change.added.push(slot);
    else if (isSame(before, slot)) continue;
    else if (slot.version !== undefined && slot.version !== before.version)
      fieldError(
        "slotName",
        `Someone else has changed this to “${before.slotName}” (${timesOf(before)}). Reload the page, then change it.`,
      );
    else
      change.changed.push({
        before,
        after: { ...before, ...slotValues(slot), version: before.version + 1 },
      });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const left = unchangedSlots.length + slots.length;
  if (left === 0)
    throw invalid({ slots: "Keep at least one time slot: a rule belongs to a slot." });
  if (left > slotLimits.slots)
    throw invalid({ slots: `At most ${slotLimits.slots} time slots are allowed.` });
  return change;
}

/** The new slots that take over no rule of the company. */
export function withoutRule({ added }: SlotChange, rules: readonly FoundRule[]): string[] {
  const ruled = new Set(
    rules.flatMap(({ level, timeSlotId }) => (level === "COMPANY" ? [timeSlotId] : [])),
  );
  return added.flatMap(({ slotName, rulesFromId }) =>
    rulesFromId !== undefined && ruled.has(rulesFromId) ? [] : [slotName],
  );
}

export const slotValues = ({
  slotName,
  fromMinute,
  toMinute,
  weekdays,
  startsOn,
  endsOn,
}: Omit<FoundSlot, "id" | "version">) => ({
  slotName,
  fromMinute,
  toMinute,
  weekdays,
  startsOn,
  endsOn,
});
const isSame = (one: Omit<FoundSlot, "id" | "version">, other: Omit<FoundSlot, "id" | "version">) =>
  JSON.stringify(slotValues(one)) === JSON.stringify(slotValues(other));
const timesOf = ({
  fromMinute: opens,
  toMinute: closes,
}: Pick<FoundSlot, "fromMinute" | "toMinute">) =>
  hoursWords({ opens, closes }).replace("Open all day", "00:00 – 24:00");
