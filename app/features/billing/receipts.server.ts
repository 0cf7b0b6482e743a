import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { messages } from "#contract/base/messages";
import { readAmount } from "#contract/base/money";
import { listOpenItems } from "#contract/billing/openings";
import {
  aboveZero,
  allocateReceipt,
  changeCertificate,
  findReceipt,
  listReceipts,
  ReceiptForm,
  ReceiptQuery,
  type ReceiptRow,
  releaseAllocation,
  reverseReceipt,
} from "#contract/billing/receipts";
import { receiptMethodLabels, tdsSectionLabels } from "#contract/billing/words";
import { withNames } from "~/lib/audit/people.server";
import { confirmations } from "~/lib/forms/confirmation.server";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { showAmount } from "./billing-words";
import { atOf, companyOptions } from "./invoices.server";
import { billedCompanyPath, invoicePath, receiptPath, receiptsPath } from "./paths";
import { chosenParts, PostedParts, shownItem } from "./receipt-form.server";
import { receiptTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const Address = listAddress({
  ...ReceiptQuery.omit({ limit: true }).shape,
  companyId: idOf("company").optional(),
});

/** A page of receipts with the sums of all that match. */
export async function loadReceipts(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const { row, ...query } = readQuery(args.request, Address, { ids });
  const [{ data, page }, companies] = await load(() =>
    Promise.all([api.call(listReceipts, { query }), companyOptions(pageContext, query.companyId)]),
  );
  const { cursor: _, limit: __, companyId, ...filters } = query;
  const total = (member: string) => showAmount(String(page.totals?.[member] ?? "0.00"), figures);
  return {
    filters: {
      ...filters,
      companyId: companyId === undefined ? undefined : ids.encrypt("company", companyId),
    },
    companies,
    row,
    page,
    sums: { amount: total("amount"), tds: total("tds"), onAccount: total("unallocated") },
    rows: data.map((receipt) => shownReceipt(receipt, pageContext)),
  };
}

const kindOf = ({ reverses, reversedBy, amount }: ReceiptBase) => {
  if (reverses !== null) return "Reversal";
  if (reversedBy !== null) return "Reversed";
  return readAmount(amount) < 0 ? "Refund" : null;
};
type ReceiptBase = Omit<ReceiptRow, "numbers">;

function shownReceipt(
  receipt: ReceiptBase & { numbers?: string[] },
  { ids, figures }: PageContext,
) {
  const ref = ids.encrypt("receipt", receipt.id);
  const { companyName, receivedOn, method, reference, tdsSection, tdsCertificate } = receipt;
  const amount = (rupees: string) => showAmount(rupees, figures);
  const hasTax = readAmount(receipt.tds) !== 0;
  return {
    ref,
    to: receiptPath(ref),
    company: companyName,
    received: showDate(receivedOn),
    amount: amount(receipt.amount),
    kind: kindOf(receipt),
    method: receiptMethodLabels[method],
    reference,
    numbers: receipt.numbers?.join(", ") || null,
    onAccount: readAmount(receipt.unallocated) > 0 ? amount(receipt.unallocated) : null,
    tds: hasTax ? amount(receipt.tds) : null,
    section: hasTax && tdsSection ? tdsSectionLabels[tdsSection] : null,
    certificate: hasTax ? (tdsCertificate ?? "Certificate pending") : null,
  };
}

const findAddressed = async ({ params }: Args, { api, ids }: PageContext) => {
  const id = ids.decrypt("receipt", params.id ?? "");
  return (await load(() => api.call(findReceipt, { params: { id } }))).data;
};

const Allocate = z.strictObject({ act: z.literal("allocate"), allocations: PostedParts });
const Release = z.strictObject({
  act: z.literal("release"),
  invoiceId: idOf("invoice").optional(),
  amount: aboveZero,
});
const Certificate = z.strictObject({
  act: z.literal("certificate"),
  tdsCertificate: ReceiptForm.shape.tdsCertificate,
});

/** Loads a receipt, what it settles, and the forms of the changes still possible. */
export async function loadReceipt(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids, figures } = pageContext;
  const addressed = await findAddressed(args, pageContext);
  const [receipt = addressed] = await withNames(pageContext, [addressed], "notedBy");
  const { companyId, unallocated, reversedBy, reverses } = receipt;
  const allocations = await withNames(pageContext, receipt.allocations, "notedBy");
  const canAllocate = readAmount(unallocated) > 0;
  const open = canAllocate
    ? (await load(() => api.call(listOpenItems, { query: { companyId } }))).data.items
    : [];
  const isWhole = reversedBy === null && reverses === null;
  return {
    ...shownReceipt(receipt, pageContext),
    left: showAmount(unallocated, figures),
    companyTo: billedCompanyPath(ids.encrypt("company", companyId)),
    noted: `${atOf(receipt.notedAt)}, ${receipt.notedBy}`,
    allocations: allocations.map(({ id, invoiceId, number, amount, tds, notedBy, notedAt }) => ({
      key: String(id),
      number: number ?? receiptTexts.setOff,
      to: invoiceId === null ? null : invoicePath(ids.encrypt("invoice", invoiceId)),
      amount: showAmount(amount, figures),
      tds: readAmount(tds) === 0 ? "–" : showAmount(tds, figures),
      noted: `${atOf(notedAt)}, ${notedBy}`,
    })),
    allocate: canAllocate
      ? {
          lead: receiptTexts.allocateLead(showAmount(unallocated, figures)),
          items: open.map((item, place) => shownItem(item, place, pageContext)),
        }
      : null,
    release: isWhole ? settledInvoices(allocations, pageContext) : [],
    certificateForm:
      isWhole && readAmount(receipt.tds) > 0
        ? { tdsCertificate: receipt.tdsCertificate ?? "" }
        : null,
    constraints: {
      release: constraintsOf(Release),
      certificate: constraintsOf(Certificate),
    },
    reversal: isWhole
      ? receiptConfirmations.linkTo("reverse", itemOf(receipt, pageContext), pageContext)
      : null,
  };
}

