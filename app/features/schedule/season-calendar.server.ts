import { z } from "zod";
import { addDays, showPlaylistDate, weekdayOf } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { lastOfMonth } from "#contract/reports/schedule-times";
import { mostCalendarEvents, showSeasonCalendar } from "#contract/schedule/season-calendar";
import { weekFromMonday } from "#contract/stores/words";
import { readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import {
  eventAddPath,
  eventPath,
  masterRulePath,
  seasonCalendarPath,
  timeSlotsPath,
} from "./paths";
import { seasonTexts } from "./texts";

const Address = z.object({ year: z.number().int().min(2000).max(2099).optional() });

type Kind = keyof typeof seasonTexts.kinds;
type Entry = {
  kind: Kind;
  name: string;
  from: string;
  to: string;
  weekdays: readonly number[];
  path: string | null;
  isExpected: boolean;
};

/** Loads a year by months: what plays beside the usual week, and the holidays to plan for. */
export async function loadSeasonCalendar(request: Request, pageContext: PageContext) {
  const { api, ids, person, figures } = pageContext;
  const { year: chosenYear } = readQuery(request, Address);
  const { data } = await load(() => api.call(showSeasonCalendar, { query: { year: chosenYear } }));
  const { year, today, country, holidays, events, seasons, moreEvents } = data;
  const mayChangeRules = mayOpen(person, "MASTER_RULE");
  const entries: Entry[] = [
    ...(holidays ?? []).map(({ date, name, isExpected }) => ({
      kind: "holiday" as const,
      name,
      from: date,
      to: date,
      weekdays: weekFromMonday,
      path: date >= today ? withMembers(eventAddPath, { day: date }) : null,
      isExpected,
    })),
    ...seasons.map(({ id, name, startsOn, endsOn, weekdays }) => ({
      kind: "season" as const,
      name,
      from: startsOn,
      to: endsOn,
      weekdays,
      path: mayChangeRules
        ? withMembers(masterRulePath, { slotId: ids.encrypt("slot", id) })
        : null,
      isExpected: false,
    })),
    ...events.map(({ id, name, startsOn, endsOn, weekdays }) => ({
      kind: "event" as const,
      name,
      from: startsOn,
      to: endsOn,
      weekdays,
      path: eventPath(ids.encrypt("event", id)),
      isExpected: false,
    })),
  ];
  const toYear = (of: number) => withMembers(seasonCalendarPath, { year: of });
  return {
    year,
    country: country.name,
    hasHolidays: holidays !== null,
    previous: { year: year - 1, to: toYear(year - 1) },
    next: { year: year + 1, to: toYear(year + 1) },
    addEventTo: eventAddPath,
    addSeasonTo: mayChangeRules
      ? withMembers(timeSlotsPath, {
          season: `${year}-01-01` > today ? `${year}-01-01` : addDays(today, 1),
        })
      : null,
    more: moreEvents ? seasonTexts.moreEvents(figures.figure(mostCalendarEvents)) : null,
    months: Array.from({ length: 12 }, (_, place) => monthOf(year, place, entries, today)),
  };
}
export type SeasonCalendarData = Awaited<ReturnType<typeof loadSeasonCalendar>>;

function monthOf(year: number, place: number, entries: readonly Entry[], today: string) {
  const first = `${year}-${String(place + 1).padStart(2, "0")}-01`;
  const last = lastOfMonth(first);
  const here = entries
    .filter(({ from, to }) => from <= last && to >= first)
    .sort((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)));
  const blanks = (weekdayOf(first) + 6) % 7;
  const days = Array.from({ length: Number(last.slice(8)) }, (_, day) => {
    const date = addDays(first, day);
    const kinds = here
      .filter(
        ({ from, to, weekdays }) =>
          from <= date && date <= to && weekdays.includes(weekdayOf(date)),
      )
      .map(({ kind }) => kind);
    return { day: day + 1, kinds: [...new Set(kinds)], isToday: date === today };
  });
  return {
    name: showPlaylistDate(first).slice(0, 3),
    blanks,
    days,
    entries: here.map(({ kind, name, from, to, path, isExpected }) => ({
      key: `${kind} ${name} ${from} ${path}`,
      kind,
      name,
      path,
      days: from === to ? String(Number(from.slice(8))) : spanWords(from, to),
      isExpected,
    })),
  };
}

const spanWords = (from: string, to: string) => {
  const [first, last] = [from, to].map((date) => showPlaylistDate(date));
  return from.slice(0, 4) === to.slice(0, 4)
    ? `${first?.slice(0, -5)} to ${last?.slice(0, -5)}`
    : `${first} to ${last}`;
};
