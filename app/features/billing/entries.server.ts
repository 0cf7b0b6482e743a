import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { readAmount } from "#contract/base/money";
import { wholeNumber } from "#contract/base/whole-number";
import { aboveZero, addCreditNote, addPayment, CreditNoteForm, PaymentForm } from "#contract/billing/entries";
import type { Invoice } from "#contract/billing/invoices";
import { paymentMethodLabels, paymentMethods } from "#contract/billing/words";
import { constraintsOf, readForm } from "~/lib/forms.server";
import type { Guarded } from "~/lib/guard.server";
import { showAmount } from "./billing-words";
import { findAddressed, requireBilling, today } from "./invoices.server";
import { invoicePath } from "./paths";
import { invoiceTexts } from "./texts";

const Paid = PaymentForm.omit({ invoiceId: true });

export async function loadPaymentForm(args: LoaderFunctionArgs) {
  const guarded = await requireBilling(args);
  const invoice = await findAddressed(args, guarded);
  const { outstanding } = invoice;
  return {
    ...headOf(invoice, guarded),
    lead: invoiceTexts.payLead(showAmount(outstanding, guarded.figures)),
    constraints: constraintsOf(Paid),
    values: { amount: readAmount(outstanding) > 0 ? outstanding : "", paidOn: today(), method: "BANK_TRANSFER" },
    methods: paymentMethods.map((method) => ({ value: method as string, label: paymentMethodLabels[method] })),
  };
}

const headOf = ({ id, number }: Invoice, { ids }: Guarded) => ({ number, path: invoicePath(ids.encrypt("invoice", id)) });

export async function savePayment(args: ActionFunctionArgs) {
  const guarded = await requireBilling(args);
  const invoice = await findAddressed(args, guarded);
  const form = await readForm(args.request, Paid);
  const { value } = form;
  if (!value) return form.refused();
  const { reply, refused } = await form.submit(() => guarded.api.call(addPayment, { body: { ...value, invoiceId: invoice.id } }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(headOf(invoice, guarded).path);
}

/** One line of the invoice, or none for all that is left of it. */
const Credited = z.object({
  reason: CreditNoteForm.shape.reason,
  lines: z.array(z.object({ line: wholeNumber(1, 100_000).optional(), amount: aboveZero.optional() })).optional(),
});

export async function loadCreditForm(args: LoaderFunctionArgs) {
  const guarded = await requireBilling(args);
  const invoice = await findAddressed(args, guarded);
  const { figures } = guarded;
  const described = new Map(invoice.lines.map(({ line, description }) => [line, description]));
  const left = invoice.creditable.filter((one) => readAmount(one.left) > 0);
  const all = left.reduce((sum, one) => sum + readAmount(one.left), 0);
  return {
    ...headOf(invoice, guarded),
    constraints: constraintsOf(Credited),
    values: {},
    everything: invoiceTexts.everything(figures.money(all)),
    lines: left.map((one) => ({
      value: String(one.line),
      label: invoiceTexts.lineLeft(one.line, described.get(one.line) ?? "", showAmount(one.left, figures)),
    })),
  };
}

export async function saveCreditNote(args: ActionFunctionArgs) {
  const guarded = await requireBilling(args);
  const invoice = await findAddressed(args, guarded);
  const form = await readForm(args.request, Credited);
  if (!form.value) return form.refused();
  const { reason } = form.value;
  const { line, amount } = form.value.lines?.[0] ?? {};
  if (line === undefined && amount !== undefined) return form.refusedFor({ "lines[0].line": [invoiceTexts.chooseLine] });
  if (line !== undefined && amount === undefined) return form.refusedFor({ "lines[0].amount": [invoiceTexts.enterAmount] });
  const lines = line !== undefined && amount !== undefined ? [{ line, amount }] : undefined;
  const { reply, refused } = await form.submit(() =>
    guarded.api.call(addCreditNote, { body: { invoiceId: invoice.id, reason, ...(lines && { lines }) } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(headOf(invoice, guarded).path);
}
