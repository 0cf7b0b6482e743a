import { createHash } from "node:crypto";
import { z } from "zod";
import { addDays } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import { idOf } from "#contract/base/identifiers";
import { masterRuleBySlot } from "#contract/schedule/master-rule";
import { endMinute } from "#contract/schedule/slot-times";
import {
  listTimeSlots,
  type TimeSlot,
  type TimeSlotEffects,
  type TimeSlotForm,
} from "#contract/schedule/time-slots";
import { ruleLevelLabels } from "#contract/schedule/words";
import { minutesOf, weekFromMonday } from "#contract/stores/words";
import type { Identifiers } from "~/lib/api/identifiers.server";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withLinesIn } from "~/ui/form-lines";
import { masterRulePath } from "./paths";
import { timeSlotTexts } from "./rule-texts";
import { readRuleAddress, ruleAddress } from "./rule-unit.server";
import { slotClock } from "./slot-lines";

const Address = z.object({
  variantOf: idOf("slot").optional(),
  /** Begins with a new line for a season from this day on. */
  season: field.isoDate.optional(),
});
/**
 * Reads the slot that the person wants to vary on some days; the address also names the location
 * that they came from.
 */
export const readVariant = (request: Request, { ids }: PageContext) =>
  readQuery(request, Address, { ids }).variantOf;

export async function loadSlotsPage(request: Request, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const variantOf = readVariant(request, pageContext);
  const { data: slots } = await load(() => api.call(listTimeSlots, {}));
  const model = slots.find(({ id }) => id === variantOf);
  const [first] = slots;
  const { season } = readQuery(request, Address, { ids });
  const seasonModel = slots.find(({ startsOn }) => startsOn === null) ?? first;
  // people who may change the company's own rule may change its slots
  const { mayChange } = first
    ? (await load(() => api.call(masterRuleBySlot, { query: { timeSlotId: first.id } }))).data.unit
    : { mayChange: true };
  return {
    mayChange,
    values: withLinesIn({}, "slots", [
      ...slots.map((slot) => toLine(slot, ids)),
      ...(model ? [variantLine(model, ids)] : []),
      ...(season && seasonModel ? [seasonLine(seasonModel, season, ids)] : []),
    ]),
    slots: slots.map(({ id, slotName }) => ({ value: ids.encrypt("slot", id), label: slotName })),
    drawn: slots.map(({ slotName, ...times }) => toStripSlot(slotName, times)),
    variantOf: model?.slotName ?? null,
    ruleTo: model ? await ruleToOf(request, pageContext, model.id) : masterRulePath,
  };
}

const toLine = (
  { id, version, slotName, fromMinute, toMinute, weekdays, startsOn, endsOn }: TimeSlot,
  ids: Identifiers,
) => ({
  id: ids.encrypt("slot", id),
  version: String(version),
  slotName,
  fromMinute: slotClock(fromMinute),
  toMinute: slotClock(toMinute),
  weekdays: weekdays.map(String),
  startsOn: startsOn ?? "",
  endsOn: endsOn ?? "",
});

/** A new slot with the times and rules of another; the person chooses its days. */
const variantLine = ({ id, slotName, fromMinute, toMinute }: TimeSlot, ids: Identifiers) => ({
  slotName: `${slotName}, some days`,
  fromMinute: slotClock(fromMinute),
  toMinute: slotClock(toMinute),
  weekdays: [],
  rulesFromId: ids.encrypt("slot", id),
});

/** Two weeks in which a new slot has the times and rules of another; the person changes its dates. */
const seasonLine = (slot: TimeSlot, startsOn: string, ids: Identifiers) => ({
  ...variantLine(slot, ids),
  slotName: `${slot.slotName}, season`,
  weekdays: weekFromMonday.map(String),
  startsOn,
  endsOn: addDays(startsOn, 13),
});

/**
 * The rule of the location in the address for a slot: the next page once the slot for some days is
 * added.
 */
export async function ruleToOf(
  request: Request,
  pageContext: PageContext,
  slotId: number,
): Promise<string> {
  const { unit } = readRuleAddress(request, pageContext);
  const { data } = await load(() =>
    pageContext.api.call(masterRuleBySlot, { query: { ...unit, timeSlotId: slotId } }),
  );
  return ruleAddress(pageContext, data.unit, slotId);
}

const toStripSlot = (
  name: string,
  { fromMinute, toMinute, weekdays, startsOn, endsOn }: Omit<TimeSlot, "slotName">,
) => ({ name, fromMinute, toMinute, weekdays, startsOn, endsOn });

/** Turns the form into the body that the platform takes. */
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
  /** Identifies the change that the person reviewed, so that exactly that change is saved. */
  digest: string;
};

const rulesListed = 10;

/**
 * Lists the effects that a person should know before saving; null if the change affects nothing
 * else.
 */
export function reviewOf(
  change: ReturnType<typeof slotsToSend>,
  effects: TimeSlotEffects,
  { counted }: Figures,
): SlotReview | null {
  const { removedRules, withoutRule, draftDays, publishedDays } = effects;
  const points = [
    ...(removedRules.length > 0
      ? [timeSlotTexts.removedRules(counted(removedRules.length, "rule"))]
      : []),
    ...(withoutRule.length > 0 ? [timeSlotTexts.withoutRule(withoutRule.join(", "))] : []),
    ...(draftDays > 0 ? [timeSlotTexts.drafts(counted(draftDays, "draft day"))] : []),
    ...(publishedDays > 0
      ? [timeSlotTexts.published(counted(publishedDays, "published day"))]
      : []),
  ];
  if (points.length === 0) return null;
  const rules = removedRules
    .slice(0, rulesListed)
    .map(({ slotName, level, name }) => `${slotName}: ${ruleLevelLabels[level]} ${name}`);
  const more = removedRules.length - rules.length;
  return {
    points,
    rules: more > 0 ? [...rules, timeSlotTexts.moreRules(more)] : rules,
    digest: createHash("sha256")
      .update(JSON.stringify([change, effects]))
      .digest("base64url")
      .slice(0, 22),
  };
}
