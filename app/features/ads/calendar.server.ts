import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { campaignCalendar } from "#contract/ads/campaigns";
import { spotKinds, spotKindWords } from "#contract/ads/words";
import { addDays, dateIn, daysBetween, showDate, weekdayOf } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { unitFilters } from "#contract/base/identifiers";
import { paging } from "#contract/base/pages";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { listAddress } from "~/lib/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/unit-choices.server";
import { flightWords, stateOf } from "./campaign-words";
import { campaignPath } from "./paths";
import { calendarTexts } from "./texts";

/** The numbers of weeks that the calendar can show. */
export const weekCounts = [4, 8, 13] as const;

const { regionId, zoneId, groupId } = unitFilters;
const Address = listAddress({
  regionId,
  zoneId,
  groupId,
  /** Any day of the first week. */
  from: field.isoDate.optional(),
  weeks: z
    .number()
    .int()
    .refine((count) => weekCounts.some((one) => one === count))
    .default(4),
  kind: z.enum(spotKinds).optional(),
  cursor: paging.cursor,
});

/**
 * Loads the campaigns with plays in some weeks, each with the stretches of days on which it plays,
 * and drafts with their flight.
 */
export async function loadCalendar({ request, context }: LoaderFunctionArgs, guarded: Guarded) {
  const { api, ids, figures } = guarded;
  const {
    from: requestedFrom,
    weeks,
    kind,
    row,
    cursor,
    limit,
    ...units
  } = readQuery(request, Address, { ids });
  return load(async () => {
    const [{ company }, locations] = await Promise.all([
      findCompanies(context, guarded),
      loadLocations(guarded),
    ]);
    redirectFromMisplaced(request, locations, units);
    const today = dateIn(zoneOf(company), new Date());
    const from = mondayOf(requestedFrom ?? today);
    const to = addDays(from, weeks * 7 - 1);
    const { data: campaigns, page } = await api.call(campaignCalendar, {
      query: { from, to, kind, cursor, limit, ...units },
    });
    return {
      filters: {
        from: requestedFrom === undefined ? undefined : from,
        weeks: weeks === 4 ? undefined : weeks,
        kind,
        ...encryptUnits(units, ids),
      },
      choices: unitChoices(locations, units, ids),
      from,
      row,
      page,
      dayCount: weeks * 7,
      caption: calendarTexts.caption(showDate(from), showDate(to)),
      weekStarts: Array.from({ length: weeks }, (_, week) =>
        showDate(addDays(from, week * 7)).slice(0, 5),
      ),
      todayAt: today < from || today > to ? null : daysBetween(from, today) - 1,
      earlier: addDays(from, -weeks * 7),
      later: addDays(from, weeks * 7),
      rows: campaigns.map((campaign) => {
        const { days } = campaign;
        const stretches = stretchesOf(days.map(({ day }) => daysBetween(from, day) - 1));
        const startsOn = campaign.startsOn < from ? from : campaign.startsOn;
        const endsOn = campaign.endsOn > to ? to : campaign.endsOn;
        const first = days[0];
        const last = days.at(-1);
        return {
          path: campaignPath(ids.encrypt("campaign", campaign.id)),
          name: campaign.name,
          kind: campaign.kind,
          kindWords: spotKindWords[campaign.kind],
          state: stateOf(campaign.state),
          flight: flightWords(campaign),
          plays: days.reduce((sum, { plays }) => sum + plays, 0),
          stretches,
          /** The flight of a draft, which has no plays yet. */
          planned: first
            ? null
            : { at: daysBetween(from, startsOn) - 1, days: daysBetween(startsOn, endsOn) },
          days:
            first && last
              ? calendarTexts.days(
                  figures.counted(days.length, "day"),
                  showDate(first.day),
                  showDate(last.day),
                )
              : calendarTexts.planned,
        };
      }),
    };
  });
}

const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));

/** Days in a row, by their place in the calendar. */
function stretchesOf(places: readonly number[]): { at: number; days: number }[] {
  const stretches: { at: number; days: number }[] = [];
  for (const at of places) {
    const last = stretches.at(-1);
    if (last && last.at + last.days === at) last.days++;
    else stretches.push({ at, days: 1 });
  }
  return stretches;
}
