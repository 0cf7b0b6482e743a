import { and, eq, sql } from "drizzle-orm";
import type { Caller, SessionCaller } from "../../access/caller.ts";
import { appUser } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** The caller is the whole scope here: nobody else's row can be named. */
const own = (caller: Caller) =>
  and(eq(appUser.companyId, caller.companyId), eq(appUser.id, caller.id));

const columns = {
  username: appUser.username,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  email: appUser.email,
  liteMode: appUser.liteMode,
  theme: appUser.theme,
  emailNotifications: appUser.emailNotifications,
  version: appUser.version,
};

export async function findAccount(caller: Caller, db: Db) {
  const [row] = await db.select(columns).from(appUser).where(own(caller));
  return row;
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function lockAccount(caller: Caller, tx: Tx) {
  const [row] = await tx.select(columns).from(appUser).where(own(caller)).for("update");
  return row;
}

export async function changeAccount(
  caller: SessionCaller,
  tx: Tx,
  change: Partial<Omit<Account, "username" | "version">>,
) {
  const [changed] = await tx
    .update(appUser)
    .set({ ...change, version: sql`${appUser.version} + 1`, updatedAt: sql`now()` })
    .where(own(caller))
    .returning(columns);
  return changed;
}
