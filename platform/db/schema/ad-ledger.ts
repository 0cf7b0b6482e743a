import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { byHour, companyId, reference, spotKind, sumColumn } from "./columns.ts";
import { store } from "./organisation.ts";

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour + 1);

/**
 * The capacity of a store in each hour of a date, and how much of it is booked or held: seconds of
 * ads, positions of promos and of the top of the hour. There is a row for every date on sale.
 * Only the queries of ads/ledger read and write it; the check refuses what oversells.
 */
export const adLedger = pgTable(
  "ad_ledger",
  {
    companyId: companyId(),
    kind: spotKind(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    capacity: byHour("capacity"),
    booked: byHour("booked"),
    held: byHour("held"),
    capacityInAll: sumColumn("capacity"),
    bookedInAll: sumColumn("booked"),
    heldInAll: sumColumn("held"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.storeId, t.day] }),
    // a month of all stores is a tenth of the dates on sale
    index("ad_ledger_day").on(t.companyId, t.kind, t.day, t.storeId),
    foreignKey({
      name: "ad_ledger_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
    check(
      "ad_ledger_hours",
      sql.join(
        [t.capacity, t.booked, t.held].map(
          (hours) =>
            sql`cardinality(${hours}) = 24 and array_lower(${hours}, 1) = 1 and array_position(${hours}, null) is null`,
        ),
        sql` and `,
      ),
    ),
    check(
      "ad_ledger_never_oversold",
      sql.join(
        hoursOfDay.map((hour) => {
          const at = sql.raw(`[${hour}]`);
          return sql`${t.booked}${at} >= 0 and ${t.held}${at} >= 0 and ${t.booked}${at} + ${t.held}${at} <= ${t.capacity}${at}`;
        }),
        sql` and `,
      ),
    ),
  ],
);

/**
 * The capacity that a store's opening hours and settings allow, where that is less than what is
 * already sold: its ledger row keeps the sold capacity, and the difference is owed.
 */
export const adShortfall = pgTable(
  "ad_shortfall",
  {
    companyId: companyId(),
    kind: spotKind(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    capacity: byHour("capacity"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.storeId, t.day] }),
    foreignKey({
      name: "ad_shortfall_ledger",
      columns: [t.companyId, t.kind, t.storeId, t.day],
      foreignColumns: [adLedger.companyId, adLedger.kind, adLedger.storeId, adLedger.day],
    }).onDelete("cascade"),
  ],
);
