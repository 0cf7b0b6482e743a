import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  alertCauses,
  alertEndings,
  alertKinds,
  alertSettingLimits,
  helpReasons,
} from "#contract/alerts/words";
import { memberNames } from "#contract/base/records";
import { companyId, identity, instant, reference, updatedAt, version } from "./columns.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

/**
 * Faults of stores (docs/decisions/alerts.md). A row is watched from when the fault is first seen;
 * it is an alert once it has lasted for its threshold (raised_at), and is deleted if the
 * fault passes before. The index alert_open allows one open row per kind and store.
 */
export const alert = pgTable(
  "alert",
  {
    companyId: companyId(),
    id: identity(),
    storeId: reference("store_id").notNull(),
    kind: text("kind", { enum: alertKinds }).notNull(),
    /** Start of the fault, counted from the store's opening at the earliest. */
    beganAt: instant("began_at").notNull(),
    /** First and last run of the job that saw the fault without a break, until it is raised. */
    watchedFrom: instant("watched_from").notNull(),
    watchedAt: instant("watched_at").notNull(),
    raisedAt: instant("raised_at"),
    toldAt: instant("told_at"),
    endedAt: instant("ended_at"),
    ending: text("ending", { enum: alertEndings }),
    recoveryToldAt: instant("recovery_told_at"),
    /** The username of who deals with it, and the last note with who wrote it. */
    acknowledgedBy: text("acknowledged_by"),
    acknowledgedAt: instant("acknowledged_at"),
    note: text("note"),
    notedBy: text("noted_by"),
    snoozedUntil: instant("snoozed_until"),
    cause: text("cause", { enum: alertCauses }),
    closedBy: text("closed_by"),
    /** The reason of a store's call for help. */
    reason: text("reason", { enum: helpReasons }),
    details: text("details"),
    /** The recording of a store's call for help. */
    voiceNoteId: uuid("voice_note_id"),
    /** Rises with each change that a person makes. */
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("alert_open").on(t.companyId, t.storeId, t.kind).where(sql`${t.endedAt} is null`),
    index("alert_by_beginning").on(t.companyId, t.beganAt, t.id),
    index("alert_of_store").on(t.companyId, t.storeId, t.beganAt),
    index("alert_by_end").on(t.companyId, t.endedAt).where(sql`${t.endedAt} is not null`),
    index("alert_voice_note")
      .on(t.companyId, t.voiceNoteId)
      .where(sql`${t.voiceNoteId} is not null`),
    index("alert_recovery_to_tell")
      .on(t.companyId, t.id)
      .where(
        sql`${t.endedAt} is not null and ${t.toldAt} is not null and ${t.recoveryToldAt} is null and ${t.ending} = 'recovered'`,
      ),
    check(
      "alert_closed",
      sql`(${t.ending} = 'closed') is not true or num_nonnulls(${t.cause}, ${t.closedBy}) = 2`,
    ),
    check("alert_help", sql`(${t.kind} = 'help') = (${t.reason} is not null)`),
    check("alert_ending", sql`(${t.endedAt} is null) = (${t.ending} is null)`),
    check(
      "alert_order",
      sql`(${t.raisedAt} is not null or num_nonnulls(${t.toldAt}, ${t.endedAt}, ${t.acknowledgedAt}) = 0) and (${t.recoveryToldAt} is null or (${t.toldAt} is not null and ${t.endedAt} is not null))`,
    ),
    foreignKey({
      name: "alert_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);

/**
 * When a location's stores raise alerts, and when people are notified; null inherits from the
 * location above.
 */
export const alertSetting = pgTable(
  "alert_setting",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
    offlineMinutes: smallint("offline_minutes"),
    silentMinutes: smallint("silent_minutes"),
    lowVolumeMinutes: smallint("low_volume_minutes"),
    logHours: smallint("log_hours"),
    pausedMinutes: smallint("paused_minutes"),
    tellOffline: boolean("tell_offline"),
    tellSilent: boolean("tell_silent"),
    tellLowVolume: boolean("tell_low_volume"),
    tellNotPlaying: boolean("tell_not_playing"),
    tellLogEnding: boolean("tell_log_ending"),
    tellPaused: boolean("tell_paused"),
    /** HH:mm on each store's own clock; the same time twice: no quiet hours. */
    quietFrom: text("quiet_from"),
    quietTo: text("quiet_to"),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("alert_setting_once")
      .on(t.companyId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check(
      "alert_setting_one_unit",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) <= 1`,
    ),
    check(
      "alert_setting_limits",
      sql.join(
        memberNames(alertSettingLimits).map((name) => {
          const { least, most } = alertSettingLimits[name];
          return sql`${t[name]} between ${sql.raw(`${least} and ${most}`)}`;
        }),
        sql` and `,
      ),
    ),
    check("alert_setting_quiet", sql`num_nonnulls(${t.quietFrom}, ${t.quietTo}) <> 1`),
    foreignKey({
      name: "alert_setting_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_setting_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_setting_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_setting_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);
