import { sql } from "drizzle-orm";
import { taxStatusOf } from "#contract/billing/tax-rules";
import type { Database } from "#platform/db/database";
import * as table from "#platform/db/schema/index";

/** Midnight of a day for the provider, whose zone is Asia/Kolkata. */
export const midnight = (day: string): Date => new Date(`${day}T00:00:00+05:30`);

export const ownGstNo = "27AAPFU0939F1ZV"; // Maharashtra
/** A valid number of Karnataka. */
export const otherGstNo = "29AAPFU0939F1ZR";

/** The provider's particulars: GST at 18 %, invoices due 15 days after they are issued. */
export const makeBillingSettings = (
  { db }: Database,
  companyId: number,
  change: Partial<typeof table.billingSetting.$inferInsert> = {},
) =>
  db.insert(table.billingSetting).values({
    companyId,
    legalName: "Fever Private Limited",
    addressLine: "1 Marine Drive",
    city: "Mumbai",
    postalCode: "400002",
    gstNo: ownGstNo,
    panNo: "AAPFU0939F",
    bankDetails: "State Bank, 000123456789",
    gstRate: 1800,
    paymentDays: 15,
    sacMusic: "998432",
    sacAds: "998369",
    signatoryName: "Meera Joshi",
    exportTerms: "LUT",
    lutNo: "AD270326000001A",
    lutDate: "2026-03-20",
    lutValidTo: "2099-03-31",
    ...change,
  });

/** Numbers of six digits, so that names sort alike as text and as numbers. */
let serial = 100_000;
type CompanySetup = Partial<typeof table.company.$inferInsert> & {
  /** The instants at which the stores were added, all active; one per store. */
  stores?: Date[];
};

/** Makes a company billed from its first day, with active stores; gives its id and theirs. */
export async function makeBilledCompany(
  { db }: Database,
  { stores = [], ...change }: CompanySetup = {},
) {
  const name = `Billed ${++serial}`;
  const since = midnight("2020-01-01");
  const [company] = await db
    .insert(table.company)
    .values({
      kind: "client",
      code: `BILLED-${serial}`,
      name,
      commEmail: `accounts${serial}@billed.example`,
      addressLine: "5 Mill Road",
      city: "Mumbai",
      state: "Maharashtra",
      postalCode: "400012",
      billingRate: "1000.00",
      billingPeriodMonths: 1,
      billingStartsOn: "2026-04-01",
      createdAt: since,
      taxStatus: taxStatusOf({ country: change.country ?? "IN", gstNo: change.gstNo ?? null }),
      ...change,
    })
    .returning({ id: table.company.id });
  if (!company) throw new Error("no company");
  const storeIds: number[] = [];
  for (const at of stores) storeIds.push(await addStore({ db }, company.id, at));
  return { companyId: company.id, name, storeIds };
}

export async function addStore(
  { db }: Pick<Database, "db">,
  companyId: number,
  at: Date,
): Promise<number> {
  const code = `B-${++serial}`;
  const [store] = await db
    .insert(table.store)
    .values({
      companyId,
      code,
      name: code,
      timeZone: "Asia/Kolkata",
      createdAt: at,
      statusSince: at,
    })
    .returning({ id: table.store.id });
  if (!store) throw new Error("no store");
  return store.id;
}

/** Sets a store's status as the product does, at the test's time. */
export const setStoreStatus = (
  { db }: Database,
  storeId: number,
  status: "active" | "inactive",
  at: Date,
) =>
  db.execute(
    sql`update store set status = ${status}, status_since = ${at.toISOString()} where id = ${storeId}`,
  );
export const setCompanyStatus = (
  { db }: Database,
  companyId: number,
  status: "active" | "inactive",
  at: Date,
) =>
  db.execute(
    sql`update company set status = ${status}, updated_at = ${at.toISOString()} where id = ${companyId}`,
  );