type Allocations = Awaited<ReturnType<typeof findAddressed>>["allocations"];
/** Offers the invoices that the receipt's money settles, each with the amount. */
function settledInvoices(allocations: Allocations, { ids, figures }: PageContext) {
  const sums = new Map<number, { number: string; sum: number }>();
  for (const { invoiceId, number, amount } of allocations) {
    if (invoiceId === null) continue;
    const sum = (sums.get(invoiceId)?.sum ?? 0) + readAmount(amount);
    sums.set(invoiceId, { number: number ?? "", sum });
  }
  return [...sums]
    .filter(([, { sum }]) => sum > 0)
    .map(([id, { number, sum }]) => ({
      value: ids.encrypt("invoice", id),
      label: `${number}, ${figures.money(sum)}`,
    }));
}

/** Allocates, moves to account or records the certificate, by the form's `act`. */
export async function changeReceipt(args: ActionFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const params = { id: ids.decrypt("receipt", args.params.id ?? "") };
  const form = await readForm(
    args.request,
    z.discriminatedUnion("act", [Allocate, Release, Certificate]),
    { ids },
  );
  const { value } = form;
  if (!value) return form.refused();
  const { allocations, rename } = chosenParts(value.act === "allocate" ? value.allocations : []);
  if (value.act === "allocate" && allocations.length === 0)
    return form.refusedFor({ "": [messages.required] });
  const { reply, refused } = await form.submit(
    () => {
      if (value.act === "certificate") {
        const { tdsCertificate } = value;
        return api.call(changeCertificate, {
          params,
          body: tdsCertificate ? { tdsCertificate } : {},
        });
      }
      if (value.act === "release") {
        const { invoiceId, amount } = value;
        return api.call(releaseAllocation, {
          params,
          body: { amount, ...(invoiceId !== undefined && { invoiceId }) },
        });
      }
      const parts = allocations.map(({ invoiceId, openingId, amount = "0" }) => ({
        amount,
        ...(invoiceId === undefined ? { openingId: openingId ?? 0 } : { invoiceId }),
      }));
      return api.call(allocateReceipt, { params, body: { allocations: parts } });
    },
    { rename: value.act === "allocate" ? rename : (field) => field },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(receiptPath(args.params.id ?? ""));
}

const itemOf = (receipt: Awaited<ReturnType<typeof findAddressed>>, { ids }: PageContext) => ({
  receipt,
  path: receiptPath(ids.encrypt("receipt", receipt.id)),
});
/** Reverses a receipt that was recorded by mistake or that bounced. */
export const receiptConfirmations = confirmations({
  find: async (pageContext: PageContext, args) =>
    itemOf(await findAddressed(args, pageContext), pageContext),
  path: ({ path }) => path,
  acts: {
    reverse: {
      label: "Reverse",
      ask: ({ receipt: { amount, tds, receivedOn } }, { figures }) => {
        const rupees = readAmount(amount) === 0 ? tds : amount;
        const sum = showAmount(rupees.replace("-", ""), figures);
        return {
          title: `Reverse the receipt of ${sum}?`,
          message: receiptTexts.reverse(sum, showDate(receivedOn)),
          confirmLabel: "Reverse receipt",
          danger: true,
        };
      },
      isDone: ({ receipt: { reversedBy } }) => reversedBy !== null,
      to: () => receiptsPath,
      call: ({ api }, { receipt: { id } }) => api.call(reverseReceipt, { params: { id } }),
    },
  },
});
