import { and, eq, sql } from "drizzle-orm";
import { byStore } from "#contract/base/group-by";
import {
  playerDevice,
  store,
  storeHours,
  storeHoursException,
  storeState,
} from "../platform/db/schema/index.ts";
import type { Db } from "../platform/db/types.ts";
import { type Shop, simulatedVersions } from "./behaviour.ts";

/**
 * A store of the demo with its player's last report; `isVisitors`: a visitor runs its player, not
 * the simulator.
 */
export type DemoShop = Shop & {
  createdAt: Date;
  lastSeenAt: Date | null;
  lastPlayedAt: Date | null;
  isVisitors: boolean;
};

/** The stores of a company whose player has ever been heard of. */
export async function loadShops(db: Db, companyId: number): Promise<DemoShop[]> {
  const isSimulated = sql`${storeState.playerVersion} = any(${sql.param([...simulatedVersions])}::text[])`;
  const hasDevice = sql`exists (select from ${playerDevice} where ${playerDevice.companyId} = ${store.companyId} and ${playerDevice.storeId} = ${store.id})`;
  const rows = await db
    .select({
      companyId: store.companyId,
      id: store.id,
      groupId: store.groupId,
      status: store.status,
      statusSince: store.statusSince,
      timeZone: store.timeZone,
      volume: store.volume,
      createdAt: store.createdAt,
      lastSeenAt: storeState.lastSeenAt,
      lastPlayedAt: storeState.lastPlayedAt,
      isVisitors: sql<boolean>`${hasDevice} or not coalesce(${isSimulated}, false)`,
    })
    .from(store)
    .innerJoin(
      storeState,
      and(eq(storeState.companyId, store.companyId), eq(storeState.storeId, store.id)),
    )
    .where(eq(store.companyId, companyId))
    .orderBy(store.id);
  const weeks = byStore(
    await db.select().from(storeHours).where(eq(storeHours.companyId, companyId)),
  );
  const dates = byStore(
    await db.select().from(storeHoursException).where(eq(storeHoursException.companyId, companyId)),
  );
  return rows.map((row) => ({
    ...row,
    hours: weeks.get(row.id) ?? [],
    exceptions: dates.get(row.id) ?? [],
  }));
}
