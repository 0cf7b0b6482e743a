import type { LoaderFunctionArgs } from "@remix-run/node";
import { showDate } from "#contract/base/dates";
import { readAmount } from "#contract/base/money";
import { mayOpen } from "#contract/base/roles";
import { creditNotePdf } from "#contract/billing/entries";
import { type Invoice, invoicePdf, type Party, type Payment } from "#contract/billing/invoices";
import { stateWithCode } from "#contract/billing/states";
import {
  documentNames,
  noteKindLabels,
  receiptMethodLabels,
  tdsSectionLabels,
} from "#contract/billing/words";
import { findCompany } from "#contract/companies/endpoints";
import { companyEditPath } from "~/features/companies/paths";
import { passFile } from "~/lib/api/download.server";
import { withNames } from "~/lib/audit/people.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { shownEmail } from "~/lib/words/email-words.server";
import { showAmount, shownLine, taxFacts } from "./billing-words";
import { readEInvoice } from "./e-invoice.server";
import { isOverpaid } from "./entries.server";
import { atOf, findAddressed, mailConfirmations, mailItem, shownInvoice } from "./invoices.server";
import {
  billedCompanyPath,
  creditNotePdfPath,
  eInvoicePath,
  invoiceRemindersPath,
  receiptPath,
  signaturePath,
} from "./paths";
import { readReminders } from "./reminders.server";
import { reversalConfirmations, reversalItem } from "./reversal.server";
import { invoiceTexts } from "./texts";

export async function loadInvoice(args: LoaderFunctionArgs, pageContext: PageContext) {
  const addressed = await findAddressed(args, pageContext);
  const [invoice = addressed] = await withNames(pageContext, [addressed], "issuedBy");
  const { figures, ids, person } = pageContext;
  const isBiller = mayOpen(person, "BILLING_DASHBOARD");
  const { supplier, customer, issuedBy, credited, paid } = invoice;
  const email = customer.email ? invoiceTexts.notMailed : invoiceTexts.noMail;
  const isEditor = isBiller && mayOpen(person, "COMPANIES");
  const addMailTo =
    isEditor && !customer.email ? await addMailPath(invoice.companyId, pageContext) : null;
  return {
    ...shownInvoice(invoice, pageContext),
    isBiller,
    issuedBy,
    email,
    addMailTo,
    credited: showAmount(credited, figures),
    debited: readAmount(invoice.debited) > 0 ? showAmount(invoice.debited, figures) : null,
    taxFacts: taxFactsOf(invoice),
    signatory: supplier.signatoryName,
    signature: supplier.signatureFileId && signaturePath(supplier.signatureFileId),
    paid: showAmount(paid, figures),
    tds: readAmount(invoice.tds) === 0 ? null : showAmount(invoice.tds, figures),
    companyTo: isBiller ? billedCompanyPath(ids.encrypt("company", invoice.companyId)) : null,
    lines: invoice.lines.map((line) => shownLine(line, figures)),
    sums: taxFacts(invoice, figures),
    eInvoice: await readEInvoice("invoice", invoice, pageContext),
    reminders: isBiller ? await readReminders(invoice, pageContext) : null,
    remindersTo: invoiceRemindersPath(ids.encrypt("invoice", invoice.id)),
    eInvoiceTo: isBiller ? eInvoicePath("invoice", ids.encrypt("invoice", invoice.id)) : null,
    from: shownParty(supplier),
    // for a customer abroad, the place of supply is the country's name
    billedTo: shownParty(customer, invoice.placeOfSupply),
    payTo: supplier.bankDetails,
    ...overpaidOf(invoice, figures),
    pay:
      isBiller && readAmount(invoice.outstanding) !== 0
        ? isOverpaid(invoice)
          ? invoiceTexts.refund
          : invoiceTexts.pay
        : null,
    mayCredit: isBiller && invoice.creditable.some(({ left }) => readAmount(left) > 0),
    mailing:
      isBiller && customer.email
        ? mailConfirmations.linkTo(
            "email",
            mailItem(invoice, customer.email, pageContext),
            pageContext,
          )
        : null,
    creditNotes: invoice.creditNotes.map(
      ({ id, kind, number, issuedOn, reason, hasGst, total, mail }) => ({
        number,
        kind: noteKindLabels[kind],
        reason: hasGst ? reason : `${reason} (without GST)`,
        issued: showDate(issuedOn),
        total: showAmount(total, figures),
        mail: shownEmail(mail, atOf, null),
        pdf: creditNotePdfPath(ids.encrypt("credit-note", id)),
      }),
    ),
    payments: await shownPayments(invoice, pageContext),
  };
}

