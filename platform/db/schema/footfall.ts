import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
} from "drizzle-orm/pg-core";
import { companyId, reference } from "./columns.ts";
import { store } from "./organisation.ts";

/** The visitors whom a store counted in an hour of its own clock. */
export const footfall = pgTable(
  "footfall",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    /** 0 is from 00:00. */
    hour: smallint("hour").notNull(),
    visitors: integer("visitors").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.day, t.hour] }),
    index("footfall_day").on(t.day),
    check(
      "footfall_limits",
      sql`${t.hour} between 0 and 23 and ${t.visitors} between 0 and 100000`,
    ),
    foreignKey({
      name: "footfall_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);
