import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { taxStatuses } from "#contract/billing/tax-rules";
import { neighbourChoices } from "#contract/hierarchy/words";
import {
  amount,
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

export const company = pgTable(
  "company",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: ["provider", "client"] }).notNull(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    codeKey: sortKey("code_key", "code"),
    nameKey: sortKey("name_key", "name"),
    status: text("status", { enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    timeZone: text("time_zone").notNull().default("Asia/Kolkata"),
    email: text("email"),
    commEmail: text("comm_email"),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    website: text("website"),
    contactName: text("contact_name"),
    /** ISO 3166-1 alpha-2. */
    country: text("country").notNull().default("IN"),
    addressLine: text("address_line"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    /** The registered name, if the company trades under another one. */
    legalName: text("legal_name"),
    taxStatus: text("tax_status", { enum: taxStatuses }).notNull().default("UNREGISTERED"),
    gstNo: text("gst_no"),
    panNo: text("pan_no"),
    /** Username of the admin that the company was made with. */
    adminUserId: text("admin_user_id"),
    iconFileId: uuid("icon_file_id"),
    /** Rupees a store and month. */
    billingRate: amount("billing_rate_paise"),
    billingPeriodMonths: smallint("billing_period_months").notNull().default(1),
    /** The first day of the first billing period; null while nothing is billed. */
    billingStartsOn: date("billing_starts_on", { mode: "string" }),
    /** Volume (0 to 100) that new stores begin with. */
    optimumVolume: smallint("optimum_volume").notNull().default(60),
    /** Below this volume (0 to 100) a playing store counts as "below threshold volume". */
    thresholdVolume: smallint("threshold_volume").notNull().default(25),
    /** Minute of the company's day at which the schedule publishes one more day. */
    publishMinute: smallint("publish_minute").notNull().default(180),
    /** Days wait for a person to publish them, until 48 hours before they begin. */
    needsApproval: boolean("needs_approval").notNull().default(false),
    /**
     * Flag: its users have one session at a time; a new sign-in ends the one before with 409
     * (SES-6).
     */
    oneSession: boolean("one_session").notNull().default(false),
    /** Flag: its master rules may let a top of the hour wait for the end of a song. */
    waitingTops: boolean("waiting_tops").notNull().default(false),
    /** Flag: songs may be reserved for it, which no other company sees or plays. */
    ownSongs: boolean("own_songs").notNull().default(false),
    /**
     * Its users must sign in with a second step; until they have set one up, they can do nothing.
     * Store managers are exempt.
     */
    requiresTwoSteps: boolean("requires_two_steps").notNull().default(false),
    /** Scheduled reports may be sent to addresses of people without an account. */
    mailsReportsOutside: boolean("mails_reports_outside").notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("company_code_unique").on(sql`lower(${t.code})`),
    uniqueIndex("company_email_unique").on(sql`lower(${t.email})`),
    uniqueIndex("company_one_provider").on(t.kind).where(sql`${t.kind} = 'provider'`),
    index("company_by_name").on(t.nameKey, t.id),
    check("company_optimum_volume", sql`${t.optimumVolume} between 0 and 100`),
    check("company_billing_period", sql`${t.billingPeriodMonths} in (1, 3, 6, 12)`),
    check("company_publish_minute", sql`${t.publishMinute} between 0 and 1439`),
    check("company_threshold_volume", sql`${t.thresholdVolume} between 0 and 100`),
  ],
);

/** A licence to play music in public, for a number of the company's stores. */
export const companyLicence = pgTable(
  "company_licence",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    number: text("number"),
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    validTo: date("valid_to", { mode: "string" }).notNull(),
    stores: integer("stores").notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check("company_licence_dates", sql`${t.validTo} >= ${t.validFrom}`),
    check("company_licence_stores", sql`${t.stores} between 1 and 1000000`),
  ],
);

export const region = pgTable(
  "region",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("region_name_unique").on(t.companyId, sql`lower(${t.name})`),
  ],
);

export const zone = pgTable(
  "zone",
  {
    companyId: companyId(),
    id: identity(),
    regionId: reference("region_id").notNull(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("zone_path").on(t.companyId, t.regionId, t.id),
    uniqueIndex("zone_name_unique").on(t.companyId, t.regionId, sql`lower(${t.name})`),
    foreignKey({
      name: "zone_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }),
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
    nameKey: sortKey("name_key", "name"),
    /** Stores beside each other play the same, or every second one in another order. */
    neighbours: text("neighbours", { enum: neighbourChoices }).notNull().default("SAME"),
    version: version(),
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

/**
 * region_id and zone_id repeat the group's path, so that scope is one comparison; the foreign key
 * keeps them right when a group moves.
 */
export const store = pgTable(
  "store",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    code: text("code").notNull(),
    name: text("name").notNull(),
    codeKey: sortKey("code_key", "code"),
    nameKey: sortKey("name_key", "name"),
    searchLines: searchLines("code", "name"),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    status: text("status", { enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    statusSince: instant("status_since").notNull().defaultNow(),
    timeZone: text("time_zone").notNull(),
    country: text("country").notNull().default("IN"),
    addressLine: text("address_line"),
    city: text("city"),
    state: text("state"),
    postalCode: text("postal_code"),
    phoneCountryCode: text("phone_country_code"),
    phone: text("phone"),
    contactName: text("contact_name"),
    email: text("email"),
    volume: smallint("volume").notNull().default(60),
    /** The kind of device that plays in the store. */
    deviceKind: text("device_kind", { enum: ["browser", "android", "other"] }),
    deviceSerial: text("device_serial"),
    /** The store's own licence to play music in public. */
    licenceName: text("licence_name"),
    licenceNumber: text("licence_number"),
    licenceFrom: date("licence_from", { mode: "string" }),
    licenceTo: date("licence_to", { mode: "string" }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("store_code_unique").on(t.companyId, sql`lower(${t.code})`),
    index("store_by_name").on(t.companyId, t.nameKey, t.id),
    index("store_by_code").on(t.companyId, t.codeKey, t.id),
    index("store_by_group").on(t.companyId, t.groupId),
    index("store_by_path").on(t.companyId, t.regionId, t.zoneId, t.groupId, t.status),
    check("store_licence_dates", sql`${t.licenceTo} >= ${t.licenceFrom}`),
    check(
      "store_path_whole",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}) in (0, 3)`,
    ),
    check("store_volume", sql`${t.volume} between 0 and 100`),
    foreignKey({
      name: "store_group_of_store",
      columns: [t.companyId, t.regionId, t.zoneId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.regionId, storeGroup.zoneId, storeGroup.id],
    }).onUpdate("cascade"),
  ],
);
