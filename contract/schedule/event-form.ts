import { z } from "zod";
import { addDays, daysBetween, weekdayOf } from "../base/dates.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { dayMinutes, endMinute } from "./slot-times.ts";
import { dayStretch } from "./time-slots.ts";
import { eventLimits, eventModes } from "./words.ts";

const unitIds = (kind: "region" | "zone" | "group" | "store") =>
  z
    .array(idOf(kind))
    .max(eventLimits.units, `At most ${eventLimits.units} locations are allowed.`)
    .overwrite((ids) => [...new Set(ids)].sort((a, b) => a - b))
    .default([]);

const eventFields = {
  name: field.title,
  startsOn: field.isoDate,
  endsOn: field.isoDate,
  weekdays: field.weekdays,
  /** Decides between events for locations of the same level: the higher priority plays. */
  priority: wholeNumber(
    1,
    eventLimits.priority,
    `Enter a priority from 1 to ${eventLimits.priority}.`,
  ),
  mode: z.enum(eventModes, "Choose how the songs play."),
  wholeCompany: z.boolean().default(false),
  regionIds: unitIds("region"),
  zoneIds: unitIds("zone"),
  groupIds: unitIds("group"),
  storeIds: unitIds("store"),
};

type Dates = { startsOn: string; endsOn: string };
type Units = {
  wholeCompany: boolean;
  regionIds: number[];
  zoneIds: number[];
  groupIds: number[];
  storeIds: number[];
};
const isInOrder = ({ startsOn, endsOn }: Dates) => startsOn <= endsOn;
const isShort = ({ startsOn, endsOn }: Dates) => daysBetween(startsOn, endsOn) <= eventLimits.days;
/**
 * True if one of its weekdays is within its dates. Also true for dates in the wrong order, which
 * are refused for that.
 */
const hasDay = ({ startsOn, endsOn, weekdays }: Dates & { weekdays: readonly number[] }) => {
  const days = Math.min(7, daysBetween(startsOn, endsOn));
  return (
    days <= 0 ||
    weekdays.length === 0 ||
    Array.from({ length: days }, (_, day) => addDays(startsOn, day)).some((day) =>
      weekdays.includes(weekdayOf(day)),
    )
  );
};
const hasUnit = ({ wholeCompany, regionIds, zoneIds, groupIds, storeIds }: Units) =>
  wholeCompany || regionIds.length + zoneIds.length + groupIds.length + storeIds.length > 0;
const refusals = {
  order: { path: ["endsOn"], message: "The last day is before the first." },
  length: { path: ["endsOn"], message: `An event lasts at most ${eventLimits.days} days.` },
  day: {
    path: ["weekdays"],
    message: "None of these weekdays falls between the first and the last day.",
  },
  unit: { path: ["wholeCompany"], message: "Choose at least one location." },
};

export const EventPlaylistBody = z
  .strictObject({ ...eventFields, ...dayStretch })
  .refine(
    ({ fromMinute, toMinute }) => fromMinute < toMinute && toMinute <= fromMinute + dayMinutes,
    {
      path: ["toMinute"],
      message: "An event ends after it begins, and plays at most 24 hours a day.",
    },
  )
  .refine(isInOrder, refusals.order)
  .refine(isShort, refusals.length)
  .refine(hasDay, refusals.day)
  .refine(hasUnit, refusals.unit);
export type EventPlaylistBody = z.output<typeof EventPlaylistBody>;

/**
 * The form's half: times as a clock shows them. An end that is not after the beginning is on the
 * next day.
 */
export const EventPlaylistForm = z
  .strictObject({
    ...eventFields,
    fromMinute: field.clock.refine(
      (time) => time !== "24:00",
      "A day begins at 00:00. Enter 00:00 instead of 24:00.",
    ),
    toMinute: field.clock,
    version: field.version.optional(),
  })
  .refine(isInOrder, refusals.order)
  .refine(isShort, refusals.length)
  .refine(hasDay, refusals.day)
  .refine(hasUnit, refusals.unit);

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
/** Converts a form to the body that is sent. */
export function eventOfForm({
  version: _,
  fromMinute,
  toMinute,
  ...event
}: z.output<typeof EventPlaylistForm>): EventPlaylistBody {
  const from = minuteOf(fromMinute);
  return { ...event, fromMinute: from, toMinute: endMinute(from, minuteOf(toMinute)) };
}
