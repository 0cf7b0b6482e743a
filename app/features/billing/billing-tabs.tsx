import { Tabs } from "~/ui/frame/tabs";
import {
  ageingPath,
  bankPath,
  billingPath,
  billingSettingsPath,
  eInvoicesPath,
  gstr1Path,
  invoicesPath,
  receiptsPath,
  remindersPath,
  statementPath,
} from "./paths";

const ofStaff = [
  { label: "Overview", to: billingPath },
  { label: "Invoices", to: invoicesPath },
  { label: "Receipts", to: receiptsPath },
  { label: "Bank", to: bankPath },
  { label: "Ageing", to: ageingPath },
  { label: "Statements", to: statementPath() },
  { label: "Reminders", to: remindersPath },
  { label: "E-invoices", to: eInvoicesPath() },
  { label: "GSTR-1", to: gstr1Path() },
  { label: "Settings", to: billingSettingsPath },
];
const ofClients = [
  { label: "Invoices", to: invoicesPath },
  { label: "Statement", to: statementPath() },
];

/** Tabs between the pages of billing; `current` is the address of the page shown. */
export const BillingTabs = ({
  current,
  isStaff = true,
}: {
  current: string;
  isStaff?: boolean;
}) => (
  <Tabs
    label="Billing"
    tabs={(isStaff ? ofStaff : ofClients).map((page) => ({
      ...page,
      current: page.to === current,
    }))}
  />
);
