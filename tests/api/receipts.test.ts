import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#contract/base/dates";
import { formatAmount, readAmount } from "#contract/base/money";
import type { Ageing, AgeingRow } from "#contract/billing/ageing";
import type { InvoiceRow } from "#contract/billing/invoices";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const today = "2026-08-01";
let at: TestPlatform;
let staff: string;

beforeAll(async () => {
  at = await openTestPlatform(anyEngine, { now: midnight("2026-08-01") });
  const provider = await makeProvider(at.database);
  staff = provider.staff.Fever_Admin_Ops;
  await makeBillingSettings(at.database, provider.companyId);
});
afterAll(() => at?.close());

/** A company with four invoices of its months since April, issued a day after each. */
async function makeInvoiced(rate = "1000.00") {
  const { companyId, name } = await makeBilledCompany(at.database, {
    stores: [midnight("2026-01-01")],
    billingRate: rate,
  });
  for (const month of ["2026-05-01", "2026-06-01", "2026-07-01", today]) {
    at.clock.now = midnight(month).getTime();
    await at.as(staff).generateInvoices({ body: { companyId } });
  }
  return { companyId, name, invoices: await listed(companyId) };
}
const listed = async (companyId: number) =>
  (await at.as(staff).listInvoices({ query: { companyId, sort: "issued" } })) as InvoiceRow[];
const record = (companyId: number, body: object) =>
  at.as(staff).addReceipt({ query: { companyId }, body: { receivedOn: today, ...body } });

