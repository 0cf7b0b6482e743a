/**
 * Records as columns, by the path of each value ("trace.rest.seconds"), so that similar values are
 * next to each other and compress well. Objects are plain, and none is empty; lists are values as
 * a whole. A column whose values are all the same is kept as that one value.
 */
export type Columns = Record<string, unknown[] | { all: unknown }>;

/** Stands for a path that a record lacks: no value is an empty object. */
const absent = {};

export function toColumns(records: readonly object[]): Columns {
  const flat = records.map((record) => new Map(pathsOf(record)));
  const paths = new Set(flat.flatMap((record) => [...record.keys()]));
  return Object.fromEntries(
    [...paths].map((path) => {
      const values = flat.map((record) => (record.has(path) ? record.get(path) : absent));
      const isConstant = new Set(values.map((value) => JSON.stringify(value))).size === 1;
      return [path, isConstant ? { all: values[0] } : values];
    }),
  );
}

function pathsOf(value: object): [string, unknown][] {
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (member === undefined) return [];
    if (member === null || typeof member !== "object" || Array.isArray(member))
      return [[key, member]];
    return pathsOf(member).map(([path, leaf]) => [`${key}.${path}`, leaf]);
  });
}

/** The record that stood at a place. */
export function fromColumns(columns: Columns, place: number): object {
  const record: Record<string, unknown> = {};
  for (const [path, column] of Object.entries(columns)) {
    const value = Array.isArray(column) ? column[place] : column.all;
    if (isAbsent(value)) continue;
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    let owner = record;
    for (const key of keys) {
      owner[key] ??= {};
      owner = owner[key] as Record<string, unknown>;
    }
    owner[last] = value;
  }
  return record;
}

const isAbsent = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
