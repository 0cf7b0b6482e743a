import pg from "pg";

const { builtins } = pg.types;
/** pg names no array types. */
const TEXT_ARRAY = 1009 as Parameters<typeof pg.types.getTypeParser>[0];
const asText = (value: string) => value;
const instant: (value: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
const textArray: (value: string) => unknown = pg.types.getTypeParser(TEXT_ARRAY);

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, safeInteger],
  [1016, arrayOf(safeInteger)],
  [builtins.NUMERIC, asText],
  [1231, textArray],
  [builtins.DATE, asText],
  [1182, textArray],
  [builtins.TIMESTAMPTZ, instant],
  [1185, arrayOf(instant)],
  // drizzle's columns read these from text
  [builtins.TIMESTAMP, asText],
  [1115, textArray],
  [builtins.INTERVAL, asText],
  [1187, textArray],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) || pg.types.getTypeParser(oid, format as "text"),
};

/**
 * A connection whose answers come out the same on both engines and in drizzle's raw queries: bigint is a number (it throws beyond
 * what a number holds exactly), numeric a string, date 'YYYY-MM-DD', timestamptz a Date.
 */
export class TypedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, types });
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    // drizzle hands over parsers of its own with each query, by which timestamptz would stay text
    const typed = (config: unknown, ...rest: unknown[]) =>
      query(typeof config === "object" && config !== null && "types" in config ? { ...config, types } : config, ...rest);
    Object.assign(this, { query: typed });
  }
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint ${value} is beyond what a number holds exactly`);
  return number;
}

function arrayOf(parse: (value: string) => unknown) {
  const each = (value: unknown): unknown => (Array.isArray(value) ? value.map(each) : typeof value === "string" ? parse(value) : value);
  return (value: string) => each(textArray(value));
}
