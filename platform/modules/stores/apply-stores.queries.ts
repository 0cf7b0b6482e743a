import { eq, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { groupsWithin, storesWithin } from "../../access/scope-conditions.ts";
import { announce, broadcastToPlayers } from "../../db/changes.ts";
import { importRow, store, storeGroup, storeHours } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import type { SignedInCall } from "../../http/context.ts";
import { auditAll } from "../audit/index.ts";
import type { Slice } from "../imports/index.ts";
import { weekOf } from "./store-import.queries.ts";

/** Columns that a row may set; others keep their default. */
const settable = [
  "code",
  "name",
  "region_id",
  "zone_id",
  "group_id",
  "status",
  "time_zone",
  "country",
  "address_line",
  "city",
  "state",
  "postal_code",
  "phone_country_code",
  "phone",
  "contact_name",
  "email",
  "volume",
  "licence_name",
  "licence_number",
  "licence_from",
  "licence_to",
];
const columnList = (prefix = "") => sql.raw(settable.map((name) => prefix + name).join(", "));

/** Rows of a run by outcome, as `staged`, whose value is a StagedStore. */
const staged = (scope: Scope, importId: string, outcome: "add" | "change") =>
  sql`${importRow} as staged where staged.company_id = ${scope.companyId} and staged.import_id = ${importId}::uuid and staged.outcome = ${outcome}`;
const stagedId = sql`(staged.value->>'id')::bigint`;

/**
 * Locks the groups that a run names and then the stores that it changes, in key order (units before
 * stores, as when a unit is moved). Gives the lines that no longer apply, at most a
 * hundred: the store was changed or is out of the scope, its code was taken
 * since, the group is gone, or a new store has none and the caller no longer sees the whole
 * company. Existing rows are looked up one by one along an index (`limit 1` in a value), because
 * the planner has no statistics yet on rows that are so new.
 */
export async function lockAndRecheckStores(
  scope: Scope,
  tx: Tx,
  importId: string,
): Promise<number[]> {
  const adds = staged(scope, importId, "add");
  const changes = staged(scope, importId, "change");
  const groupIds = (rows: SQL) =>
    sql`select (staged.value->'set'->>'group_id')::bigint from ${rows}`;
  await tx.execute(sql`select 1 from ${storeGroup} where ${eq(storeGroup.companyId, scope.companyId)}
    and ${storeGroup.id} = any(array(${groupIds(adds)} union ${groupIds(changes)})) order by ${storeGroup.id} for share`);
  await tx.execute(sql`select 1 from ${store} where ${storesWithin(scope)}
    and ${store.id} = any(array(select ${stagedId} from ${changes})) order by ${store.id} for update`);
  const isThere = (source: SQL) => sql`(select true ${source} limit 1) is not null`;
  const isAsItWas =
    isThere(sql`from ${store} where ${storesWithin(scope)} and ${store.id} = ${stagedId}
    and to_jsonb(${store}) @> (staged.value->'was') and (not staged.value ? 'hours' or ${weekOf} = staged.value->'wasHours')`);
  const isTaken = isThere(
    sql`from ${store} where ${eq(store.companyId, scope.companyId)} and lower(${store.code}) = lower(staged.value->'set'->>'code')`,
  );
  const groupIsThere = isThere(sql`from ${storeGroup} where ${groupsWithin(scope)}
    and ${storeGroup.id} = (staged.value->'set'->>'group_id')::bigint and ${storeGroup.zoneId} = (staged.value->'set'->>'zone_id')::bigint
    and ${storeGroup.regionId} = (staged.value->'set'->>'region_id')::bigint`);
  const namesNone = sql`staged.value->'set'->>'group_id' is null`;
  // a caller whose scope has narrowed would lose sight of it
  const mayBeAlone = scope.reach === "company" ? namesNone : sql`false`;
  const { rows } = await tx.execute<{ line: number }>(sql`
    select line from ${changes} and not (${isAsItWas} and (${namesNone} or ${groupIsThere}))
    union all select line from ${adds} and not (not ${isTaken} and (${mayBeAlone} or ${groupIsThere}))
    order by line limit 100`);
  return rows.map(({ line }) => line);
}

/** Above this many new stores, the table is analyzed: the planner may need another plan. */
const newToPlanner = 500;

/**
 * Writes a slice of a run's stores, their hours and an audit row each; they were locked and looked
 * at before.
 */
export async function applyStoreRows(
  scope: Scope,
  tx: Tx,
  call: SignedInCall,
  slice: Slice,
  now: Date,
): Promise<void> {
  const of = (outcome: "add" | "change") =>
    sql`(select line, value from ${staged(scope, slice.importId, outcome)} and staged.line between ${slice.fromLine} and ${slice.toLine}) as staged`;
  const adds = of("add");
  const changes = of("change");
  const { companyId } = scope;
  announce(tx, "stores", { companyId });
  const at = sql`${now.toISOString()}::timestamptz`;

  const { rowCount } =
    await tx.execute(sql`insert into ${store} (company_id, id, status_since, created_at, updated_at, ${columnList()})
    select ${companyId}::bigint, ${stagedId}, ${at}, ${at}, ${at}, ${columnList("new.")}
    from ${adds}, jsonb_populate_record(null::${store}, staged.value->'set') as new order by ${stagedId}`);
  // else each hour's foreign key is looked up by a plan from when the table was small, which takes
  // minutes
  if ((rowCount ?? 0) > newToPlanner) await tx.execute(sql`analyze ${store} (company_id, id)`);
  const { rows: changed } = await tx.execute<{
    id: number;
  }>(sql`update ${store} set (${columnList()}) = row(${columnList("new.")}), version = ${store.version} + 1, updated_at = ${at},
      status_since = case when ${store.status} = new.status then ${store.statusSince} else ${at} end
    from ${changes} join ${store} as old on old.company_id = ${companyId} and old.id = ${stagedId}
    cross join lateral jsonb_populate_record(old, staged.value->'set') as new
    where ${eq(store.companyId, companyId)} and ${store.id} = old.id
    returning ${store.id}::int as id`);
  // a file may set volumes, and activate and deactivate stores
  broadcastToPlayers(tx, { signal: "schedule", storeIds: changed.map(({ id }) => id) });

  await tx.execute(sql`delete from ${storeHours} using ${changes}, jsonb_object_keys(staged.value->'hours') as day
    where ${eq(storeHours.companyId, companyId)} and ${storeHours.storeId} = ${stagedId} and ${storeHours.weekday} = day::smallint`);
  const ofStore = (value: SQL) =>
    sql`(select ${value} from ${store} where ${eq(store.companyId, companyId)} and ${store.id} = ${stagedId})`;
  // the new version, so that a save of an older form names what the file changed (see
  // refuseOutdated)
  const withVersion = (member: SQL, version: SQL) =>
    sql`${member} || ${ofStore(sql`jsonb_build_object('version', ${version})`)}`;
  const before = sql`staged.value->'before'`;
  const after = sql`staged.value->'after'`;
  for (const [rows, action, name, was, is] of [
    [adds, "store added", sql`staged.value->'set'->>'name'`, before, after],
    [
      changes,
      "store changed",
      ofStore(sql`${store.name}`),
      withVersion(before, sql`${store.version} - 1`),
      withVersion(after, sql`${store.version}`),
    ],
  ] as const) {
    await tx.execute(sql`insert into ${storeHours} (company_id, store_id, weekday, opens, closes)
      select ${companyId}::bigint, ${stagedId}, day.key::smallint, (day.value->>0)::smallint, (day.value->>1)::smallint
      from ${rows} cross join jsonb_each(staged.value->'hours') as day where jsonb_typeof(day.value) = 'array'`);
    await auditAll(
      tx,
      call,
      sql`select ${companyId}::bigint, ${action}, 'store', staged.value->>'id', ${name}, ${was}, ${is} from ${rows} order by staged.line`,
    );
  }
}
