import { and, gt, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Status } from "#contract/base/status";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { announce, broadcastToPlayers } from "../../db/changes.ts";
import { type Slice, sliceOf } from "../../db/key-slices.ts";
import { company, store, storeHours, storeState } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import type { SignedInCall } from "../../http/context.ts";
import { auditStatement } from "../audit/index.ts";
import { openingAt } from "./opening-times.queries.ts";
import type { WeekDay } from "./store-hours.queries.ts";
import { path } from "./stores.queries.ts";

/** One change for several stores. */
export type StoresUpdate = {
  action: string;
  /** The stores that differ from it: those that match already stay untouched. */
  differs: SQL;
  columns: Partial<typeof store.$inferInsert>;
  /** By the form's fields, for the audit row. */
  before: Record<string, SQLWrapper>;
  after: Record<string, unknown>;
  /**
   * True if the store's form has the field: then its version rises, so that a save of an older form
   * names the change (see refuseOutdated).
   */
  isOfForm: boolean;
  /**
   * Writes values in other tables: parts of the statement, each over the `changed` rows for
   * which `differs` holds.
   */
  also?: (differs: SQL) => SQL[];
};

/** The columns read as a store is locked: its values before, and which sets it differs from. */
const lockedRow = (sets: readonly StoresUpdate[]) => ({
  id: store.id,
  version: store.version,
  ...Object.fromEntries(
    sets.flatMap(({ differs, before }, place) => [
      [`differs${place}`, sql`${differs}`.as(`differs_${place}`)],
      [`before${place}`, sql`jsonb_build_object(${members(before)})`.as(`before_${place}`)],
    ]),
  ),
});

const members = (of: Record<string, SQLWrapper>) =>
  sql.join(
    Object.entries(of).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  );

/**
 * Locks the stores named, in key order, so that two bulk changes never wait for each other in a
 * circle.
 */
export const lockStores = (
  scope: Scope,
  tx: Tx,
  ids: number[],
  sets: readonly StoresUpdate[] = [],
) =>
  tx
    .select(lockedRow(sets))
    .from(store)
    .where(and(storesWithin(scope), inArray(store.id, ids)))
    .orderBy(store.id)
    .for("update");

/**
 * Stores by a predicate; their status is judged only where it asks for it, since that takes longer
 * than the lock.
 */
export type StoreSelector = { where: SQL | undefined; now: Date; isByCondition: boolean };

/** Locks the first `limit` matching stores after a key (see changeInSlices). */
export function lockMatchingStores(
  scope: Scope,
  tx: Tx,
  { where, now, isByCondition }: StoreSelector,
  [after, limit]: [number, number],
  sets: readonly StoresUpdate[],
) {
  const all = tx.select(lockedRow(sets)).from(store).$dynamic();
  const storesQuery = isByCondition
    ? all
        .innerJoin(company, path.company)
        .leftJoin(storeState, path.state)
        .innerJoin(openingAt(now), sql`true`)
    : all;
  return storesQuery
    .where(and(storesWithin(scope), where, gt(store.id, after)))
    .orderBy(store.id)
    .limit(limit)
    .for("update", { of: store });
}

/**
 * Sets the same values on those of the selected stores that differ, with an audit row for each
 * set: in one statement, which brings no rows here. `selected` comes from lockStores or
 * lockMatchingStores with the same sets.
 */
