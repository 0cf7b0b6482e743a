import { and, eq, inArray, lt, lte, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { EmailKind, EmailState } from "#contract/emails/words";
import { email } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/**
 * These run without a scope: the caller who queues an email has found its item within one, and
 * the job sends those of all companies.
 */

export type EmailKey = { companyId: number; id: number };
export type EmailItem = {
  companyId: number;
  itemKind: (typeof email.$inferSelect)["itemKind"];
  itemId: number;
};
export type NewEmail = EmailItem & {
  kind: EmailKind;
  recipient: string;
  /** The values its text needs besides the item; never a link, which the database must not hold. */
  details?: Record<string, string>;
  /** The person to notify if it fails. */
  sender?: { companyId: number | null; id: number | null } | undefined;
  /** True if one that waits says something else, so that both are sent. */
  isFurther?: boolean;
};

const isOf = ({ companyId, id }: EmailKey) => and(eq(email.companyId, companyId), eq(email.id, id));
const isAbout = ({ companyId, itemKind, itemId }: EmailItem) =>
  and(eq(email.companyId, companyId), eq(email.itemKind, itemKind), eq(email.itemId, itemId));

/**
 * Queues emails; each but a further one takes the place of one of its kind about its item that still
 * waits.
 */
export async function insertEmails(tx: Tx, emails: NewEmail[], now: Date): Promise<EmailKey[]> {
  const keys: EmailKey[] = [];
  for (const one of emails) {
    const { kind, sender, details = {}, isFurther = false, ...item } = one;
    if (!isFurther)
      await tx
        .delete(email)
        .where(and(isAbout(item), eq(email.kind, kind), eq(email.state, "queued")));
    const [row] = await tx
      .insert(email)
      .values({
        ...item,
        kind,
        details,
        createdAt: now,
        takeAt: now,
        senderCompanyId: sender?.companyId ?? null,
        senderId: sender?.id ?? null,
      })
      .returning({ companyId: email.companyId, id: email.id });
    if (row) keys.push(row);
  }
  return keys;
}

/**
 * Takes an email that is due until `until`: the one named, or whichever waits longest. Of several
 * processes one gets it.
 */
export async function takeEmail(db: Db, now: Date, until: Date, key?: EmailKey) {
  const isDue = and(eq(email.state, "queued"), lte(email.takeAt, now));
  const next = sql`(${email.companyId}, ${email.id}) = (select ${email.companyId}, ${email.id} from ${email}
    where ${isDue} order by ${email.takeAt}, ${email.id} limit 1 for update skip locked)`;
  const [row] = await db
    .update(email)
    .set({ takeAt: until, attempt: sql`${email.attempt} + 1` })
    .where(key ? and(isOf(key), isDue) : next)
    .returning();
  return row;
}
export type TakenEmail = NonNullable<Awaited<ReturnType<typeof takeEmail>>>;

type Outcome = Partial<
  Pick<TakenEmail, "state" | "answer" | "takeAt" | "endedAt" | "failedAttempt" | "tokenId">
>;

/** Writes the outcome of a try; false if another process has the email by now. */
export async function saveTry(
  db: Db | Tx,
  takenEmail: TakenEmail,
  outcome: Outcome,
): Promise<boolean> {
  const isTaken = and(
    isOf(takenEmail),
    eq(email.attempt, takenEmail.attempt),
    eq(email.state, "queued"),
  );
  return (await db.update(email).set(outcome).where(isTaken)).rowCount === 1;
}

/** Deletes an email that need not be sent any longer, unless another process has taken it since. */
export const dropEmail = (db: Db, takenEmail: TakenEmail) =>
  db.delete(email).where(and(isOf(takenEmail), eq(email.attempt, takenEmail.attempt)));

export async function findEmail(db: Db, key: EmailKey) {
  const [row] = await db.select().from(email).where(isOf(key));
  return row;
}

export const findEmails = (db: Db, companyId: number, ids: number[]) =>
  db
    .select({ state: email.state })
    .from(email)
    .where(and(eq(email.companyId, companyId), inArray(email.id, ids)));

/** Marks an email as bounced; undefined if it is not ours, or marked already. */
export async function markBounced(
  tx: Tx,
  key: EmailKey & { messageId: string },
  { answer, now }: { answer: string | null; now: Date },
) {
  const [row] = await tx
    .update(email)
    .set({ state: "bounced", answer, endedAt: now, takeAt: null })
    .where(and(isOf(key), eq(email.messageId, key.messageId), ne(email.state, "bounced")))
    .returning();
  return row;
}

export const hasEmails = async (tx: Tx, item: EmailItem): Promise<boolean> =>
  (await tx.$count(email, isAbout(item))) > 0;

/** Deletes the emails about an item that is deleted. */
export const deleteEmails = (tx: Tx, item: EmailItem) => tx.delete(email).where(isAbout(item));

/** For the daily job; those of invoices stay with them. */
export const deleteOldEmails = (db: Db, before: Date) =>
  db
    .delete(email)
    .where(
      and(
        lt(email.createdAt, before),
        sql`${email.itemKind} not in ('invoice', 'credit-note', 'reminder')`,
      ),
    );

/**
 * The newest email about an item as JSON (EmailStatus), for the select that reads the item; with
 * `to`, of those that went to this address.
 */
export const newestEmailOf = (
  itemKind: EmailItem["itemKind"],
  item: { companyId: SQLWrapper; id: SQLWrapper },
  to?: SQLWrapper,
) =>
  newestOf<EmailRow | null>(
    sql`json_build_object('kind', e.kind, 'state', e.state, 'to', e.recipient, 'answer', e.answer,
      'at', to_char(coalesce(e.ended_at, e.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    itemKind,
    item,
    to,
  );
export type EmailRow = {
  kind: EmailKind;
  state: EmailState;
  to: string;
  answer: string | null;
  at: string;
};

/** Its state alone, to filter a list by. */
export const newestEmailStateOf = (
  itemKind: EmailItem["itemKind"],
  item: { companyId: SQLWrapper; id: SQLWrapper },
  to?: SQLWrapper,
) => newestOf<EmailState | null>(sql`e.state`, itemKind, item, to);

const newestOf = <T>(
  what: SQL,
  itemKind: EmailItem["itemKind"],
  { companyId, id }: { companyId: SQLWrapper; id: SQLWrapper },
  to?: SQLWrapper,
) => {
  // nested, so that drizzle leaves the tables' names in a query of one table
  const isAbout = sql`e.company_id = ${companyId} and e.item_id = ${id}`;
  const goesTo = to ? sql` and e.recipient = ${to}` : sql``;
  return sql<T>`(select ${what} from ${email} e where ${isAbout} and e.item_kind = ${sql.raw(`'${itemKind}'`)}${goesTo}
    order by e.id desc limit 1)`;
};
