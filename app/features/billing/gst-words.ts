/** Texts of the pages about GST returns. */
export const gstr1Texts = {
  lead: "Invoices and notes of a month or quarter, by section of the return of outward supplies.",
  noGstNo: "Enter your own GSTIN in the billing settings to see the return.",
  isEqual: "The sections add up to the ledger of invoices and notes.",
  isUnequal: "The sections do not add up to the ledger. Do not upload this return; tell us.",
  problems: "The portal would refuse these",
  problemsLead: (count: string) =>
    `${count}. You can download the files all the same. An issued invoice does not change: credit it, add what is missing, then bill it again.`,
  sections: "Totals by section",
  sectionsLead: "Credit notes count below zero. Each CSV has the columns of the offline tool.",
  none: "Nothing was issued in this period.",
};

export const eInvoiceTexts = {
  lead: "Invoices and notes that the invoice registration portal must know, with its numbers.",
  none: "No document of this month needs an IRN.",
  upload: "Store the portal's answers",
  uploadLead:
    "Choose the file that the portal gave you. Each answer is stored with the document that it belongs to; those that do not fit are listed.",
  refused: "Refused answers",
  formLead: "Download the JSON, register it on the portal, then enter what the portal answered.",
  notNeeded: "The company is unregistered or the note is without GST: no IRN is needed.",
  problems: "The portal would refuse this document:",
  ackHint: "As the portal writes it, for example 2026-05-01 10:20:00.",
  irnHint: "64 characters. It is checked against this document.",
  qrHint: "The whole text of the signed QR code.",
  isFinal: "What you store cannot be changed afterwards.",
  cancel: "Cancel the IRN",
  cancelLead: (until: string) =>
    `Possible until ${until}. Cancel it on the portal first. The document itself stays: credit it if it was wrong.`,
  tooLate: "The 24 hours in which an IRN can be cancelled are over. Issue a credit note instead.",
  picture: (number: string) => `Signed QR code of ${number}`,
  remarkHint: "What the portal asks for beside the reason.",
};
