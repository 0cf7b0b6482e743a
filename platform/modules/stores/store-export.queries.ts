import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { recordOf } from "#contract/base/records";
import { storeCsvColumns, storeCsvDays, storeCsvFacts } from "#contract/stores/csv-columns";
import type { StoreFilters } from "#contract/stores/endpoints";
import type { Scope } from "../../access/scope.ts";
import {
  type Cell,
  dateCell,
  type ExportColumn,
  type ExportRows,
  instantCell,
  numberCell,
  textCell,
  wordCell,
} from "../../db/export-cells.ts";
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
 * Exports the matching stores as rows of a file by name: one select, or slices of this many
 * rows along the index of names for the embedded engine, which serves others only in between. What
 * it writes the import reads (contract/stores/csv-columns.ts).
 */
export function exportStores(scope: Scope, db: Db, filters: StoreFilters, now: Date): ExportRows {
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
  const cells: Record<(typeof storeCsvColumns)[number]["member"], Cell> = {
    storeCode: textCell(store.code),
    storeName: textCell(store.name),
    region: textCell(region.name),
    zone: textCell(zone.name),
    group: textCell(storeGroup.name),
    status: wordCell(store.status),
    timeZone: wordCell(store.timeZone),
    addressLine: textCell(store.addressLine),
    city: textCell(store.city),
    state: textCell(store.state),
    country: wordCell(store.country),
    postalCode: textCell(store.postalCode),
    contactName: textCell(store.contactName),
    phoneCountryCode: textCell(store.phoneCountryCode),
    phone: textCell(store.phone),
    email: textCell(store.email),
    volume: numberCell(store.volume),
    ...recordOf(storeCsvDays, (name) => wordCell(sql`week.${sql.raw(name)}`)),
    licenceName: textCell(store.licenceName),
    licenceNumber: textCell(store.licenceNumber),
    licenceFrom: dateCell(store.licenceFrom),
    licenceTo: dateCell(store.licenceTo),
  };
  return storeCsvColumns.map(({ heading, member }) => [heading, cells[member]]);
}

function factColumns(now: Date): ExportColumn[] {
  const local = (column: SQLWrapper) => instantCell(column, store.timeZone);
  const cells: Record<(typeof storeCsvFacts)[number], Cell> = {
    Company: textCell(company.name),
    Since: local(store.statusSince),
    "Status now": wordCell(storeFacts(now).condition),
    "Last seen": local(storeState.lastSeenAt),
    "Last played": local(storeState.lastPlayedAt),
    "Player volume": numberCell(storeState.volume),
    "Plays today": numberCell(playsToday(now)),
    Device: wordCell(store.deviceKind),
    "Device serial": textCell(store.deviceSerial),
  };
  return storeCsvFacts.map((heading) => [heading, cells[heading]]);
}
