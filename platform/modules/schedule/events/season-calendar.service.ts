import { dateIn } from "#contract/base/dates";
import { mostCalendarEvents, type SeasonCalendar } from "#contract/schedule/season-calendar";
import { holidaysIn } from "../../../engine/holidays.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { findCountries } from "../../places/index.ts";
import { findTimeSlots } from "../slots/time-slots.queries.ts";
import { findCompanyPlace, findEventsBetween } from "./event-playlists.queries.ts";

/** Gives what plays in a year beside the usual week: seasons, events, and holidays to plan for. */
export async function seasonCalendar(
  { scope, db, now }: ScopedCall,
  { year: chosenYear }: { year?: number | undefined },
): Promise<SeasonCalendar> {
  const { country, timeZone } = await findCompanyPlace(scope, db);
  const today = dateIn(timeZone, now);
  const year = chosenYear ?? Number(today.slice(0, 4));
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const countries = await findCountries();
  const events = await findEventsBetween(scope, db, { from, to }, mostCalendarEvents + 1);
  const slots = await findTimeSlots(scope, db);
  return {
    year,
    today,
    country: {
      id: country,
      name: countries.find(({ id }) => id === country)?.countryName ?? country,
    },
    holidays: holidaysIn(country, year),
    events: events.slice(0, mostCalendarEvents),
    moreEvents: events.length > mostCalendarEvents,
    seasons: slots
      .flatMap(({ id, slotName, weekdays, startsOn, endsOn }) =>
        startsOn !== null && endsOn !== null && startsOn <= to && endsOn >= from
          ? [{ id, name: slotName, weekdays, startsOn, endsOn }]
          : [],
      )
      .sort((one, other) => (one.startsOn < other.startsOn ? -1 : 1)),
  };
}
