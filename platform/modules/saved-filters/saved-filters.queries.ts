import { and, asc, eq, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { savedFilter } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

type Owner = Pick<Caller, "companyId" | "id">;

/** The owner's own, about the company that they work in. */
const ownIn = (scope: Scope, owner: Owner) =>
  and(
    eq(savedFilter.companyId, owner.companyId),
    eq(savedFilter.userId, owner.id),
    eq(savedFilter.aboutCompanyId, scope.companyId),
  );

const columns = {
  id: savedFilter.id,
  list: savedFilter.list,
  name: savedFilter.name,
  filters: sql<Record<string, unknown>>`${savedFilter.filters}`,
};

export const findSavedFilters = (scope: Scope, db: Db, owner: Owner, list?: string) =>
  db
    .select(columns)
    .from(savedFilter)
    .where(and(ownIn(scope, owner), list === undefined ? undefined : eq(savedFilter.list, list)))
    .orderBy(asc(sql`fold_text(${savedFilter.name}) collate "C"`), savedFilter.id);

/** Undefined if the limit of saved filters is reached. */
export async function insertSavedFilter(
  scope: Scope,
  tx: Tx,
  owner: Owner,
  { list, name, filters }: { list: string; name: string; filters: object },
  most: number,
) {
  // one after the other for a person and list, or two at once would each count without the other
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('saved_filter'), hashtext(${`${owner.companyId}/${owner.id}/${list}`}))`,
  );
  if ((await tx.$count(savedFilter, and(ownIn(scope, owner), eq(savedFilter.list, list)))) >= most)
    return undefined;
  const [saved] = await tx
    .insert(savedFilter)
    .values({
      companyId: owner.companyId,
      userId: owner.id,
      list,
      aboutCompanyId: scope.companyId,
      name,
      filters,
    })
    .returning(columns);
  return saved;
}

export async function deleteSavedFilter(scope: Scope, tx: Tx, owner: Owner, id: number) {
  const [removed] = await tx
    .delete(savedFilter)
    .where(and(ownIn(scope, owner), eq(savedFilter.id, id)))
    .returning({ list: savedFilter.list, name: savedFilter.name, filters: savedFilter.filters });
  return removed;
}
