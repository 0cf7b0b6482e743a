import { dashboardTexts } from "./texts";

export const percentChange = (now: number, before: number) =>
  before === 0 ? null : `${Math.round((Math.abs(now - before) / before) * 100)}%`;

/** Describes a change as "up 12%"; null if there is nothing to compare with. */
export const directionOf = (difference: number, by: string | null) => ({
  isUp: difference > 0,
  change:
    by === null
      ? null
      : difference === 0 || by === "0%"
        ? dashboardTexts.unchanged
        : difference > 0
          ? dashboardTexts.up(by)
          : dashboardTexts.down(by),
});

/** Describes a change as "12% more than the day before"; null without plays to compare with. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return dashboardTexts.sameAsBefore;
  return percent > 0 ? dashboardTexts.more(percent) : dashboardTexts.fewer(-percent);
}
