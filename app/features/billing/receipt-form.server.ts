import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDate } from "#contract/base/dates";
import { idOf } from "#contract/base/identifiers";
import { type BankLine, findBankLine } from "#contract/billing/bank-lines";
import { listOpenItems, type OpenItem } from "#contract/billing/openings";
import { aboveZero, addReceipt, ReceiptForm } from "#contract/billing/receipts";
import { contractorSectionOn } from "#contract/billing/words";
import { constraintsOf, readForm, readQuery } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { methodOptions, sectionOptions, showAmount } from "./billing-words";
import { companyOptions, today } from "./invoices.server";
import { bankPath, receiptPath } from "./paths";
import { receiptTexts } from "./texts";

const Address = z.object({
  companyId: idOf("company").optional(),
  line: idOf("bank-line").optional(),
  /** The place of the match in the line's list; its amounts are filled in. */
  match: z.number().int().min(0).max(9).optional(),
});
/** A row for each open item; only rows with an amount are recorded. */
const Part = z.strictObject({
  invoiceId: idOf("invoice").optional(),
  openingId: idOf("opening").optional(),
  amount: aboveZero.optional(),
  tds: aboveZero.optional(),
});
export const PostedParts = z.array(Part).default([]);
const PostedReceipt = ReceiptForm.omit({ bankLineId: true }).extend({
  method: ReceiptForm.shape.method.unwrap(),
  amount: ReceiptForm.shape.amount,
  allocations: PostedParts,
});

/** The form that records a receipt of a company, filled in by a line of the bank statement. */
export async function loadReceiptForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { companyId, line: lineId, match } = readQuery(args.request, Address, { ids });
  const line =
    lineId === undefined
      ? null
      : (await load(() => api.call(findBankLine, { params: { id: lineId } }))).data;
  const options = await load(() => companyOptions(pageContext, companyId));
  const common = {
    companies: options,
    company: companyId === undefined ? undefined : ids.encrypt("company", companyId),
    line: lineId === undefined ? undefined : ids.encrypt("bank-line", lineId),
    lead: line ? receiptTexts.fromLine(line.narration) : receiptTexts.addLead,
    isFromBank: line !== null,
  };
  if (companyId === undefined) return { ...common, form: null };
  const { data } = await load(() => api.call(listOpenItems, { query: { companyId } }));
  const suggested =
    line?.matches[match ?? -1] ?? line?.matches.find((one) => one.companyId === companyId);
  const parts = suggested?.companyId === companyId ? suggested.allocations : [];
  const day = line?.day ?? today();
  return {
    ...common,
    form: {
      companyName: data.companyName,
      onAccount:
        data.onAccount === "0.00"
          ? null
          : receiptTexts.onAccount(showAmount(data.onAccount, pageContext.figures)),
      items: data.items.map((item, place) => shownItem(item, place, pageContext)),
      constraints: constraintsOf(PostedReceipt),
      values: {
        ...receiptValues(line),
        ...(parts.some(({ tds }) => tds !== "0.00") && {
          tdsSection: contractorSectionOn(day),
        }),
        ...partValues(data.items, parts),
      } as Record<string, string>,
      methods: methodOptions,
      sections: sectionOptions(line?.day),
    },
  };
}

const receiptValues = (line: BankLine | null) => ({
  amount: line?.amount ?? "",
  receivedOn: line?.day ?? today(),
  method: "BANK_TRANSFER",
  reference: line?.reference ?? "",
});

type Parts = BankLine["matches"][number]["allocations"];
const isSame = (item: OpenItem, part: Parts[number]) =>
  item.invoiceId === part.invoiceId && item.openingId === part.openingId;
const partValues = (items: readonly OpenItem[], parts: Parts) =>
  Object.fromEntries(
    items.flatMap((item, place) => {
      const part = parts.find((one) => isSame(item, one));
      if (!part) return [];
      const tds = part.tds === "0.00" ? "" : part.tds;
      return [
        [`allocations[${place}].amount`, part.amount],
        [`allocations[${place}].tds`, tds],
      ];
    }),
  );

/** An open item as a row of a form, with the hidden field that names it. */
export function shownItem(item: OpenItem, place: number, { ids, figures }: PageContext) {
  const { invoiceId, openingId, number, dueOn, outstanding } = item;
  const isInvoice = invoiceId !== null;
  return {
    name: `allocations[${place}]`,
    member: isInvoice ? "invoiceId" : "openingId",
    ref: isInvoice ? ids.encrypt("invoice", invoiceId) : ids.encrypt("opening", openingId ?? 0),
    number,
    hint: receiptTexts.outstanding(showAmount(outstanding, figures), showDate(dueOn)),
  };
}

/** Keeps the rows with an amount; `rename` maps fields of the sent rows to those of the form. */
export function chosenParts<P extends { amount?: string | undefined; tds?: string | undefined }>(
  posted: readonly P[],
) {
  const places = posted.flatMap(({ amount, tds }, place) => (amount || tds ? [place] : []));
  return {
    allocations: places.flatMap((place) => posted[place] ?? []),
    rename: (field: string) =>
      field
        .replace(
          /^allocations\.(\d+)\.(\w+)$/,
          (_, sent, member) =>
            `allocations.${places[Number(sent)] ?? 0}.${member === "tds" ? "tds" : "amount"}`,
        )
        .replace(/^(allocations|bankLineId|invoiceId)$/, ""),
  };
}

/** Records the receipt; if it came from a bank statement line, marks that line as used. */
export async function saveReceipt(args: ActionFunctionArgs, { api, ids }: PageContext) {
  const { companyId, line } = readQuery(args.request, Address, { ids });
  const form = await readForm(args.request, PostedReceipt, { ids });
  if (!form.value || companyId === undefined) return form.refused();
  const { allocations: posted, ...body } = form.value;
  const { allocations, rename } = chosenParts(posted);
  const { reply, refused } = await form.submit(
    () =>
      api.call(addReceipt, {
        query: { companyId },
        body: { ...body, allocations, ...(line !== undefined && { bankLineId: line }) },
      }),
    { rename },
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(
    line === undefined ? receiptPath(ids.encrypt("receipt", reply.data.id)) : bankPath,
  );
}
