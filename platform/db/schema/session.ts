import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, identity, instant, reference } from "./columns.ts";
import { appUser, company } from "./organisation.ts";

/** A family of refresh tokens: one row a sign-in. The token of a generation is derived from the row and a secret, so none is stored. */
export const authSession = pgTable(
  "auth_session",
  {
    companyId: companyId(),
    id: uuid("id").notNull(),
    userId: reference("user_id").notNull(),
    generation: integer("generation").notNull().default(0),
    rotatedAt: instant("rotated_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    endedAt: instant("ended_at"),
    endReason: text("end_reason", { enum: ["signed out", "token replayed", "expired", "account deactivated"] }),
    address: text("address"),
    device: text("device"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("auth_session_user").on(t.companyId, t.userId),
    foreignKey({
      name: "auth_session_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/** Tries counted per key and window. Global reference table: the key may be an address. */
export const rateLimit = pgTable("rate_limit", {
  key: text("key").primaryKey(),
  windowStart: instant("window_start").notNull(),
  count: integer("count").notNull(),
});

/** Who did what to which item: written in the same transaction as the change, never updated. The company is the item's. */
export const auditLog = pgTable(
  "audit_log",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    at: instant("at").notNull().defaultNow(),
    actorCompanyId: bigint("actor_company_id", { mode: "number" }),
    actorId: bigint("actor_id", { mode: "number" }),
    actorName: text("actor_name").notNull(),
    address: text("address"),
    requestId: text("request_id"),
    action: text("action").notNull(),
    itemKind: text("item_kind").notNull(),
    itemId: text("item_id").notNull(),
    itemName: text("item_name"),
    before: jsonb("before"),
    after: jsonb("after"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("audit_log_at").on(t.companyId, t.at, t.id),
    index("audit_log_item").on(t.companyId, t.itemKind, t.itemId),
  ],
);
