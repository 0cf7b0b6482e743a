import { and, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { Page } from "#contract/base/endpoint";
import { invalid } from "../base/refusal.ts";
import type { Db } from "./types.ts";

/**
 * One part of the order of a list. The parts together identify a row; none is ever null, and text
 * has at most 200 characters.
 */
export type KeyPart = { value: SQLWrapper; type: KeyType };
export type KeyType = keyof typeof keyTypes;
/** The page that a caller asks for: up to `limit` rows, from the cursor on. */
export type PageRequest = { limit: number; cursor?: string | undefined };
/** The parts of a row's key as text, whatever their types. */
export type Key = readonly string[];

const keyTypes = {
  text: {
    type: "text",
    fits: (text: string) => text.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(text),
  },
  integer: {
    type: "bigint",
    fits: (text: string) => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)),
  },
  number: {
    type: "float8",
    fits: (text: string) =>
      /^-?\d[\d.]{0,20}(e[+-]\d\d)?$/.test(text) && Number.isFinite(Number(text)),
  },
  /** To the millisecond, as toISOString writes it, of years that a database can hold. */
  instant: {
    type: "timestamptz",
    fits: (text: string) => /^[12]\d{3}-/.test(text) && isInstant(text),
  },
} as const;
const isInstant = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
const toText = ({ value, type }: KeyPart) =>
  type === "instant"
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`(${value})::text`;

/** Gives the column of a sort; a leading minus means descending. */
export const columnOf = <Sort extends string>(sort: Sort) =>
  sort.replace(/^-/, "") as Sort extends `-${infer Column}` ? Column : Sort;

/** The parts of most keys: a text that sorts by its bytes, and the id that makes it one row's. */
export const textKey = (value: SQLWrapper): KeyPart => ({ value, type: "text" });
export const idKey = (value: SQLWrapper): KeyPart => ({ value, type: "integer" });

/**
 * Pages a list by the keys of its rows, all parts ascending or all descending. Select the keys as
 * `rowKey` with the rows, add `where` and `orderBy` to the query, ask for one row more than the
 * limit, and pass the rows to `page`. Throws 422 on `cursor` for one that is not ours, or not
 * of this order.
 */
export function keyset(
  parts: readonly KeyPart[],
  { descending, cursor }: { descending: boolean; cursor: string | undefined },
) {
  const place = readPlace(cursor, parts);
  const down = descending !== (place?.back ?? false);
  const row = sql`(${sql.join(
    parts.map(({ value }) => value.getSQL()),
    sql`, `,
  )})`;
  const compared = (operator: string, key: Key) => {
    const values = parts.map(({ type }, at) => sql`${key[at]}::${sql.raw(keyTypes[type].type)}`);
    return sql`${row} ${sql.raw(operator)} (${sql.join(values, sql`, `)})`;
  };
  const direction = sql.raw(down ? "desc" : "asc");
  const array = sql<string[]>`array[${sql.join(parts.map(toText), sql`, `)}]`;
  const orderBy = sql.join(
    parts.map(({ value }) => sql`${value} ${direction}`),
    sql`, `,
  );
  return {
    select: array,
    where: place && compared(down ? "<" : ">", place.key),
    orderBy,
    /** The first part of the key that the page comes after, and which way it goes. */
    after: place?.key[0],
    descending: down,
    /**
     * Yields conditions that cut a list into slices of `rows` rows of `from` and `where`, or one
     * slice of everything if `rows` is undefined. `prefix` goes before each select: the
     * WITH part that `from` needs.
     */
    async *slices(
      db: Db,
      rows: number | undefined,
      { prefix = sql``, from, where }: { prefix?: SQL; from: SQLWrapper; where?: SQL | undefined },
    ): AsyncGenerator<SQL | undefined, void, undefined> {
      const findKey = async (begin: SQL | undefined, skip: number) => {
        const those = and(where, begin) ?? sql`true`;
        const {
          rows: [last],
        } = await db.execute<{
          rowKey: string[];
        }>(sql`${prefix} select ${array} as "rowKey" from ${from}
          where ${those} order by ${orderBy} offset ${skip} limit 1`);
        return last?.rowKey;
      };
      let after: Key | undefined;
      do {
        const begin: SQL | undefined = after && compared(down ? "<" : ">", after);
        const last: Key | undefined =
          rows === undefined ? undefined : await findKey(begin, rows - 1);
        yield and(begin, last && compared(down ? ">=" : "<=", last));
        after = last;
      } while (after);
    },
    page: <Row extends { rowKey: Key }>(rows: Row[], limit: number) =>
      makePage(rows, limit, place, ({ rowKey }) => rowKey),
  };
}

type Place = { key: Key; back: boolean };
const Cursor = z.strictObject({ key: z.array(z.string()), back: z.boolean() });

function readPlace(
  text: string | undefined,
  parts: readonly Pick<KeyPart, "type">[],
): Place | undefined {
  if (text === undefined) return undefined;
  try {
    const place = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    const fits =
      place.key.length === parts.length &&
      parts.every(({ type }, at) => keyTypes[type].fits(place.key[at] ?? ""));
    if (fits) return place;
  } catch {}
  throw invalid({ cursor: "This page link is no longer valid." });
}

const writePlace = (place: Place) => Buffer.from(JSON.stringify(place)).toString("base64url");

/** Makes a page from rows in the query's order, which is reversed if the cursor goes back. */
function makePage<Row>(
  fetchedRows: Row[],
  limit: number,
  place: Place | undefined,
  keyOf: (row: Row) => Key,
) {
  const more = fetchedRows.length > limit;
  const rows = fetchedRows.slice(0, limit);
  if (place?.back) rows.reverse();
  const first = rows.at(0);
  const last = rows.at(-1);
  const hasNext = place?.back ? true : more;
  const hasPrev = place?.back ? more : place !== undefined;
  const page: Page = {
    limit,
    next: hasNext && last ? writePlace({ key: keyOf(last), back: false }) : null,
    prev: hasPrev && first ? writePlace({ key: keyOf(first), back: true }) : null,
  };
  return { rows, page };
}

/**
 * Where a page begins of a list that is kept in memory: after (or, going back, before) this sort
 * value and id.
 */
export type Cursor = { value: string; id: number; back: boolean };

/** Throws 422 on `cursor` for anything this file did not make. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const place = readPlace(text, [{ type: "text" }, { type: "integer" }]);
  return place && { value: place.key[0] ?? "", id: Number(place.key[1]), back: place.back };
}

/** Writes a cursor for readCursor, for lists whose pages end by another rule than their length. */
export const writeCursor = ({ value, id, back }: Cursor): string =>
  writePlace({ key: [value, String(id)], back });

/** Makes the same page as keyset for a list in memory. `keyOf` gives a row's sort value and id. */
export function pageOf<Row>(
  fetchedRows: Row[],
  limit: number,
  cursor: Cursor | undefined,
  keyOf: (row: Row) => { value: string; id: number },
) {
  const place = cursor && { key: [cursor.value, String(cursor.id)], back: cursor.back };
  return makePage(fetchedRows, limit, place, (row) => {
    const { value, id } = keyOf(row);
    return [value, String(id)];
  });
}
