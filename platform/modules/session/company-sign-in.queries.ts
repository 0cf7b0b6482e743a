import { and, count, eq, ne, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { hasTwoSteps } from "../../access/two-steps.ts";
import { appUser, company } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const columns = { id: company.id, name: company.name, requiresTwoSteps: company.requiresTwoSteps };

export async function findSignInRules(scope: Scope, db: Db) {
  const [row] = await db.select(columns).from(company).where(eq(company.id, scope.companyId));
  return row;
}

export async function lockSignInRules(scope: Scope, tx: Tx) {
  const [row] = await tx
    .select(columns)
    .from(company)
    .where(eq(company.id, scope.companyId))
    .for("update");
  return row;
}

export const saveSignInRules = (scope: Scope, tx: Tx, rules: { requiresTwoSteps: boolean }) =>
  tx
    .update(company)
    .set({ ...rules, updatedAt: sql`now()` })
    .where(eq(company.id, scope.companyId));

/** Counts the active users under the rule, and those of them who already meet it. */
export async function countUsersWithTwoSteps(scope: Scope, db: Db) {
  const [row] = await db
    .select({
      users: count(),
      usersWithTwoSteps: sql<number>`(count(*) filter (where ${hasTwoSteps}))::int`,
    })
    .from(appUser)
    .where(
      and(
        eq(appUser.companyId, scope.companyId),
        eq(appUser.status, "active"),
        ne(appUser.role, "ROLE_Store_Music_Manager"),
      ),
    );
  return { users: row?.users ?? 0, usersWithTwoSteps: row?.usersWithTwoSteps ?? 0 };
}
