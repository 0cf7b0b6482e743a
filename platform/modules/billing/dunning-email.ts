import { daysBetween, showDate } from "#contract/base/dates";
import type { Paise } from "#contract/base/money";
import { documentNames } from "#contract/billing/words";
import { writeEmail } from "../../mail/email-text.ts";
import { showRupees } from "./rupees.ts";

/** The facts about an invoice that a reminder states. */
export type RemindedInvoice = {
  number: string;
  companyName: string;
  legalName: string | null;
  issuedOn: string;
  dueOn: string;
  outstanding: Paise;
  payable: Paise;
  /** The first name of the company's contact; null if it has none. */
  firstName: string | null;
  supplierName: string;
  bankDetails: string | null;
};

/** Writes a step's email as of a date; the last step says that it is the last. */
export function writeReminder(
  invoice: RemindedInvoice,
  { today, isLast, publicUrl }: { today: string; isLast: boolean; publicUrl: string },
) {
  const { number, issuedOn, dueOn, outstanding, payable } = invoice;
  const { companyName, legalName, firstName, supplierName, bankDetails } = invoice;
  const { first } = documentNames({ name: companyName, legalName });
  const days = daysBetween(dueOn, today) - 1;
  const overdue = `${days} ${days === 1 ? "day" : "days"} overdue`;
  return writeEmail({
    name: firstName,
    company: supplierName,
    subject: `${isLast ? "Last reminder" : "Reminder"}: invoice ${number} from ${supplierName} is ${overdue}`,
    title: `Invoice ${number} is ${overdue}`,
    before: [
      `Invoice ${number} of ${showDate(issuedOn)} to ${first} was due on ${showDate(dueOn)}.`,
    ],
    facts: [
      ["Outstanding", showRupees(outstanding)],
      ...(payable < outstanding ? creditFacts(outstanding - payable, payable) : []),
      ...(bankDetails ? [["Pay to", bankDetails] as const] : []),
    ],
    link: { label: "See your invoices", url: `${publicUrl}/admin/billing/invoices` },
    after: [
      isLast
        ? "This is our last reminder. Please pay, or tell us what keeps you from it."
        : "If you have paid in the meantime, you need not do anything.",
    ],
  });
}

const creditFacts = (credit: Paise, payable: Paise) =>
  [
    ["Covered by your credit on account", showRupees(credit)],
    ["To pay after credit", showRupees(payable)],
  ] as const;
