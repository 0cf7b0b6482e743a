import { count, gte } from "drizzle-orm";
import { storeState } from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";

const minutes = 5;

/**
 * Stores of all companies whose player was seen in the last five minutes, as a store's status
 * counts it (docs/domain.md section 4).
 */
export async function countPlayersOnline(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - minutes * 60_000);
  const [row] = await db
    .select({ online: count() })
    .from(storeState)
    .where(gte(storeState.lastSeenAt, since));
  return row?.online ?? 0;
}
