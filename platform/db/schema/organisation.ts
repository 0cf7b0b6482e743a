import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { companyId, createdAt, identity, instant, reference, updatedAt } from "./columns.ts";

/** Sorts alike on both engines, whatever collation the server was set up with. */
const alphabetical = (column: AnyPgColumn) => sql`lower(${column}) collate "C"`;

export const company = pgTable(
  "company",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: ["provider", "client"] }).notNull(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    status: text("status", { enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    timeZone: text("time_zone").notNull().default("Asia/Kolkata"),
    email: text("email"),
    commEmail: text("comm_email"),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    website: text("website"),
    addressLine: text("address_line"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    gstNo: text("gst_no"),
    panNo: text("pan_no"),
    billingRate: numeric("billing_rate", { precision: 12, scale: 2 }),
    billingPeriodMonths: smallint("billing_period_months").notNull().default(1),
    /** Below this volume (0 to 100) a playing store counts as "below threshold volume". */
    thresholdVolume: smallint("threshold_volume").notNull().default(25),
    /** Flag: its users have one session at a time; a new sign-in ends the one before with 409 (SES-6). */
    oneSession: boolean("one_session").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("company_code_unique").on(sql`lower(${t.code})`),
    check("company_billing_period", sql`${t.billingPeriodMonths} in (1, 3, 6, 12)`),
    check("company_threshold_volume", sql`${t.thresholdVolume} between 0 and 100`),
  ],
);

export const region = pgTable(
  "region",
  { companyId: companyId().references(() => company.id), id: identity(), name: text("name").notNull() },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex("region_name_unique").on(t.companyId, sql`lower(${t.name})`)],
);

export const zone = pgTable(
  "zone",
  { companyId: companyId(), id: identity(), regionId: reference("region_id").notNull(), name: text("name").notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("zone_path").on(t.companyId, t.regionId, t.id),
    uniqueIndex("zone_name_unique").on(t.companyId, t.regionId, sql`lower(${t.name})`),
    foreignKey({ name: "zone_region", columns: [t.companyId, t.regionId], foreignColumns: [region.companyId, region.id] }),
  ],
);

/** A group of stores; "group" alone is a word of SQL. */
export const storeGroup = pgTable(
  "store_group",
  {
    companyId: companyId(),
    id: identity(),
    regionId: reference("region_id").notNull(),
    zoneId: reference("zone_id").notNull(),
    name: text("name").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("store_group_path").on(t.companyId, t.regionId, t.zoneId, t.id),
    uniqueIndex("store_group_name_unique").on(t.companyId, t.zoneId, sql`lower(${t.name})`),
    foreignKey({
      name: "store_group_zone",
      columns: [t.companyId, t.regionId, t.zoneId],
      foreignColumns: [zone.companyId, zone.regionId, zone.id],
    }).onUpdate("cascade"),
  ],
);

/** region_id and zone_id repeat the group's path, so that scope is one comparison; the foreign key keeps them right when a group moves. */
export const store = pgTable(
  "store",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    status: text("status", { enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    statusSince: instant("status_since").notNull().defaultNow(),
    timeZone: text("time_zone").notNull(),
    addressLine: text("address_line"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    contactName: text("contact_name"),
    volume: smallint("volume").notNull().default(60),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("store_code_unique").on(t.companyId, sql`lower(${t.code})`),
    index("store_by_name").on(t.companyId, alphabetical(t.name), t.id),
    index("store_by_code").on(t.companyId, alphabetical(t.code), t.id),
    index("store_by_group").on(t.companyId, t.groupId),
    check("store_path_whole", sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}) in (0, 3)`),
    check("store_volume", sql`${t.volume} between 0 and 100`),
    foreignKey({
      name: "store_group_of_store",
      columns: [t.companyId, t.regionId, t.zoneId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.regionId, storeGroup.zoneId, storeGroup.id],
    }).onUpdate("cascade"),
  ],
);

/** Opening hours in minutes since local midnight of the weekday (0 is Sunday); closes above 1440 means past midnight. No row: closed. */
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
    foreignKey({ name: "store_hours_store", columns: [t.companyId, t.storeId], foreignColumns: [store.companyId, store.id] }).onDelete(
      "cascade",
    ),
  ],
);

export const appUser = pgTable(
  "app_user",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    username: text("username").notNull(),
    email: text("email").notNull(),
    fname: text("fname").notNull(),
    lname: text("lname"),
    role: text("role").notNull(),
    subRole: text("sub_role"),
    /** national, regional, zonal, group or store; null for provider staff. */
    level: text("level", { enum: ["national", "regional", "zonal", "group", "store"] }),
    status: text("status", { enum: ["invited", "active", "inactive"] })
      .notNull()
      .default("active"),
    /** argon2id in PHC form; null until the invitation is taken up. */
    passwordHash: text("password_hash"),
    /** 2 the company form is next, 3 the first store is next, 4 done (spec 2 uses 2 and 3). */
    onboardedStep: integer("onboarded_step").notNull().default(4),
    notificationCount: integer("notification_count").notNull().default(0),
    /** Pages without script: the person's own switch; null follows the Save-Data header (UI-10). */
    liteMode: boolean("lite_mode"),
    /** null follows the system. */
    theme: text("theme", { enum: ["light", "dark"] }),
    emailNotifications: boolean("email_notifications").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
);

/** Usernames are unique over all companies, because people sign in without naming one. Global reference table. */
export const login = pgTable(
  "login",
  { username: text("username").primaryKey(), companyId: companyId(), userId: reference("user_id").notNull() },
  (t) => [
    unique("login_user").on(t.companyId, t.userId),
    check("login_lower_case", sql`${t.username} = lower(${t.username})`),
    foreignKey({ name: "login_of_user", columns: [t.companyId, t.userId], foreignColumns: [appUser.companyId, appUser.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** The units that are a user's own: one of the four columns is set. The units below come with them. */
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
    unique("user_unit_once").on(t.companyId, t.userId, t.regionId, t.zoneId, t.groupId, t.storeId).nullsNotDistinct(),
    check("user_unit_one", sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) = 1`),
    foreignKey({ name: "user_unit_user", columns: [t.companyId, t.userId], foreignColumns: [appUser.companyId, appUser.id] }).onDelete(
      "cascade",
    ),
    foreignKey({ name: "user_unit_region", columns: [t.companyId, t.regionId], foreignColumns: [region.companyId, region.id] }),
    foreignKey({ name: "user_unit_zone", columns: [t.companyId, t.zoneId], foreignColumns: [zone.companyId, zone.id] }),
    foreignKey({ name: "user_unit_group", columns: [t.companyId, t.groupId], foreignColumns: [storeGroup.companyId, storeGroup.id] }),
    foreignKey({ name: "user_unit_store", columns: [t.companyId, t.storeId], foreignColumns: [store.companyId, store.id] }),
  ],
);
