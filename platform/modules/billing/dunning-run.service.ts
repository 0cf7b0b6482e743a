import { findProviderId, wholeCompany } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import type { Database } from "../../db/database.ts";
import { type EmailWriter, queueEmail } from "../emails/index.ts";
import {
  type DueRow,
  findDueReminders,
  findReminded,
  findReminder,
  insertReminder,
  lockReminded,
} from "./dunning.queries.ts";
import { readDunningSettings } from "./dunning.service.ts";
import { writeReminder } from "./dunning-email.ts";
import { billingDate } from "./invoices.service.ts";

type RunCall = { database: Database; now: Date; stopped?: AbortSignal };

const batch = 100;

/** For the job: queues the reminders whose step has come, each step of an invoice once. */
export async function queueReminders(call: RunCall): Promise<void> {
  const { db } = call.database;
  const providerId = await findProviderId(db);
  if (providerId === undefined) return;
  const { isOn, days } = await readDunningSettings(wholeCompany(providerId), db);
  if (!isOn) return;
  const today = await billingDate(db, call.now);
  const failures = new Failures();
  for (let isBehind = true; isBehind && failures.errors.length === 0 && !call.stopped?.aborted; ) {
    const rows = await findDueReminders(db, { days, today, limit: batch, isSending: true });
    for (const row of rows)
      await failures.attempt(`invoice ${row.invoiceId} of company ${row.companyId}`, () =>
        queueReminder(call, row),
      );
    isBehind = rows.length >= batch;
  }
  failures.throwAny("not all reminders were queued");
}

/** Queues nothing if the invoice was settled, covered by credit or stopped in the meantime. */
async function queueReminder({ database, now }: RunCall, due: DueRow): Promise<void> {
  const { companyId, invoiceId, days } = due;
  await database.transaction(async (tx) => {
    await lockReminded(tx, due);
    const row = await findReminded(tx, due);
    if (!row?.to || !isToRemind(row)) return;
    const id = await insertReminder(tx, { companyId, invoiceId, days, queuedAt: now });
    if (id === undefined) return;
    const email = { companyId, itemKind: "reminder", itemId: id, kind: "reminder" } as const;
    await queueEmail(tx, { ...email, recipient: row.to }, now);
  });
}

const isToRemind = ({ payable, stop }: DueRow) => payable > 0 && stop === null;

/** Writes reminders, each time they are tried; none once the invoice is settled or stopped. */
export const reminderEmailWriters = (publicUrl: string): { reminder: EmailWriter } => ({
  reminder: async ({ database: { db }, now }, { companyId, itemId }) => {
    const reminder = await findReminder(db, { companyId, id: itemId });
    const row = reminder && (await findReminded(db, reminder));
    const providerId = await findProviderId(db);
    if (!row || !isToRemind(row) || providerId === undefined) return undefined;
    const { days } = await readDunningSettings(wholeCompany(providerId), db);
    const today = await billingDate(db, now);
    return writeReminder(row, { today, isLast: reminder.days >= Math.max(...days), publicUrl });
  },
});
