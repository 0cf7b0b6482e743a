import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { Role, SubRole } from "#contract/base/roles";
import {
  companyId,
  createdAt,
  identity,
  instant,
  reference,
  searchLines,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

export const appUser = pgTable(
  "app_user",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    username: text("username").notNull(),
    email: text("email").notNull(),
    firstName: text("fname").notNull(),
    lastName: text("lname"),
    usernameKey: sortKey("username_key", "username"),
    nameKey: sortKey("name_key", "fname || coalesce(' ' || lname, '')"),
    searchLines: searchLines("username", "fname || coalesce(' ' || lname, '')", "email"),
    role: text("role").$type<Role>().notNull(),
    subRole: text("sub_role").$type<SubRole>(),
    /** national, regional, zonal, group or store; null for provider staff. */
    level: text("level", { enum: ["national", "regional", "zonal", "group", "store"] }),
    status: text("status", { enum: ["invited", "active", "inactive"] })
      .notNull()
      .default("active"),
    /** argon2id in PHC form; null until the invitation is taken up. */
    passwordHash: text("password_hash"),
    /** 2 the company form is next, 3 the first store is next, 4 done (spec 2 uses 2 and 3). */
    onboardedStep: integer("onboarded_step").notNull().default(4),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    /** Set when the latest invitation was emailed. */
    invitedAt: instant("invited_at"),
    lastSignedInAt: instant("last_signed_in_at"),
    /** Pages without script: the person's own switch; null follows the Save-Data header (UI-10). */
    liteMode: boolean("lite_mode"),
    /** null follows the system. */
    theme: text("theme", { enum: ["light", "dark"] }),
    emailNotifications: boolean("email_notifications").notNull().default(true),
    /**
     * Set when the person asked to have their data erased (docs/decisions/personal-data.md).
     */
    erasureAskedAt: instant("erasure_asked_at"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("app_user_by_name").on(t.companyId, t.usernameKey, t.id),
  ],
);

/**
 * A time in which a store, a user or (neither) the whole company was inactive; `until` is null
 * while it lasts. Triggers on their status write it, because plays that are reported late count at
 * the time at which they were heard.
 */
export const inactiveSpan = pgTable(
  "inactive_span",
  {
    companyId: companyId().references(() => company.id, { onDelete: "cascade" }),
    id: identity(),
    storeId: reference("store_id"),
    userId: reference("user_id"),
    since: instant("since").notNull(),
    until: instant("until"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("inactive_span_of_store").on(t.companyId, t.storeId),
    index("inactive_span_of_user").on(t.companyId, t.userId),
    check("inactive_span_owner", sql`${t.storeId} is null or ${t.userId} is null`),
    foreignKey({
      name: "inactive_span_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "inactive_span_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Usernames are unique over all companies, because people sign in without naming one. Global
 * reference table.
 */
export const login = pgTable(
  "login",
  {
    username: text("username").primaryKey(),
    companyId: companyId(),
    userId: reference("user_id").notNull(),
  },
  (t) => [
    unique("login_user").on(t.companyId, t.userId),
    check("login_lower_case", sql`${t.username} = lower(${t.username})`),
    foreignKey({
      name: "login_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * The units that are a user's own: one of the four columns is set. The units below come with them.
 */
export const userUnit = pgTable(
  "user_unit",
  {
    companyId: companyId(),
    id: identity(),
    userId: reference("user_id").notNull(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("user_unit_region").on(t.companyId, t.regionId),
    index("user_unit_zone").on(t.companyId, t.zoneId),
    index("user_unit_group").on(t.companyId, t.groupId),
    index("user_unit_store").on(t.companyId, t.storeId),
    unique("user_unit_once")
      .on(t.companyId, t.userId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check(
      "user_unit_one",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) = 1`,
    ),
    foreignKey({
      name: "user_unit_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "user_unit_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }),
    foreignKey({
      name: "user_unit_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }),
    foreignKey({
      name: "user_unit_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
    foreignKey({
      name: "user_unit_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);
