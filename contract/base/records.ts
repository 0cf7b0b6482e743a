/** Objects whose member names are known to TypeScript, and lists of known values. No zod in here. */

/** Lists the names of an object's members, in their order. */
export const memberNames = <T extends object>(object: T) =>
  Object.keys(object) as (keyof T & string)[];

/** Makes an object with a member for each key. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  makeValue: (key: Key, place: number) => Value,
) =>
  Object.fromEntries(keys.map((key, place) => [key, makeValue(key, place)])) as Record<Key, Value>;

/** True if an object has a member of this name of its own. */
export const isMemberOf = <T extends object>(
  object: T,
  name: PropertyKey,
): name is keyof T & string => Object.hasOwn(object, name);

/** True if a list has this value. */
export const isAmong = <const T>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value);
