import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type Availability,
  type AvailabilityDay,
  slotAvailability,
  slotAvailabilityForToh,
  storeAvailability,
} from "#contract/ads/availability";
import { findCampaign } from "#contract/ads/campaigns";
import { hoursOfDay, spotKindWords } from "#contract/ads/words";
import { dateIn, timeIn } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { sum } from "#contract/base/sum";
import { storesForMe } from "#contract/hierarchy/endpoints";
import type { SpotKind } from "#contract/schedule/positions";
import { clockOf, minutesOf } from "#contract/stores/words";
import { storePath } from "~/features/stores/paths";
import { encryptOptional } from "~/lib/api/identifiers.server";
import { readQuery } from "~/lib/forms/forms.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import {
  Address,
  type AddressValues,
  datesOf,
  hoursBetween,
  mostDays,
  stores,
  weekdayOptions,
} from "./availability-address.server";
import { dayWords } from "./day-words";
import { loadTimes, readTimes } from "./exact-times.server";
import { soldFinding } from "./finding";
import { availabilityTexts } from "./texts";

/**
 * Loads the free plays by day and hour in the stores that the address names, and by store if
 * asked for.
 */
export async function loadAvailability(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
) {
  const { api, ids, figures } = pageContext;
  const address = readQuery(request, Address, { ids });
  const { kind, show, playSeconds, weekdays, campaignId } = address;
  return load(async () => {
    const [{ company }, locations, groupStores, campaign] = await Promise.all([
      findCompanies(context, pageContext),
      loadLocations(pageContext),
      address.groupId === undefined
        ? undefined
        : api.call(storesForMe, { query: { groupId: address.groupId } }),
      campaignId === undefined ? undefined : api.call(findCampaign, { query: { id: campaignId } }),
    ]);
    redirectFromMisplaced(request, locations, address);
    const now = new Date();
    const today = dateIn(zoneOf(company), now);
    const time = timeIn(zoneOf(company), now);
    const dates = datesOf(address, today);
    const { free, wrongTimes, atTimes, byStore } = await loadFigures(pageContext, address, {
      places: { ...dates.range, ...stores(address), weekdays },
      from: { day: today, minute: minutesOf(time) },
    });
    const isOffered = isOfferedFrom(`${today}T${time.slice(0, 2)}`);
    return {
      filters: filtersOf(address, dates.range, pageContext),
      kind,
      show,
      playSeconds,
      today,
      weekdayOptions: weekdayOptions(weekdays),
      choices: {
        ...unitChoices(locations, address, ids),
        stores:
          groupStores?.data.map(({ id, storeName }) => ({
            value: ids.encrypt("store", id),
            label: storeName,
          })) ?? null,
      },
      notes: [
        ...(dates.isShortened
          ? [availabilityTexts.shortened(figures.counted(mostDays, "day"))]
          : []),
        ...(address.times && kind === "TOH" ? [availabilityTexts.topHasNone] : []),
        ...(campaign ? [availabilityTexts.ofCampaign(campaign.data.name)] : []),
      ],
      wrongTimes,
      atTimes,
      earlier: dates.earlier,
      later: dates.later,
      what: describePlays(kind, playSeconds, pageContext),
      finding: atTimes ? undefined : soldFinding(free.days, kind),
      stores: free.stores,
      freePlays: free.freePlays,
      worst: shownCell(free.worst, figures),
      best: shownCell(free.best, figures),
      map: mapOf(free, show, isOffered, figures),
      days: free.days.map((day) => totalsOf(day, isOffered)),
      byStore,
    };
  });
}

type Range = ReturnType<typeof datesOf>["range"];
type Places = Range & ReturnType<typeof stores> & Pick<AddressValues, "weekdays">;

/**
 * Loads the free plays of the places by day and hour, at the exact times that the address names
 * from an instant on, and by store where it asks for that.
 */
async function loadFigures(
  pageContext: PageContext,
  address: AddressValues,
  { places, from }: { places: Places; from: { day: string; minute: number } },
) {
  const { api } = pageContext;
  const { kind, playSeconds, fromHour, toHour, by } = address;
  const requestedTimes = readTimes(address.times);
  const minutes = kind === "TOH" ? [] : requestedTimes.minutes;
  const hours =
    minutes.length > 0
      ? [...new Set(minutes.map((minute) => Math.floor(minute / 60)))].join(",")
      : hoursBetween(fromHour, toHour);
  const query = { ...places, hours };
  const length = kind === "AD" ? { playSeconds } : {};
  const [{ data: free }, atTimes, byStore] = await Promise.all([
    kind === "TOH"
      ? api.call(slotAvailabilityForToh, { query })
      : api.call(slotAvailability, { query: { ...query, ...length, kind } }),
    kind === "TOH" || minutes.length === 0
      ? null
      : loadTimes(pageContext, { ...places, ...length, kind }, minutes, from),
    by ? loadByStore(pageContext, address, { ...query, ...length, kind }) : null,
  ]);
  return { free, atTimes, byStore, wrongTimes: kind === "TOH" ? null : requestedTimes.wrong };
}

