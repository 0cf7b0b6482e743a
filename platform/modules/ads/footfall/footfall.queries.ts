import { and, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FootfallOverview } from "#contract/ads/footfall";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { footfall, importRow, store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { Slice } from "../../imports/index.ts";

export type StoredFootfall = { storeId: number; day: string; hour: number; visitors: number };
/** The number of rows written, and their first and last day. */
export type WrittenRows = { rows: number; from: string | null; until: string | null };

/** Finds stores in scope by their codes, which are the keys in lower case. */
export async function findStoresByCode(scope: Scope, db: Db, codes: readonly string[]) {
  const keys = [...new Set(codes.map((code) => code.toLowerCase()))];
  const rows = await db
    .select({ key: sql<string>`lower(${store.code})`, id: store.id, timeZone: store.timeZone })
    .from(store)
    .where(and(storesWithin(scope), sql`lower(${store.code}) = any(${sql.param(keys)}::text[])`));
  return new Map(rows.map(({ key, ...found }) => [key, found]));
}
export type CountingStore = { id: number; timeZone: string };

/** Finds the stored footfall of these hours. */
export async function findFootfall(
  scope: Scope,
  db: Db,
  hours: readonly Omit<StoredFootfall, "visitors">[],
): Promise<StoredFootfall[]> {
  const { rows } = await db.execute<StoredFootfall>(sql`
    select ${footfall.storeId}::int as "storeId", ${footfall.day}::text as day, ${footfall.hour} as hour, ${footfall.visitors} as visitors
    from json_to_recordset(${JSON.stringify(hours)}::json) as wanted ("storeId" bigint, day date, hour smallint)
      join ${footfall} on ${footfall.companyId} = ${scope.companyId} and ${footfall.storeId} = wanted."storeId"
        and ${footfall.day} = wanted.day and ${footfall.hour} = wanted.hour`);
  return rows;
}

/** Inserts or replaces rows. Call only for stores found in scope, and for each hour once. */
export const upsertFootfall = (scope: Scope, tx: Tx, rows: readonly StoredFootfall[]) =>
  writeRows(
    scope,
    tx,
    sql`select "storeId" as store_id, day, hour, visitors
      from json_to_recordset(${JSON.stringify(rows)}::json) as r ("storeId" bigint, day date, hour smallint, visitors int)`,
  );

const writeRows = (scope: Scope, tx: Tx, rows: SQL) =>
  tx.execute(sql`insert into ${footfall} (company_id, store_id, day, hour, visitors)
    select ${scope.companyId}::bigint, store_id, day, hour, visitors from (${rows}) r order by store_id, day, hour
    on conflict (company_id, store_id, day, hour) do update set visitors = excluded.visitors`);

/** The rows of a checked file that add or change something. */
const stagedRows = (scope: Scope, importId: string) => sql`
  select ${importRow.line} as line, (value ->> 'storeId')::bigint as store_id, (value ->> 'day')::date as day,
    (value ->> 'hour')::smallint as hour, (value ->> 'visitors')::int as visitors, (value ->> 'was')::int as was
  from ${importRow} where ${importRow.companyId} = ${scope.companyId} and ${importRow.importId} = ${importId} and outcome in ('add', 'change')`;

/** Locks a file's stores. Gives the lines whose store or footfall has changed since the check. */
export async function lockAndRecheckFootfall(
  scope: Scope,
  tx: Tx,
  importId: string,
): Promise<number[]> {
  await tx.execute(sql`select 1 from ${store} where ${storesWithin(scope)}
    and ${store.id} = any(array(select store_id from (${stagedRows(scope, importId)}) s)) order by ${store.id} for share`);
  const { rows } = await tx.execute<{ line: number }>(sql`
    select line from (${stagedRows(scope, importId)}) s
      left join ${footfall} on ${footfall.companyId} = ${scope.companyId} and ${footfall.storeId} = s.store_id
        and ${footfall.day} = s.day and ${footfall.hour} = s.hour
    where ${footfall.visitors} is distinct from s.was
      or not exists (select 1 from ${store} where ${storesWithin(scope)} and ${store.id} = s.store_id)
    order by line limit 100`);
  return rows.map(({ line }) => line);
}

/** Writes a slice of a checked file; gives what it wrote. */
export async function applyFootfall(
  scope: Scope,
  tx: Tx,
  { importId, fromLine, toLine }: Slice,
): Promise<WrittenRows> {
  const slice = sql`select * from (${stagedRows(scope, importId)}) s where line between ${fromLine} and ${toLine}`;
  await writeRows(scope, tx, slice);
  const { rows } = await tx.execute<WrittenRows>(
    sql`select count(*)::int as rows, min(day)::text as "from", max(day)::text as "until" from (${slice}) s`,
  );
  return rows[0] ?? { rows: 0, from: null, until: null };
}

/** Counts stores and hours with footfall in scope; gives the first and last day, null if none. */
export async function countFootfall(
  scope: Scope,
  db: Db,
): Promise<z.infer<typeof FootfallOverview>> {
  const { rows } = await db.execute<z.infer<typeof FootfallOverview>>(sql`
    select count(distinct ${store.id})::int as stores, count(distinct ${footfall.storeId})::int as "storesWithFootfall",
      count(${footfall.storeId})::int as hours, min(${footfall.day})::text as "firstDay", max(${footfall.day})::text as "lastDay"
    from ${store} left join ${footfall} on ${footfall.companyId} = ${store.companyId} and ${footfall.storeId} = ${store.id}
    where ${storesWithin(scope)}`);
  const [overview] = rows;
  if (!overview) throw new Error("a count gave no row");
  return overview;
}

/** Deletes footfall before a date, for the daily job over all companies. */
export const deleteFootfall = (db: Db, before: string) =>
  db.delete(footfall).where(lt(footfall.day, before));
