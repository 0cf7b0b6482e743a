import { withMembers } from "~/ui/frame/address";

export const billingPath = "/admin/billing";
export const invoicesPath = `${billingPath}/invoices`;
export const invoicePath = (ref: string) => `${invoicesPath}/${ref}`;
export const invoicePdfPath = (ref: string) => `${invoicePath(ref)}/pdf`;
export const paymentAddPath = (invoice: string) => `${invoicePath(invoice)}/pay`;
export const creditAddPath = (invoice: string) => `${invoicePath(invoice)}/credit`;
export const paymentPath = (invoice: string, ref: string) =>
  `${invoicePath(invoice)}/payments/${ref}`;
export const creditNotePdfPath = (ref: string) => `${billingPath}/credit-notes/${ref}/pdf`;
/** A company's next invoices and rates. "all" stands for every company, only when issuing. */
export const billedCompanyPath = (ref: string) => `${billingPath}/companies/${ref}`;
export const issuePath = (ref: string) => `${billedCompanyPath(ref)}/issue`;
export const billingSettingsPath = `${billingPath}/settings`;
/** Always through the session, never by IMAGE_BASE_URL, whose pictures are everybody's. */
export const signaturePath = (fileId: string) => `/images/${fileId}`;
const statement = `${billingPath}/statement`;
/** The statement of the given company, by default the person's own. */
export const statementPath = (company?: string) => withMembers(statement, { companyId: company });
export const statementDownloadPath = (filters: {
  companyId?: string | undefined;
  from: string;
  to: string;
}) => withMembers(`${statement}/download`, filters);

type Gstr1Period = { month?: string; period?: string; gstNo?: string | undefined };
export const gstr1Path = (period: Gstr1Period = {}) => withMembers(`${billingPath}/gstr1`, period);
export const gstr1JsonPath = (period: Gstr1Period) =>
  withMembers(`${billingPath}/gstr1/json`, period);
export const gstr1CsvPath = (period: Gstr1Period & { section: string }) =>
  withMembers(`${billingPath}/gstr1/csv`, period);

export const eInvoicesPath = (month?: string) =>
  withMembers(`${billingPath}/e-invoices`, { month });
/** The e-invoice of an invoice, or of a credit or debit note. */
export const eInvoicePath = (kind: "invoice" | "credit-note", ref: string) =>
  `${kind === "invoice" ? invoicePath(ref) : `${billingPath}/credit-notes/${ref}`}/e-invoice`;
export const receiptsPath = `${billingPath}/receipts`;
export const receiptPath = (ref: string) => `${receiptsPath}/${ref}`;
/** Records a company's money; `line` is a bank statement line, `match` the place of its match. */
export const receiptAddPath = (members: {
  companyId?: string | undefined;
  line?: string | undefined;
  match?: string | undefined;
}) => withMembers(`${receiptsPath}/add`, members);
export const bankPath = `${billingPath}/bank`;
export const bankLinePath = (ref: string) => `${bankPath}/${ref}`;
export const ageingPath = `${billingPath}/ageing`;
export const ageingDownloadPath = (search: string | undefined) =>
  withMembers(`${ageingPath}/download`, { search });
/** Shows what a company owed before it was billed here. */
export const openingsPath = (company: string) => `${billedCompanyPath(company)}/opening`;
export const openingPath = (company: string, ref: string) => `${openingsPath(company)}/${ref}`;

export const remindersPath = `${billingPath}/reminders`;
/** The reminders of an invoice; `days` is the step whose email is shown. */
export const invoiceRemindersPath = (ref: string, days?: number) =>
  withMembers(`${invoicePath(ref)}/reminders`, {
    days: days === undefined ? undefined : String(days),
  });
