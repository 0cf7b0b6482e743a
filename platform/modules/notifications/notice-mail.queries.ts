import { and, eq, inArray, sql } from "drizzle-orm";
import type { Role } from "#contract/base/roles";
import { emailTryHours } from "#contract/emails/words";
import { appUser, company, notification } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { MailFailure } from "../../mail/mail.ts";

/** For the job that mails, over all companies: each person's notices go to that person alone. */

const first = 5;
const last = emailTryHours * 60;
const minutesBefore = (now: Date, minutes: number) =>
  new Date(now.getTime() - minutes * 60_000).toISOString();

/** Unread for five minutes, and younger than a day. */
const isWaiting = (
  now: Date,
) => sql`${notification.readAt} is null and ${notification.mailedAt} is null
    and ${notification.createdAt} between ${minutesBefore(now, last)} and ${minutesBefore(now, first)}`;

/**
 * Finds the person whose notices to mail next; undefined if none waits. Store managers have no
 * portal to switch the emails off in, and get none.
 */
export async function findPersonToMail(db: Db, now: Date, without: number[]) {
  const [next] = await db
    .select({
      companyId: appUser.companyId,
      userId: appUser.id,
      email: appUser.email,
      firstName: appUser.firstName,
      timeZone: company.timeZone,
    })
    .from(notification)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, notification.companyId), eq(appUser.id, notification.userId)),
    )
    .innerJoin(company, eq(company.id, appUser.companyId))
    .where(
      and(
        isWaiting(now),
        eq(appUser.emailNotifications, true),
        eq(appUser.status, "active"),
        eq(company.status, "active"),
        sql`${appUser.role} <> ${"ROLE_Store_Music_Manager" satisfies Role}`,
        sql`not ${appUser.id} = any(${sql.param(without)}::bigint[])`,
      ),
    )
    .orderBy(notification.createdAt)
    .limit(1);
  return next;
}
export type PersonToMail = NonNullable<Awaited<ReturnType<typeof findPersonToMail>>>;

/**
 * Takes the notices to mail to a person, the newest first. Of several callers at once one gets
 * them.
 */
export async function claimNotices(
  db: Db,
  now: Date,
  { companyId, userId }: Pick<PersonToMail, "companyId" | "userId">,
) {
  const notices = await db
    .update(notification)
    .set({ mailedAt: now, mailAnswer: null })
    .where(
      and(eq(notification.companyId, companyId), eq(notification.userId, userId), isWaiting(now)),
    )
    .returning({
      id: notification.id,
      title: notification.title,
      detail: notification.detail,
      createdAt: notification.createdAt,
    });
  return notices.sort((a, b) => b.id - a.id);
}
export type ClaimedNotices = Awaited<ReturnType<typeof claimNotices>>;

/** Lets them wait again, unless the mail server refused the email for good. */
export const releaseNotices = (
  db: Db,
  companyId: number,
  notices: ClaimedNotices,
  { words, isFinal }: Pick<MailFailure, "words" | "isFinal">,
) =>
  db
    .update(notification)
    .set({ mailAnswer: words, ...(!isFinal && { mailedAt: null }) })
    .where(
      and(
        eq(notification.companyId, companyId),
        inArray(
          notification.id,
          notices.map(({ id }) => id),
        ),
      ),
    );
