import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { addDays, dateIn } from "#contract/base/dates";
import { formatAmount } from "#contract/base/money";
import { monthAfter, type PaymentMethod } from "#contract/billing/words";
import { wholeCompany } from "../platform/access/scope.ts";
import type { Database } from "../platform/db/database.ts";
import { billingSetting, companyRate, invoice, login } from "../platform/db/schema/index.ts";
import {
  addCreditNote,
  addReceipt,
  type BillersCall,
  generateInvoices,
} from "../platform/modules/billing/index.ts";
import { companies } from "./companies.ts";

type Options = { database: Database; now: Date };
type DemoInvoice = {
  id: number;
  companyId: number;
  periodFrom: string;
  issuedOn: string;
  total: number;
};

const zone = companies.provider.timeZone;
const midnight = (date: string) => new Date(`${date}T00:00:00+05:30`);

/**
 * Billing of the demo: settings, rates, and the invoices of all past months, issued by the
 * product's own functions on the dates on which it would have. Of Brightmart's last four one is
 * paid but for a credit note, one overdue, one in its grace period and paid in part, and one due;
 * Northwind's last one is not paid yet. Corner Coffee has no rate, so that it cannot be billed.
 */
export async function seedBilling({ database, now }: Options): Promise<void> {
  const { db } = database;
  await db.insert(billingSetting).values({
    companyId: companies.provider.id,
    legalName: "Fever In-Store Media Private Limited",
    addressLine: "4th floor, 21 Kemps Corner",
    city: "Mumbai",
    postalCode: "400026",
    gstNo: "27AAACF4321K1ZS",
    panNo: "AAACF4321K",
    bankDetails: "Harbour Bank, account 50100012345678, IFSC HARB0000021",
    gstRate: 1800,
    paymentDays: 15,
    sacMusic: "998432",
    sacAds: "998369",
    signatoryName: "Meera Joshi",
    exportTerms: "LUT",
    lutNo: "AD270326000001A",
    lutDate: "2026-03-20",
    lutValidTo: "2027-03-31",
  });
  await db.insert(companyRate).values([
    {
      companyId: companies.northwind.id,
      fromMonth: "2025-04-01",
      rate: 135_000,
      setBy: "super.admin",
    },
    {
      companyId: companies.northwind.id,
      fromMonth: "2026-04-01",
      rate: 145_000,
      setBy: "fever.admin",
    },
    {
      companyId: companies.brightmart.id,
      fromMonth: "2025-08-01",
      rate: 160_000,
      setBy: "super.admin",
    },
  ]);
  const call = await callOf(database, now);
  for (const issuedOn of issueDates(dateIn(zone, now)))
    await generateInvoices({ database, now: midnight(issuedOn), actor: call });
  await settle(call, await issuedTo(database, companies.northwind.id), 1);
  const ofBrightmart = await issuedTo(database, companies.brightmart.id);
  await settle(call, ofBrightmart, 4);
  const [credited, , inGrace] = ofBrightmart.slice(-4);
  if (!credited || !inGrace) return;
  await addCreditNote(
    { ...call, now: midnight(addDays(credited.issuedOn, 4)) },
    {
      invoiceId: credited.id,
      reason: "One store was closed for a refit",
      lines: [{ line: 1, amount: "1600.00" }],
    },
  );
  await pay(call, credited, credited.total - 188_800);
  await pay(call, inGrace, Math.round(inGrace.total / 2), "CHEQUE");
}

/**
 * The first of each month since billing began; the last two invoices of a monthly period are issued
 * by hand, later, so that one is due and one in grace.
 */
function issueDates(today: string): string[] {
  const dates: string[] = [];
  for (let date = "2025-05-01"; date < monthAfter(today, -1); date = monthAfter(date, 1))
    dates.push(date);
  const later = (month: string, date: string) => (date > month ? date : month);
  return [
    ...dates,
    later(monthAfter(today, -1), addDays(today, -30)),
    later(monthAfter(today, 0), addDays(today, -5)),
  ];
}

async function callOf(database: Database, now: Date): Promise<BillersCall> {
  const username = "fever.admin";
  const [person] = await database.db
    .select({ companyId: login.companyId, id: login.userId })
    .from(login)
    .where(eq(login.username, username));
  if (!person) throw new Error("nobody bills");
  const caller = {
    ...person,
    username,
    role: "ROLE_Fever_Admin",
    subRole: "Fever_Admin_Major",
    openedBy: null,
  } as const;
  return { database, db: database.db, now, address: null, requestId: randomUUID(), caller };
}

const issuedTo = (database: Database, companyId: number): Promise<DemoInvoice[]> =>
  database.db
    .select({
      id: invoice.id,
      companyId: invoice.companyId,
      periodFrom: invoice.periodFrom,
      issuedOn: invoice.issuedOn,
      total: invoice.total,
    })
    .from(invoice)
    .where(eq(invoice.companyId, companyId))
    .orderBy(invoice.id);

/** Pays all except the last `open`. */
async function settle(
  call: BillersCall,
  invoices: readonly DemoInvoice[],
  open: number,
): Promise<void> {
  for (const one of invoices.slice(0, -open)) await pay(call, one, one.total);
}

async function pay(
  call: BillersCall,
  { id, companyId, issuedOn }: DemoInvoice,
  amount: number,
  method: PaymentMethod = "BANK_TRANSFER",
): Promise<void> {
  const date = addDays(issuedOn, 9);
  const reference =
    method === "CHEQUE" ? `Cheque ${100_200 + id}` : `UTR HARB${date.replaceAll("-", "")}${id}`;
  const rupees = formatAmount(amount);
  await addReceipt(
    { ...call, now: midnight(date), scope: wholeCompany(companyId) },
    {
      amount: rupees,
      receivedOn: date,
      method,
      reference,
      allocations: [{ invoiceId: id, amount: rupees }],
    },
  );
}
