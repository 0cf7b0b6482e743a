import { addDays, dateIn, timeIn } from "#contract/base/dates";
import {
  capacityOn,
  type HourlySettings,
  minutesOpenOn,
} from "../../../engine/ad-inventory/capacity.ts";
import type { StoreSettings } from "../settings/store-settings.ts";
import type { CapacityPlan } from "./capacity.queries.ts";
import type { StoreToSell } from "./keep-ledger.queries.ts";

/** The capacities of some stores, with each pattern's last date on sale. */
export type StoresPlan = CapacityPlan & { lastDays: string[] };

const nothing = Array.from({ length: 24 }, () => 0);

/**
 * Plans what each store may sell, from today in its time zone to its last day on sale; an
 * inactive store sells nothing. Hours that have begun stay unchanged. Stores with equal hours and
 * settings share a pattern.
 */
export function planCapacity(
  stores: readonly StoreToSell[],
  settingsOf: (store: StoreToSell) => StoreSettings,
  now: Date,
): StoresPlan {
  const patterns = new Map<string, number>();
  const [days, lastDays]: [StoresPlan["days"][number][], string[]] = [[], []];
  const placed = stores.map((store) => {
    const { daysOnSale, ...settings } = settingsOf(store);
    const { hours, exceptions, timeZone, isActive } = store;
    const key = JSON.stringify([
      hours,
      exceptions,
      timeZone,
      isActive,
      daysOnSale,
      hourly(settings),
    ]);
    const pattern = patterns.get(key) ?? patterns.size;
    if (!patterns.has(key)) {
      patterns.set(key, pattern);
      const ofPattern = daysOnSaleOf(store, settings, daysOnSale, now);
      lastDays.push(ofPattern.at(-1)?.day ?? "");
      for (const day of ofPattern) days.push({ ...day, pattern, isOnSale: isActive });
    }
    return { storeId: store.storeId, pattern };
  });
  return { stores: placed, days, lastDays };
}

/** Picks the settings that capacities depend on. */
export const hourly = ({
  adSecondsPerHour,
  promoPositions,
  tohPositions,
}: HourlySettings): HourlySettings => ({
  adSecondsPerHour,
  promoPositions,
  tohPositions,
});

function daysOnSaleOf(store: StoreToSell, settings: HourlySettings, daysOnSale: number, now: Date) {
  const today = dateIn(store.timeZone, now);
  const hoursBegun = Number(timeIn(store.timeZone, now).slice(0, 2)) + 1;
  return Array.from({ length: daysOnSale }, (_, index) => {
    const day = addDays(today, index);
    const { AD, JINGLE, TOH } = store.isActive
      ? capacityOn(store, settings, day)
      : { AD: nothing, JINGLE: nothing, TOH: nothing };
    const toCome = (hours: readonly number[]) =>
      hours.map((capacity, hour) => (index === 0 && hour < hoursBegun ? null : capacity));
    return { day, capacity: { AD: toCome(AD), JINGLE: toCome(JINGLE), TOH: toCome(TOH) } };
  });
}

/**
 * When stores are open: each store has a pattern, and each pattern has some dates with the open
 * minutes of every hour.
 */
export type OpenMinutes = {
  stores: readonly { storeId: number; pattern: number }[];
  days: readonly { pattern: number; day: string; minutes: readonly number[] }[];
};

/**
 * Finds when stores are open on dates, in local time. Stores with the same hours share a pattern.
 */
export function planOpenMinutes(
  stores: readonly StoreToSell[],
  days: readonly string[],
): OpenMinutes {
  const patterns = new Map<string, number>();
  const daysOfPatterns: OpenMinutes["days"][number][] = [];
  const placed = stores.map((store) => {
    const key = JSON.stringify([store.hours, store.exceptions, store.timeZone]);
    const pattern = patterns.get(key) ?? patterns.size;
    if (!patterns.has(key)) {
      patterns.set(key, pattern);
      for (const day of days)
        daysOfPatterns.push({ pattern, day, minutes: minutesOpenOn(store, day) });
    }
    return { storeId: store.storeId, pattern };
  });
  return { stores: placed, days: daysOfPatterns };
}
