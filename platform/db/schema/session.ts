import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, companyId, identity, instant, reference } from "./columns.ts";
import { company } from "./organisation.ts";
import { appUser } from "./people.ts";

/**
 * A family of refresh tokens: one row a sign-in. The token of a generation is derived from the row
 * and a secret, so none is stored.
 */
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
    endReason: text("end_reason", {
      enum: [
        "signed out",
        "ended by the user",
        "signed in elsewhere",
        "password changed",
        "token replayed",
        "expired",
        "account deactivated",
        "company deactivated",
      ],
    }),
    address: text("address"),
    device: text("device"),
    /**
     * True if the sign-in proved more than a password or a link
     * (docs/decisions/second-factor.md).
     */
    twoSteps: boolean("two_steps").notNull().default(false),
    /**
     * The provider's person who opened it as this user (SES-8); null for a sign-in of the user's
     * own.
     */
    openedByCompanyId: bigint("opened_by_company_id", { mode: "number" }),
    openedById: bigint("opened_by_id", { mode: "number" }),
    openedByName: text("opened_by_name"),
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

/**
 * Single-use tokens that are mailed or handed over: kept as SHA-256 of the secret, named
 * company.id.secret.
 */
export const accountToken = pgTable(
  "account_token",
  {
    companyId: companyId(),
    id: uuid("id").notNull(),
    userId: reference("user_id").notNull(),
    purpose: text("purpose", {
      enum: ["recovery", "invitation", "sign-in", "second step", "passkey"],
    }).notNull(),
    secretHash: text("secret_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** The staff member who made a sign-in token ("open as"); null for tokens people asked for. */
    madeByCompanyId: bigint("made_by_company_id", { mode: "number" }),
    madeById: bigint("made_by_id", { mode: "number" }),
    madeByName: text("made_by_name"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("account_token_user").on(t.companyId, t.userId, t.purpose),
    foreignKey({
      name: "account_token_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * The answer given to a POST with an Idempotency-Key, for the same person and key; null status
 * while the first one runs.
 */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    companyId: companyId(),
    userId: reference("user_id").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body: the same key with other content is refused. */
    requestHash: text("request_hash").notNull(),
    status: integer("status"),
    body: text("body"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The last sign of life of the process that works under the key, by the database's clock. */
    renewedAt: instant("renewed_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.key] }),
    index("idempotency_key_age").on(t.createdAt),
    foreignKey({
      name: "idempotency_key_of_user",
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

type States = { before: AnyPgColumn; after: AnyPgColumn };
/** The location and time slot of an entry about a master rule, which its versions are found by. */
export const placeOfEntry = ({ before, after }: States) => {
  const state = sql`coalesce(${after}, ${before})`;
  return {
    timeSlotId: sql`(${state} ->> 'timeSlotId')`,
    level: sql`(${state} -> 'source' ->> 'level')`,
    unitId: sql`(${state} -> 'source' ->> 'unitId')`,
  };
};

/**
 * Items whose personal data was erased: what the audit log says of them is shown without names
 * (docs/decisions/personal-data.md).
 */
export const erasedItem = pgTable(
  "erased_item",
  {
    companyId: companyId().references(() => company.id),
    /** The kind as in audit rows: "user" or "request". */
    itemKind: text("item_kind").notNull(),
    itemId: text("item_id").notNull(),
    erasedAt: instant("erased_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.itemKind, t.itemId] })],
);

/**
 * Records who did what to which item, in the transaction of the change. A trigger refuses any
 * update or removal. The company is the item's, whose own row refers to it. This table has no
 * foreign key to it: each of a company's changes would lock the company's one row.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    companyId: companyId(),
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
    index("audit_log_rule")
      .on(t.companyId, ...Object.values(placeOfEntry(t)), t.id)
      .where(sql`item_kind = 'master rule'`),
  ],
);

/**
 * The hash chain of a company's audit rows in the order of `at` and id
 * (docs/decisions/audit-chain.md). No foreign key: where a row is gone, its seal stays to say so. A
 * trigger refuses any update or removal.
 */
export const auditSeal = pgTable(
  "audit_seal",
  {
    companyId: companyId(),
    /** 1, 2, 3 … */
    place: bigint("place", { mode: "number" }).notNull(),
    auditId: reference("audit_id").notNull(),
    /** The row's own. */
    at: instant("at").notNull(),
    /** SHA-256 of the hash before and the row's digest. */
    hash: bytes("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.place] })],
);
