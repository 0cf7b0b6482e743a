import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { appUser, userUnit } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";

/** The column of user_unit that holds units of a kind, and the level of the users who have them. */
export const unitColumns = {
  region: { column: userUnit.regionId, key: "regionId", level: "regional" },
  zone: { column: userUnit.zoneId, key: "zoneId", level: "zonal" },
  group: { column: userUnit.groupId, key: "groupId", level: "group" },
  store: { column: userUnit.storeId, key: "storeId", level: "store" },
} as const;
export type UnitRef = { kind: keyof typeof unitColumns; id: number };

const ofUser = and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id));

/** Finds the users who no longer have a unit of their level. */
export const findUnitless = (
  { companyId }: Scope,
  tx: Tx,
  kind: UnitRef["kind"],
  userIds: number[],
) =>
  tx
    .select({ username: appUser.username })
    .from(appUser)
    .leftJoin(userUnit, and(ofUser, sql`${unitColumns[kind].column} is not null`))
    .where(and(eq(appUser.companyId, companyId), inArray(appUser.id, userIds), isNull(userUnit.id)))
    .orderBy(appUser.id);
