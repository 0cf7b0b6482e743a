import { z } from "zod";
import * as field from "../base/fields.ts";
import { memberNames } from "../base/records.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { clockOf, minutesOf } from "../stores/words.ts";
import { preempts } from "./booking.ts";
import { BookingOffer } from "./booking-refusal.ts";
import { CampaignBody } from "./campaign-body.ts";
import type { CampaignRow } from "./campaigns.ts";
import { everyWeekday, hoursWithPlays, isWeekly, weekdaysWithPlays } from "./plays.ts";
import { campaignLimits, hoursOfDay, hoursOfWeek } from "./words.ts";

/**
 * The ways in which a person may enter when a campaign plays: one number for a stretch of hours, one
 * for each hour of a day or of a week, or times; of the top of the hour, which hours. The API has one way:
 * plays by hour, or exact times.
 */
export const timings = ["EVEN", "EACH", "WEEK", "EXACT", "HOURS"] as const;
export type Timing = (typeof timings)[number];

const {
  plays: _plays,
  exactTimes: _exactTimes,
  matching: _matching,
  ...common
} = CampaignBody.shape;
/** Dates as pages show them ("25/12/26") or as inputs hold them ("2026-12-25"), with commas between. */
const dates = field.line.optional().transform((text = "", context): string[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => {
      const [, day, month, year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(part) ?? [];
      const isoDate = day
        ? `${year.padStart(4, "20")}-${month?.padStart(2, "0")}-${day.padStart(2, "0")}`
        : part;
      const read = field.isoDate.safeParse(isoDate);
      if (read.success) return read.data;
      context.addIssue({
        code: "custom",
        message: `“${part.slice(0, 20)}” is not a date. Enter dates such as 25/12/26, separated by commas.`,
      });
      return "";
    }),
);

export const CampaignFormFields = z.strictObject({
  ...common,
  blackoutDates: dates,
  /** All stores that match the filters in the page's address. */
  allMatching: z.boolean().default(false),
  version: field.version.optional(),
});

const isTime = (text: string) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(text);
/** Text such as "09:00, 12:30" as minutes since midnight, each once, in order. */
export const times = field.line.transform((text, context): number[] => {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const wrong = parts.find((part) => !isTime(part));
  const minutes = [...new Set(parts.map((part) => minutesOf(part.padStart(5, "0"))))].sort(
    (a, b) => a - b,
  );
  const refuse = (message: string) => context.addIssue({ code: "custom", message });
  if (wrong !== undefined)
    refuse(
      `“${wrong.slice(0, 20)}” is not a time. Enter times such as 09:30, separated by commas.`,
    );
  else if (minutes.length > campaignLimits.exactTimes)
    refuse(`At most ${campaignLimits.exactTimes} times are allowed.`);
  return minutes;
});

const way = <const T extends Timing, S extends z.ZodRawShape>(timing: T, fields: S) =>
  z.object({ ...CampaignFormFields.shape, timing: z.literal(timing), ...fields });

const CampaignFields = z.discriminatedUnion(
  "timing",
  [
    way("EVEN", {
      playsAnHour: wholeNumber(1, campaignLimits.playsAnHour),
      fromHour: wholeNumber(0, 23, "Choose an hour."),
      toHour: wholeNumber(1, 24, "Choose an hour."),
    }),
    // an hour left empty has no plays
    way("EACH", {
      plays: z.array(wholeNumber(0, campaignLimits.playsAnHour).optional()).max(24).default([]),
    }),
    // the days are those with plays
    way("WEEK", {
      weekdays: z.unknown().optional(),
      week: z
        .array(wholeNumber(0, campaignLimits.playsAnHour).optional())
        .max(hoursOfWeek)
        .default([]),
    }),
    way("EXACT", { times }),
    way("HOURS", {
      hours: z.array(wholeNumber(0, 23)).min(1, "Choose at least one hour.").max(24),
    }),
  ],
  "Choose how often it plays.",
);
type CampaignFields = z.output<typeof CampaignFields>;

type Times = Pick<CampaignBody, "plays" | "exactTimes"> & { weekdays?: readonly number[] };
function timesOf(form: CampaignFields): Times {
  switch (form.timing) {
    case "WEEK": {
      const plays = Array.from({ length: hoursOfWeek }, (_, hour) => form.week[hour] ?? 0);
      const playing = weekdaysWithPlays(plays);
      // a week without plays is refused for its plays, not for its days
      return { plays, weekdays: playing.length > 0 ? playing : everyWeekday };
    }
    case "EXACT":
      return { exactTimes: form.times };
    case "EACH":
      return { plays: hoursOfDay.map((hour) => form.plays[hour] ?? 0) };
    case "HOURS":
      return { plays: hoursOfDay.map((hour) => (form.hours.includes(hour) ? 1 : 0)) };
    case "EVEN":
      return {
        plays: hoursOfDay.map((hour) =>
          hour >= form.fromHour && hour < form.toHour ? form.playsAnHour : 0,
        ),
      };
  }
}

const commonNames = memberNames(common);
/** The page's half of CampaignBody. Of the ways to say the hours only the chosen one is read. */
export const CampaignForm = CampaignFields.refine(
  (form) => form.timing !== "EVEN" || form.fromHour < form.toHour,
  {
    path: ["toHour"],
    message:
      "Choose a later hour than the first one. For hours past midnight, enter a number for each hour.",
  },
).transform((form, context) => {
  const body = Object.fromEntries(commonNames.map((name) => [name, form[name]]));
  const read = CampaignBody.safeParse({
    ...body,
    ...timesOf(form),
    matching: form.allMatching ? {} : undefined,
  });
  if (read.success) return { campaign: read.data, version: form.version };
  for (const { path, message } of read.error.issues)
    context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});

/** The hours of a campaign as the fields of its form. */
export function timingValues({
  kind,
  plays,
  exactTimes,
}: Pick<CampaignRow, "kind" | "plays" | "exactTimes">): Record<string, string | string[]> {
  if (isWeekly(plays))
    return {
      timing: "WEEK",
      ...Object.fromEntries(
        plays.map((count, hour) => [`week[${hour}]`, count ? String(count) : ""]),
      ),
    };
  const busy = hoursWithPlays(plays);
  const [first = 0, last = 23] = [busy[0], busy.at(-1)];
  const isEven =
    last - first + 1 === busy.length && busy.every((hour) => plays[hour] === plays[first]);
  const byHour = Object.fromEntries(
    hoursOfDay.map((hour) => [`plays[${hour}]`, plays[hour] ? String(plays[hour]) : ""]),
  );
  if (kind === "TOH") return { timing: "HOURS", hours: busy.map(String) };
  if (exactTimes) return { timing: "EXACT", times: exactTimes.map(clockOf).join(", ") };
  return {
    timing: isEven ? "EVEN" : "EACH",
    ...(isEven
      ? { playsAnHour: String(plays[first]), fromHour: String(first), toHour: String(last + 1) }
      : {}),
    ...byHour,
  };
}

/** The fields that may still change once a campaign has plays in the ledger. */
export const BookedCampaignForm = z.strictObject({
  name: common.name,
  brandId: common.brandId,
  spots: common.spots,
  takesNewStores: common.takesNewStores,
  note: common.note,
  version: field.version.optional(),
});

/** How to take the plays of a draft; with `offer` at other times than the campaign's own. */
export const TakeForm = z.strictObject({
  as: z.enum(["held", "booked", "approve", "decline"], "Choose whether to hold or to book."),
  /** Why a booking that someone else asked for is declined. */
  reason: z.string().optional(),
  mode: z.enum(["all", "fits"]).default("all"),
  offer: BookingOffer.optional(),
  /** The plays of other campaigns that the person agreed to take. */
  preempts: preempts.optional(),
  acceptsLessMusic: z.boolean().default(false),
  version: field.version.optional(),
});

/** A new first or last day of a campaign with plays; a first day that has begun is not sent. */
export const FlightForm = z
  .strictObject({
    startsOn: field.isoDate.optional(),
    endsOn: field.isoDate,
    mode: z.enum(["all", "fits"]).default("all"),
    acceptsLessMusic: z.boolean().default(false),
    version: field.version.optional(),
  })
  .refine(({ startsOn, endsOn }) => startsOn === undefined || startsOn <= endsOn, {
    path: ["endsOn"],
    message: "The last day is before the first.",
  });

export const CopyForm = z.strictObject({ name: field.title, startsOn: field.isoDate });
