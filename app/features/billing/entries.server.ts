import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { parseAmount, readAmount } from "#contract/base/money";
import { addCreditNote, addDebitNote, CreditNoteForm } from "#contract/billing/entries";
import type { Invoice } from "#contract/billing/invoices";
import { aboveZero, addReceipt, ReceiptForm } from "#contract/billing/receipts";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import type { PageContext } from "~/lib/session/guard.server";
import { methodOptions, sectionOptions, showAmount } from "./billing-words";
import { findAddressed, today } from "./invoices.server";
import { invoicePath } from "./paths";
import { invoiceTexts } from "./texts";

const PostedPayment = ReceiptForm.omit({ allocations: true, bankLineId: true }).extend({
  method: ReceiptForm.shape.method.unwrap(),
  tds: aboveZero.optional(),
});

export async function loadPaymentForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const invoice = await findAddressed(args, pageContext);
  const { outstanding } = invoice;
  return {
    ...headOf(invoice, pageContext),
    ...paymentOf(invoice, pageContext),
    constraints: constraintsOf(PostedPayment),
    values: {
      amount: outstanding.replace(/^-|^0\.00$/, ""),
      receivedOn: today(),
      method: "BANK_TRANSFER",
      ...(isOverpaid(invoice) && { refund: "on" }),
    },
    methods: methodOptions,
    sections: sectionOptions(),
  };
}

export const isOverpaid = ({ outstanding }: Invoice) => readAmount(outstanding) < 0;

/** Describes the next entry of an invoice: a payment, or the refund of an overpayment. */
function paymentOf(invoice: Invoice, { figures }: PageContext) {
  const amount = showAmount(invoice.outstanding.replace("-", ""), figures);
  return isOverpaid(invoice)
    ? { title: invoiceTexts.refund, lead: invoiceTexts.overpaid(amount), receivedOn: "Refunded on" }
    : { title: invoiceTexts.pay, lead: invoiceTexts.payLead(amount), receivedOn: "Paid on" };
}

const headOf = ({ id, number }: Invoice, { ids }: PageContext) => ({
  number,
  path: invoicePath(ids.encrypt("invoice", id)),
});

export async function savePayment(args: ActionFunctionArgs, pageContext: PageContext) {
  const invoice = await findAddressed(args, pageContext);
  const form = await readForm(args.request, PostedPayment);
  const { value } = form;
  if (!value) return form.refused();
  const { tds, ...body } = value;
  const { amount } = body;
  const hasCash = amount !== undefined && parseAmount(amount) > 0;
  if (!hasCash && tds === undefined) return form.refusedFor({ amount: [invoiceTexts.aboveZero] });
  const part = { invoiceId: invoice.id, ...(hasCash && { amount }), ...(tds && { tds }) };
  const { reply, refused } = await form.submit(
    () =>
      pageContext.api.call(addReceipt, {
        query: { companyId: invoice.companyId },
        body: { ...body, allocations: [part] },
      }),
    { rename: (field) => field.replace(/^allocations\.0\.(invoiceId)?/, "") },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(headOf(invoice, pageContext).path);
}

const nameOf = (line: number) => `line${line}`;
/** Credits all that is left, or an amount for some lines, each in its own field. */
const creditFields = ({ lines }: Invoice) =>
  z.object({
    what: z.enum(["all", "lines", "debit"], messages.required),
    withoutGst: CreditNoteForm.shape.withoutGst,
    reason: CreditNoteForm.shape.reason,
    ...Object.fromEntries(lines.map(({ line }) => [nameOf(line), aboveZero.optional()])),
  });

export async function loadCreditForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const invoice = await findAddressed(args, pageContext);
  const { figures } = pageContext;
  const described = new Map(invoice.lines.map(({ line, description }) => [line, description]));
  const all = invoice.creditable.reduce((sum, { left }) => sum + readAmount(left), 0);
  return {
    ...headOf(invoice, pageContext),
    constraints: constraintsOf(creditFields(invoice)),
    choices: [
      { value: "all", label: invoiceTexts.everything(figures.money(all)) },
      { value: "lines", label: invoiceTexts.byLine },
      { value: "debit", label: invoiceTexts.debit, hint: invoiceTexts.debitHint },
    ],
    isLate: invoice.lastCreditDay < today(),
    lines: invoice.creditable.map(({ line, left }) => ({
      name: nameOf(line),
      label: `${line}. ${described.get(line)}`,
      isOpen: readAmount(left) > 0,
      left: invoiceTexts.lineLeft(showAmount(left, figures)),
    })),
  };
}

export async function saveCreditNote(args: ActionFunctionArgs, pageContext: PageContext) {
  const invoice = await findAddressed(args, pageContext);
  const form = await readForm(args.request, creditFields(invoice));
  if (!form.value) return form.refused();
  const { what, reason, withoutGst, ...amounts } = form.value;
  const lines = invoice.lines.flatMap(({ line }) => {
    const amount = (amounts as Record<string, string | undefined>)[nameOf(line)];
    return amount === undefined ? [] : [{ line, amount }];
  });
  if (what === "all" && lines.length > 0)
    return form.refusedFor({ what: [invoiceTexts.clearAmounts] });
  const first =
    invoice.creditable.find(({ left }) => readAmount(left) > 0) ?? invoice.creditable[0];
  if (what !== "all" && lines.length === 0)
    return form.refusedFor({ [nameOf(first?.line ?? 1)]: [invoiceTexts.enterAmount] });
  const { reply, refused } = await form.submit(
    () =>
      what === "debit"
        ? pageContext.api.call(addDebitNote, { body: { invoiceId: invoice.id, reason, lines } })
        : pageContext.api.call(addCreditNote, {
            body: {
              invoiceId: invoice.id,
              reason,
              withoutGst,
              ...(what === "lines" && { lines }),
            },
          }),
    {
      rename: (field) =>
        field.replace(/^lines\.(\d+)\..*/, (_, place) => nameOf(lines[Number(place)]?.line ?? 0)),
    },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(headOf(invoice, pageContext).path);
}
