import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";

/** The most events of a year that the calendar shows. */
export const mostCalendarEvents = 500;

const dates = { startsOn: z.string(), endsOn: z.string() };
export const SeasonCalendar = z.object({
  year: z.int(),
  /** Today by the company's clock. */
  today: z.string(),
  country: z.object({ id: z.string(), name: z.string() }),
  /** In order; null where the holidays of the country are not kept. */
  holidays: z
    .array(
      z.object({
        date: z.string(),
        name: z.string(),
        /** True if the sight of the moon or an almanac may still move it by a day. */
        isExpected: z.boolean(),
      }),
    )
    .nullable(),
  /** Event playlists that play in the year and that the caller sees, in the order of their dates. */
  events: z.array(
    z.object({ ...dates, id: z.int(), name: z.string(), weekdays: z.array(z.int()) }),
  ),
  moreEvents: z.boolean(),
  /** Time slots of a season with their rules: on its dates they go before the others. */
  seasons: z.array(
    z.object({ ...dates, id: z.int(), name: z.string(), weekdays: z.array(z.int()) }),
  ),
});
export type SeasonCalendar = z.infer<typeof SeasonCalendar>;

export const showSeasonCalendar = endpoint({
  method: "get",
  path: "/season-calendar",
  summary:
    "A year's seasons and event playlists, with the holidays of the company's country; by default the current year",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    year: wholeNumber(2000, 2099, "Enter a year from 2000 to 2099.").optional(),
  }),
  data: SeasonCalendar,
});
