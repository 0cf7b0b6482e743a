import { addMonths, format, parseISO } from "date-fns";

/**
 * The day after the billing period that runs on `today` ends. Periods of so many months begin on `startsOn`; one that would begin on a
 * day that its month has not begins on the month's last (31 January, 28 February, 31 March). Before the first period begins, it is
 * the day after the first.
 */
export function nextInvoiceDate(startsOn: string, months: number, today: string): string {
  const start = parseISO(startsOn);
  const beginOf = (period: number) => format(addMonths(start, period * months), "yyyy-MM-dd");
  const [year = 0, month = 0] = today.split("-").map(Number);
  const monthsSince = (year - start.getFullYear()) * 12 + month - 1 - start.getMonth();
  const running = Math.max(1, Math.floor(monthsSince / months));
  return beginOf(running) > today ? beginOf(running) : beginOf(running + 1);
}
