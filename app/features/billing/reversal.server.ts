import { showDate } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { readAmount } from "#contract/base/money";
import type { Invoice, Payment } from "#contract/billing/invoices";
import { reverseReceipt } from "#contract/billing/receipts";
import { confirmations } from "~/lib/forms/confirmation.server";
import type { PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { findAddressed } from "./invoices.server";
import { invoicePath, paymentPath } from "./paths";
import { invoiceTexts } from "./texts";

type Item = { payment: Payment; isReversed: boolean; invoice: string; path: string };

export function reversalItem(
  { id, payments }: Invoice,
  payment: Payment,
  { ids }: Pick<PageContext, "ids">,
): Item {
  const invoice = ids.encrypt("invoice", id);
  const isReversed = payments.some(({ reverses }) => reverses === payment.id);
  return {
    payment,
    isReversed,
    invoice: invoicePath(invoice),
    path: paymentPath(invoice, ids.encrypt("receipt", payment.id)),
  };
}

/** Reverses a payment that was recorded by mistake or that bounced. */
export const reversalConfirmations = confirmations({
  async find(pageContext: PageContext, args): Promise<Item> {
    const invoice = await findAddressed(args, pageContext);
    const id = pageContext.ids.decrypt("receipt", args.params.payment ?? "");
    const payment = invoice.payments.find((one) => one.id === id && one.reverses === null);
    if (!payment) throw Response.json({ message: messages.notFound }, { status: 404 });
    return reversalItem(invoice, payment, pageContext);
  },
  path: ({ path }) => path,
  acts: {
    reverse: {
      label: "Reverse",
      ask: ({ payment: { amount, tds, paidOn } }, { figures }) => {
        const entryKind = readAmount(amount) < 0 ? "refund" : "payment";
        const rupees = readAmount(amount) === 0 ? tds : amount;
        const sum = showAmount(rupees.replace("-", ""), figures);
        return {
          title: `Reverse the ${entryKind} of ${sum}?`,
          message: invoiceTexts.reverse[entryKind](sum, showDate(paidOn)),
          confirmLabel: `Reverse ${entryKind}`,
          danger: true,
        };
      },
      isDone: ({ isReversed }) => isReversed,
      from: ({ invoice }) => invoice,
      call: ({ api }, { payment: { id } }) => api.call(reverseReceipt, { params: { id } }),
    },
  },
});
