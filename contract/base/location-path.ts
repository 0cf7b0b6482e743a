/**
 * The way to a location, from the region down: "West › Mumbai › High street". What is not given, as
 * above a caller's scope, is left out.
 */
export const locationPath = (...names: (string | null | undefined)[]): string =>
  names.filter(Boolean).join(" › ");
