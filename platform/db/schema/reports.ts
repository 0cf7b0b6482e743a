import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { fileFormats } from "#contract/base/table-files";
import type { Period } from "#contract/reports/periods";
import { frequencies, outcomes, recipientRoles } from "#contract/reports/words";
import { companyId, createdAt, identity, instant, reference } from "./columns.ts";
import { company } from "./organisation.ts";
import { appUser } from "./people.ts";

/**
 * A report that is mailed to its owner as a link (docs/decisions/scheduled-reports.md). The company
 * is the one whose data it has.
 */
export const reportSchedule = pgTable(
  "report_schedule",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    /** Provider staff belong to another company. */
    ownerCompanyId: reference("owner_company_id").notNull(),
    ownerId: reference("owner_id").notNull(),
    name: text("name").notNull(),
    /** A key of the catalogue. */
    report: text("report").notNull(),
    /** The report's filters but for relative dates, as its endpoint takes them. */
    filters: jsonb("filters").$type<Record<string, string | number>>().notNull(),
    frequency: text("frequency", { enum: frequencies }).notNull(),
    weekday: smallint("weekday"),
    monthDay: smallint("month_day"),
    period: text("period").$type<Period>(),
    format: text("format", { enum: fileFormats }).notNull(),
    /**
     * The next time it is due, by the time zone below: the company may move to another. Null for a
     * report that was made once.
     */
    nextAt: instant("next_at"),
    timeZone: text("time_zone").notNull(),
    pausedAt: instant("paused_at"),
    /** The reason in words, if it paused by itself. */
    pausedBecause: text("paused_because"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("report_schedule_of_owner").on(t.companyId, t.ownerCompanyId, t.ownerId),
    index("report_schedule_due").on(t.nextAt).where(sql`${t.pausedAt} is null`),
    check(
      "report_schedule_day",
      sql`(${t.frequency} = 'weekly') = (${t.weekday} is not null) and (${t.frequency} = 'monthly') = (${t.monthDay} is not null)`,
    ),
    check("report_schedule_next", sql`${t.frequency} = 'once' or ${t.nextAt} is not null`),
    foreignKey({
      name: "report_schedule_owner",
      columns: [t.ownerCompanyId, t.ownerId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * One run of a scheduled report: both the queue, and the log of outcomes. The file's key in the
 * file store is derived from the run's id.
 */
export const reportRun = pgTable(
  "report_run",
  {
    companyId: companyId(),
    id: identity(),
    scheduleId: reference("schedule_id").notNull(),
    fileId: uuid("file_id").notNull().defaultRandom(),
    dueAt: instant("due_at").notNull(),
    /**
     * The time from which a process may take it. The process that makes it postpones it, until
     * it is killed. Null once it has ended.
     */
    takeAt: instant("take_at"),
    attempt: integer("attempt").notNull().default(0),
    endedAt: instant("ended_at"),
    outcome: text("outcome", { enum: outcomes }),
    /** Why it was not sent, or why the last attempt failed, in words. */
    detail: text("detail"),
    fromDay: date("from_day", { mode: "string" }),
    toDay: date("to_day", { mode: "string" }),
    /** The size of the file, once it is in the file store. */
    bytes: bigint("bytes", { mode: "number" }),
    /** The format of the file: the schedule's may be changed after. */
    format: text("format", { enum: fileFormats }),
    /** The owner's part of the company when the file was made. */
    reach: text("reach"),
    expiresAt: instant("expires_at"),
    removedAt: instant("removed_at"),
    /** The recipient that it is for; null for the owner's own run, and for an outside address. */
    userId: reference("user_id"),
    /** The outside address that gets the owner's file by its own link. */
    address: text("address"),
    tokenHash: text("token_hash"),
    withdrawnAt: instant("withdrawn_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("report_run_file_id").on(t.fileId),
    unique("report_run_once")
      .on(t.companyId, t.scheduleId, t.dueAt, t.userId, t.address)
      .nullsNotDistinct(),
    index("report_run_user").on(t.companyId, t.userId).where(sql`${t.userId} is not null`),
    // tokens are random, so unique without a constraint; a request with one names no company
    index("report_run_token").on(t.tokenHash).where(sql`${t.tokenHash} is not null`),
    index("report_run_to_take").on(t.takeAt).where(sql`${t.endedAt} is null`),
    index("report_run_file")
      .on(t.expiresAt)
      .where(sql`${t.bytes} is not null and ${t.removedAt} is null`),
    check(
      "report_run_ended",
      sql`num_nonnulls(${t.endedAt}, ${t.outcome}) in (0, 2) and (${t.endedAt} is null) = (${t.takeAt} is not null)`,
    ),
    foreignKey({
      name: "report_run_of_schedule",
      columns: [t.companyId, t.scheduleId],
      foreignColumns: [reportSchedule.companyId, reportSchedule.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "report_run_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/** A recipient besides a scheduled report's owner: a user, all users of a role, or an address. */
export const reportRecipient = pgTable(
  "report_recipient",
  {
    companyId: companyId(),
    id: identity(),
    scheduleId: reference("schedule_id").notNull(),
    userId: reference("user_id"),
    role: text("role", { enum: recipientRoles }),
    /** An outside address, in lower case. */
    address: text("address"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("report_recipient_once")
      .on(t.companyId, t.scheduleId, t.userId, t.role, t.address)
      .nullsNotDistinct(),
    check("report_recipient_one", sql`num_nonnulls(${t.userId}, ${t.role}, ${t.address}) = 1`),
    foreignKey({
      name: "report_recipient_of_schedule",
      columns: [t.companyId, t.scheduleId],
      foreignColumns: [reportSchedule.companyId, reportSchedule.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "report_recipient_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/** A recipient, by name or role, who stopped the emails of a scheduled report. */
export const reportUnsubscription = pgTable(
  "report_unsubscription",
  {
    companyId: companyId(),
    scheduleId: reference("schedule_id").notNull(),
    userId: reference("user_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.scheduleId, t.userId] }),
    foreignKey({
      name: "report_unsubscription_of_schedule",
      columns: [t.companyId, t.scheduleId],
      foreignColumns: [reportSchedule.companyId, reportSchedule.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "report_unsubscription_of_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);
