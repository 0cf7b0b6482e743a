import { graceDays } from "#contract/billing/words";

/** Texts of the billing dashboard. */
export const billingTexts = {
  lead: "What companies owe, what they paid, and what comes next.",
  blocked: "Cannot be billed",
  blockedLead: "These companies can't be billed until you add what is missing.",
  toIssue: (companies: string) =>
    `Billing period finished for ${companies}. Invoices are issued within ten minutes.`,
  nothingToIssue: "All finished periods that can be billed are invoiced.",
  overdueLead: `Unpaid for more than ${graceDays} days after the due date, the oldest first.`,
  earnedIn: (amount: string, month: string, change: number | undefined, before: string) =>
    change === undefined
      ? `${amount} earned in ${month}`
      : change === 0
        ? `${amount} earned in ${month}, as much as in ${before}`
        : `${amount} earned in ${month}, ${Math.abs(change)}% ${change > 0 ? "more" : "less"} than in ${before}`,
  revenue: "Revenue by month",
  revenueAxes:
    "In rupees, before tax and after credit notes. Invoiced is by the date of the invoice, earned by the month it is for. Months not invoiced yet show their stores' fees.",
  monthsLead:
    "Invoiced, credited and earned are before tax; paid includes tax. Earned counts in the month that an invoice is for.",
  forecastLead: "Fees of the stores that are active now, and booked campaigns, before tax.",
};

/** The headings of the pages of billing. */
export const findingTexts = {
  overdue: (amount: string, invoices: string) => `${amount} is overdue on ${invoices}`,
  outstanding: (amount: string) => `${amount} outstanding, nothing overdue`,
  allPaid: "Every invoice is paid",
  toMatch: (credits: string, amount: string) => `${credits} to match: ${amount}`,
  problems: (problems: string) => `The portal would refuse this return: ${problems}`,
  unequal: "The sections do not add up to the ledger",
  complete: (total: string, documents: string) => `${total} in ${documents}, without a problem`,
};

export const invoicesTexts = {
  lead: "Every invoice that was issued, and what is still outstanding.",
  ownLead: "Your company's invoices, with their PDFs and what is still outstanding.",
  none: "Invoices appear here once a billing period is over and its invoice is issued.",
  noMatch: "No invoice matches these filters.",
};

export const invoiceTexts = {
  issueNote: "Issue credit or debit note",
  reverseCharge: "Tax payable on reverse charge",
  noMail: "Not emailed: the company had no communication email",
  addMail: "Add a communication email",
  notMailed: "Not emailed",
  mail: (to: string) => `We send the PDF to ${to}.`,
  noPayments: "No payment has been recorded for this invoice.",
  noCredits: "No credit or debit note has been issued for this invoice.",
  takesBack: "Reverses an earlier payment",
  reverse: {
    payment: (amount: string, date: string) =>
      `The ${amount} of ${date} is outstanding again. The payment stays on record with its reversal beside it. You cannot undo this.`,
    refund: (amount: string, date: string) =>
      `The ${amount} of ${date} counts as paid again. The refund stays on record with its reversal beside it. You cannot undo this.`,
  },
  pay: "Record payment",
  refund: "Record refund",
  overpaid: (amount: string) => `${amount} was paid too much.`,
  payLead: (outstanding: string) => `${outstanding} is outstanding.`,
  aboveZero: "Enter an amount above zero.",
  tdsHint: "Tax that the company deducted from what it owes.",
  sectionHint:
    "Section 393 from 1 April 2026 (Income-tax Act, 2025). Sections 194C to 194Q before that day, and for what was credited before it (Act of 1961).",
  certificateHint: "Its number once it has come. Leave empty while it is pending.",
  referenceHint: "For example the bank's UTR, or a cheque's number.",
  creditLead:
    "A credit note lowers what the company owes, a debit note raises it. The invoice itself stays as it was issued.",
  reasonHint: "The company reads it on the credit note.",
  everything: (left: string) => `Full remaining amount (${left} before tax)`,
  byLine: "Amounts by line",
  debit: "Debit note: raise the lines below",
  debitHint: "Where the invoice charged too little.",
  withoutGst: "Credit without GST",
  withoutGstHint:
    "You can credit GST until 30 November after the end of the financial year, or until its annual return is filed.",
  lineLeft: (left: string) => `${left} left to credit`,
  amountsHint: "Without tax. Leave a line empty if you don't credit it.",
  clearAmounts: "Choose “Amounts by line”, or clear the amounts below.",
  enterAmount: "Enter an amount on at least one line.",
  creditWarning: "You can't change or delete a credit or debit note once it is issued.",
};

