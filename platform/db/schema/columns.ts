import { sql } from "drizzle-orm";
import { bigint, customType, integer, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { spotKinds } from "#contract/ads/words";
import { formatAmount, parseAmount } from "#contract/base/money";

export const companyId = () => bigint("company_id", { mode: "number" }).notNull();
export const identity = () =>
  bigint("id", { mode: "number" }).notNull().generatedByDefaultAsIdentity();
export const reference = (name: string) => bigint(name, { mode: "number" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
/**
 * Rises with each saved change of a form. A person who saves an older version is shown what changed
 * since (docs/decisions/organisation.md).
 */
export const version = () => integer("version").notNull().default(1);
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/**
 * Money: integer paise in the database, rupees as text in code, as the API and audit entries have
 * them (contract/base/money.ts).
 */
export const amount = customType<{ data: string; driverData: string | number }>({
  dataType: () => "bigint",
  toDriver: parseAmount,
  fromDriver: (paise) => formatAmount(Number(paise)),
});

/** Money as a number of paise in code too, to be counted with. */
export const paise = (name: string) => bigint(name, { mode: "number" }).notNull();

/**
 * SQL of the hours of a column with one number for each, added up: reading 24 elements of a stored
 * array takes 2 to 4 µs.
 */
export const sumOfHours = (column: string) =>
  Array.from({ length: 24 }, (_, hour) => `${column}[${hour + 1}]::int`).join(" + ");

/**
 * SQL of a text's sort key in lists: small letters without accents, and numbers in natural order
 * ("Store 2" before "Store 10"), with each run of digits padded to eight (docs/decisions/lists.md).
 * Keys are compared by bytes, because then both engines sort alike, and cut to 100 characters,
 * because a cursor holds no more. `of` is SQL too, never user input.
 */
export const naturalOrder = (of: string) =>
  `left(regexp_replace(regexp_replace(fold_text(${of}), '([0-9]+)', '0000000\\1', 'g'), '0*([0-9]{8,})', '\\1', 'g'), 100)`;

const textByBytes = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
/**
 * A column that holds the natural order of a name, kept by the database; `of` is over columns of
 * the same table.
 */
export const sortKey = (name: string, of: string) =>
  textByBytes(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(naturalOrder(of)));

/**
 * SQL that puts a mark before each word of what `of` gives, without case and accents. A search for
 * the mark and a word costs a tenth of a search by a pattern.
 */
export const markWords = (of: string) =>
  `regexp_replace(fold_text(${of}), '(^|[^[:alnum:]])([[:alnum:]])', '\\1' || chr(1) || '\\2', 'g')`;

/**
 * A column of the texts by which the global search finds a row, each on a line of its own, the key
 * first; kept by the database.
 */
export const searchLines = (...columns: string[]) =>
  text("search_lines")
    .notNull()
    .generatedAlwaysAs(
      sql.raw(
        markWords(`chr(10) || ${columns.map((column) => `${column} || chr(10)`).join(" || ")}`),
      ),
    );

export const spotKind = () => text("kind", { enum: spotKinds }).notNull();

/** One number for each hour of a calendar day, from 00:00 on. */
export const byHour = (name: string) => smallint(name).array().notNull();
/** The sum of such a column, stored because reports add up many stores and days. */
export const sumColumn = (column: string) =>
  integer(`${column}_in_all`)
    .notNull()
    .generatedAlwaysAs(sql.raw(sumOfHours(column)));
