import { z } from "zod";
import { daysBetween } from "../base/dates.ts";
import * as field from "../base/fields.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { campaignLimits, hoursOfWeek } from "./words.ts";

const eachHour = "Enter plays for each of the 24 hours of a day, or of the 168 hours of a week.";
/**
 * Plays in each hour of the day, the first from 00:00; where they differ by weekday, in each hour
 * of the week, the first from Sunday at 00:00.
 */
export const playsByHour = z
  .array(wholeNumber(0, campaignLimits.playsAnHour))
  .min(24, eachHour)
  .max(hoursOfWeek, eachHour)
  .refine(({ length }) => length === 24 || length === hoursOfWeek, eachHour);
/** Minutes since midnight, each once. */
export const exactTimes = z
  .array(wholeNumber(0, 1439))
  .min(1, "Enter at least one time.")
  .max(campaignLimits.exactTimes, `At most ${campaignLimits.exactTimes} times are allowed.`)
  .overwrite((minutes) => [...new Set(minutes)].sort((a, b) => a - b));

export const flight = { startsOn: field.isoDate, endsOn: field.isoDate };
type Flight = { startsOn: string; endsOn: string };
export const isInOrder = ({ startsOn, endsOn }: Flight) => startsOn <= endsOn;
export const isShort = ({ startsOn, endsOn }: Flight): boolean =>
  daysBetween(startsOn, endsOn) <= campaignLimits.days;
export const endsBeforeStart = { path: ["endsOn"], message: "The last day is before the first." };
export const tooLong = `A campaign lasts at most ${campaignLimits.days} days.`;
export const lastsTooLong = { path: ["endsOn"], message: tooLong };
