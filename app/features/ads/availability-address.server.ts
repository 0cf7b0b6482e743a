import { z } from "zod";
import { addDays, daysBetween } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf, unitFilters } from "#contract/base/identifiers";
import { listAddress } from "~/lib/lists/list-address.server";
import { weekdayWords } from "~/lib/stores/hours-words";

/** The most days that fit a heat map people can read. */
export const mostDays = 62;
const usualDays = 14;

const hour = z.number().int().min(0).max(24);
const { regionId, zoneId, groupId, storeId } = unitFilters;
export const Address = listAddress({
  regionId,
  zoneId,
  groupId,
  storeId,
  kind: z.enum(["AD", "JINGLE", "TOH"]).default("AD"),
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
  weekdays: z
    .string()
    .regex(/^[0-6](,[0-6]){0,6}$/)
    .optional(),
  fromHour: hour.max(23).default(0),
  toHour: hour.min(1).default(24),
  playSeconds: z.number().int().min(1).max(600).default(10),
  /** Exact times in place of whole hours, as typed: "09:30, 12:00". */
  times: z.string().trim().max(700).optional(),
  /** Picks the figure that the cells show. */
  show: z.enum(["free", "stores", "sold"]).default("free"),
  /** Uses this campaign's locations when no location is chosen. */
  campaignId: idOf("campaign").optional(),
  /** Shows each store by itself if set. */
  by: z.literal("store").optional(),
  sort: z.enum(["store", "-store", "free", "-free"]).default("free"),
  cursor: z.string().max(2500).optional(),
});

export type AddressValues = z.output<typeof Address>;

/**
 * Gives the days asked for, by default from today, at most as many as can be shown. Also gives the
 * equally long stretches before and after them, none before today.
 */
export function datesOf({ from: requestedFrom, to: requestedTo }: AddressValues, today: string) {
  const from = requestedFrom ?? (requestedTo && requestedTo < today ? requestedTo : today);
  const last =
    requestedTo === undefined || requestedTo < from ? addDays(from, usualDays - 1) : requestedTo;
  const isShortened = daysBetween(from, last) > mostDays;
  const to = isShortened ? addDays(from, mostDays - 1) : last;
  const days = daysBetween(from, to);
  const earlierFrom = addDays(from, -days) < today ? today : addDays(from, -days);
  return {
    range: { from, to },
    isShortened,
    earlier: from > today ? { from: earlierFrom, to: addDays(earlierFrom, days - 1) } : null,
    later: { from: addDays(to, 1), to: addDays(to, days) },
  };
}

/** Sends only the narrowest location chosen, because the platform adds up all stores it is sent. */
export function stores({
  regionId,
  zoneId,
  groupId,
  storeId,
  campaignId,
}: Pick<AddressValues, "regionId" | "zoneId" | "groupId" | "storeId" | "campaignId">) {
  if (storeId !== undefined) return { storeIds: [storeId] };
  if (groupId !== undefined) return { groupIds: [groupId] };
  if (zoneId !== undefined) return { zoneIds: [zoneId] };
  return regionId === undefined ? { campaignId } : { regionIds: [regionId] };
}

/** "22,23,0,1" from 22 to 2; undefined for the whole day. */
export function hoursBetween(from: number, to: number): string | undefined {
  const count = to > from ? to - from : to + 24 - from;
  return count >= 24
    ? undefined
    : Array.from({ length: count }, (_, at) => (from + at) % 24).join(",");
}

const usualWeekdays = ["1,2,3,4,5", "0,6", "1", "2", "3", "4", "5", "6", "0"];

/** Offers the usual sets of weekdays, and the set in the address if it is another. */
export function weekdayOptions(chosenWeekdays: string | undefined) {
  const choices =
    chosenWeekdays === undefined || usualWeekdays.includes(chosenWeekdays)
      ? usualWeekdays
      : [chosenWeekdays, ...usualWeekdays];
  return choices.map((value) => ({ value, label: weekdayWords(value.split(",").map(Number)) }));
}