describe("Receipts", () => {
  test("one receipt settles several invoices, and what it leaves is allocated later [GST-2]", async () => {
    const { companyId, invoices } = await makeInvoiced();
    const [a, b, c] = invoices as [InvoiceRow, InvoiceRow, InvoiceRow];
    const receipt = await record(companyId, {
      amount: "3000",
      reference: "UTR 1",
      allocations: [
        { invoiceId: a.id, amount: "1180" },
        { invoiceId: b.id, amount: "1180" },
      ],
    });
    expect(receipt).toMatchObject({ amount: "3000.00", unallocated: "640.00" });
    expect((await listed(companyId)).map(({ status }) => status)).toEqual([
      "paid",
      "paid",
      "grace",
      "due",
    ]);
    const allocate = (amount: string) =>
      at.as(staff).allocateReceipt({
        params: { id: receipt.id },
        body: { allocations: [{ invoiceId: c.id, amount }] },
      });
    expect(await allocate("640.01").errors).toEqual({
      allocations: "The invoices come to ₹640.01, but only ₹640 is on account.",
    });
    expect((await allocate("640")).unallocated).toBe("0.00");
    expect((await listed(companyId))[2]?.outstanding).toBe("540.00");
    // the whole comes back with its reversal
    const { id } = receipt;
    await at.as(staff).reverseReceipt({ params: { id } });
    expect((await listed(companyId)).map(({ outstanding }) => outstanding)).toEqual(
      Array(4).fill("1180.00"),
    );
    expect(await allocate("1").errors).toEqual({
      allocations: "The invoices come to ₹1, but only ₹0 is on account.",
    });
  });

  test("cash and tax deducted settle an invoice, and the certificate comes later [GST-2]", async () => {
    const { companyId, invoices } = await makeInvoiced();
    const [a] = invoices as [InvoiceRow];
    const allocations = [{ invoiceId: a.id, amount: "1160", tds: "20" }];
    expect(await record(companyId, { amount: "1160", allocations }).errors).toEqual({
      tdsSection: "Choose the section under which tax was deducted.",
    });
    const early = { amount: "1160", receivedOn: "2026-03-31", allocations };
    expect(await record(companyId, { ...early, tdsSection: "393-1-6-I" }).errors).toEqual({
      tdsSection: "Section 393 holds from 1 April 2026. Choose a section of the Act of 1961.",
    });
    const receipt = await record(companyId, { amount: "1160", tdsSection: "194C", allocations });
    expect((await listed(companyId))[0]).toMatchObject({
      status: "paid",
      paid: "1160.00",
      tds: "20.00",
      outstanding: "0.00",
    });
    const pending = () => at.as(staff).listReceipts({ query: { companyId, state: "tds-pending" } });
    expect((await pending()).map(({ id }) => id)).toEqual([receipt.id]);
    await at
      .as(staff)
      .changeCertificate({ params: { id: receipt.id }, body: { tdsCertificate: "ABCD123" } });
    expect(await pending()).toEqual([]);
    const statement = await at
      .as(staff)
      .showStatement({ query: { companyId, from: "2026-04-01", to: today } });
    expect(statement).toMatchObject({ paid: "1160.00", tds: "20.00", closing: "3540.00" });
    expect(statement.entries.slice(-2)).toMatchObject([
      { kind: "PAYMENT", amount: "-1160.00", invoices: [{ number: a.number }] },
      { kind: "TDS", number: "ABCD123", amount: "-20.00" },
    ]);
  });

  test("credit on account is refunded, the oldest first, and never twice [GST-2]", async () => {
    const { companyId } = await makeInvoiced();
    const first = await record(companyId, { amount: "100" });
    await record(companyId, { amount: "50" });
    expect(await record(companyId, { amount: "150.01", refund: true }).errors).toEqual({
      amount: "Only ₹150 is on account.",
    });
    await record(companyId, { amount: "120", refund: true });
    const left = await at.as(staff).listReceipts({ query: { companyId, state: "on-account" } });
    expect(left.map(({ unallocated }) => unallocated)).toEqual(["30.00"]);
    const params = { id: first.id };
    expect(await at.as(staff).reverseReceipt({ params }).errors).toEqual({
      id: "Part of this payment was refunded from the account. Reverse the refund first.",
    });
  });

  test("two receipts at once never settle more of an invoice than is outstanding [GST-2]", async () => {
    const { companyId, invoices } = await makeInvoiced();
    const [a] = invoices as [InvoiceRow];
    const body = { amount: "1180", allocations: [{ invoiceId: a.id, amount: "1180" }] };
    const statuses = Array.from({ length: 4 }, () => record(companyId, body).status);
    expect((await Promise.all(statuses)).sort()).toEqual([201, 422, 422, 422]);
    expect((await listed(companyId))[0]?.outstanding).toBe("0.00");
  });

  test("an opening balance ages and is settled as an invoice, a credit stands on account [GST-2]", async () => {
    const { companyId } = await makeInvoiced();
    const open = (body: object) => at.as(staff).addOpeningBalance({ query: { companyId }, body });
    const old = { kind: "owed", number: "OLD/77", amount: "500", issuedOn: "2026-03-01" };
    const { openingId } = await open(old);
    expect(await open(old).errors).toEqual({
      number: "The company has an opening balance with this number already.",
    });
    expect(await open({ ...old, kind: "credit", number: "Advance", amount: "80" }).status).toBe(
      201,
    );
    const query = { companyId };
    const items = await at.as(staff).listOpenItems({ query });
    expect([items.onAccount, items.items[0]?.number]).toEqual(["80.00", "OLD/77"]);
    expect(
      (await at.as(staff).showStatement({ query: { ...query, from: today, to: today } })).ageing,
    ).toEqual({
      notDue: "1180.00",
      to30: "1180.00",
      to60: "1180.00",
      to90: "1180.00",
      over90: "500.00",
      credit: "80.00",
      total: "5140.00",
    } satisfies Ageing);
    await record(companyId, { amount: "200", allocations: [{ openingId, amount: "200" }] });
    const params = { id: openingId };
    expect(await at.as(staff).removeOpeningBalance({ query, params }).errors).toEqual({
      id: "Payments were allocated to it. It stays on record.",
    });
    expect((await at.as(staff).listOpeningBalances({ query }))[0]?.outstanding).toBe("300.00");
  });

  test("ageing, outstanding, statement and ledger agree to the paisa [GST-2] [BIL-1]", async () => {
    let seed = 7;
    const below = (most: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    for (let company = 0; company < 3; company++) {
      const { companyId } = await makeInvoiced(formatAmount(10_000 + below(900_000)));
      const query = { companyId };
      for (let n = 0; n < below(3); n++)
        await at.as(staff).addOpeningBalance({
          query,
          body: {
            kind: below(3) === 0 ? "credit" : "owed",
            number: `Old ${n}`,
            amount: formatAmount(1 + below(500_000)),
            issuedOn: addDays(today, -below(200)),
          },
        });
      for (let step = 0; step < 12; step++) await moveSome(companyId, below);
      await expectAgreement(companyId);
    }
    const { data, page } = (await at.as(staff).listAgeing({ query: { limit: 100 } }).reply)
      .body as unknown as {
      data: AgeingRow[];
      page: { totals: Ageing };
    };
    for (const member of ["notDue", "to30", "to60", "to90", "over90", "credit", "total"] as const)
      expect(sum(data.map((row) => row[member])), member).toBe(readAmount(page.totals[member]));
  });

  const sum = (amounts: readonly string[]) =>
    amounts.reduce((total, amount) => total + readAmount(amount), 0);

  /** A random receipt with tax, credit note, allocation, release, refund or reversal. */
  async function moveSome(companyId: number, below: (most: number) => number): Promise<void> {
    const query = { companyId };
    const { items } = await at.as(staff).listOpenItems({ query });
    const part = (amount: string) => 1 + below(readAmount(amount));
    const kind = below(6);
    const chosen = items.filter(() => below(2) === 0).slice(0, 3);
    if (kind <= 1) {
      const allocations = chosen.map(({ invoiceId, openingId, outstanding }) => {
        const settled = below(2) === 0 ? readAmount(outstanding) : part(outstanding);
        const tds = Math.floor(settled / 50);
        return {
          ...(invoiceId === null ? { openingId } : { invoiceId }),
          amount: formatAmount(settled - tds),
          ...(tds > 0 && { tds: formatAmount(tds) }),
        };
      });
      const cash = sum(allocations.map(({ amount }) => amount)) + below(2) * below(100_000);
      const tdsSection = allocations.some(({ tds }) => tds) ? { tdsSection: "194J" } : {};
      if (cash > 0)
        await record(companyId, { amount: formatAmount(cash), ...tdsSection, allocations });
      return;
    }
    if (kind === 2) {
      const invoices = await listed(companyId);
      const { id = 0 } = invoices[below(invoices.length)] ?? {};
      const { creditable } = await at.as(staff).findInvoice({ params: { id } });
      const [first] = creditable.filter(({ left }) => readAmount(left) > 0);
      if (first)
        await at.as(staff).addCreditNote({
          body: {
            invoiceId: id,
            reason: "Closed",
            lines: [{ line: first.line, amount: formatAmount(part(first.left)) }],
          },
        });
      return;
    }
    const all = await at.as(staff).listReceipts({ query: { companyId, limit: 100 } });
    const credits = all.filter(({ unallocated }) => readAmount(unallocated) > 0);
    const [credit] = credits;
    const [item] = chosen;
    if (kind === 3 && credit && item) {
      const most = Math.min(readAmount(credit.unallocated), readAmount(item.outstanding));
      const { invoiceId, openingId } = item;
      const target = invoiceId === null ? { openingId: openingId ?? 0 } : { invoiceId };
      await at.as(staff).allocateReceipt({
        params: { id: credit.id },
        body: { allocations: [{ ...target, amount: formatAmount(1 + below(most)) }] },
      });
    } else if (kind === 4 && credit) {
      await record(companyId, { amount: formatAmount(part(credit.unallocated)), refund: true });
    } else if (kind === 5 && all[0]) {
      const one = all[below(all.length)] ?? all[0];
      // refused for reversals and for what was refunded, which changes nothing either
      await at.as(staff).reverseReceipt({ params: { id: one.id } }).status;
    }
  }

  async function expectAgreement(companyId: number): Promise<void> {
    const query = { companyId, from: "2025-01-01", to: today };
    const statement = await at.as(staff).showStatement({ query });
    const { ageing, closing } = statement;
    const { notDue, to30, to60, to90, over90, credit, total } = ageing;
    const invoices = await listed(companyId);
    const openings = await at.as(staff).listOpeningBalances({ query: { companyId } });
    const { onAccount } = await at.as(staff).listOpenItems({ query: { companyId } });
    const outstanding = sum([...invoices, ...openings].map((one) => one.outstanding));
    expect(total).toBe(closing);
    expect(sum([notDue, to30, to60, to90, over90]) - readAmount(credit)).toBe(readAmount(closing));
    expect(outstanding - readAmount(onAccount)).toBe(readAmount(closing));
    // the ledger itself, from its rows
    const { rows } = await at.database.db.execute<{ balance: number }>(sql`
      select ((select coalesce(sum(total), 0) from invoice where company_id = ${companyId}) + (select coalesce(sum(total), 0) from opening_balance where company_id = ${companyId})
        - (select coalesce(sum(total), 0) from credit_note where company_id = ${companyId})
        - (select coalesce(sum(amount + tds), 0) from receipt_allocation where company_id = ${companyId} and num_nonnulls(invoice_id, opening_id) = 1))::float8 as balance`);
    expect(rows[0]?.balance).toBe(outstanding);
  }
});
