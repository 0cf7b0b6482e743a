import { and, eq, gt, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import { type Scope, storesWithin } from "../../access/scope.ts";
import { announce } from "../../db/changes.ts";
import type { Tx } from "../../db/client.ts";
import { company, store, storeHours, storeState } from "../../db/schema/index.ts";
import type { SignedInCall } from "../../http/context.ts";
import { auditAll } from "../audit/index.ts";
import { openingAt } from "./store-condition.queries.ts";
import type { WeekDay } from "./store-record.queries.ts";
import { path } from "./stores.queries.ts";

/** Locks the stores named, in key order, so that two bulk changes never wait for each other in a circle. */
export const lockStores = (scope: Scope, tx: Tx, ids: number[]) =>
  tx
    .select({ id: store.id })
    .from(store)
    .where(and(storesWithin(scope), inArray(store.id, ids)))
    .orderBy(store.id)
    .for("update");

/** Stores by a predicate; their status is judged only where it asks for it, since that takes longer than the lock. */
export type StoresMatching = { where: SQL | undefined; now: Date; isByCondition: boolean };

/** The first so many after a key that match (see keySlices). */
export function lockMatchingStores(scope: Scope, tx: Tx, { where, now, isByCondition }: StoresMatching, [after, limit]: [number, number]) {
  const all = tx.select({ id: store.id }).from(store).$dynamic();
  const judged = isByCondition
    ? all.innerJoin(company, path.company).leftJoin(storeState, path.state).innerJoin(openingAt(now), sql`true`)
    : all;
  return judged
    .where(and(storesWithin(scope), where, gt(store.id, after)))
    .orderBy(store.id)
    .limit(limit)
    .for("update", { of: store });
}

/** What stores become, all of them the same. */
export type StoresSet = {
  action: string;
  /** Which stores are other than this: those that are so already stay untouched. */
  differs: SQL;
  columns: Record<string, unknown>;
  /** By the form's fields, for the audit row. */
  before: Record<string, SQLWrapper>;
  after: Record<string, unknown>;
  /** Whether a store's form has it: then its version counts on, so that who saves an older one is told (see refuseOutdated). */
  isOfForm: boolean;
  /** Writes what lies in other tables. */
  also?: (scope: Scope, tx: Tx, ids: number[]) => Promise<void>;
};

/** Sets the same on stores that are locked, with an audit row each; gives those that changed. */
export async function setOnStores(scope: Scope, tx: Tx, call: SignedInCall, ids: number[], set: StoresSet, now: Date): Promise<number[]> {
  const those = and(storesWithin(scope), sql`${store.id} = any(${sql.param(ids)}::bigint[])`, set.differs);
  const version = (counted: SQL) => (set.isOfForm ? sql` || jsonb_build_object('version', ${counted})` : sql``);
  const before = sql.join(
    Object.entries(set.before).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  );
  await auditAll(
    tx,
    call,
    sql`select ${store.companyId}, ${set.action}, 'store', ${store.id}::text, ${store.name},
      jsonb_build_object(${before})${version(sql`${store.version}`)}, ${JSON.stringify(set.after)}::jsonb${version(sql`${store.version} + 1`)}
      from ${store} where ${those} order by ${store.id}`,
  );
  const changed = await tx
    .update(store)
    .set({ ...set.columns, ...(set.isOfForm && { version: sql`${store.version} + 1` }), updatedAt: now })
    .where(those)
    .returning({ id: store.id });
  const changedIds = changed.map(({ id }) => id);
  if (changedIds.length > 0) await set.also?.(scope, tx, changedIds);
  announce(tx, "stores", scope);
  return changedIds;
}

export const statusSet = (status: Status, now: Date): StoresSet => ({
  action: status === "active" ? "store activated" : "store deactivated",
  differs: sql`${store.status} <> ${status}`,
  columns: { status, statusSince: now },
  before: { status: store.status },
  after: { status },
  isOfForm: false,
});

type Group = { regionId: number; zoneId: number; groupId: number; name: string };

/** Into a group, or out of theirs. */
export const groupSet = (group: Group | undefined): StoresSet => ({
  action: group ? "store assigned" : "store unassigned",
  differs: sql`${store.groupId} is distinct from ${group?.groupId ?? null}::bigint`,
  columns: { regionId: group?.regionId ?? null, zoneId: group?.zoneId ?? null, groupId: group?.groupId ?? null },
  before: { groupId: store.groupId },
  after: { groupId: group?.groupId ?? null, ...(group && { group: group.name }) },
  isOfForm: true,
});

export const volumeSet = (volume: number): StoresSet => ({
  action: "store changed",
  differs: sql`${store.volume} <> ${volume}`,
  columns: { volume },
  before: { volume: store.volume },
  after: { volume },
  isOfForm: true,
});

const weekNow = sql`(select coalesce(jsonb_agg(jsonb_build_object('weekday', ${storeHours.weekday}, 'opens', ${storeHours.opens}, 'closes', ${storeHours.closes})
    order by ${storeHours.weekday}), '[]'::jsonb)
  from ${storeHours} where ${storeHours.companyId} = ${store.companyId} and ${storeHours.storeId} = ${store.id})`;

/** The hours of the week, by weekday; exceptions stay. */
export const weekSet = (week: WeekDay[]): StoresSet => ({
  action: "store changed",
  differs: sql`${weekNow} <> ${JSON.stringify(week)}::jsonb`,
  columns: {},
  before: { week: weekNow },
  after: { week },
  isOfForm: true,
  also: async ({ companyId }, tx, ids) => {
    const stores = sql`unnest(${sql.param(ids)}::bigint[])`;
    await tx.delete(storeHours).where(and(eq(storeHours.companyId, companyId), sql`${storeHours.storeId} in (select ${stores})`));
    await tx.execute(sql`insert into ${storeHours} (company_id, store_id, weekday, opens, closes)
      select ${companyId}::bigint, of_store.id, day.weekday, day.opens, day.closes from ${stores} as of_store(id)
      cross join jsonb_to_recordset(${JSON.stringify(week)}::jsonb) as day(weekday smallint, opens smallint, closes smallint)`);
  },
});
