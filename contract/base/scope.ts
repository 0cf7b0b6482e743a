/** Levels of scope: spec section 4. No zod in here: the browser imports it too. */

export const levels = ["national", "regional", "zonal", "group", "store"] as const;
export type Level = (typeof levels)[number];

/** 1 is the widest; 0 stands for a level that is not known. */
export const rankOf = (level: string | null | undefined): number => levels.indexOf(level as Level) + 1;

export const unitKinds = ["region", "zone", "group", "store"] as const;
export type UnitKind = (typeof unitKinds)[number];

/** The kinds of unit below a level that its user may choose among: regional gives zone, group and store. */
export const lowerUnits = (level: string | null | undefined): readonly UnitKind[] => {
  const rank = rankOf(level);
  return rank === 0 ? [] : unitKinds.slice(rank - 1);
};

/** The member of a user's form that holds the units of a level; the national level has none. */
export const unitFields = { regional: "regionIds", zonal: "zoneIds", group: "groupIds", store: "storeIds" } as const;
