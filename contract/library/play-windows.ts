import { z } from "zod";
import * as field from "../base/fields.ts";

/** When songs may start, as days are made from it (contract/schedule/slot-times.ts). */
export const PlayWindow = z.object({
  fromMinute: z.int(),
  toMinute: z.int(),
  weekdays: z.array(z.int()).readonly(),
});

const opens = field.clock.refine(
  (time) => time !== "24:00",
  "A day begins at 00:00. Enter 00:00 instead of 24:00.",
);
const playDays = field.weekdays.nullish();
/**
 * The same on an item of a list, as clocks show it: an end that is not after the beginning is on
 * the next day, and without days it is every day. Null clears it, where a list may be without.
 */
export const windowFields = {
  may: { playFrom: opens.nullish(), playTo: field.clock.nullish(), playDays },
  must: { playFrom: opens, playTo: field.clock, playDays },
};
export type TypedWindow = {
  playFrom?: string | null | undefined;
  playTo?: string | null | undefined;
  playDays?: number[] | null | undefined;
};

/** A window as a list's item is read. */
export const shownWindow = {
  playFrom: z.string().nullable(),
  playTo: z.string().nullable(),
  playDays: z.array(z.int()).nullable(),
};

/** Refuses half a window. */
export const withWindow = <S extends z.ZodType<TypedWindow>>(form: S): S =>
  form.superRefine(({ playFrom, playTo, playDays: days }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (!playFrom && (playTo || days?.length)) refuse("playFrom", "Enter when the window opens.");
    if (playFrom && !playTo) refuse("playTo", "Enter when the window closes.");
  });
