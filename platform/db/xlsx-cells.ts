import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Cells and rows of a worksheet (ECMA-376 part 1, 18.3), written by the database like those of a
 * CSV: a row is one CSV field that needs no quotes, because its XML has no comma, double quote or
 * line break in it. Cells here lack the beginning, which names their place.
 */

/**
 * Placeholder for the row's number, which the database does not know. Texts have no control
 * characters.
 */
export const rowNumberMark = "\u0001";

/** The place of each format in the style sheet's cellXfs (platform/http/workbook.ts). */
export const xlsxStyles = { heading: 1, date: 2, minute: 3, time: 4, money: 5, second: 6 } as const;

const longestText = 32_767;
/** Characters with a meaning in XML or CSV, and those that XML cannot hold. */
const special = '[&<>",\\u0001-\\u001f\\ufffe\\uffff]|_x[0-9A-Fa-f]{4}_';
const controls = String.fromCharCode(
  ...Array.from({ length: 31 }, (_, at) => at + 1),
  0xfffe,
  0xffff,
);
const entities = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&#34;"],
  [",", "&#44;"],
  ["\t", "&#9;"],
  ["\n", "&#10;"],
  ["\r", "&#13;"],
] as const;

/** A text cell: an inline string, which is never a formula. Control characters are left out. */
export function xlsxText(value: SQLWrapper): SQL<string> {
  const text = sql`left((${value})::text, ${longestText}::int)`;
  const plain = sql`regexp_replace(${text}, '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g')`;
  const escaped = entities.reduce(
    (inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`,
    plain,
  );
  const safe = sql`case when ${text} ~ ${special} then translate(${escaped}, ${controls}, '') else ${text} end`;
  return cell(sql`' t=''inlineStr''><is><t xml:space=''preserve''>' || ${safe} || '</t></is></c>'`);
}

/** Writes a number unformatted. */
export const xlsxNumber = (value: SQLWrapper): SQL<string> =>
  cell(sql`'><v>' || (${value})::text || '</v></c>'`);

/**
 * Days since 30 December 1899, which is day 0 for spreadsheets, in a style that shows a date, a
 * time or both.
 */
export const xlsxDate = (value: SQLWrapper): SQL<string> =>
  styled("date", sql`(${value} - date '1899-12-30')`);
export const xlsxTime = (value: SQLWrapper): SQL<string> =>
  styled("time", sql`round(extract(epoch from ${value}) / 86400, 10)`);
export const xlsxInstant = (
  value: SQLWrapper,
  timeZone: string | SQLWrapper,
  precision: "minute" | "second",
): SQL<string> =>
  styled(
    precision,
    // cut like the CSV, because Excel shows 51.9 s as 52
    sql`round(extract(epoch from date_trunc(${precision}, ${value} at time zone ${timeZone}) - timestamp '1899-12-30') / 86400, 10)`,
  );
/** Rupees of a column in paise. */
export const xlsxMoney = (paise: SQLWrapper): SQL<string> =>
  styled("money", sql`round(${paise} / 100.0, 2)`);

const styled = (style: keyof typeof xlsxStyles, value: SQL): SQL<string> =>
  cell(sql`${` s='${xlsxStyles[style]}'><v>`} || (${value})::text || '</v></c>'`);
const cell = (written: SQL): SQL<string> => sql`coalesce(${written}, '/>')`;

/** A row of these cells as one text, its XML. */
export function xlsxRow(cells: readonly SQLWrapper[]): SQL {
  const placed = cells.map(
    (written, at) => sql`${`<c r='${columnName(at)}${rowNumberMark}'`}::text || ${written}`,
  );
  return sql`${`<row r='${rowNumberMark}'>`}::text || ${sql.join(placed, sql` || `)} || '</row>'`;
}

/** "A" is the column at 0, "AB" the one at 27. */
export const columnName = (at: number): string =>
  (at < 26 ? "" : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
