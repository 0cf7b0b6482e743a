import type { Duplex } from "node:stream";
import pg from "pg";

const { builtins } = pg.types;
/** pg names no array types. */
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0];
const toText = (value: string) => value;
const instant: (value: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
const textArray: (value: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY);

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, safeInteger],
  [1016, arrayOf(safeInteger)],
  [builtins.NUMERIC, toText],
  [1231, textArray],
  [builtins.DATE, toText],
  [1182, textArray],
  [builtins.TIMESTAMPTZ, instant],
  [1185, arrayOf(instant)],
  // drizzle's columns read these from text
  [builtins.TIMESTAMP, toText],
  [1115, textArray],
  [builtins.INTERVAL, toText],
  [1187, textArray],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format as "text"),
};

/**
 * A connection whose answers come out the same on both engines and in drizzle's raw queries: bigint
 * is a number (it throws beyond what a number holds exactly), numeric a string, date 'YYYY-MM-DD',
 * timestamptz a Date.
 */
export class TypedClient extends pg.Client {
  /** While it is corked. */
  #stream: Duplex | undefined;

  constructor(config?: pg.ClientConfig) {
    super({ ...config, types });
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    // drizzle hands over parsers of its own with each query, by which timestamptz would stay text
    const queryTyped = (config: unknown, ...rest: unknown[]) =>
      query(
        typeof config === "object" && config !== null && "types" in config
          ? { ...config, types }
          : config,
        ...rest,
      );
    Object.assign(this, {
      query: (...args: unknown[]) => this.#together(() => queryTyped(...(args as [unknown]))),
    });
  }

  /**
   * Sends all messages of this tick in one piece, if the connection is a
   * pipeline.
   */
  #together<T>(send: () => T): T {
    if (this.#stream === undefined && this.pipeline) {
      this.#stream = (this as unknown as { connection: { stream: Duplex } }).connection.stream;
      this.#stream.cork();
      process.nextTick(() => {
        this.#stream?.uncork();
        this.#stream = undefined;
      });
    }
    return send();
  }
}

/** Longer statements are bulk inserts, whose text changes with their number of rows. */
const namedUpTo = 10_000;
const namesAtMost = 500;
const names = new Map<string, string>();

/**
 * A connection on which PostgreSQL plans each statement with parameters once and not every time,
 * which for a list's query takes longer than running it. For connections of our own only: the
 * embedded engine, and poolers that hand a connection to another client after each transaction,
 * know no named statements.
 */
export class PreparingClient extends TypedClient {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query as (...args: unknown[]) => unknown;
    const queryByName = (statement: unknown, ...rest: unknown[]) => {
      const name = Array.isArray(rest[0]) && rest[0].length > 0 ? nameOf(statement) : undefined;
      return query(name ? { ...(statement as pg.QueryConfig), name } : statement, ...rest);
    };
    Object.assign(this, { query: queryByName });
  }
}

/** Gives a name to a statement from drizzle; undefined for those that need none. */
function nameOf(statement: unknown): string | undefined {
  if (
    typeof statement !== "object" ||
    statement === null ||
    !("text" in statement) ||
    typeof statement.text !== "string"
  )
    return undefined;
  const { text } = statement;
  if (text.length > namedUpTo) return undefined;
  const existingName = names.get(text);
  if (existingName !== undefined || names.size >= namesAtMost) return existingName;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`bigint ${value} is beyond what a number holds exactly`);
  return number;
}

function arrayOf(parse: (value: string) => unknown) {
  const each = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(each) : typeof value === "string" ? parse(value) : value;
  return (value: string) => each(textArray(value));
}
