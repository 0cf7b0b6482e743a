/** The levels of a user's scope that consist of units, with the units' names. */
export const unitsOf = {
  regional: "regions",
  zonal: "zones",
  group: "groups",
  store: "stores",
} as const;
export type UnitLevel = keyof typeof unitsOf;
