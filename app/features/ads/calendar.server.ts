import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { type BrandMonths, brandMonths } from "#contract/ads/brands";
import { campaignCalendar } from "#contract/ads/campaigns";
import { spotChoices } from "#contract/ads/spots";
import { spotKinds, spotKindWords } from "#contract/ads/words";
import { addDays, dateIn, daysBetween, monthName, showDate, weekdayOf } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import { idOf, unitFilters } from "#contract/base/identifiers";
import { readAmount } from "#contract/base/money";
import { paging } from "#contract/base/pages";
import { sum } from "#contract/base/sum";
import { encryptOptional } from "~/lib/api/identifiers.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { flightWords, stateOf } from "./campaign-words";
import { loadFreeTime } from "./free-time.server";
import { campaignPath } from "./paths";
import { calendarTexts } from "./texts";

/** The numbers of weeks that the calendar can show; in a year campaigns are shown by week. */
const weekCounts = [4, 8, 13, 52] as const;
const yearWeeks = 52;

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
  brandId: idOf("item").optional(),
  cursor: paging.cursor,
});

/**
 * Loads the campaigns with plays in some weeks, each with the stretches of days on which it plays
 * or, in a year, its plays by week, and drafts with their flight. Of a brand's year also its plays
 * and value by month, and what is free in these weeks.
 */
export async function loadCalendar(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids } = pageContext;
  const {
    from: requestedFrom,
    weeks,
    kind,
    brandId,
    row,
    cursor,
    limit,
    ...units
  } = readQuery(request, Address, { ids });
  return load(async () => {
    const [{ company }, locations, spots] = await Promise.all([
      findCompanies(context, pageContext),
      loadLocations(pageContext),
      api.call(spotChoices, { query: {} }),
    ]);
    redirectFromMisplaced(request, locations, units);
    const timeZone = zoneOf(company);
    const today = dateIn(timeZone, new Date());
    const from = mondayOf(requestedFrom ?? today);
    const to = addDays(from, weeks * 7 - 1);
    const unitMembers = encryptUnits(units, ids);
    const isYear = weeks === yearWeeks;
    const [{ data: campaigns, page }, freeTime, months] = await Promise.all([
      api.call(campaignCalendar, {
        query: { from, to, kind, brandId, cursor, limit, ...units },
      }),
      loadFreeTime(pageContext, { from, weeks, kind, units, unitMembers, today, timeZone }),
      isYear && brandId !== undefined
        ? api.call(brandMonths, { query: { brandId, from, to, kind, ...units } })
        : undefined,
    ]);
    const brands = spots.data.brands.map(({ id, name }) => ({
      value: ids.encrypt("item", id),
      label: name,
    }));
    const chosenBrand = encryptOptional(ids, "item", brandId);
    // the year of a brand without spots is opened from the brand's own page
    if (months && chosenBrand && brands.every(({ value }) => value !== chosenBrand))
      brands.push({ value: chosenBrand, label: months.data.brandName });
    return {
      filters: {
        from: requestedFrom === undefined ? undefined : from,
        weeks: weeks === 4 ? undefined : weeks,
        kind,
        brandId: chosenBrand,
        ...unitMembers,
      },
      choices: { ...unitChoices(locations, units, ids), brands },
      isYear,
      freeTime,
      brandYear: months && monthWords(months.data, pageContext),
      from,
      row,
      page,
      dayCount: weeks * 7,
      caption: calendarTexts.caption(showDate(from), showDate(to)),
      monthStarts: isYear ? monthsOfWeeks(from, weeks) : [],
      weekStarts: Array.from({ length: weeks }, (_, week) =>
        showDate(addDays(from, week * 7)).slice(0, 5),
      ),
      todayAt: today < from || today > to ? null : daysBetween(from, today) - 1,
      earlier: addDays(from, -weeks * 7),
      later: addDays(from, weeks * 7),
      rows: campaigns.map((campaign) => calendarRow(campaign, { from, to, weeks }, pageContext)),
    };
  });
}

type CalendarCampaign = z.output<typeof campaignCalendar.data>;

/** Describes a campaign in the calendar of some weeks, in a year by week. */
function calendarRow(
  campaign: CalendarCampaign,
  { from, to, weeks }: { from: string; to: string; weeks: number },
  { ids, figures }: Pick<PageContext, "ids" | "figures">,
) {
  const { days } = campaign;
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
    plays: sum(days.map(({ plays }) => plays)),
    stretches: stretchesOf(days.map(({ day }) => daysBetween(from, day) - 1)),
    weekPlays: weeks === yearWeeks ? playsByWeek(days, from, weeks) : null,
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

/** Adds up plays by week. */
function playsByWeek(
  days: readonly { day: string; plays: number }[],
  from: string,
  weeks: number,
): number[] {
  const sums = Array.from({ length: weeks }, () => 0);
  for (const { day, plays } of days) {
    const week = Math.floor((daysBetween(from, day) - 1) / 7);
    sums[week] = (sums[week] ?? 0) + plays;
  }
  return sums;
}

/** Describes a brand's months, and all of them together. */
function monthWords(
  { brandName, months, withoutPrice }: BrandMonths,
  { figures }: Pick<PageContext, "figures">,
) {
  const plays = figures.counted(sum(months.map((month) => month.plays)), "play");
  const paise = months.flatMap(({ value }) => (value === null ? [] : [readAmount(value)]));
  const missingPrices =
    withoutPrice > 0 ? calendarTexts.withoutPrice(figures.counted(withoutPrice, "campaign")) : "";
  return {
    title: calendarTexts.byMonth(brandName),
    lead: `${paise.length > 0 ? calendarTexts.worth(plays, figures.money(sum(paise))) : calendarTexts.monthsLead(plays)}${missingPrices}`,
    months: months.map(({ month, value, ...one }) => ({
      month: monthName(`${month}-01`),
      plays: one.plays,
      value: value === null ? null : figures.money(readAmount(value)),
    })),
  };
}

/** Gives the months in which the weeks of a calendar begin, each with the first of its weeks. */
function monthsOfWeeks(from: string, weeks: number): { week: number; label: string }[] {
  const starts = Array.from({ length: weeks }, (_, week) => addDays(from, week * 7));
  return starts.flatMap((day, week) =>
    week > 0 && day.slice(0, 7) === starts[week - 1]?.slice(0, 7)
      ? []
      : [{ week, label: monthName(day).slice(0, 3) }],
  );
}
