/**
 * A list as PostgreSQL spells an array, for numbers and for words of letters, digits, "-" and "_"
 * (ids, UUIDs, the contract's own words). pg quotes and escapes each value of a list that it is
 * given, which takes most of the time of sending thousands.
 */
export const plainList = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? "null").join(",")}}`;
