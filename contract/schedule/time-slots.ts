import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { dayMinutes } from "./slot-times.ts";
import { ruleLevels, slotLimits } from "./words.ts";

/**
 * A daypart in minutes since local midnight; `toMinute` above 1440 goes on past midnight. Weekdays:
 * 0 is Sunday.
 */
export const TimeSlot = z.object({
  id: z.int(),
  version: z.int(),
  slotName: z.string(),
  fromMinute: z.int(),
  toMinute: z.int(),
  weekdays: z.array(z.int()),
  /** The first and last day of its season; null for a slot of the whole year. */
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
});
export type TimeSlot = z.infer<typeof TimeSlot>;

export const listTimeSlots = endpoint({
  method: "get",
  path: "/timeSlot",
  summary: "The company's time slots",
  access: ["MASTER_RULE", "MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject(ofCompany),
  data: z.array(TimeSlot),
});

/**
 * A stretch of a day as it is sent: minutes since local midnight; an end above 1440 is on the next
 * day.
 */
export const dayStretch = {
  fromMinute: z
    .number()
    .int()
    .min(0)
    .max(dayMinutes - 1),
  toMinute: z
    .number()
    .int()
    .min(1)
    .max(2 * dayMinutes - 1),
};

const slotTimes = {
  slotName: field.title,
  weekdays: field.weekdays,
  startsOn: field.isoDate.nullable().default(null),
  endsOn: field.isoDate.nullable().default(null),
};
type SeasonDates = { startsOn: string | null; endsOn: string | null };
const hasWholeSeason = {
  check: ({ startsOn, endsOn }: SeasonDates) => (startsOn === null) === (endsOn === null),
  issue: {
    path: ["endsOn"],
    message: "Enter the first and the last day of a season, or neither for the whole year.",
  },
};
const isSeasonInOrder = {
  check: ({ startsOn, endsOn }: SeasonDates) =>
    startsOn === null || endsOn === null || startsOn <= endsOn,
  issue: { path: ["endsOn"], message: "The last day is before the first." },
};

/** A slot as it is sent: with its id and the version that was read, or without an id a new one. */
export const SentSlot = z
  .strictObject({
    id: idOf("slot").optional(),
    version: field.version.optional(),
    ...slotTimes,
    ...dayStretch,
    /** A new slot takes over the rules of this one, those of locations included. */
    rulesFromId: idOf("slot").optional(),
  })
  .refine(
    ({ fromMinute, toMinute }) => fromMinute < toMinute && toMinute <= fromMinute + dayMinutes,
    {
      path: ["toMinute"],
      message: "A time slot ends after it begins, and is at most 24 hours long.",
    },
  )
  .refine(hasWholeSeason.check, hasWholeSeason.issue)
  .refine(isSeasonInOrder.check, isSeasonInOrder.issue);
export type SentSlot = z.output<typeof SentSlot>;

const sentLists = {
  /** Slots that are not listed stay unchanged. */
  slots: z
    .array(SentSlot)
    .max(slotLimits.slots, `At most ${slotLimits.slots} time slots are allowed.`),
  removedIds: z.array(idOf("slot")).max(slotLimits.slots).default([]),
};

/**
 * The form's half: times as a clock shows them. An end that is not after the beginning is on the
 * next day.
 */
export const TimeSlotForm = z.strictObject({
  slots: z
    .array(
      z
        .strictObject({
          ...SentSlot.shape,
          fromMinute: field.clock.refine(
            (time) => time !== "24:00",
            "A day begins at 00:00. Enter 00:00 instead of 24:00.",
          ),
          toMinute: field.clock,
        })
        .refine(hasWholeSeason.check, hasWholeSeason.issue)
        .refine(isSeasonInOrder.check, isSeasonInOrder.issue),
    )
    .max(slotLimits.slots, `At most ${slotLimits.slots} time slots are allowed.`),
  removedIds: sentLists.removedIds,
});

/** Further effects of a change of the slots. */
export const TimeSlotEffects = z.object({
  /** Rules that are removed with their slots, those of the company first. */
  removedRules: z.array(
    z.object({ slotName: z.string(), level: z.enum(ruleLevels), name: z.string() }),
  ),
  /** New slots for which the company has no rule yet. */
  withoutRule: z.array(z.string()),
  /** Future days whose drafts are generated again, and published ones, which stay unchanged. */
  draftDays: z.int(),
  publishedDays: z.int(),
});
export type TimeSlotEffects = z.infer<typeof TimeSlotEffects>;

export const changeTimeSlots = endpoint({
  method: "put",
  path: "/timeSlot/add-update-list",
  summary:
    "Add, change and remove time slots; with dryRun=true only say what that does. For those who see the whole company",
  access: ["MASTER_RULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ ...sentLists, dryRun: z.boolean().default(false) }),
  data: z.object({ slots: z.array(TimeSlot), effects: TimeSlotEffects }),
});
