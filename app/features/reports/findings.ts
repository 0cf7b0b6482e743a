import type { Finding } from "#contract/reports/report";
import { findingTexts as texts } from "./texts";

/** A point of a graph: its name in a sentence ("22/11/26") and its values by key. */
export type FoundPoint = { name: string; values: Values };

/** Null where there is nothing to count. */
type Values = Readonly<Record<string, number | null>>;

export type FindingContext = {
  points: readonly FoundPoint[];
  /** Totals of all rows, including those that no point shows. */
  totals: Values;
  /** The store whose share is worst; undefined if the heading names a point instead. */
  store?: Extreme | undefined;
  /** Sums of the period before, by key; null if there is nothing to compare with. */
  before: Readonly<Record<string, number>> | null;
  /** True if the points are days. */
  isByDay: boolean;
  days: number;
  /** The series that a count or the largest point is about. */
  key: string;
  /** Formats a value of that series. */
  show: (value: number) => string;
  percent: (value: number) => string;
};

/** Sums up a graph in the heading of its page; undefined if there is nothing to compare. */
export function findingOf(finding: Finding, at: FindingContext): string | undefined {
  if ("shares" in finding) {
    const [share = { part: "", of: [] }] = Object.values(finding.shares);
    const all = shareOf(share, at.totals);
    const worst = extremeOf(at.points, (values) => shareOf(share, values), finding.worst);
    return all === null ? undefined : describeShare(finding, all, worst, at);
  }
  if ("percent" in finding) {
    const { percent: key } = finding;
    const worst = extremeOf(at.points, (values) => values[key] ?? null, finding.worst);
    const all = at.totals[key];
    return all == null ? undefined : describeShare(finding, all, worst, at);
  }
  return "perDay" in finding
    ? describePerDay(finding.perDay, at)
    : describeLargest(finding.largest, at);
}

type Share = { part: string; of: readonly string[] };

/** Gives `part` as a percentage of the sum of `of`, to one decimal; null if the sum is 0. */
export function shareOf({ part, of }: Share, values: Values): number | null {
  const whole = of.reduce((sum, key) => sum + (values[key] ?? 0), 0);
  return whole > 0 ? Math.round((1000 * (values[part] ?? 0)) / whole) / 10 : null;
}

type Extreme = { name: string; value: number };

/** Finds the point with the worst value; undefined if all values are equal. */
function extremeOf(
  points: readonly FoundPoint[],
  numberOf: (values: FoundPoint["values"]) => number | null,
  worst: "lowest" | "highest",
): Extreme | undefined {
  const turn = worst === "lowest" ? 1 : -1;
  const [first, ...others] = points
    .flatMap(({ name, values }) => {
      const value = numberOf(values);
      return value === null ? [] : [{ name, value }];
    })
    .sort((one, other) => turn * (one.value - other.value));
  return others.some(({ value }) => value !== first?.value) ? first : undefined;
}

/** Gives the share of all, and its worst store or point. */
function describeShare(
  { says, worst }: { says: string; worst: "lowest" | "highest" },
  all: number,
  extreme: Extreme | undefined,
  { percent, isByDay, store }: FindingContext,
): string {
  const whole = `${percent(all)} ${says}`;
  if (store)
    return store.value === all
      ? whole
      : texts.withWorst(whole, worst, texts.atStore(store.name), percent(store.value));
  if (!extreme) return whole;
  const place = isByDay ? texts.onDay(extreme.name) : texts.forOne(extreme.name);
  return texts.withWorst(whole, worst, place, percent(extreme.value));
}

/** A day stands out if it is further from the mean than this share of it. */
const outlierShare = 0.25;

/** Gives the change from the period before, else the day that stands out, else the days' range. */
function describePerDay(
  words: string,
  { points, before, days, key, show }: FindingContext,
): string {
  const total = sumOf(points, key);
  const mean = total / Math.max(1, days);
  const change = before && changeOf(words, total, before[key] ?? 0, days);
  if (change) return `${change}: ${days > 1 ? texts.aDay(show(mean)) : show(total)}`;
  if (days === 1) return texts.onOneDay(show(total), words);
  const daily = points.map(({ name, values }) => ({ name, value: values[key] ?? 0 }));
  const [only, ...others] = daily.filter(({ value }) => value > 0);
  if (only && others.length === 0) return texts.onlyOn(show(total), words, only.name);
  const [unusual] = daily.toSorted(
    (one, other) => Math.abs(other.value - mean) - Math.abs(one.value - mean),
  );
  if (unusual && Math.abs(unusual.value - mean) > outlierShare * mean) {
    const percent = Math.round(Math.abs(unusual.value / mean - 1) * 100);
    const isAbove = unusual.value > mean;
    return texts.standsOut(unusual.name, show(unusual.value), words, percent, isAbove, show(mean));
  }
  const values = daily.map(({ value }) => value);
  const least = points.length < days ? 0 : Math.min(...values);
  const most = Math.max(0, ...values);
  return least < most
    ? texts.between(show(least), show(most), words)
    : texts.onEachDay(show(mean), words);
}

const sumOf = (points: readonly FoundPoint[], key: string) =>
  points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0);

/** Describes a change as "4% more plays than in the 7 days before"; undefined after a count of 0. */
export function changeOf(
  words: string,
  now: number,
  before: number,
  days: number,
): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round((100 * (now - before)) / before);
  return percent === 0
    ? texts.asBefore(words, days)
    : texts.change(words, Math.abs(percent), percent > 0, days);
}

/** Gives the point with the largest value, and its share of all. */
function describeLargest(words: string, { points, totals, key, percent }: FindingContext) {
  const most = extremeOf(points, (values) => values[key] ?? 0, "highest") ?? points[0];
  const value = most && ("value" in most ? most.value : most.values[key]);
  const share = shareOf(
    { part: "part", of: ["whole"] },
    { part: value ?? 0, whole: totals[key] ?? 0 },
  );
  return most && share !== null ? `${most.name}: ${percent(share)} ${words}` : undefined;
}
