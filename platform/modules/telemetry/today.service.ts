import { timeIn } from "#contract/base/dates";
import {
  type DayRun,
  type Pulse,
  type Slot,
  type StoreToday,
  slotMinutes,
} from "#contract/telemetry/today";
import { minuteStates } from "#contract/telemetry/words";
import { wholeCompany } from "../../access/scope.ts";
import { remembered } from "../../base/remembered.ts";
import type { Database } from "../../db/database.ts";
import type { ScopedCall } from "../../http/context.ts";
import { countConditionsByCompany, type StoreCounter } from "../stores/index.ts";
import {
  type DayOfCompany,
  findDayOfCompany,
  findDaysOfStores,
  type MinutesOfDay,
  sumSlots,
} from "./store-days.queries.ts";
import { findCompanies } from "./store-minutes.queries.ts";

const minute = 60_000;
const slot = slotMinutes * minute;

type Call = Pick<ScopedCall, "scope" | "db" | "now">;
type Day = Pick<Pulse, "from" | "slots" | "now"> & { timeZone: string };
type Counts = Pulse["stores"];

/**
 * The day of stores as sound, remembered for each scope, as nearly every page shows it: the counts
 * of now and the days of a list's stores for a minute, and the slots until the next begins, since
 * they go over a day of every store.
 */
export function pulseService(
  { listeners }: Pick<Database, "listeners">,
  { counter }: { counter: StoreCounter },
) {
  const days = remembered<Day>({ freshFor: slot, givenFor: 2 * slot });
  const counts = remembered<Counts>({ freshFor: minute, givenFor: 5 * minute });
  const lists = remembered<StoreToday[]>({ freshFor: minute, givenFor: 5 * minute });
  // people must see their own changes
  listeners.add("stores", ({ companyId }) => {
    for (const cache of [days, counts, lists]) cache.forget(`[${companyId},`);
  });
  const periodStart = (now: Date, length: number) => Math.floor(now.getTime() / length) * length;
  const show = async (
    { scope, now }: Call,
    sumDay: () => Promise<Day>,
    count: () => Promise<Counts>,
  ): Promise<Pulse> => {
    const key = JSON.stringify([scope.companyId, scope.reach]);
    const { timeZone, ...day } = await days.recall(key, {
      at: periodStart(now, slot),
      make: sumDay,
    });
    const stores = await counts.recall(key, { at: periodStart(now, minute), make: count });
    return { ...day, time: timeIn(timeZone, now), stores };
  };
  return {
    showPulse: (call: Call): Promise<Pulse> =>
      show(
        call,
        () => sumDay(call, (day) => sumSlots(call.scope, call.db, { ...day, now: call.now })),
        () => counter.counts(call.scope),
      ),

    /** Today of stores within the scope, each by its own clock; others are left out. */
    showStoresToday: (call: Call, ids: readonly number[]): Promise<StoreToday[]> =>
      lists.recall(JSON.stringify([call.scope.companyId, call.scope.reach, ids]), {
        at: periodStart(call.now, minute),
        make: () => findStoresToday(call, ids),
      }),

    /** Shows the pulse of all active companies, in the time zone of the scope's own. */
    showPulseOfAll: (call: Call): Promise<Pulse> =>
      show(
        call,
        () => sumDay(call, (day) => sumSlotsOfAll(call, day)),
        async () => {
          const byCompany = await countConditionsByCompany(call.scope, call.db, call.now);
          const sum = (key: keyof Counts) =>
            [...byCompany.values()].reduce((total, of) => total + of[key], 0);
          return {
            online: sum("online"),
            offline: sum("offline"),
            silent: sum("silent"),
            lowVolume: sum("lowVolume"),
          };
        },
      ),
  };
}

async function sumDay(
  { scope, db, now }: Call,
  sum: (day: DayOfCompany) => Promise<Slot[]>,
): Promise<Day> {
  const day = await findDayOfCompany(scope, db, now);
  return {
    timeZone: day.timeZone,
    from: day.from.toISOString(),
    slots: await sum(day),
    now: Math.floor((now.getTime() - day.from.getTime()) / slot),
  };
}

/** Company by company, so that none holds up other work for long. */
async function sumSlotsOfAll({ db, now }: Call, day: DayOfCompany): Promise<Slot[]> {
  const noMinutes = { past: 0, offline: 0, silent: 0, quiet: 0, coming: 0 };
  let total = Array.from({ length: day.slots }, () => noMinutes);
  for (const { companyId, isActive } of await findCompanies(db)) {
    if (!isActive) continue;
    const slots = await sumSlots(wholeCompany(companyId), db, { ...day, now });
    total = total.map((one, index) => addSlot(one, slots[index] ?? noMinutes));
  }
  return total;
}

const addSlot = (one: Slot, other: Slot): Slot => ({
  past: one.past + other.past,
  offline: one.offline + other.offline,
  silent: one.silent + other.silent,
  quiet: one.quiet + other.quiet,
  coming: one.coming + other.coming,
});

async function findStoresToday(
  { scope, db, now }: Call,
  ids: readonly number[],
): Promise<StoreToday[]> {
  const days = await findDaysOfStores(scope, db, [...new Set(ids)], now);
  const minutesTo = ({ dayFrom }: MinutesOfDay, at: Date) =>
    Math.floor((at.getTime() - dayFrom.getTime()) / minute);
  return days.map((day) => ({
    storeId: day.storeId,
    minutes: minutesTo(day, day.dayTo),
    now: minutesTo(day, now) + 1,
    runs: runsOf(day),
  }));
}

/** Groups adjacent minutes with the same state. */
function runsOf(day: MinutesOfDay): DayRun[] {
  const runs: DayRun[] = [];
  for (let at = day.past.indexOf("1"); at >= 0; at = day.past.indexOf("1", at + 1)) {
    const state = minuteStates.find((one) => one !== "right" && day[one][at] === "1") ?? "right";
    const last = runs.at(-1);
    if (last && last.state === state && last.to === at) last.to = at + 1;
    else runs.push({ state, from: at, to: at + 1 });
  }
  return runs;
}
