/** Levels of scope: spec section 4. No zod in here: the browser imports it too. */

export const levels = ["national", "regional", "zonal", "group", "store"] as const;
export type Level = (typeof levels)[number];

const rankedLevels: readonly string[] = levels;
/** 1 is the widest level, 0 an unknown one. */
export const rankOf = (level: string | null | undefined): number =>
  rankedLevels.indexOf(level ?? "") + 1;

export const unitKinds = ["region", "zone", "group", "store"] as const;

/**
 * The levels that client staff of a level may give others, and whose people they may manage (CTX-1,
 * ROL-3): those below their own. The national level has all of them; a user without a level counts
 * as national (CTX-3).
 */
export const selectableLevels = (level: Level | null | undefined): readonly Level[] =>
  level == null || level === "national" ? levels : levels.slice(rankOf(level));

/** The member of a user's form that holds the units of a level; the national level has none. */
export const unitFields = {
  regional: "regionIds",
  zonal: "zoneIds",
  group: "groupIds",
  store: "storeIds",
} as const;
