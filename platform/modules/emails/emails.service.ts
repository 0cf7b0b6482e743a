import { setTimeout as pause } from "node:timers/promises";
import type { Bounce, EmailStatus } from "#contract/emails/endpoints";
import {
  type EmailKind,
  type EmailState,
  emailKindLabels,
  emailTryHours,
} from "#contract/emails/words";
import { Failures } from "../../base/failures.ts";
import { nextAttempt } from "../../base/retry-times.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import { readDeliveryReport } from "../../mail/delivery-report.ts";
import {
  type Mail,
  type MailFailure,
  type OutgoingEmail,
  readMailFailure,
} from "../../mail/mail.ts";
import { type Notice, notify, notifyProviderStaff } from "../notifications/index.ts";
import {
  deleteOldEmails,
  dropEmail,
  type EmailKey,
  findEmail,
  findEmails,
  insertEmails,
  markBounced,
  type NewEmail,
  saveTry,
  type TakenEmail,
  takeEmail,
} from "./emails.queries.ts";

export type EmailCall = { database: Database; now: Date };
/**
 * Writes an email of one kind at each try; undefined if there is no longer a reason to send it.
 * A link in it is made now: the database keeps only its hash.
 */
export type EmailWriter = (
  call: EmailCall,
  email: TakenEmail,
) => Promise<Omit<OutgoingEmail, "to" | "messageId"> | undefined>;

/** The parts of emails that are opened once for a process. */
export type Mailer = {
  mail: Pick<Mail, "send" | "track">;
  logger: DatabaseLogger;
  publicUrl: string;
  writers: Record<EmailKind, EmailWriter>;
  random?: () => number;
};
type MailCall = EmailCall & { emails: Mailer };
/** Tracks whether somebody waits for the outcome; if nobody does, a notification reports it. */
type Watch = { isWaiting: boolean; isDecided: boolean };

/** How long (ms) an email belongs to the process that took it; longer than a try may take. */
const lease = 5 * 60_000;
/** Milliseconds that an action waits for the mail server. */
const waitMs = 4_000;
const runBudgetMs = 5 * 60_000;
/** Emails sent at a time in one run, and the failures in a row to reach a server that end it. */
const lanes = 4;
const mostAway = 4;
const keptDays = 90;

/** Queues an email in the transaction that causes it; `deliverEmail` it, or leave it to the job. */
export async function queueEmail(tx: Tx, email: NewEmail, now: Date): Promise<EmailKey> {
  const [key] = await insertEmails(tx, [email], now);
  if (!key) throw new Error("insert returned no row");
  return key;
}

/**
 * Tries an email that was queued and committed, and waits a few seconds for the mail server.
 * Gives its status then; null if there was no longer a reason to send it.
 */
export async function deliverEmail(call: MailCall, key: EmailKey): Promise<EmailStatus | null> {
  const watch = { isWaiting: true, isDecided: false };
  const { mail, logger } = call.emails;
  const work = takeAndAttempt(call, key, watch).catch((error: unknown) =>
    logger.error({ err: error }, "an email was not sent"),
  );
  mail.track(work);
  await Promise.race([work, pause(waitMs, undefined, { ref: false })]);
  if (watch.isDecided) await work;
  watch.isWaiting = false;
  const row = await findEmail(call.database.db, key);
  return row ? toStatus(row) : null;
}

/** Tries queued emails after the answer has gone out; leaves failures to the job. */
export function deliverEmailsSoon(
  call: MailCall,
  keys: EmailKey[] | (() => Promise<EmailKey[]>),
): void {
  const { mail, logger } = call.emails;
  mail.track(
    new Promise<void>((resolve) => setImmediate(resolve))
      .then(async () => attemptAll(call, typeof keys === "function" ? await keys() : keys))
      .catch((error: unknown) => logger.error({ err: error }, "emails were not sent")),
  );
}

/** Delivers many, and waits a few seconds. Gives the number in each state at that time. */
export async function deliverEmails(
  call: MailCall,
  keys: EmailKey[],
): Promise<Record<EmailState, number>> {
  const counts = { sent: 0, queued: 0, refused: 0, bounced: 0 };
  const [first] = keys;
  if (!first) return counts;
  const { mail, logger } = call.emails;
  const work = attemptAll(call, keys).catch((error: unknown) =>
    logger.error({ err: error }, "emails were not sent"),
  );
  mail.track(work);
  await Promise.race([work, pause(waitMs, undefined, { ref: false })]);
  const ids = keys.map(({ id }) => id);
  for (const { state } of await findEmails(call.database.db, first.companyId, ids)) counts[state]++;
  return counts;
}

/** For the job of each minute: tries the emails that are due, of all companies. */
export async function deliverDueEmails(call: MailCall & { stopped?: AbortSignal }): Promise<void> {
  const began = Date.now();
  const failures = new Failures();
  await inLanes(async () => {
    const passed = Date.now() - began;
    if (call.stopped?.aborted || passed > runBudgetMs) return undefined;
    const present = { ...call, now: new Date(call.now.getTime() + passed) };
    const email = await take(present);
    if (!email) return undefined;
    const concern = `email ${email.id} of company ${email.companyId}`;
    return { failure: await failures.attempt(concern, () => attempt(present, email)) };
  });
  failures.throwAny("not all emails were tried");
}

/** Notes emails that the mail service says came back; gives how many were news. */
export async function noteBounces(
  { database, now }: EmailCall,
  bounces: Bounce[],
): Promise<number> {
  let news = 0;
  for (const { report, ...direct } of bounces) {
    const { messageId = "", reason } = (report && readDeliveryReport(report)) || direct;
    const key = keyIn(messageId);
    if (!key) continue;
    const answer =
      reason
        ?.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
        .trim()
        .slice(0, 300) || null;
    await database.transaction(async (tx) => {
      const bounced = await markBounced(tx, key, { answer, now });
      if (!bounced) return;
      news++;
      await notifySender(tx, bounced, "came back", answer);
    });
  }
  return news;
}

