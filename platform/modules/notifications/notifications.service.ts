import type { Area } from "#contract/base/roles";
import { emailTryHours } from "#contract/emails/words";
import type { Notification } from "#contract/notifications/endpoints";
import type { Caller } from "../../access/caller.ts";
import type { PageRequest } from "../../db/keyset.ts";
import type { Tx } from "../../db/types.ts";
import type { Call, SignedInCall } from "../../http/context.ts";
import {
  countNotifications,
  countUnread,
  findInviter,
  findNationalAdmins,
  findNotificationPage,
  findProviderStaff,
  insertNotifications,
  markReadBut,
  markTheseRead,
  type NoticeOptions,
  type Recipient,
  removeOldNotifications,
} from "./notifications.queries.ts";

export type { Recipient };
/** The text of a notification, one line or two, and the item that it is about. */
export type Notice = {
  kind: Notification["kind"];
  title: string;
  detail?: string;
  /**
   * The page makes a link of kinds it knows ("user", "request", "campaign", "store", "open alerts",
   * "ended alerts", "song reports", "report schedule"); see app/features/notifications.
   */
  item?: { kind: string; id: number; companyId: number };
};

/** Notifies people within the transaction it is about: the bell counts it after the commit. */
export async function notify(
  tx: Tx,
  recipients: Recipient[],
  { kind, title, detail, item }: Notice,
  options: NoticeOptions = {},
): Promise<void> {
  if (recipients.length === 0) return;
  const content = {
    kind,
    title,
    detail,
    itemKind: item?.kind,
    itemId: item?.id,
    itemCompanyId: item?.companyId,
  };
  await insertNotifications(tx, recipients, content, options);
}

/** The provider's people who may open an area, for example COMPANIES for requests from outside. */
export const notifyProviderStaff = async (tx: Tx, area: Area, notice: Notice): Promise<void> =>
  notify(tx, await findProviderStaff(tx, area), notice);

/**
 * Notifies the provider's music managers, or if there are none, the others who may open charts. A
 * person with an unread notice about the same item gets no second one.
 */
export async function notifyMusicManagers(tx: Tx, notice: Notice): Promise<void> {
  const managers = await findProviderStaff(tx, "CHARTS", "ROLE_Fever_Music_Manager");
  const recipients = managers.length > 0 ? managers : await findProviderStaff(tx, "CHARTS");
  await notify(tx, recipients, notice, { unlessUnread: true });
}

/** The national admins of a company. */
export const notifyNationalAdmins = async (
  tx: Tx,
  companyId: number,
  notice: Notice,
  options?: NoticeOptions,
): Promise<void> => notify(tx, await findNationalAdmins(tx, companyId), notice, options);

/** Notifies whoever invited a user, or the company's national admins if that person is gone. */
export async function notifyInviter(tx: Tx, user: Recipient, notice: Notice): Promise<void> {
  const inviter = await findInviter(tx, user);
  const admins = inviter.length > 0 ? inviter : await findNationalAdmins(tx, user.companyId);
  await notify(
    tx,
    admins.filter(({ userId }) => userId !== user.userId),
    notice,
  );
}

/**
 * Notifies the people who may delete a user: the company's national admins, or the provider's
 * people if there is no other admin. Nobody is notified of themselves.
 */
export async function notifyUserManagers(tx: Tx, user: Recipient, notice: Notice): Promise<void> {
  const withoutUser = (people: Recipient[]) =>
    people.filter((one) => one.companyId !== user.companyId || one.userId !== user.userId);
  const admins = withoutUser(await findNationalAdmins(tx, user.companyId));
  await notify(
    tx,
    admins.length > 0 ? admins : withoutUser(await findProviderStaff(tx, "USER_MGMT")),
    notice,
  );
}

const recipientOf = ({ companyId, id }: Caller): Recipient => ({ companyId, userId: id });

/** Throws 422 for a cursor that is not ours. */
export async function listNotifications(
  { caller, db, now }: Pick<SignedInCall, "caller" | "db" | "now">,
  query: PageRequest,
) {
  const { rows, page } = await findNotificationPage(recipientOf(caller), db, query);
  return {
    data: rows.map((row) => toNotification(row, now)),
    page: { ...page, total: await countNotifications(recipientOf(caller), db) },
  };
}

type FoundNotification = Awaited<ReturnType<typeof findNotificationPage>>["rows"][number];

const toNotification = (row: FoundNotification, now: Date): Notification => {
  const { id, kind, title, detail, itemKind, itemId, itemCompanyId, createdAt, readAt } = row;
  const item =
    itemKind !== null && itemId !== null && itemCompanyId !== null
      ? { kind: itemKind, id: itemId, companyId: itemCompanyId }
      : null;
  return {
    id,
    kind,
    title,
    detail,
    item,
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
    mail: mailOf(row, now),
  };
};

/** Describes the outcome of its email: one of its own, or one that lists all unread ones. */
function mailOf(
  { email, emailId, mailedAt, mailAnswer, readAt, createdAt }: FoundNotification,
  now: Date,
): Notification["mail"] {
  if (email) {
    const { state, answer, endedAt } = email;
    return { state, answer, at: (endedAt ?? createdAt).toISOString() };
  }
  // who has read it gets no email any more
  const isUnneeded = !mailedAt && (mailAnswer === null || readAt !== null);
  if (emailId !== null || isUnneeded) return null;
  const at = (mailedAt ?? createdAt).toISOString();
  if (mailAnswer === null) return { state: "sent", answer: null, at };
  const isOver = mailedAt !== null || now.getTime() - createdAt.getTime() > triedFor;
  return { state: isOver ? "refused" : "queued", answer: mailAnswer, at };
}

/**
 * Marks the named notifications as read, or all but this many of the caller's newest unread ones.
 * Ignores other people's, and those that are gone.
 */
export async function markRead(
  { caller, db, now }: Pick<SignedInCall, "caller" | "db" | "now">,
  { ids, count = 0 }: { ids?: number[] | undefined; count?: number | undefined },
): Promise<{ unread: number }> {
  if (ids) await markTheseRead(recipientOf(caller), db, ids, now);
  else await markReadBut(recipientOf(caller), db, count, now);
  return { unread: await countUnread(recipientOf(caller), db) };
}

const keptDays = 90;
const triedFor = emailTryHours * 3_600_000;

/** For the daily job. */
export const forgetOldNotifications = ({ db, now }: Pick<Call, "db" | "now">) =>
  removeOldNotifications(db, new Date(now.getTime() - keptDays * 86_400_000));
