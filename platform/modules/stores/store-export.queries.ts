import { and, eq, type SQL, sql } from "drizzle-orm";
import { storeCsvColumns, storeCsvDays, storeCsvFacts } from "#contract/stores/csv-columns";
import type { StoreFilters } from "#contract/stores/endpoints";
import type { Scope } from "../../access/scope.ts";
import { type CsvRows, csvDate, csvSafe, type ExportColumn } from "../../db/copy-csv.ts";
import { idKey, keyset, textKey } from "../../db/keyset.ts";
import {
  company,
  region,
  store,
  storeGroup,
  storeHours,
  storeState,
  zone,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { openingAt } from "./opening-times.queries.ts";
import { storeFacts } from "./store-condition.queries.ts";
import { matching, path, playsToday } from "./stores.queries.ts";

/**
 * The stores that match as CSV rows in the order of their names: one select, or slices of so many
 * rows along the index of names for the embedded engine, which serves others only in between. What
 * it writes the import reads (contract/stores/csv-columns.ts).
 */
export function exportStores(scope: Scope, db: Db, filters: StoreFilters, now: Date): CsvRows {
  const order = keyset([textKey(store.nameKey), idKey(store.id)], {
    descending: false,
    cursor: undefined,
  });
  return {
    columns: [...storeColumns(), ...factColumns(now)],
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, {
        from: store,
        where: eq(store.companyId, scope.companyId),
      }))
        yield sql`select ${cells}
          from ${store}
          join ${company} on ${path.company}
          left join ${storeState} on ${path.state}
          cross join ${openingAt(now)}
          cross join ${weekOf}
          left join ${region} on ${path.region}
          left join ${zone} on ${path.zone}
          left join ${storeGroup} on ${path.group}
          where ${and(matching(scope, filters, now), slice)}
          order by ${order.orderBy}`;
    },
  };
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

/** The columns that an import reads. */
function storeColumns(): ExportColumn[] {
  const cells: Record<(typeof storeCsvColumns)[number]["member"], SQL> = {
    storeCode: csvSafe(store.code),
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
    ...(Object.fromEntries(
      storeCsvDays.map((name) => [name, sql`week.${sql.raw(name)}`]),
    ) as Record<(typeof storeCsvDays)[number], SQL>),
    licenceName: csvSafe(store.licenceName),
    licenceNumber: csvSafe(store.licenceNumber),
    licenceFrom: csvDate(store.licenceFrom),
    licenceTo: csvDate(store.licenceTo),
  };
  return storeCsvColumns.map(({ heading, member }) => [heading, cells[member]]);
}

function factColumns(now: Date): ExportColumn[] {
  const local = (column: SQL) =>
    sql`to_char(${column} at time zone ${store.timeZone}, 'DD/MM/YY HH24:MI')`;
  const cells: Record<(typeof storeCsvFacts)[number], SQL> = {
    Company: csvSafe(company.name),
    Since: local(sql`${store.statusSince}`),
    "Status now": storeFacts(now).condition,
    "Last seen": local(sql`${storeState.lastSeenAt}`),
    "Last played": local(sql`${storeState.lastPlayedAt}`),
    "Player volume": sql`${storeState.volume}`,
    "Plays today": playsToday(now),
    Device: sql`${store.deviceKind}`,
    "Device serial": csvSafe(store.deviceSerial),
  };
  return storeCsvFacts.map((heading) => [heading, cells[heading]]);
}