/** Lists what settled an invoice; those who bill may open and reverse it. */
async function shownPayments(invoice: Invoice, pageContext: PageContext) {
  const { figures, ids, person } = pageContext;
  const isBiller = mayOpen(person, "BILLING_DASHBOARD");
  const reversed = new Set(invoice.payments.map(({ reverses }) => reverses));
  const payments = await withNames(pageContext, invoice.payments, "notedBy");
  return payments.map((payment, place) => {
    const { id, paidOn, amount, tds, method, reference, notedBy, notedAt, reverses } = payment;
    const mayReverse = isBiller && reverses === null && !reversed.has(id);
    return {
      key: String(place),
      to: isBiller ? receiptPath(ids.encrypt("receipt", id)) : null,
      tds: readAmount(tds) === 0 ? null : shownTax(payment, figures),
      reference,
      notedBy,
      kind: kindOf(payment),
      paid: showDate(paidOn),
      noted: atOf(notedAt),
      amount: showAmount(amount, figures),
      method: receiptMethodLabels[method],
      reversal: mayReverse
        ? reversalConfirmations.linkTo(
            "reverse",
            reversalItem(invoice, payment, pageContext),
            pageContext,
          )
        : null,
    };
  });
}

/** Tax deducted, its section and whether its certificate has come. */
const shownTax = (
  { tds, tdsSection, tdsCertificate }: Payment,
  figures: PageContext["figures"],
): { amount: string; note: string } => ({
  amount: showAmount(tds, figures),
  note: [
    tdsSection && tdsSectionLabels[tdsSection].split(",")[0],
    tdsCertificate ?? "certificate pending",
  ]
    .filter(Boolean)
    .join(", "),
});

/** Lists the facts that the law requires beside the figures. */
function taxFactsOf({
  placeOfSupply,
  isReverseCharge,
  totalInWords,
  endorsement,
  supplier,
}: Invoice) {
  const { lutNo, lutDate } = supplier;
  return [
    { term: "In words", value: totalInWords },
    { term: "Place of supply", value: placeOfSupply },
    { term: invoiceTexts.reverseCharge, value: isReverseCharge ? "Yes" : "No" },
    { term: "LUT", value: lutNo && `${lutNo}${lutDate ? ` of ${showDate(lutDate)}` : ""}` },
    { term: "Endorsement", value: endorsement },
  ].filter(({ value }) => value);
}

const kindOf = ({ reverses, amount }: Payment) => {
  if (reverses !== null) return "Reversal";
  return readAmount(amount) < 0 ? "Refund or moved" : null;
};

/** Labels the sum: below zero it is overpaid, not outstanding. */
const overpaidOf = (invoice: Invoice, figures: PageContext["figures"]) =>
  isOverpaid(invoice)
    ? { owed: "Overpaid", outstanding: showAmount(invoice.outstanding.replace("-", ""), figures) }
    : { owed: "Outstanding" };

/**
 * Links to where the company's communication email, which receives its later invoices, is added;
 * null if it has one.
 */
async function addMailPath(companyId: number, { api, ids }: PageContext): Promise<string | null> {
  const { data } = await load(() => api.call(findCompany, { query: { companyId } }));
  return data.commEmail
    ? null
    : `${companyEditPath(ids.encrypt("company", companyId))}?section=contacts`;
}

const shownParty = (party: Party, countryAbroad: string | null = null) => {
  const { addressLine, city, state, stateCode, postalCode, country, gstNo, panNo } = party;
  const { first, tradeName } = documentNames(party);
  return {
    name: first,
    address: [addressLine, city, state, postalCode, country === "IN" ? null : countryAbroad]
      .filter(Boolean)
      .join(", "),
    facts: [
      ...(tradeName ? [{ term: "Trade name", value: tradeName }] : []),
      ...(gstNo ? [{ term: "GSTIN", value: gstNo }] : []),
      ...(panNo ? [{ term: "PAN", value: panNo }] : []),
      ...(stateCode ? [{ term: "State", value: stateWithCode(stateCode) }] : []),
    ],
  };
};

/** The PDF of an invoice, to be saved. */
export async function passInvoicePdf(
  args: LoaderFunctionArgs,
  { api, ids }: PageContext,
): Promise<Response> {
  const id = ids.decrypt("invoice", args.params.id ?? "");
  return passFile(await load(() => api.file(invoicePdf, { params: { id } })));
}

export async function passCreditNotePdf(
  args: LoaderFunctionArgs,
  { api, ids }: PageContext,
): Promise<Response> {
  const id = ids.decrypt("credit-note", args.params.id ?? "");
  return passFile(await load(() => api.file(creditNotePdf, { params: { id } })));
}