/** Loads a page of stores with the free plays of each. */
async function loadByStore(
  { api, ids, person }: PageContext,
  { row, sort, cursor, limit }: AddressValues,
  query: Places & { hours: string | undefined; kind: SpotKind; playSeconds?: number },
) {
  const { data, page } = await api.call(storeAvailability, {
    query: { ...query, sort, cursor, limit },
  });
  return {
    row,
    sort,
    page,
    rows: data.map(({ storeId, storeName, storeCode, worst, ...store }) => ({
      ...store,
      key: String(storeId),
      name: storeName,
      code: storeCode,
      to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null,
      worst: worst && {
        when: `${dayWords(worst.day)} ${clockOf(worst.hour * 60)}`,
        freePlays: worst.freePlays,
      },
    })),
  };
}

/** Gives the values of the filters; undefined for their defaults. */
function filtersOf(address: AddressValues, range: Range, { ids }: Pick<PageContext, "ids">) {
  const { kind, show, playSeconds, fromHour, toHour } = address;
  return {
    kind: kind === "AD" ? undefined : kind,
    ...range,
    weekdays: address.weekdays,
    fromHour: fromHour === 0 ? undefined : fromHour,
    toHour: toHour === 24 ? undefined : toHour,
    playSeconds: kind === "AD" && playSeconds !== 10 ? playSeconds : undefined,
    times: address.times || undefined,
    show: show === "free" ? undefined : show,
    ...encryptUnits(address, ids),
    storeId: encryptOptional(ids, "store", address.storeId),
    campaignId: encryptOptional(ids, "campaign", address.campaignId),
    by: address.by,
  };
}

/** Describes the plays: "Ad plays of 10 seconds", "Promo plays". */
function describePlays(
  kind: SpotKind,
  playSeconds: number,
  { figures }: Pick<PageContext, "figures">,
): string {
  const length = kind === "AD" ? ` of ${figures.counted(playSeconds, "second")}` : "";
  return `${spotKindWords[kind]} plays${length}`;
}

const shownCell = (cell: Availability["worst"], { figure }: PageContext["figures"]) =>
  cell && {
    freePlays: figure(cell.freePlays),
    note: availabilityTexts.extreme(
      `${dayWords(cell.day)} ${clockOf(cell.hour * 60)}`,
      figure(cell.storesWithRoom),
      figure(cell.stores),
    ),
  };

type Show = AddressValues["show"];

/** Builds a map of days by hours, without the hours at either end that are never on sale. */
function mapOf(
  { days }: Availability,
  show: Show,
  isOffered: IsOffered,
  { figure }: PageContext["figures"],
) {
  const onSale = hoursOfDay.filter((at) => days.some(({ capacity }) => (capacity[at] ?? 0) > 0));
  const first = onSale[0];
  const last = onSale.at(-1);
  if (first === undefined || last === undefined) return null;
  const visibleHours = hoursOfDay.slice(first, last + 1);
  const rows = days.map((day) => ({
    label: dayWords(day.day),
    cells: visibleHours.map((at) => ({
      value: isOffered(day, at) ? shownValue(day, at, show) : null,
      note: availabilityTexts.cell(
        figure(day.freePlays[at] ?? 0),
        figure(day.storesWithRoom[at] ?? 0),
        figure(day.stores),
      ),
    })),
  }));
  return {
    columns: visibleHours.map((at) => clockOf(at * 60)),
    rows,
  };
}

/**
 * True if an hour is on sale: stores are open in it and it has not begun. An hour that has begun on
 * the company's clock may still have room in stores of other time zones.
 */
export type IsOffered = (day: AvailabilityDay, at: number) => boolean;

/** Gives the test for hours on sale from an hour ("2026-05-11T12") on. */
export const isOfferedFrom =
  (now: string): IsOffered =>
  ({ day, capacity, storesWithRoom }, at) =>
    (capacity[at] ?? 0) > 0 && ((storesWithRoom[at] ?? 0) > 0 || `${day}T${twoDigits(at)}` > now);
const twoDigits = (hour: number) => String(hour).padStart(2, "0");

function shownValue(
  { capacity, booked, held, freePlays, storesWithRoom }: AvailabilityDay,
  at: number,
  show: Show,
): number {
  if (show === "free") return freePlays[at] ?? 0;
  if (show === "stores") return storesWithRoom[at] ?? 0;
  return Math.round((((booked[at] ?? 0) + (held[at] ?? 0)) / (capacity[at] ?? 1)) * 100);
}

/** Adds up a day's hours, and finds the one with the fewest free plays. */
function totalsOf(day: AvailabilityDay, isOffered: IsOffered) {
  const onSale = day.capacity.flatMap((_, at) => (isOffered(day, at) ? [at] : []));
  const fullest = onSale.reduce<number | undefined>(
    (least, at) =>
      least === undefined || (day.freePlays[at] ?? 0) < (day.freePlays[least] ?? 0) ? at : least,
    undefined,
  );
  return {
    day: dayWords(day.day),
    stores: day.stores,
    capacity: sum(day.capacity),
    booked: sum(day.booked),
    held: sum(day.held),
    freePlays: sum(day.freePlays),
    fullest:
      fullest === undefined
        ? null
        : { hour: clockOf(fullest * 60), freePlays: day.freePlays[fullest] ?? 0 },
  };
}
