import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Area, areaRoles, areaSubRoles, type Role } from "#contract/base/roles";
import { mostUnread } from "#contract/notifications/endpoints";
import { idKey, keyset, type PageRequest } from "../../db/keyset.ts";
import { appUser, auditLog, company, email, notification } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** A person's notifications are theirs alone: these queries take whose they are. */
export type Recipient = { companyId: number; userId: number };
export type NewNotification = Omit<
  typeof notification.$inferInsert,
  "companyId" | "id" | "userId" | "createdAt" | "readAt"
>;

export type NoticeOptions = {
  /** Leaves out people with an unread notice about the same item. */
  unlessUnread?: boolean;
  /** The time of an email with the same words, so that the notice is not emailed too. */
  mailedAt?: Date;
  /** That email, of the same company. */
  emailId?: number;
};

const ofRecipient = ({ companyId, userId }: Recipient) =>
  and(eq(notification.companyId, companyId), eq(notification.userId, userId));

/**
 * Notifies those who still exist: a user who is being deleted at this moment must not make it fail.
 */
export async function insertNotifications(
  tx: Tx,
  recipients: Recipient[],
  content: NewNotification,
  { unlessUnread = false, mailedAt, emailId }: NoticeOptions = {},
): Promise<void> {
  const {
    kind,
    title,
    detail = null,
    itemKind = null,
    itemId = null,
    itemCompanyId = null,
  } = content;
  const list = (member: keyof Recipient) =>
    sql`${sql.param(recipients.map((one) => one[member]))}::bigint[]`;
  const hasUnread = sql`exists (select 1 from ${notification} where ${notification.companyId} = ${appUser.companyId}
    and ${notification.userId} = ${appUser.id} and ${notification.readAt} is null
    and ${notification.itemKind} = ${itemKind}::text and ${notification.itemId} = ${itemId}::bigint)`;
  await tx.execute(sql`insert into ${notification} (company_id, user_id, kind, title, detail, item_kind, item_id, item_company_id, mailed_at, email_id)
    select ${appUser.companyId}, ${appUser.id}, ${kind}, ${title}, ${detail}::text, ${itemKind}::text, ${itemId}::bigint, ${itemCompanyId}::bigint, ${mailedAt?.toISOString() ?? null}::timestamptz, ${emailId ?? null}::bigint
    from ${appUser} join unnest(${list("companyId")}, ${list("userId")}) as told (company_id, user_id)
      on ${appUser.companyId} = told.company_id and ${appUser.id} = told.user_id
    where ${unlessUnread ? sql`not ${hasUnread}` : sql`true`}
    order by ${appUser.companyId}, ${appUser.id} for key share of app_user`);
}

/** A page of notifications, the newest first. Throws 422 for a cursor that is not ours. */
export async function findNotificationPage(
  recipient: Recipient,
  db: Db,
  { limit, cursor }: PageRequest,
) {
  const order = keyset([idKey(notification.id)], { descending: true, cursor });
  const rows = await db
    .select({
      ...getTableColumns(notification),
      email: { state: email.state, answer: email.answer, endedAt: email.endedAt },
      rowKey: order.select,
    })
    .from(notification)
    .leftJoin(
      email,
      and(eq(email.companyId, notification.companyId), eq(email.id, notification.emailId)),
    )
    .where(and(ofRecipient(recipient), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export const countNotifications = (recipient: Recipient, db: Db): Promise<number> =>
  db.$count(notification, ofRecipient(recipient));

/** Counts unread ones as a value for the query that reads the person; above 99 it stops at 100. */
export function unreadOf(recipient: Recipient): SQL<number> {
  return sql<number>`(select count(*)::int from (select 1 from ${notification} where ${and(ofRecipient(recipient), isNull(notification.readAt))} limit ${mostUnread + 1}) unread)`;
}

/** Marks all read but the newest `count` of those that are not. */
export async function markReadBut(
  recipient: Recipient,
  db: Db,
  count: number,
  now: Date,
): Promise<void> {
  const unread = and(ofRecipient(recipient), isNull(notification.readAt));
  const boundary = db
    .select({ id: notification.id })
    .from(notification)
    .where(unread)
    .orderBy(desc(notification.id))
    .offset(count)
    .limit(1);
  await db
    .update(notification)
    .set({ readAt: now })
    .where(and(unread, sql`${notification.id} <= (${boundary})`));
}

export const markTheseRead = (recipient: Recipient, db: Db, ids: number[], now: Date) =>
  db
    .update(notification)
    .set({ readAt: now })
    .where(and(ofRecipient(recipient), isNull(notification.readAt), inArray(notification.id, ids)));

export async function countUnread(recipient: Recipient, db: Db): Promise<number> {
  const { rows } = await db.execute<{ unread: number }>(
    sql`select ${unreadOf(recipient)} as unread`,
  );
  return rows[0]?.unread ?? 0;
}

const recipients = { companyId: appUser.companyId, userId: appUser.id };

/** The national admins of a company who are active. */
export const findNationalAdmins = (db: Db, companyId: number): Promise<Recipient[]> =>
  db
    .select(recipients)
    .from(appUser)
    .where(
      and(
        eq(appUser.companyId, companyId),
        eq(appUser.status, "active"),
        eq(appUser.role, "ROLE_Client_Admin" satisfies Role),
        or(isNull(appUser.level), eq(appUser.level, "national")),
      ),
    );

/** Finds the provider's active people who may open an area; with `role`, only those who have it. */
export const findProviderStaff = (db: Db, area: Area, role?: Role): Promise<Recipient[]> =>
  db
    .select(recipients)
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .where(
      and(
        eq(company.kind, "provider"),
        role ? eq(appUser.role, role) : undefined,
        eq(appUser.status, "active"),
        sql`${appUser.role} = any(${sql.param([...areaRoles[area]])}::text[])`,
        sql`${appUser.subRole} = any(${sql.param([...(areaSubRoles[area] ?? [])])}::text[])`,
      ),
    );

/** Finds who added a user, by the audit log, if they are active and not the user. */
export const findInviter = (db: Db, user: Recipient): Promise<Recipient[]> =>
  db
    .select(recipients)
    .from(auditLog)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, auditLog.actorCompanyId), eq(appUser.id, auditLog.actorId)),
    )
    .where(
      and(
        eq(auditLog.companyId, user.companyId),
        eq(auditLog.itemKind, "user"),
        eq(auditLog.itemId, String(user.userId)),
        eq(auditLog.action, "user added"),
        eq(appUser.status, "active"),
        ne(appUser.id, user.userId),
      ),
    )
    .limit(1);

/** For the daily job, over all companies. */
export const removeOldNotifications = (db: Db, before: Date) =>
  db.delete(notification).where(lt(notification.createdAt, before));
