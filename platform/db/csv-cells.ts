import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Writes a text cell that a spreadsheet cannot take for a formula: values that begin with = + - @
 * tab or CR get a leading apostrophe (OWASP, CSV injection). For text only: -5 is not a formula.
 */
export function csvSafe(value: SQLWrapper): SQL<string | null> {
  return sql`case when ascii(${value}::text) in (61, 43, 45, 64, 9, 13) then '''' || ${value}::text else ${value}::text end`;
}

/** A date cell, dd/MM/yy (UI-6). An instant needs the IANA time zone whose calendar counts. */
export function csvDate(value: SQLWrapper, timeZone?: string | SQLWrapper): SQL<string | null> {
  return timeZone === undefined
    ? sql`to_char(${value}, 'DD/MM/YY')`
    : sql`to_char(${value} at time zone ${timeZone}, 'DD/MM/YY')`;
}

export const csvTime = (value: SQLWrapper): SQL<string | null> => sql`to_char(${value}, 'HH24:MI')`;

export const csvInstant = (
  value: SQLWrapper,
  timeZone: string | SQLWrapper,
  precision: "minute" | "second",
): SQL<string | null> =>
  sql`to_char(${value} at time zone ${timeZone}, ${`DD/MM/YY HH24:MI${precision === "second" ? ":SS" : ""}`})`;

/** A cell of money in rupees with two decimals, of a column in paise. */
export const csvAmount = (paise: SQLWrapper): SQL<string | null> =>
  sql`(${paise} / 100.0)::numeric(14, 2)`;

/** A cell that says a stored value by its label. */
export function csvLabel(
  value: SQLWrapper,
  labels: readonly (readonly [value: string, label: string])[],
): SQL<string | null> {
  const cases = labels.map(([one, label]) => sql`when ${one}::text then ${label}::text`);
  return sql`case ${value} ${sql.join(cases, sql` `)} end`;
}
