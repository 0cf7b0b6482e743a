import { sql } from "drizzle-orm";
import { check, date, foreignKey, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { companyId, reference } from "./columns.ts";
import { store } from "./organisation.ts";

/**
 * Opening hours in minutes since local midnight of the weekday (0 is Sunday); closes above 1440
 * means past midnight. No row: closed.
 */
export const storeHours = pgTable(
  "store_hours",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    weekday: smallint("weekday").notNull(),
    opens: smallint("opens").notNull(),
    closes: smallint("closes").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.weekday] }),
    check(
      "store_hours_range",
      sql`${t.weekday} between 0 and 6 and ${t.opens} between 0 and 1439 and ${t.closes} > ${t.opens} and ${t.closes} <= 2880`,
    ),
    foreignKey({
      name: "store_hours_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Other opening hours on a single date, in minutes as in the weekday's hours; both null: closed all
 * day.
 */
export const storeHoursException = pgTable(
  "store_hours_exception",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    opens: smallint("opens"),
    closes: smallint("closes"),
    note: text("note"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.day] }),
    check(
      "store_hours_exception_range",
      sql`(${t.opens} is null and ${t.closes} is null) or (${t.opens} between 0 and 1439 and ${t.closes} > ${t.opens} and ${t.closes} <= 2880)`,
    ),
    foreignKey({
      name: "store_hours_exception_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);
