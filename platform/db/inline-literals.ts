import type { SQLWrapper } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";

/**
 * The statement's text with every parameter as a quoted literal, for COPY, which takes none. Each
 * literal is of unknown type, as a bound parameter is, so that the server infers the same types as
 * in the ordinary query. Throws on values that cannot be written exactly (NUL, placeholders,
 * functions, numbers that are not finite).
 */
export function inlineLiterals(statement: SQLWrapper): string {
  const text = dialect.sqlToQuery(statement.getSQL()).sql;
  if (text.includes("\0")) throw new TypeError("a statement cannot hold NUL");
  return text;
}

/**
 * Where drizzle asks for "$1" it gets the literal itself: no text is searched or replaced
 * afterwards.
 */
class LiteralDialect extends PgDialect {
  override escapeParam(_index: number, value?: unknown): string {
    return literal(value);
  }
}

const dialect = new LiteralDialect();

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return pg.escapeLiteral(toText(value));
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot stand in a statement`);
    return String(value);
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(",")}}`;
  if (
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  ) {
    return JSON.stringify(value);
  }
  throw new TypeError("a value of this kind cannot stand in a statement");
}

function arrayItem(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return toText(value);
  return `"${toText(value).replace(/[\\"]/g, "\\$&")}"`;
}
