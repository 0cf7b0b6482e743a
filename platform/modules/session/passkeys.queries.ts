import { and, eq } from "drizzle-orm";
import type { AccountWriter } from "../../access/account-writer.ts";
import { passkey } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { UserKey } from "./session.queries.ts";

/** The user is the caller, or was found by a challenge: these take no scope. */
const isOf = ({ companyId, userId }: UserKey, id?: string) =>
  and(
    eq(passkey.companyId, companyId),
    eq(passkey.userId, userId),
    id === undefined ? undefined : eq(passkey.id, id),
  );

export const findPasskeys = (db: Db, user: UserKey) =>
  db.select().from(passkey).where(isOf(user)).orderBy(passkey.createdAt, passkey.id);

export async function findPasskey(db: Db, user: UserKey, id: string) {
  const [row] = await db.select().from(passkey).where(isOf(user, id));
  return row;
}

export const insertPasskey = (_by: AccountWriter, tx: Tx, row: typeof passkey.$inferInsert) =>
  tx.insert(passkey).values(row);

export const noteUse = (
  _by: AccountWriter,
  tx: Tx,
  {
    user,
    id,
    counter,
    lastUsedAt,
  }: { user: UserKey; id: string; counter: number; lastUsedAt: Date },
) => tx.update(passkey).set({ counter, lastUsedAt }).where(isOf(user, id));

/** Gives its name; undefined if the user has no such passkey. */
export async function deletePasskey(
  _by: AccountWriter,
  tx: Tx,
  user: UserKey,
  id: string,
): Promise<string | undefined> {
  const [gone] = await tx.delete(passkey).where(isOf(user, id)).returning({ name: passkey.name });
  return gone?.name;
}
