import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { UserForm } from "#contract/users/user-form";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { appUser, email, importRow, login, store } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { Slice } from "../imports/index.ts";

export type StagedUser = { line: number; form: UserForm };

const additions = ({ companyId }: Scope, importId: string, where?: SQL) =>
  and(
    eq(importRow.companyId, companyId),
    eq(importRow.importId, importId),
    eq(importRow.outcome, "add"),
    where,
  );

/** The users that a file adds, by line. */
export async function findStagedUsers(
  scope: Scope,
  db: Db,
  { importId, fromLine, toLine }: Slice,
): Promise<StagedUser[]> {
  const rows = await db
    .select({ line: importRow.line, form: sql<UserForm>`${importRow.value} -> 'form'` })
    .from(importRow)
    .where(additions(scope, importId, sql`${importRow.line} between ${fromLine} and ${toLine}`))
    .orderBy(importRow.line);
  return rows;
}

/** Finds which of these lower-case names are taken, in any company. */
export async function findTakenUsernames(db: Db, usernames: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ username: login.username })
    .from(login)
    .where(inArray(login.username, usernames));
  return new Set(rows.map(({ username }) => username));
}

/** The invitations that wait for these users, by their names in lower case. */
export const findInvitations = ({ companyId }: Scope, db: Db, usernames: string[]) =>
  db
    .select({ companyId: email.companyId, id: email.id })
    .from(email)
    .innerJoin(appUser, and(eq(appUser.companyId, email.companyId), eq(appUser.id, email.itemId)))
    .where(
      and(
        eq(email.companyId, companyId),
        eq(email.itemKind, "user"),
        eq(email.kind, "invitation"),
        eq(email.state, "queued"),
        sql`lower(${appUser.username}) = any(${sql.param(usernames)}::text[])`,
      ),
    )
    .orderBy(email.id);

/**
 * The stores within the scope that have one of these codes or names, in lower case, or the code
 * but for the zeros in front.
 */
export const findStoresNamed = (scope: Scope, db: Db | Tx, names: string[]) =>
  db
    .select({ id: store.id, code: store.code, name: store.name })
    .from(store)
    .where(
      and(
        storesWithin(scope),
        sql`(lower(${store.code}) = any(${sql.param(names)}::text[]) or lower(${store.name}) = any(${sql.param(names)}::text[])
          or (${store.code} ~ '^0[0-9]+$' and ltrim(${store.code}, '0') = any(${sql.param(names)}::text[])))`,
      ),
    );
