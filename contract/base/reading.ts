import type { z } from "zod";

/**
 * Reads input by its schema. If a schema refuses a value for its form, the value is rewritten and
 * everything is read again.
 */

/**
 * Converts nothing, because JSON has types; a member that is null or empty counts as
 * absent, unless its field takes it (VAL-4).
 */
export const readJson = <S extends z.ZodType>(schema: S, input: unknown) =>
  read(schema, input, (value) => (value === null || value === "" ? undefined : value));

/** In an address all is text: the digits of a number are the number. */
export const readText = <S extends z.ZodType>(schema: S, input: unknown) =>
  read(schema, input, (value, { code, expected }) => {
    if (code !== "invalid_type" || expected !== "number" || typeof value !== "string") return value;
    const number = numberFrom(value);
    return Number.isNaN(number) ? value : number;
  });

/** The number that decimal digits write, NaN for any other text, such as "", "0x10" and "1e3". */
export const numberFrom = (text: string): number =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;

type Holder = Record<PropertyKey, unknown>;
type Issue = { code?: string; expected?: string; path: PropertyKey[]; errors?: Issue[][] };
/**
 * Gives a replacement for a value that was refused: the value itself if it is right, undefined
 * if it counts as absent.
 */
type Rewrite = (value: unknown, issue: Issue) => unknown;

function read<S extends z.ZodType>(
  schema: S,
  input: unknown,
  rewrite: Rewrite,
): z.ZodSafeParseResult<z.output<S>> {
  const result = schema.safeParse(input);
  if (result.success) return result;
  const next: Holder = { input };
  const copies = new Set<unknown>();
  for (const issue of each(result.error.issues as Issue[])) {
    const holder = holderOf(next.input, issue.path);
    const name = issue.path.at(-1);
    if (!holder || name === undefined || !Object.hasOwn(holder, name)) continue;
    const value = rewrite(holder[name], issue);
    if (Object.is(value, holder[name]) || (value === undefined && Array.isArray(holder))) continue;
    const copy = copyHolder(next, ["input", ...issue.path.slice(0, -1)], copies);
    if (value === undefined) delete copy[name];
    else copy[name] = value;
  }
  return copies.size > 0 ? read(schema, next.input, rewrite) : result;
}

/** With those of a union's options, whose paths begin at the union. */
const each = (issues: Issue[]): Issue[] =>
  issues.flatMap((issue) => [
    issue,
    ...each(
      (issue.errors ?? [])
        .flat()
        .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
    ),
  ]);

/**
 * Finds the object or list that contains a path's last part; an item of a list cannot be absent, it
 * keeps its place.
 */
function holderOf(input: unknown, path: PropertyKey[]): Holder | undefined {
  let at = input;
  for (const name of path.slice(0, -1))
    at = isHolder(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return isHolder(at) ? at : undefined;
}

/**
 * Copies the objects along a path, each once, and gives the last. Copies no more, because deeply
 * nested input cannot be cloned.
 */
function copyHolder(top: Holder, path: PropertyKey[], copies: Set<unknown>): Holder {
  let at = top;
  for (const name of path) {
    if (!copies.has(at[name])) {
      const copy = Array.isArray(at[name]) ? [...at[name]] : { ...(at[name] as Holder) };
      copies.add(copy);
      at[name] = copy;
    }
    at = at[name] as Holder;
  }
  return at;
}

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;
