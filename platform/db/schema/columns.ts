import { bigint, customType, timestamp } from "drizzle-orm/pg-core";
import { formatAmount, parseAmount } from "#contract/base/money";

export const companyId = () => bigint("company_id", { mode: "number" }).notNull();
export const identity = () => bigint("id", { mode: "number" }).notNull().generatedByDefaultAsIdentity();
export const reference = (name: string) => bigint(name, { mode: "number" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
/** Money: integer paise in the database, rupees as text in code, as the API and audit entries have them (contract/base/money.ts). */
export const amount = customType<{ data: string; driverData: string | number }>({
  dataType: () => "bigint",
  toDriver: parseAmount,
  fromDriver: (paise) => formatAmount(Number(paise)),
});