export const issueTexts = {
  previewLead: "Invoices as they will be issued. Nothing is saved until you issue them.",
  running: "This period has not ended yet. You can issue its invoice once it has.",
  notBilled: "This company has no first billing day yet.",
  nothing: "There is nothing to bill in this period.",
  allTitle: "Issue all invoices that are due?",
  one: (invoices: string, total: string, delivery: string) =>
    `${invoices}, ${total} in total. An issued invoice cannot be changed, only credited. ${delivery}`,
  all: (companies: string, delivery: string) =>
    `Each period of ${companies} that is over gets its invoice. Issued invoices cannot be changed, only credited. ${delivery}`,
  emailed: (email: string, isOne: boolean) => `We email the ${isOne ? "PDF" : "PDFs"} to ${email}.`,
  emailedToAll: "We email the PDFs to the companies.",
  notEmailed: (company: string, isOne: boolean) =>
    `${company} has no communication email, so it won't get the ${isOne ? "invoice" : "invoices"} by email.`,
  notEmailedTo: (companies: string) =>
    `${companies} have no communication email, so they won't get their invoices by email.`,
};

export const rateTexts = {
  lead: "Per store per month. Each rate applies from its month until the next rate starts.",
  none: "No rate is set. The company cannot be billed.",
  monthHint: "Months that are billed keep their rate.",
  firstHint: "The first rate also applies to earlier months.",
};

export const statementTexts = {
  lead: "Opening balance, invoices, credit notes, payments, tax deducted, closing balance.",
  ageingLead: "What is outstanding today by days after the due date.",
  choose: "Choose a company to see its statement.",
  none: "Nothing was invoiced, credited or paid on these days.",
};

export const settingsTexts = {
  exportTax: "Tax on exports and SEZ",
  lead: "Your own details as invoices show them. They apply to invoices issued from now on.",
  missing: "Nothing is issued until these are saved.",
  gstHint:
    "Its first two digits are your state. Sales within the state have CGST and SGST, others IGST.",
  panHint: "The ten characters within your GSTIN.",
  bankHint: "Where to pay, in one line.",
  rateHint: "Within your state, half is CGST and half SGST. Between states, all of it is IGST.",
  daysHint: `Days from the invoice to its due date. ${graceDays} days of grace follow.`,
  sacMusicHint: "Service code of in-store music, 4 to 6 digits, for example 998432.",
  sacAdsHint: "Service code of advertising, for example 998369.",
  signatoryHint: "Their name stands on each invoice.",
  exportsLead: "For companies outside India and in Special Economic Zones, which are zero-rated.",
  lutNoHint: "The reference number (ARN) of your letter of undertaking.",
  lutValidToHint: "Usually 31 March. Later invoices wait for the new LUT.",
  annualReturnLead:
    "The latest GSTR-9 that you filed. GST on invoices of its year can no longer be credited.",
  returnYearHint: "For example 2025-26.",
  series: "Numbers count from 1 in each financial year, from April to March, without a gap.",
};

export const signatureTexts = {
  lead: "Documents show it above the signatory's name. A change applies to invoices issued from now on.",
  hint: "Dark ink on white or transparent, cut close to the writing.",
  removeTitle: "Remove the signature?",
  remove:
    "Invoices issued from now on show the signatory's name alone. Issued ones keep the picture.",
};

