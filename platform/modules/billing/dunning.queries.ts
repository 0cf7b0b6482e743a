import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import {
  company,
  dunningReminder,
  dunningSetting,
  dunningStop,
  invoice,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { newestEmailOf } from "../emails/index.ts";
import { contactFirstName } from "./documents.queries.ts";
import { outstanding } from "./invoices.queries.ts";
import { payablesOf } from "./open-items.queries.ts";

export type DunningRow = typeof dunningSetting.$inferSelect;
type InvoiceKey = { companyId: number; invoiceId: number };

export async function findDunning(
  { companyId }: Pick<Scope, "companyId">,
  db: Db | Tx,
): Promise<DunningRow | undefined> {
  const [row] = await db
    .select()
    .from(dunningSetting)
    .where(eq(dunningSetting.companyId, companyId));
  return row;
}

export async function lockDunning({ companyId }: Scope, tx: Tx): Promise<DunningRow | undefined> {
  const [row] = await tx
    .select()
    .from(dunningSetting)
    .where(eq(dunningSetting.companyId, companyId))
    .for("update");
  return row;
}

export async function saveDunning(
  { companyId }: Scope,
  tx: Tx,
  values: { isOn: boolean; days: number[] },
): Promise<DunningRow> {
  const [saved] = await tx
    .insert(dunningSetting)
    .values({ companyId, ...values })
    .onConflictDoUpdate({
      target: dunningSetting.companyId,
      set: { ...values, version: sql`${dunningSetting.version} + 1`, updatedAt: sql`now()` },
    })
    .returning();
  if (!saved) throw new Error("insert returned no row");
  return saved;
}

/** The stop of an invoice's reminders: its own, else its company's. */
const stopOfInvoice = sql`(select to_jsonb(s) from ${dunningStop} s where s.company_id = ${invoice.companyId}
  and (s.invoice_id is null or s.invoice_id = ${invoice.id}) order by s.invoice_id nulls last limit 1)`;

/** An invoice that may be reminded of, with its step. */
export type DueRow = InvoiceKey & {
  number: string;
  companyName: string;
  legalName: string | null;
  firstName: string | null;
  issuedOn: string;
  dueOn: string;
  outstanding: number;
  /** The outstanding amount less the company's credit that covers it. */
  payable: number;
  supplierName: string;
  bankDetails: string | null;
  to: string | null;
  days: number;
  stop: {
    invoice_id: number | null;
    reason: string;
    stopped_by: string;
    stopped_at: string;
  } | null;
};

/** The address that a reminder goes to; null if a company has none. */
const recipient = sql`coalesce(${company.commEmail}, ${invoice.customer} ->> 'email')`;

const factsOfInvoice = sql`${invoice.companyId}::float8 as "companyId", ${invoice.id}::float8 as "invoiceId", ${invoice.number} as number,
  ${invoice.customer} ->> 'name' as "companyName", ${invoice.customer} ->> 'legalName' as "legalName", ${contactFirstName} as "firstName", ${invoice.issuedOn}::text as "issuedOn", ${invoice.dueOn}::text as "dueOn",
  ${outstanding}::float8 as outstanding, coalesce(payable.payable, 0)::float8 as payable, ${invoice.supplier} ->> 'name' as "supplierName", ${invoice.supplier} ->> 'bankDetails' as "bankDetails",
  ${recipient} as "to", ${stopOfInvoice} as stop`;
const withCompany = (which?: SQL) => sql`join ${company} on ${company.id} = ${invoice.companyId}
  left join (${payablesOf(which)}) payable on payable.company_id = ${invoice.companyId} and payable.invoice_id = ${invoice.id}`;

/**
 * Finds invoices of all companies, not covered by credit, for which a reminder is due that was not
 * sent: only the latest step, the earliest due first. With `isSending`, only those to send: not
 * stopped, with an address.
 */
export async function findDueReminders(
  db: Db,
  {
    days,
    today,
    limit,
    isSending,
  }: { days: number[]; today: string; limit: number; isSending: boolean },
): Promise<DueRow[]> {
  const sendable = isSending
    ? sql`and ${stopOfInvoice} is null and ${recipient} is not null`
    : sql``;
  const { rows } = await db.execute<DueRow>(sql`
    select ${factsOfInvoice}, step.days::int as days from ${invoice} ${withCompany()}
      cross join lateral (select max(d) as days from unnest(${sql.param(days)}::int[]) d where ${invoice.dueOn} + d <= ${today}::date) step
    where step.days is not null and payable.payable > 0 ${sendable}
      and not exists (select from ${dunningReminder} r where r.company_id = ${invoice.companyId} and r.invoice_id = ${invoice.id} and r.days >= step.days)
    order by ${invoice.dueOn}, ${invoice.id} limit ${limit}`);
  return rows;
}

/** Finds the same facts for one invoice, whatever its step (`days` is 0). */
export async function findReminded(
  db: Db | Tx,
  { companyId, invoiceId }: InvoiceKey,
): Promise<DueRow | undefined> {
  const { rows } = await db.execute<DueRow>(sql`
    select ${factsOfInvoice}, 0 as days from ${invoice} ${withCompany(sql`company_id = ${companyId}`)}
    where ${invoice.companyId} = ${companyId} and ${invoice.id} = ${invoiceId}`);
  return rows[0];
}

/** Locks an invoice, so that nothing is paid or credited between reading its balance and noting. */
export const lockReminded = (tx: Tx, { companyId, invoiceId }: InvoiceKey) =>
  tx
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(eq(invoice.companyId, companyId), eq(invoice.id, invoiceId)))
    .for("no key update");

/** Gives the id of the reminder; undefined if this step of the invoice has one already. */
export async function insertReminder(
  tx: Tx,
  values: typeof dunningReminder.$inferInsert,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(dunningReminder)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: dunningReminder.id });
  return row?.id;
}

/** Runs without a scope, for the job that writes the reminder's email. */
export async function findReminder(db: Db, { companyId, id }: { companyId: number; id: number }) {
  const [row] = await db
    .select()
    .from(dunningReminder)
    .where(and(eq(dunningReminder.companyId, companyId), eq(dunningReminder.id, id)));
  return row;
}

const ofInvoice = (
  table: typeof dunningReminder | typeof dunningStop,
  { companyId, invoiceId }: InvoiceKey,
): SQL | undefined => and(eq(table.companyId, companyId), eq(table.invoiceId, invoiceId));

export const findReminders = (db: Db, key: InvoiceKey) =>
  db
    .select({
      days: dunningReminder.days,
      queuedAt: dunningReminder.queuedAt,
      email: newestEmailOf("reminder", dunningReminder),
    })
    .from(dunningReminder)
    .where(ofInvoice(dunningReminder, key))
    .orderBy(dunningReminder.days);

/** Gives false if it is stopped already. */
export async function insertStop(
  tx: Tx,
  values: typeof dunningStop.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(dunningStop)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: dunningStop.id });
  return added.length > 0;
}

/** Deletes the stops of an invoice and of its company. */
export const deleteStops = (tx: Tx, key: InvoiceKey) =>
  tx
    .delete(dunningStop)
    .where(
      and(
        eq(dunningStop.companyId, key.companyId),
        or(isNull(dunningStop.invoiceId), eq(dunningStop.invoiceId, key.invoiceId)),
      ),
    )
    .returning();
