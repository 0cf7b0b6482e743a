import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../../db/keyset.ts";
import { adLedger, region, store, storeGroup, zone } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { hours } from "../ledger/ledger-parts.queries.ts";
import { at, type CellQuery, ofCells, type UnitSelection } from "./availability.queries.ts";

const unitColumns = {
  company: { id: sql`null::bigint`, name: sql`null::text`, nameKey: sql`''` },
  region: { id: region.id, name: region.name, nameKey: region.nameKey },
  zone: { id: zone.id, name: zone.name, nameKey: zone.nameKey },
  group: { id: storeGroup.id, name: storeGroup.name, nameKey: storeGroup.nameKey },
  store: { id: store.id, name: store.name, nameKey: store.nameKey },
} as const;
export type InventoryBy = keyof typeof unitColumns;

/**
 * Finds a page of the units' capacity and sales by date. `prime` gives the prime hours of the week
 * by store.
 */
export async function findInventory(
  scope: Scope,
  db: Db,
  stores: UnitSelection,
  {
    by,
    prime,
    ...filters
  }: Omit<CellQuery, "playTakes" | "now"> &
    PageRequest & { by: InventoryBy; prime: ReadonlyMap<number, readonly number[]> },
) {
  const unit = unitColumns[by];
  const primeHoursJson = JSON.stringify(
    [...prime]
      .filter(([, ofWeek]) => ofWeek.length > 0)
      .map(([id, ofWeek]) => ({ id, hours: ofWeek })),
  );
  const isPrime = (hour: number) =>
    sql`(extract(dow from ${adLedger.day})::int * 24 + ${sql.raw(String(hour - 1))}) = any(prime.hours)`;
  const total = (column: string) =>
    sql.raw(`(${hours.map((hour) => `${column}[${hour}]::int`).join(" + ")})`);
  const inPrime = (column: string) =>
    sql.join(
      hours.map((hour) => sql`case when ${isPrime(hour)} then ${at(column, hour)} else 0 end`),
      sql` + `,
    );
  const sums = (column: string) => ({
    total: sql<number>`coalesce(sum(${total(column)}), 0)::int`,
    prime: sql<number>`coalesce(sum(case when prime.hours is null then 0 else ${inPrime(column)} end), 0)::int`,
  });
  const capacity = sums("capacity");
  const booked = sums("booked");
  const held = sums("held");
  const day = textKey(sql`${adLedger.day}::text collate "C"`);
  const parts =
    by === "company"
      ? [day]
      : [day, textKey(sql`coalesce(${unit.nameKey}, '')`), idKey(sql`coalesce(${unit.id}, 0)`)];
  const order = keyset(parts, { descending: false, cursor: filters.cursor });
  const rows = await db
    .select({
      unitId: sql<number | null>`${unit.id}::int`,
      unitName: sql<string | null>`${unit.name}`,
      day: sql<string>`${adLedger.day}::text`,
      stores: sql<number>`count(*)::int`,
      capacity: capacity.total,
      booked: booked.total,
      held: held.total,
      primeCapacity: capacity.prime,
      primeBooked: booked.prime,
      primeHeld: held.prime,
      rowKey: order.select,
    })
    .from(adLedger)
    .innerJoin(store, and(eq(store.companyId, adLedger.companyId), eq(store.id, adLedger.storeId)))
    .leftJoin(region, and(eq(region.companyId, store.companyId), eq(region.id, store.regionId)))
    .leftJoin(zone, and(eq(zone.companyId, store.companyId), eq(zone.id, store.zoneId)))
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, store.companyId), eq(storeGroup.id, store.groupId)),
    )
    .leftJoin(
      sql`jsonb_to_recordset(${primeHoursJson}::jsonb) as prime(id bigint, hours int[])`,
      sql`prime.id = ${store.id}`,
    )
    .where(and(ofCells(scope, stores, filters), order.where))
    .groupBy(adLedger.day, ...(by === "company" ? [] : [unit.id, unit.name, unit.nameKey]))
    .orderBy(order.orderBy)
    .limit(filters.limit + 1);
  return order.page(rows, filters.limit);
}
