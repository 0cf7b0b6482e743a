import {
  type AvailabilityDay,
  slotAvailability,
  slotAvailabilityForToh,
} from "#contract/ads/availability";
import { hoursOfDay } from "#contract/ads/words";
import { addDays, shortMonth, showDate, showDates, timeIn } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import type { SpotKind } from "#contract/schedule/positions";
import type { encryptUnits } from "~/lib/locations/unit-choices.server";
import type { PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { type IsOffered, isOfferedFrom } from "./availability.server";
import { stores } from "./availability-address.server";
import { dayWords } from "./day-words";
import { soldFinding } from "./finding";
import { campaignAddPath } from "./paths";
import { freeTimeTexts as texts } from "./texts";

type Units = Parameters<typeof encryptUnits>[0];
/** A stretch of days that is one cell. */
type Span = { from: string; to: string; label: string };
type CalendarTime = {
  from: string;
  weeks: number;
  kind: SpotKind | undefined;
  units: Units;
  /** The same locations, as addresses have them. */
  unitMembers: ReturnType<typeof encryptUnits>;
  today: string;
  timeZone: string;
};

/**
 * Loads what is free in the days of a calendar, as the page of availability counts it: seconds of
 * ads, or plays of the other kinds. Up to four weeks have a cell for each day, a year one for each
 * month; each leads to a campaign on its days.
 */
export async function loadFreeTime({ api, figures }: PageContext, time: CalendarTime) {
  const { from, weeks, kind = "AD", units, unitMembers, today, timeZone } = time;
  const query = { from, to: addDays(from, weeks * 7 - 1), ...stores(units) };
  const { data: free } =
    kind === "TOH"
      ? await api.call(slotAvailabilityForToh, { query })
      : await api.call(slotAvailability, { query: { ...query, kind, playSeconds: 1 } });
  const isOffered = isOfferedFrom(`${today}T${timeIn(timeZone, new Date()).slice(0, 2)}`);
  const cellOf = ({ from: first, to: last, label }: Span) => {
    const value = freeIn(
      free.days.filter(({ day }) => first <= day && day <= last),
      isOffered,
    );
    const days = first === last ? dayWords(first) : showDates(first, last);
    return {
      label,
      value,
      note:
        value === null ? texts.nothing(days) : texts.note(days, texts[kind](figures.figure(value))),
      to: withMembers(campaignAddPath, {
        ...unitMembers,
        kind: kind === "AD" ? undefined : kind,
        startsOn: first < today ? today : first,
        endsOn: last,
      }),
    };
  };
  const weekSpans = Array.from({ length: weeks }, (_, week): Span => {
    const first = addDays(from, week * 7);
    return { from: first, to: addDays(first, 6), label: showDate(first).slice(0, 5) };
  });
  return {
    title: texts.title[kind],
    finding: soldFinding(free.days, kind),
    days: weeks > 4 ? null : daySpans(query).map(cellOf),
    spans: (weeks > 13 ? monthSpans(query) : weekSpans).map(cellOf),
  };
}

/** Adds up what is free on days; null if none of them is on sale. */
function freeIn(days: readonly AvailabilityDay[], isOffered: IsOffered): number | null {
  const offered = days.filter((day) => hoursOfDay.some((hour) => isOffered(day, hour)));
  return offered.length === 0 ? null : sum(offered.flatMap(({ freePlays }) => freePlays));
}

type Range = { from: string; to: string };

function daySpans({ from, to }: Range): Span[] {
  const spans: Span[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    spans.push({ from: day, to: day, label: String(Number(day.slice(8))) });
  return spans;
}

/** Divides a time into its months; the first and the last may be cut short. */
function monthSpans(range: Range): Span[] {
  const spans: Span[] = [];
  for (const { from: day } of daySpans(range)) {
    const last = spans.at(-1);
    if (last && last.from.slice(0, 7) === day.slice(0, 7)) last.to = day;
    else spans.push({ from: day, to: day, label: shortMonth(day) });
  }
  return spans;
}
