/** The levels of a user's scope that have units to choose, and what these are called. */
export const unitsOf = {
  regional: "regions",
  zonal: "zones",
  group: "groups",
  store: "stores",
} as const;
export type UnitLevel = keyof typeof unitsOf;
