import { sql } from "drizzle-orm";
import type { Db } from "../../db/types.ts";

/** Finds when a job of any process last succeeded. Throws before pg-boss has made its tables. */
export async function findLastJobEnd(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: Date | null }>(
    sql`select max(completed_on) as at from pgboss.job where state = 'completed'`,
  );
  return rows[0]?.at ?? undefined;
}
