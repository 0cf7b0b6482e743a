import { bigint, timestamp } from "drizzle-orm/pg-core";

export const companyId = () => bigint("company_id", { mode: "number" }).notNull();
export const identity = () => bigint("id", { mode: "number" }).notNull().generatedByDefaultAsIdentity();
export const reference = (name: string) => bigint(name, { mode: "number" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const createdAt = () => instant("created_at").notNull().defaultNow();
export const updatedAt = () => instant("updated_at").notNull().defaultNow();
