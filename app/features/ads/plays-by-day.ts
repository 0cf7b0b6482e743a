import type { CampaignDetail } from "#contract/ads/campaigns";
import { addDays, showDate, weekdayOf } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { clockOf } from "#contract/stores/words";
import { spotKinds } from "~/ui/day";
import { withMembers } from "~/ui/frame/address";
import { dayWords } from "./day-words";
import { campaignTexts } from "./texts";

const daysShown = 28;

/** Plays by day; of a long flight by week, so that bars stay wide enough to tell apart. */
export function graphOf({ days, kind, takenPlays }: CampaignDetail, { figure, counted }: Figures) {
  const byWeek = days.length > 31;
  const sums = new Map<string, number>();
  for (const { day, plays } of days) {
    const key = byWeek ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day;
    sums.set(key, (sums.get(key) ?? 0) + plays);
  }
  const points = [...sums].map(([day, plays]) => ({
    label: showDate(day).slice(0, 5),
    values: [plays],
  }));
  const total = days.reduce((sum, { plays }) => sum + plays, 0);
  return {
    title: titleOf(days, { total, makeGoods: total - takenPlays }, { figure, counted }),
    axes: byWeek ? campaignTexts.perWeek : campaignTexts.perDay,
    pointHeader: byWeek ? "Week from" : "Day",
    series: [{ label: "Plays", colour: spotKinds[kind] }],
    points: total === 0 ? [] : points,
  };
}

/** A day is called the fullest if it has more plays than the mean by this factor. */
const fullestFactor = 1.25;

function titleOf(
  days: CampaignDetail["days"],
  { total, makeGoods }: { total: number; makeGoods: number },
  { figure, counted }: Pick<Figures, "figure" | "counted">,
): string {
  const [most, ...others] = days.toSorted((one, other) => other.plays - one.plays);
  if (!most || total === 0) return campaignTexts.noPlays;
  const onDays = counted(days.length, "day");
  if (makeGoods > 0) {
    const plays = campaignTexts.withMakeGoods(counted(total, "play"), figure(makeGoods));
    return campaignTexts.byDay(plays, onDays);
  }
  const least = others.at(-1) ?? most;
  if (others.length === 0) return campaignTexts.byDay(counted(total, "play"), onDays);
  if (least.plays === most.plays) return campaignTexts.eachDay(counted(most.plays, "play"), onDays);
  const mean = total / days.length;
  return most.plays > fullestFactor * mean
    ? campaignTexts.fullestDay(
        dayWords(most.day),
        onDays,
        figure(most.plays),
        counted(total, "play"),
      )
    : campaignTexts.betweenPlays(figure(least.plays), counted(most.plays, "play"), onDays);
}

/**
 * Four weeks of days with plays from a day on, by hour; null without any. Hours at either end that
 * have none are left out.
 */
export function mapOf(days: CampaignDetail["days"], { path, day }: { path: string; day: string }) {
  const playing = days.filter(({ plays }) => plays > 0);
  const dayIndex = playing.findIndex((one) => one.day >= day);
  const first = Math.max(0, dayIndex === -1 ? playing.length - daysShown : dayIndex);
  const visibleDays = playing.slice(first, first + daysShown);
  const hours = visibleDays.flatMap(({ byHour }) =>
    byHour.flatMap((plays, at) => (plays > 0 ? [at] : [])),
  );
  if (hours.length === 0) return null;
  const from = Math.min(...hours);
  const to = Math.max(...hours);
  const columns = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const before = playing[Math.max(0, first - daysShown)];
  const after = playing[first + daysShown];
  return {
    columns: columns.map((at) => clockOf(at * 60)),
    rows: visibleDays.map(({ day, byHour }) => ({
      label: dayWords(day),
      cells: columns.map((at) => ({ value: byHour[at] || null })),
    })),
    earlier: first > 0 && before ? withMembers(path, { day: before.day }) : null,
    later: after ? withMembers(path, { day: after.day }) : null,
  };
}
