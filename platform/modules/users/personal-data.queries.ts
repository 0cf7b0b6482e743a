import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Caller, SessionCaller } from "../../access/caller.ts";
import {
  apiToken,
  appUser,
  auditLog,
  authSession,
  company,
  email,
  formDraft,
  notification,
  passkey,
  playerDevice,
  reportSchedule,
  savedFilter,
  store,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** Data held about the caller; these queries cannot name another person's rows. */

const ownAccount = ({ companyId, id }: Caller) =>
  and(eq(appUser.companyId, companyId), eq(appUser.id, id));
/** The most entries of the audit log in the file, so that a person can read it. */
export const mostEntries = 5000;

export async function selectAccount(caller: Caller, db: Db) {
  const [row] = await db
    .select({
      id: appUser.id,
      company: company.name,
      username: appUser.username,
      email: appUser.email,
      firstName: appUser.firstName,
      lastName: appUser.lastName,
      phoneCountryCode: appUser.phoneCountryCode,
      phone: appUser.phone,
      role: appUser.role,
      subRole: appUser.subRole,
      level: appUser.level,
      status: appUser.status,
      theme: appUser.theme,
      liteMode: appUser.liteMode,
      emailNotifications: appUser.emailNotifications,
      createdAt: appUser.createdAt,
      invitedAt: appUser.invitedAt,
      lastSignedInAt: appUser.lastSignedInAt,
      erasureAskedAt: appUser.erasureAskedAt,
    })
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .where(ownAccount(caller));
  return row;
}

export const selectSessions = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      signedInAt: authSession.createdAt,
      lastUsedAt: authSession.rotatedAt,
      endedAt: authSession.endedAt,
      endReason: authSession.endReason,
      address: authSession.address,
      device: authSession.device,
      openedBy: authSession.openedByName,
    })
    .from(authSession)
    .where(and(eq(authSession.companyId, companyId), eq(authSession.userId, id)))
    .orderBy(desc(authSession.createdAt));

export const selectDevices = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      store: store.name,
      browser: playerDevice.userAgent,
      signedInAt: playerDevice.signedInAt,
      lastSeenAt: playerDevice.lastSeenAt,
    })
    .from(playerDevice)
    .innerJoin(
      store,
      and(eq(store.companyId, playerDevice.companyId), eq(store.id, playerDevice.storeId)),
    )
    .where(and(eq(playerDevice.companyId, companyId), eq(playerDevice.userId, id)));

export const selectTokens = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      name: apiToken.name,
      scopes: apiToken.scopes,
      createdAt: apiToken.createdAt,
      expiresAt: apiToken.expiresAt,
      lastUsedAt: apiToken.lastUsedAt,
      revokedAt: apiToken.revokedAt,
    })
    .from(apiToken)
    .where(and(eq(apiToken.companyId, companyId), eq(apiToken.userId, id)));

export const selectPasskeys = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({ name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt })
    .from(passkey)
    .where(and(eq(passkey.companyId, companyId), eq(passkey.userId, id)));

export const selectNotifications = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      title: notification.title,
      detail: notification.detail,
      createdAt: notification.createdAt,
      readAt: notification.readAt,
    })
    .from(notification)
    .where(and(eq(notification.companyId, companyId), eq(notification.userId, id)))
    .orderBy(desc(notification.id));

export const selectEmails = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      kind: email.kind,
      to: email.recipient,
      state: email.state,
      createdAt: email.createdAt,
      endedAt: email.endedAt,
    })
    .from(email)
    .where(and(eq(email.companyId, companyId), eq(email.itemKind, "user"), eq(email.itemId, id)))
    .orderBy(desc(email.id));

export const selectFilters = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      list: savedFilter.list,
      name: savedFilter.name,
      filters: savedFilter.filters,
      createdAt: savedFilter.createdAt,
    })
    .from(savedFilter)
    .where(and(eq(savedFilter.companyId, companyId), eq(savedFilter.userId, id)));

export const selectDrafts = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({ form: formDraft.form, values: formDraft.values, updatedAt: formDraft.updatedAt })
    .from(formDraft)
    .where(and(eq(formDraft.companyId, companyId), eq(formDraft.userId, id)));

export const selectReportSchedules = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      name: reportSchedule.name,
      report: reportSchedule.report,
      createdAt: reportSchedule.createdAt,
    })
    .from(reportSchedule)
    .where(and(eq(reportSchedule.ownerCompanyId, companyId), eq(reportSchedule.ownerId, id)));

/** Selects up to one entry more than `mostEntries`, newest first. */
export const selectOwnEntries = ({ companyId, id }: Caller, db: Db) =>
  db
    .select({
      at: auditLog.at,
      by: auditLog.actorName,
      address: auditLog.address,
      action: auditLog.action,
      item: sql<string>`${auditLog.itemKind} || ' ' || coalesce(${auditLog.itemName}, ${auditLog.itemId})`,
      before: auditLog.before,
      after: auditLog.after,
      isTheirs: sql<boolean>`coalesce(${auditLog.actorId} = ${id}, false)`,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, companyId),
        or(
          and(eq(auditLog.actorCompanyId, companyId), eq(auditLog.actorId, id)),
          and(eq(auditLog.itemKind, "user"), eq(auditLog.itemId, String(id))),
        ),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(mostEntries + 1);

/** Sets when the caller asked, or clears it; whether that changed anything. */
export async function setErasureAsked(
  caller: SessionCaller,
  tx: Tx,
  askedAt: Date | null,
): Promise<boolean> {
  const isOther = askedAt
    ? sql`${appUser.erasureAskedAt} is null`
    : sql`${appUser.erasureAskedAt} is not null`;
  const changed = await tx
    .update(appUser)
    .set({ erasureAskedAt: askedAt })
    .where(and(ownAccount(caller), isOther))
    .returning({ id: appUser.id });
  return changed.length > 0;
}
