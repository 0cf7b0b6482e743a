import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Figures } from "#contract/base/figures";
import { masterRuleBySlot } from "#contract/schedule/master-rule";
import { endMinute } from "#contract/schedule/slot-times";
import { listTimeSlots, type TimeSlot, type TimeSlotEffects, type TimeSlotForm } from "#contract/schedule/time-slots";
import { ruleLevelLabels } from "#contract/schedule/words";
import { minutesOf } from "#contract/stores/words";
import { type Guarded, load } from "~/lib/guard.server";
import { withLinesIn } from "./form-lines";
import { slotClock } from "./slot-lines";
import { timeSlotTexts } from "./texts";

export async function loadSlotsPage(guarded: Guarded) {
  const { api, ids } = guarded;
  const { data: slots } = await load(() => api.call(listTimeSlots, {}));
  const [first] = slots;
  // whoever may change the company's own rule may change its slots
  const { mayChange } = first
    ? (await load(() => api.call(masterRuleBySlot, { query: { timeSlotId: first.id } }))).data.unit
    : { mayChange: true };
  return {
    mayChange,
    values: withLinesIn(
      {},
      "slots",
      slots.map(({ id, version, slotName, fromMinute, toMinute, weekdays }) => ({
        id: ids.encrypt("slot", id),
        version: String(version),
        slotName,
        fromMinute: slotClock(fromMinute),
        toMinute: slotClock(toMinute),
        weekdays: weekdays.map(String),
      })),
    ),
    slots: slots.map(({ id, slotName }) => ({ value: ids.encrypt("slot", id), label: slotName })),
    drawn: slots.map(({ slotName, ...times }) => asDrawn(slotName, times)),
  };
}

const asDrawn = (name: string, { fromMinute, toMinute, weekdays }: Omit<TimeSlot, "slotName">) => ({
  name,
  fromMinute,
  toMinute,
  weekdays,
});

/** What the form says, as the platform takes it. */
export function slotsToSend({ slots, removedIds }: z.output<typeof TimeSlotForm>) {
  return {
    removedIds,
    slots: slots.map(({ fromMinute, toMinute, ...slot }) => {
      const from = minutesOf(fromMinute);
      return { ...slot, fromMinute: from, toMinute: endMinute(from, minutesOf(toMinute)) };
    }),
  };
}

export type SlotReview = {
  points: string[];
  rules: string[];
  /** Tells whether the very change that was looked at is saved. */
  seen: string;
};

const rulesListed = 10;

/** What a person should know before the change is saved; null where it touches nothing else. */
export function reviewOf(sent: ReturnType<typeof slotsToSend>, effects: TimeSlotEffects, { counted }: Figures): SlotReview | null {
  const { removedRules, withoutRule, draftDays, publishedDays } = effects;
  const points = [
    ...(removedRules.length > 0 ? [timeSlotTexts.removedRules(counted(removedRules.length, "rule"))] : []),
    ...(withoutRule.length > 0 ? [timeSlotTexts.withoutRule(withoutRule.join(", "))] : []),
    ...(draftDays > 0 ? [timeSlotTexts.drafts(counted(draftDays, "drafted day"))] : []),
    ...(publishedDays > 0 ? [timeSlotTexts.published(counted(publishedDays, "published day"))] : []),
  ];
  if (points.length === 0) return null;
  const rules = removedRules.slice(0, rulesListed).map(({ slotName, level, name }) => `${slotName}: ${ruleLevelLabels[level]} ${name}`);
  const more = removedRules.length - rules.length;
  return {
    points,
    rules: more > 0 ? [...rules, timeSlotTexts.moreRules(more)] : rules,
    seen: createHash("sha256")
      .update(JSON.stringify([sent, effects]))
      .digest("base64url")
      .slice(0, 22),
  };
}
