import { dateIn, showDate, showLength, timeIn } from "#contract/base/dates";
import { figure } from "#contract/base/figure";
import type { ReportCell } from "#contract/reports/endpoints";
import type { Column, Format } from "#contract/reports/report";

/** Formats a cell for people; "" if the value is unknown. Instants are shown in `timeZone`. */
export function showCell(value: ReportCell | undefined, column: Column, timeZone: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return showFigure(value, column.format);
  switch (column.format) {
    case "choice":
      return column.labels[value] ?? value;
    case "date":
      return showDate(value);
    case "time":
      return value.slice(0, 5);
    case "instant":
      return `${showDate(dateIn(timeZone, new Date(value)))} ${timeIn(timeZone, new Date(value))}`;
    default:
      return value;
  }
}

/** Formats a number. Money is given in paise, percents from 0 to 100. */
export function showFigure(value: number, format: Format): string {
  switch (format) {
    case "percent":
      return `${value}%`;
    case "seconds":
      return showLength(value);
    case "money":
      return `₹${(value / 100).toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    default:
      return figure(value);
  }
}
