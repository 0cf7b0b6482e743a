import { lt, sql } from "drizzle-orm";
import type { AccountWriter } from "../../access/account-writer.ts";
import { accountToken, authSession } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { forgetOldAttempts } from "./company-account.queries.ts";

/**
 * For the daily job, over all companies: sign-in records older than the privacy policy says (36
 * months), and links a month after they ended.
 */
export async function forgetOldSessions(_by: AccountWriter, db: Db, now: Date): Promise<void> {
  const before = (interval: string) =>
    sql`${now.toISOString()}::timestamptz - ${interval}::interval`;
  await db
    .delete(authSession)
    .where(
      sql`coalesce(${authSession.endedAt}, ${authSession.rotatedAt}) < ${before("36 months")}`,
    );
  await forgetOldAttempts(db, now);
  await db.delete(accountToken).where(lt(accountToken.expiresAt, before("1 month")));
}
