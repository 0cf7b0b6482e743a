import { addDays } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import {
  type DueReminder,
  type DunningSettings,
  type DunningSettingsForm,
  type InvoiceDunning,
  type StopForm,
  stepsOf,
} from "#contract/billing/dunning";
import { providerScope, type Scope } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { audit, changedFields, refuseOutdated } from "../audit/index.ts";
import { findKey } from "./documents.queries.ts";
import {
  type DueRow,
  type DunningRow,
  deleteStops,
  findDueReminders,
  findDunning,
  findReminded,
  findReminders,
  insertStop,
  lockDunning,
  saveDunning,
} from "./dunning.queries.ts";
import { writeReminder } from "./dunning-email.ts";
import { billingDate } from "./invoices.service.ts";

/** Applies until somebody saves the settings. */
const defaultSettings = { isOn: false, days: [7, 15, 30] };
const mostListed = 200;

const toSettings = (row: DunningRow | undefined): DunningSettings => ({
  isOn: row?.isOn ?? defaultSettings.isOn,
  days: row?.days ?? defaultSettings.days,
  version: row?.version ?? null,
});

/** Reads the provider's steps, those in force before anybody saved some included. */
export const readDunningSettings = async (provider: Scope, db: Db): Promise<DunningSettings> =>
  toSettings(await findDunning(provider, db));

export const showDunningSettings = ({ scope, db }: ScopedCall): Promise<DunningSettings> =>
  readDunningSettings(scope, db);

/** Changes the steps. Throws 422 as refuseOutdated does. */
export async function changeDunningSettings(
  call: ScopedCall,
  { version, isOn = false, days }: DunningSettingsForm,
): Promise<DunningSettings> {
  const { scope } = call;
  const { companyId } = scope;
  const values = { isOn, days: stepsOf(days) };
  return call.database.transaction(async (tx) => {
    const before = await lockDunning(scope, tx);
    const item = { kind: "reminder settings", id: companyId };
    if (before)
      await refuseOutdated(scope, tx, { item, loaded: version, stored: before, newValues: values });
    const saved = await saveDunning(scope, tx, values);
    const changed = before
      ? changedFields(before, values)
      : { before: null, after: { isOn, days: values.days.join(", "), version: 1 } };
    if (changed)
      await audit(tx, call, [
        {
          companyId,
          action: "reminder settings changed",
          itemKind: item.kind,
          itemId: companyId,
          itemName: "Payment reminders",
          ...changed,
        },
      ]);
    return toSettings(saved);
  });
}

/** Lists what the next run sends, and what it leaves out as stopped. */
export async function listDueReminders({ scope, db, now }: ScopedCall): Promise<DueReminder[]> {
  const { days } = await readDunningSettings(scope, db);
  const today = await billingDate(db, now);
  const rows = await findDueReminders(db, { days, today, limit: mostListed, isSending: false });
  return rows.map(
    ({
      invoiceId,
      number,
      companyId,
      companyName,
      dueOn,
      days,
      to,
      outstanding,
      payable,
      stop,
    }) => ({
      invoiceId,
      number,
      companyId,
      companyName,
      dueOn,
      days,
      to,
      outstanding: formatAmount(outstanding),
      payable: formatAmount(payable),
      stop: toStop(stop),
    }),
  );
}

const toStop = (stop: DueRow["stop"]) =>
  stop && {
    isWholeCompany: stop.invoice_id === null,
    reason: stop.reason,
    stoppedBy: stop.stopped_by,
    stoppedAt: new Date(stop.stopped_at).toISOString(),
  };

/** Throws 404 for an invoice that the caller does not see. */
async function findOwn({ caller, db }: Pick<SignedInCall, "caller" | "db">, id: number) {
  const key = await findKey(caller, db, "invoice", id);
  const facts = key && (await findReminded(db, { companyId: key.companyId, invoiceId: id }));
  if (!facts) throw notFound();
  return facts;
}

/** Shows the reminders of an invoice. Throws 404 for one that the caller does not see. */
export async function showInvoiceDunning(call: SignedInCall, id: number): Promise<InvoiceDunning> {
  const facts = await findOwn(call, id);
  const settings = await readDunningSettings(await providerScope(call.db), call.db);
  const reminders = await findReminders(call.db, facts);
  return {
    isOn: settings.isOn,
    steps: settings.days,
    stop: toStop(facts.stop),
    next: nextStep(facts, settings, Math.max(0, ...reminders.map(({ days }) => days))),
    reminders: reminders.map(({ days, queuedAt, email }) => ({
      days,
      queuedAt: queuedAt.toISOString(),
      email,
    })),
  };
}

/** Finds the step that comes after those that went out; null if none does. */
function nextStep(
  { dueOn, payable, stop, to }: DueRow,
  { isOn, days }: Pick<DunningSettings, "isOn" | "days">,
  last: number,
) {
  const step = days.find((one) => one > last);
  if (!isOn || stop || !to || payable <= 0 || step === undefined) return null;
  return { days: step, on: addDays(dueOn, step) };
}

/** Previews a step's email as it would be sent on its day. Throws 422 for an unknown step. */
export async function previewReminder(
  call: SignedInCall,
  { id, days, publicUrl }: { id: number; days: number; publicUrl: string },
) {
  const facts = await findOwn(call, id);
  const settings = await readDunningSettings(await providerScope(call.db), call.db);
  if (!settings.days.includes(days)) throw invalid({ days: "This is none of the steps." });
  const { subject, text } = writeReminder(facts, {
    today: addDays(facts.dueOn, days),
    isLast: days === settings.days.at(-1),
    publicUrl,
  });
  return { to: facts.to, subject, text };
}

/** Leaves an invoice, or its whole company, out of reminders. Throws 422 if it is already. */
export async function stopDunning(
  call: SignedInCall,
  id: number,
  { reason, isWholeCompany = false }: StopForm,
): Promise<InvoiceDunning> {
  const { companyId, number } = await findOwn(call, id);
  await call.database.transaction(async (tx) => {
    const isStopped = await insertStop(tx, {
      companyId,
      invoiceId: isWholeCompany ? null : id,
      reason,
      stoppedBy: call.caller.username,
      stoppedAt: call.now,
    });
    if (!isStopped) throw invalid({ reason: "Reminders are stopped already." });
    await audit(tx, call, [
      {
        companyId,
        action: "reminders stopped",
        itemKind: "invoice",
        itemId: id,
        itemName: number,
        after: { reason, isWholeCompany },
      },
    ]);
  });
  return showInvoiceDunning(call, id);
}

/** Takes back what stops an invoice's reminders, its own and its company's. Throws 422 if nothing does. */
export async function resumeDunning(call: SignedInCall, id: number): Promise<InvoiceDunning> {
  const { companyId, number } = await findOwn(call, id);
  await call.database.transaction(async (tx) => {
    const stops = await deleteStops(tx, { companyId, invoiceId: id });
    if (stops.length === 0) throw invalid({ id: "Reminders are not stopped." });
    await audit(tx, call, [
      {
        companyId,
        action: "reminders resumed",
        itemKind: "invoice",
        itemId: id,
        itemName: number,
        before: { reason: stops.map(({ reason }) => reason).join("; ") },
      },
    ]);
  });
  return showInvoiceDunning(call, id);
}
