import type { Goal } from "#contract/ads/words";

/** A store's date in the flight of a campaign with a goal. */
export type GoalDate = {
  storeId: number;
  day: string;
  /** Plays that the campaign has in each of the 24 hours. */
  own: readonly number[];
  /** Plays that may still be planned in each. */
  room: readonly number[];
  /** Plays that all its hours could sell to anybody; null while the date is not on sale. */
  sellable: number | null;
  /** Plays that the campaign has on it already, without make-goods. */
  sold: number;
};
export type PacedDate = { storeId: number; day: string; plays: number[] };
export type PacedPlan = {
  /** Only dates with plays to take. */
  dates: PacedDate[];
  /** The plays that the goal asks of each store by its id; the plan may have fewer. */
  wanted: Map<number, number>;
};

/**
 * Plans what a goal still lacks (docs/domain.md section 3): each hour is filled up to the same number
 * as far as its room goes, so that hours with none come first; what is left over is spread over
 * stores, dates and hours. Never more than the room, nor than the goal. `soldElsewhere` counts plays of stores that are not among the dates. Dates are in
 * the order of store and day.
 */
export function pacePlays(
  { measure, target }: Goal,
  dates: readonly GoalDate[],
  soldElsewhere = 0,
): PacedPlan {
  const byStore = new Map<number, GoalDate[]>();
  for (const date of dates) {
    const ofStore = byStore.get(date.storeId);
    if (ofStore) ofStore.push(date);
    else byStore.set(date.storeId, [date]);
  }
  if (measure === "TOTAL") {
    const missingPlays = Math.max(0, target - soldElsewhere - sumOf(dates, ({ sold }) => sold));
    const planned = spread(missingPlays, dates);
    return { dates: planned, wanted: shareTotal(byStore, planned, missingPlays) };
  }
  const targets = new Map<number, number>();
  const plans: PacedDate[] = [];
  for (const [storeId, ofStore] of byStore) {
    const sold = sumOf(ofStore, (date) => date.sold);
    if (measure === "SHARE") {
      const due = Math.floor((target * sumOf(ofStore, ({ sellable }) => sellable ?? 0)) / 100);
      targets.set(storeId, Math.max(due, sold));
      plans.push(...spread(Math.max(0, due - sold), ofStore));
    } else {
      const openDates = ofStore.filter(({ sellable }) => sellable !== 0);
      const lackingOn = (date: GoalDate) => Math.max(0, target - date.sold);
      // a date with more plays than the goal makes up for none with fewer
      targets.set(storeId, sold + sumOf(openDates, lackingOn));
      for (const [place, date] of openDates.entries())
        plans.push(...spread(lackingOn(date), [date], place));
    }
  }
  return { dates: plans, wanted: targets };
}

/** Adds up each store's plays of a total, planned ones included, and shares the rest evenly. */
function shareTotal(
  byStore: ReadonlyMap<number, readonly GoalDate[]>,
  planned: readonly PacedDate[],
  missingPlays: number,
): Map<number, number> {
  const plays = new Map<number, number>();
  for (const date of planned)
    plays.set(date.storeId, (plays.get(date.storeId) ?? 0) + total(date.plays));
  const missing = missingPlays - sumOf(planned, (date) => total(date.plays));
  const shares = evenly(missing, byStore.size);
  return new Map(
    [...byStore].map(([storeId, ofStore], place) => [
      storeId,
      sumOf(ofStore, ({ sold }) => sold) + (plays.get(storeId) ?? 0) + (shares[place] ?? 0),
    ]),
  );
}

/**
 * Lays plays into the rooms of dates: each hour is filled up to the same level as far as its room
 * goes. What is left over goes to hours with more room, shared by the dates in proportion to these;
 * within a date they begin at another hour than on the one before it, so that none is favoured.
 */
function spread(plays: number, dates: readonly GoalDate[], firstPlace = 0): PacedDate[] {
  if (plays === 0) return [];
  const level = levelOf(plays, dates);
  const filled = dates.map((date) => fillTo(level, date));
  const placed = sumOf(filled, total);
  const open = dates.map((date) => openHours(date, level));
  const hours = sumOf(open, ({ length }) => length);
  const left = Math.min(plays - placed, hours);
  let passed = 0;
  return dates.flatMap(({ storeId, day }, place) => {
    const planned = filled[place] ?? [];
    const candidates = open[place] ?? [];
    const before = hours === 0 ? 0 : Math.floor((passed * left) / hours);
    passed += candidates.length;
    const picks = hours === 0 ? 0 : Math.floor((passed * left) / hours) - before;
    const phase = ((place + firstPlace) * goldenRatio) % 1;
    for (let pick = 0; pick < picks; pick++) {
      const hour = candidates[Math.floor(((pick + phase) * candidates.length) / picks)];
      if (hour !== undefined) planned[hour] = (planned[hour] ?? 0) + 1;
    }
    return total(planned) > 0 ? [{ storeId, day, plays: planned }] : [];
  });
}
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** The plays that fill each hour of a date up to a level, as far as its room goes. */
const fillTo = (level: number, { own, room }: GoalDate): number[] =>
  room.map((count, hour) => Math.min(count, Math.max(0, level - (own[hour] ?? 0))));

/** The hours of a date that have a level's plays and room for one more. */
const openHours = ({ own, room }: GoalDate, level: number): number[] =>
  room.flatMap((count, hour) => {
    const has = own[hour] ?? 0;
    return has <= level && has + count > level ? [hour] : [];
  });

/** The most up to which every hour can be filled, as far as its room goes, without more plays. */
function levelOf(plays: number, dates: readonly GoalDate[]): number {
  /** By how many more hours than at the level below each level can take one more play. */
  const opened: number[] = [];
  for (const { own, room } of dates)
    for (const [hour, count] of room.entries()) {
      const has = own[hour] ?? 0;
      opened[has] = (opened[has] ?? 0) + 1;
      opened[has + count] = (opened[has + count] ?? 0) - 1;
    }
  let open = 0;
  let left = plays;
  for (let level = 0; level < opened.length; level++) {
    open += opened[level] ?? 0;
    if (open > left) return level;
    left -= open;
  }
  return opened.length;
}

/** Splits a number into parts that differ by at most one. */
const evenly = (count: number, parts: number): number[] =>
  Array.from(
    { length: parts },
    (_, place) => Math.floor(((place + 1) * count) / parts) - Math.floor((place * count) / parts),
  );

const total = (counts: readonly number[]) => sumOf(counts, (count) => count);
function sumOf<T>(values: readonly T[], of: (value: T) => number): number {
  let sum = 0;
  for (const value of values) sum += of(value);
  return sum;
}