async function attempt(
  call: MailCall,
  takenEmail: TakenEmail,
  watch?: Watch,
): Promise<MailFailure | undefined> {
  const { database, now } = call;
  const { mail, writers, publicUrl, logger } = call.emails;
  const began = Date.now();
  let failure: MailFailure | undefined;
  try {
    const content = await writers[takenEmail.kind]({ database, now }, takenEmail);
    if (!content) return void (await dropEmail(database.db, takenEmail));
    const messageId = `<${takenEmail.companyId}.${takenEmail.id}.${takenEmail.messageId}@${new URL(publicUrl).hostname}>`;
    await mail.send({ ...content, to: takenEmail.recipient, messageId });
  } catch (error) {
    failure = readMailFailure(error);
    const { companyId, id, kind } = takenEmail;
    logger.error({ err: error, companyId, emailId: id, kind }, "an email was not sent");
  }
  const ended = new Date(now.getTime() + Date.now() - began);
  await saveOutcome({ ...call, now: ended }, { takenEmail, failure, watch });
  return failure;
}

async function saveOutcome(
  { database, now, emails: { random = Math.random } }: MailCall,
  { takenEmail, failure, watch }: { takenEmail: TakenEmail; failure?: MailFailure; watch?: Watch },
): Promise<void> {
  if (!failure) {
    const outcome = { state: "sent", answer: null, endedAt: now, takeAt: null } as const;
    return void (await saveTry(database.db, takenEmail, outcome));
  }
  const answer = failure.words;
  const { attempt: count, createdAt } = takenEmail;
  const failedAttempt = failure.isCertain ? count : takenEmail.failedAttempt;
  const hours = emailTryHours;
  const next = failure.isFinal
    ? undefined
    : nextAttempt({ attempt: count, createdAt, hours }, now, random());
  if (next)
    return void (await saveTry(database.db, takenEmail, { answer, failedAttempt, takeAt: next }));
  await database.transaction(async (tx) => {
    const outcome = { state: "refused", answer, endedAt: now, takeAt: null } as const;
    if (!(await saveTry(tx, takenEmail, { ...outcome, failedAttempt }))) return;
    if (watch?.isWaiting) watch.isDecided = true;
    else await notifySender(tx, takenEmail, `was refused`, answer);
  });
}

async function takeAndAttempt(
  call: MailCall,
  key?: EmailKey,
  watch?: Watch,
): Promise<{ failure: MailFailure | undefined } | undefined> {
  const email = await take(call, key);
  return email && { failure: await attempt(call, email, watch) };
}

/** Takes an email that is due, or the one of the key; undefined if there is none to take. */
const take = ({ database, now }: MailCall, key?: EmailKey) =>
  takeEmail(database.db, now, new Date(now.getTime() + lease), key);

/** Tries emails in a few lanes, one at a time each, until none is left or the server is away. */
async function inLanes(next: () => Promise<{ failure: MailFailure | undefined } | undefined>) {
  let away = 0;
  const lane = async () => {
    while (away < mostAway) {
      const outcome = await next();
      if (!outcome) return;
      away = outcome.failure?.isServerAway ? away + 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function attemptAll(call: MailCall, keys: EmailKey[]): Promise<void> {
  const left = [...keys];
  await inLanes(async () => {
    const key = left.shift();
    if (!key) return undefined;
    return (await takeAndAttempt(call, key)) ?? { failure: undefined };
  });
}

/** Kinds of items that have no page of their own for a notification to open. */
const withoutPage: readonly TakenEmail["itemKind"][] = ["credit-note", "reminder", "proof-link"];

/** Notifies the sender that an email did not arrive; if nobody sent it, those who bill. */
async function notifySender(
  tx: Tx,
  { kind, itemKind, itemId, companyId, recipient, senderCompanyId, senderId }: TakenEmail,
  verb: string,
  answer: string | null,
): Promise<void> {
  const notice: Notice = {
    kind: "ERROR",
    title: `${emailKindLabels[kind]} to ${recipient} ${verb}`,
    ...(answer && { detail: answer }),
    ...(!withoutPage.includes(itemKind) && { item: { kind: itemKind, id: itemId, companyId } }),
  };
  if (senderCompanyId !== null && senderId !== null)
    await notify(tx, [{ companyId: senderCompanyId, userId: senderId }], notice);
  else if (itemKind !== "user" && itemKind !== "request" && itemKind !== "proof-link")
    await notifyProviderStaff(tx, "BILLING_DASHBOARD", notice);
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Reads company, row and secret part out of a Message-ID of ours, with or without its brackets. */
function keyIn(messageId: string) {
  const match = new RegExp(`^<?(\\d{1,15})\\.(\\d{1,15})\\.(${uuid})@`).exec(messageId.trim());
  const [, companyId, id, secret] = match ?? [];
  return secret ? { companyId: Number(companyId), id: Number(id), messageId: secret } : undefined;
}

const toStatus = ({
  kind,
  state,
  recipient,
  answer,
  endedAt,
  createdAt,
}: NonNullable<Awaited<ReturnType<typeof findEmail>>>): EmailStatus => ({
  kind,
  state,
  to: recipient,
  answer,
  at: (endedAt ?? createdAt).toISOString(),
});

/** For the daily job: emails after ninety days; those of invoices stay. */
export const forgetOldEmails = (db: Database["db"], now: Date) =>
  deleteOldEmails(db, new Date(now.getTime() - keptDays * 86_400_000));
