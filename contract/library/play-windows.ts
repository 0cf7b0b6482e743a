import { z } from "zod";
import * as field from "../base/fields.ts";
import { messages } from "../base/messages.ts";

/** When songs may start, as days are made from it (contract/schedule/slot-times.ts). */
export const PlayWindow = z.object({
  fromMinute: z.int(),
  toMinute: z.int(),
  weekdays: z.array(z.int()).readonly(),
});

/**
 * The same on an item of a list, as clocks show it: an end that is not after the beginning is on
 * the next day, and without days it is every day. Null clears it.
 */
export const windowFields = {
  playFrom: field.clock
    .refine((time) => time !== "24:00", "A day begins at 00:00. Enter 00:00 instead of 24:00.")
    .nullish(),
  playTo: field.clock.nullish(),
  playDays: field.weekdays.nullish(),
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

/**
 * Refuses half a window, and none where a list is of windows alone (`must`); a change that leaves
 * it out keeps it.
 */
export const withWindow = <S extends z.ZodType<TypedWindow>>(
  form: S,
  { must, mayStay }: { must: boolean; mayStay: boolean },
): S =>
  form.superRefine(({ playFrom, playTo, playDays }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const isLeftOut = mayStay && playFrom === undefined && playTo === undefined;
    if (must && !playFrom && !isLeftOut) refuse("playFrom", messages.required);
    else if (!playFrom && (playTo || playDays?.length))
      refuse("playFrom", "Enter when the window opens.");
    if (!playTo && (playFrom || (must && !isLeftOut)))
      refuse("playTo", "Enter when the window closes.");
  });
