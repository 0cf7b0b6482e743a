import { showDate, showInstant } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { ReportCell } from "#contract/reports/endpoints";
import type { Column, Format } from "#contract/reports/report";

type DisplayLocale = { timeZone: string; figures: Figures };

/** Formats a cell for people; "" if the value is unknown. Instants are shown in `timeZone`. */
export function showCell(
  value: ReportCell | undefined,
  column: Column,
  { timeZone, figures }: DisplayLocale,
): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return showFigure(value, column.format, figures);
  switch (column.format) {
    case "choice":
      return column.labels[value] ?? value;
    case "date":
      return showDate(value);
    case "time":
      return value.slice(0, 5);
    case "instant":
      return showInstant(new Date(value), timeZone);
    default:
      return value;
  }
}

/** A figure's format; a time is shown in hours or in minutes. */
export type Measure = Format | "hours" | "minutes";

/** Shows times in hours if the largest is an hour or more. */
export const measureOf = (format: Format, largest: number): Measure =>
  format === "seconds" ? (largest >= 3600 ? "hours" : "minutes") : format;

/** Formats a number of a chart or a total: a time in one unit, "3,716 h". */
export function showMeasure(value: number, measure: Measure, figures: Figures): string {
  if (measure === "hours") return `${inUnit(value / 3600, figures)} h`;
  if (measure === "minutes") return `${inUnit(value / 60, figures)} min`;
  return showFigure(value, measure, figures);
}

const inUnit = (value: number, { figure, rounded }: Figures) =>
  value >= 100 ? figure(Math.round(value)) : rounded(value);

/** The axis marks are multiples of this many seconds. */
export const tickUnits: Partial<Record<Measure, number>> = { hours: 3600, minutes: 60 };

/** Always shows hours, so that minutes are not read as hours in the same column: 0:07:00. */
function showHours(seconds: number, figures: Figures): string {
  const whole = Math.round(seconds);
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  return [figures.figure(Math.floor(whole / 3600)), ...rest].join(":");
}

/** Formats a number. Money is given in paise, percents from 0 to 100. */
export function showFigure(value: number, format: Format, figures: Figures): string {
  switch (format) {
    case "percent":
      return `${figures.figure(value)}%`;
    case "seconds":
      return showHours(value, figures);
    case "money":
      return figures.money(value);
    default:
      return figures.figure(value);
  }
}