export const receiptTexts = {
  lead: "Payments, tax deducted and credit that is not allocated yet.",
  none: "Receipts appear here once you record a payment or confirm a line of a bank statement.",
  noMatch: "No receipt matches these filters.",
  addLead: "One receipt can settle several invoices. The rest becomes credit on account.",
  chooseCompany: "Choose the company that paid.",
  noItems: "This company has nothing outstanding. The receipt becomes credit on account.",
  amountHint: "What reached your bank, without tax deducted.",
  outstanding: (amount: string, due: string) => `${amount} outstanding, due ${due}`,
  fromLine: (narration: string) => `Bank statement: ${narration}`,
  onAccount: (amount: string) => `Already on account: ${amount}`,
  allocateLead: (left: string) => `${left} is on account. Enter what settles which invoice.`,
  releaseLead: "If a credit note came later, or the invoice was wrong.",
  setOff: "Refunded or reversed",
  reverse: (amount: string, date: string) =>
    `All that the ${amount} of ${date} settles is outstanding again. The receipt stays on record with its reversal beside it. You cannot undo this.`,
};

export const bankTexts = {
  lead: "Upload a bank statement. Each credit is matched to invoices, and you confirm each match.",
  fileHint: "As HDFC, ICICI, SBI, Axis or Kotak give it. Lines that are here already are left out.",
  none: "Lines appear here once you upload a bank statement.",
  noMatch: "No line matches these filters.",
  noReason: "Nothing found. Choose the company yourself.",
  unread: (line: number, reason: string) => `Row ${line}: ${reason}`,
  added: (lines: string, same: string, debits: string) =>
    `${lines} added, ${same} here already, ${debits} without a credit.`,
  ignore: (amount: string) =>
    `The ${amount} is no longer offered for matching. You can bring it back.`,
  restore: (amount: string) => `The ${amount} is offered for matching again.`,
};

export const ageingTexts = {
  lead: "What companies owe today by days after the due date, opening balances included.",
  none: "No company owes anything.",
  noMatch: "No company matches this name.",
};

export const openingTexts = {
  lead: "What the company owed, or had paid too much, before you billed it here.",
  none: "No opening balance is recorded.",
  kinds: { owed: "The company owes this", credit: "The company paid this too much" },
  numberHint: "The invoice's number in your old system, or any name.",
  dueHint: "The ageing counts from this day. By default the date above.",
  remove: (amount: string) => `The ${amount} no longer counts as outstanding.`,
};

/** Texts of the pages of payment reminders. */
export const reminderTexts = {
  lead: "Emails about invoices that are overdue. They go out each morning at 10:00 in India.",
  steps: "Steps",
  stepsHint: "Each invoice gets each step once, until it is paid or you stop it.",
  on: "Send reminders",
  onHint: "Nothing is sent while this is off.",
  days: "Days after the due date",
  daysHint: "Up to six, with commas between.",
  save: "Save reminders",
  due: "Next run",
  dueLead: "For each invoice that credit on account does not cover, the latest step that is due.",
  offLead: "Reminders are off. This is what would go out once you turn them on.",
  none: "No reminder is due.",
  noMail: "The company has no communication email",
  stopped: (reason: string) => `Stopped: ${reason}`,
  ofInvoice: "Reminders of the invoice",
  nothing: "No reminder has been sent for this invoice.",
  next: (days: string, date: string) => `Next, ${days} after the due date: ${date}`,
  noNext: "No further reminder is due.",
  off: "Reminders are off.",
  manage: "Preview or stop",
  invoiceLead: "What went out, what comes next, and the email of each step.",
  notSent: "Not sent: the invoice was paid or stopped first",
  preview: "Preview",
  previewLead: (to: string) => `As it would be sent on its day, to ${to}.`,
  stop: "Stop reminders",
  stopLead: "For example while the company disputes the invoice or has promised a date.",
  wholeCompany: "All invoices of this company",
  resume: "Resume reminders",
  stoppedInvoice: "Reminders of this invoice are stopped",
  stoppedCompany: "Reminders of all invoices of this company are stopped",
  stoppedLead: (reason: string, who: string, when: string) => `${reason} · ${who}, ${when}`,
};
