import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDate, showInstant } from "#contract/base/dates";
import {
  changeDunningSettings,
  type DueReminder,
  DunningSettingsForm,
  findDunningSettings,
  type InvoiceDunning,
  listDueReminders,
  previewReminder,
  resumeDunning,
  StopForm,
  showInvoiceDunning,
  stopDunning,
} from "#contract/billing/dunning";
import { withNames } from "~/lib/audit/people.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import { showAmount } from "./billing-words";
import { findAddressed } from "./invoices.server";
import { invoicePath, invoiceRemindersPath, remindersPath } from "./paths";
import { reminderTexts as texts } from "./texts";

const atOf = (instant: string) => showInstant(new Date(instant), "Asia/Kolkata");

/** Loads the steps, and what the next run sends. */
export async function loadReminders(pageContext: PageContext) {
  const { api } = pageContext;
  const [{ data: settings }, { data: due }] = await load(() =>
    Promise.all([api.call(findDunningSettings, {}), api.call(listDueReminders, {})]),
  );
  const { isOn, days, version } = settings;
  return {
    isOn,
    constraints: constraintsOf(DunningSettingsForm),
    values: {
      days: days.join(", "),
      ...(isOn && { isOn: "true" }),
      ...(version !== null && { version: String(version) }),
    },
    due: due.map((reminder) => shownDue(reminder, pageContext)),
  };
}

function shownDue(
  { invoiceId, number, companyName, dueOn, days, payable, to, stop }: DueReminder,
  { ids, figures }: PageContext,
) {
  return {
    number,
    company: companyName,
    due: showDate(dueOn),
    step: figures.counted(days, "day"),
    payable: showAmount(payable, figures),
    to: stop ? texts.stopped(stop.reason) : (to ?? texts.noMail),
    isSent: !stop && to !== null,
    preview: invoiceRemindersPath(ids.encrypt("invoice", invoiceId), days),
  };
}

export async function saveReminderSettings(args: ActionFunctionArgs, { api }: PageContext) {
  const form = await readForm(args, DunningSettingsForm);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() =>
    api.call(changeDunningSettings, { body: value }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(remindersPath);
}

/** Reads what an invoice's page shows of its reminders, for those who bill. */
export async function readReminders({ id }: { id: number }, pageContext: PageContext) {
  const { api, figures } = pageContext;
  const { data } = await load(() => api.call(showInvoiceDunning, { params: { id } }));
  const { isOn, steps, reminders, next, stop } = data;
  return {
    steps,
    next: next
      ? texts.next(figures.counted(next.days, "day"), showDate(next.on))
      : isOn
        ? texts.noNext
        : texts.off,
    stop: stop && (await shownStop(stop, pageContext)),
    reminders: reminders.map(({ days, queuedAt, email }) => ({
      step: figures.counted(days, "day"),
      at: atOf(queuedAt),
      to: email?.to ?? "",
      email: shownEmail(email, atOf, null) ?? {
        failure: null,
        words: texts.notSent,
        resend: null,
      },
    })),
  };
}

async function shownStop(stop: NonNullable<InvoiceDunning["stop"]>, pageContext: PageContext) {
  const [{ isWholeCompany, reason, stoppedBy, stoppedAt } = stop] = await withNames(
    pageContext,
    [stop],
    "stoppedBy",
  );
  return {
    title: isWholeCompany ? texts.stoppedCompany : texts.stoppedInvoice,
    lead: texts.stoppedLead(reason, stoppedBy, atOf(stoppedAt)),
  };
}

const Address = z.object({ days: z.number().int().min(1).max(365).optional() });

/** Loads the reminders of an invoice, with the email of one step. */
export async function loadInvoiceReminders(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const invoice = await findAddressed(args, pageContext);
  const address = readQuery(args.request, Address, { ids });
  const overview = await readReminders(invoice, pageContext);
  const { steps } = overview;
  const days = steps.find((step) => step === address.days) ?? steps[0] ?? 0;
  const ref = String(args.params.id);
  const { id } = invoice;
  const { data: email } = await load(() =>
    api.call(previewReminder, { params: { id }, query: { days } }),
  );
  return {
    ...overview,
    number: invoice.number,
    invoiceTo: invoicePath(ref),
    steps: steps.map((step) => ({
      label: figures.counted(step, "day"),
      to: invoiceRemindersPath(ref, step),
      current: step === days,
    })),
    email: {
      lead: texts.previewLead(email.to ?? texts.noMail),
      subject: email.subject,
      text: email.text,
    },
    constraints: constraintsOf(StopForm),
  };
}

/** The API refuses a stop without a reason, on its field. */
const StopAction = z.strictObject({
  act: z.enum(["stop", "resume"]),
  reason: z.string().optional(),
  isWholeCompany: z.boolean().optional(),
});

/** Stops or resumes the reminders of an invoice. */
export async function saveStop(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api } = pageContext;
  const { id } = await findAddressed(args, pageContext);
  const form = await readForm(args, StopAction);
  const { value } = form;
  if (!value) return form.refused();
  const { act, reason = "", isWholeCompany } = value;
  const { reply, refused } = await form.submit(() =>
    act === "resume"
      ? api.call(resumeDunning, { params: { id } })
      : api.call(stopDunning, { params: { id }, body: { reason, isWholeCompany } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(invoiceRemindersPath(String(args.params.id)));
}
