import { and, eq, type SQL, sql } from "drizzle-orm";
import { storeCsvColumns, storeCsvDays, storeCsvFacts } from "#contract/stores/csv-columns";
import type { StoreFilters } from "#contract/stores/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { csvDate, csvSafe } from "../../db/copy-csv.ts";
import { company, region, store, storeGroup, storeHours, storeState, zone } from "../../db/schema/index.ts";
import { openingAt, storeFacts } from "./store-condition.queries.ts";
import { matching, nameKey, path, playsToday } from "./stores.queries.ts";

export const storeCsvHeadings = [...storeCsvColumns.map(({ heading }) => heading), ...storeCsvFacts];

/**
 * The stores that match as CSV rows in the order of their names: one select, or slices of so many rows along the index of names for the
 * embedded engine, which serves others only in between. What it writes the import reads (contract/stores/csv-columns.ts).
 */
export async function* exportStoreSlices(
  scope: Scope,
  db: Db,
  filters: StoreFilters,
  now: Date,
  sliceRows?: number,
): AsyncGenerator<SQL, void, undefined> {
  const cells: Record<string, SQL> = { ...columnCells(), ...factCells(now) };
  const row = storeCsvHeadings.map((heading) => {
    const cell = cells[heading];
    if (!cell) throw new Error(`the stores' CSV has no cell for ${heading}`);
    return cell;
  });
  let after: { key: string; id: number } | undefined;
  do {
    const begin: SQL | undefined = after && sql`(${nameKey}, ${store.id}) > (${after.key}, ${after.id})`;
    const last = sliceRows === undefined ? undefined : await findStoreAfter(scope, db, begin, sliceRows);
    const end = last && sql`(${nameKey}, ${store.id}) <= (${last.key}, ${last.id})`;
    yield sql`select ${sql.join(row, sql`, `)}
      from ${store}
      join ${company} on ${path.company}
      left join ${storeState} on ${path.state}
      cross join ${openingAt(now)}
      cross join ${weekOf}
      left join ${region} on ${path.region}
      left join ${zone} on ${path.zone}
      left join ${storeGroup} on ${path.group}
      where ${and(matching(scope, filters, now), begin, end)}
      order by ${nameKey}, ${store.id}`;
    after = last;
  } while (after);
}

const clock = (minutes: SQL) => sql`to_char(make_interval(mins => ${minutes}), 'HH24:MI')`;
const daysHours = sql`${clock(sql`${storeHours.opens}::int`)} || '-' || ${clock(sql`(case when ${storeHours.closes} > 1440 then ${storeHours.closes} - 1440 else ${storeHours.closes} end)::int`)}`;
const dayCells = storeCsvDays.map(
  (name, weekday) =>
    sql`coalesce(max(${daysHours}) filter (where ${storeHours.weekday} = ${sql.raw(String(weekday))}), 'closed') as ${sql.raw(name)}`,
);
/** The hours of the week, a column each. */
const weekOf = sql`lateral (select ${sql.join(dayCells, sql`, `)} from ${storeHours}
  where ${storeHours.companyId} = ${store.companyId} and ${storeHours.storeId} = ${store.id}) as week`;

/** By heading; the members of the columns name what they hold. */
function columnCells(): Record<string, SQL> {
  const byMember: Record<string, SQL> = {
    code: csvSafe(store.code),
    storeName: csvSafe(store.name),
    region: csvSafe(region.name),
    zone: csvSafe(zone.name),
    group: csvSafe(storeGroup.name),
    status: sql`${store.status}`,
    timeZone: sql`${store.timeZone}`,
    addressLine: csvSafe(store.addressLine),
    city: csvSafe(store.city),
    state: csvSafe(store.state),
    country: sql`${store.country}`,
    postalCode: csvSafe(store.postalCode),
    contactName: csvSafe(store.contactName),
    phoneCountryCode: csvSafe(store.phoneCountryCode),
    phone: csvSafe(store.phone),
    email: csvSafe(store.email),
    volume: sql`${store.volume}`,
    ...Object.fromEntries(storeCsvDays.map((name) => [name, sql`week.${sql.raw(name)}`])),
    licenceName: csvSafe(store.licenceName),
    licenceNumber: csvSafe(store.licenceNumber),
    licenceFrom: csvDate(store.licenceFrom),
    licenceTo: csvDate(store.licenceTo),
  };
  return Object.fromEntries(storeCsvColumns.flatMap(({ heading, member }) => (byMember[member] ? [[heading, byMember[member]]] : [])));
}

function factCells(now: Date): Record<(typeof storeCsvFacts)[number], SQL> {
  const local = (column: SQL) => sql`to_char(${column} at time zone ${store.timeZone}, 'DD/MM/YY HH24:MI')`;
  return {
    Company: csvSafe(company.name),
    Since: local(sql`${store.statusSince}`),
    Doing: storeFacts(now).condition,
    "Last seen": local(sql`${storeState.lastSeenAt}`),
    "Last played": local(sql`${storeState.lastPlayedAt}`),
    "Player volume": sql`${storeState.volume}`,
    "Plays today": playsToday(now),
    Device: sql`${store.deviceKind}`,
    "Device serial": csvSafe(store.deviceSerial),
  };
}

async function findStoreAfter(scope: Scope, db: Db, begin: SQL | undefined, rows: number) {
  const [last] = await db
    .select({ key: nameKey, id: store.id })
    .from(store)
    .where(and(eq(store.companyId, scope.companyId), begin))
    .orderBy(nameKey, store.id)
    .offset(rows - 1)
    .limit(1);
  return last;
}