export async function setOnStores(
  scope: Scope,
  tx: Tx,
  {
    call,
    selected,
    sets,
    now,
  }: { call: SignedInCall; selected: SQLWrapper; sets: readonly StoresUpdate[]; now: Date },
): Promise<Slice> {
  const column = (name: string, place: number) => sql.identifier(`${name}_${place}`);
  const differs = (place: number) => sql`selected.${column("differs", place)}`;
  const either = (places: number[]) =>
    sql`(${places.length > 0 ? sql.join(places.map(differs), sql` or `) : sql`false`})`;
  const places = [...sets.keys()];
  const ofForm = places.filter((place) => sets[place]?.isOfForm);
  const columns = Object.entries(
    Object.assign({}, ...sets.map((set) => set.columns)) as Record<string, unknown>,
  ).map(([name, value]) => {
    const target = store[name as keyof typeof store.$inferInsert];
    return sql`${sql.identifier(target.name)} = ${sql.param(value, target)}`;
  });
  const also = sets.flatMap((set, place) => {
    const changedHere = sql`changed.${column("differs", place)}`;
    const version = (counted: SQL) =>
      set.isOfForm ? sql` || jsonb_build_object('version', ${counted})` : sql``;
    const audited = auditStatement(
      call,
      sql`select company_id, ${set.action}, 'store', id::text, name, ${column("before", place)}${version(sql`version_before`)},
        ${JSON.stringify(set.after)}::jsonb${version(sql`version_before + 1`)} from changed where ${changedHere} order by id`,
    );
    return [audited, ...(set.also?.(changedHere) ?? [])];
  });
  const { rows } = await tx.execute<
    Slice & { changedIds: number[] }
  >(sql`with selected as materialized ${selected},
    changed as (
      update ${store} set ${sql.join([...columns, sql`updated_at = ${now.toISOString()}::timestamptz`], sql`, `)},
        version = ${store.version} + case when ${either(ofForm)} then 1 else 0 end
      from selected
      where ${storesWithin(scope)} and ${store.id} = selected.id and ${either(places)}
      returning ${store.companyId}, ${store.id}, ${store.name}, selected.version as version_before,
        ${sql.join(
          places.map((place) => sql`${differs(place)}, selected.${column("before", place)}`),
          sql`, `,
        )}
    ),
    ${sql.join(
      also.map((part, place) => sql`${sql.identifier(`part_${place}`)} as (${part})`),
      sql`, `,
    )}
    select slice.*, (select coalesce(json_agg(id), '[]') from changed) as "changedIds" from (${sliceOf}) as slice`);
  const { changedIds, ...slice } = rows[0] as Slice & { changedIds: number[] };
  announce(tx, "stores", scope);
  broadcastToPlayers(tx, { signal: "schedule", storeIds: changedIds });
  return slice;
}

export const statusSet = (status: Status, now: Date): StoresUpdate => ({
  action: status === "active" ? "store activated" : "store deactivated",
  differs: sql`${store.status} <> ${status}`,
  columns: { status, statusSince: now },
  before: { status: store.status },
  after: { status },
  isOfForm: false,
});

type Group = { regionId: number; zoneId: number; groupId: number; name: string };

/** Moves stores into a group, or out of their groups. */
export const groupSet = (group: Group | undefined): StoresUpdate => ({
  action: group ? "store assigned" : "store unassigned",
  differs: sql`${store.groupId} is distinct from ${group?.groupId ?? null}::bigint`,
  columns: {
    regionId: group?.regionId ?? null,
    zoneId: group?.zoneId ?? null,
    groupId: group?.groupId ?? null,
  },
  before: { groupId: store.groupId },
  after: { groupId: group?.groupId ?? null, ...(group && { group: group.name }) },
  isOfForm: true,
});

export const volumeSet = (volume: number): StoresUpdate => ({
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
export const weekSet = (week: WeekDay[]): StoresUpdate => ({
  action: "store changed",
  differs: sql`${weekNow} <> ${JSON.stringify(week)}::jsonb`,
  columns: {},
  before: { week: weekNow },
  after: { week },
  isOfForm: true,
  // one statement may not delete a row and insert it again
  also: (differs) => [
    sql`delete from ${storeHours} using changed where ${storeHours.companyId} = changed.company_id and ${storeHours.storeId} = changed.id
      and ${differs} and ${storeHours.weekday} <> all(${sql.param(week.map(({ weekday }) => weekday))}::int[])`,
    sql`insert into ${storeHours} (company_id, store_id, weekday, opens, closes)
      select changed.company_id, changed.id, day.weekday, day.opens, day.closes from changed
      cross join jsonb_to_recordset(${JSON.stringify(week)}::jsonb) as day(weekday smallint, opens smallint, closes smallint) where ${differs}
      on conflict (company_id, store_id, weekday) do update set opens = excluded.opens, closes = excluded.closes`,
  ],
});
