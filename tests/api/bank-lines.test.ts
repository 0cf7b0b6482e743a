import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as bank from "#contract/billing/bank-lines";
import type { InvoiceRow } from "#contract/billing/invoices";
import { auditLog, bankLine } from "#platform/db/schema/index";
import { importMessages } from "#platform/modules/imports/messages";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

let at: TestPlatform;
let staff: string;
let other: string;
let companyId: number;
let invoices: InvoiceRow[];
const name = "Acme Stores Private Limited";
const layouts = ["hdfc", "icici", "icici-corporate", "sbi", "axis", "kotak"];

beforeAll(async () => {
  at = await openTestPlatform(anyEngine, { now: midnight("2026-08-01") });
  const provider = await makeProvider(at.database);
  staff = provider.staff.Fever_Admin_Ops;
  other = provider.staff.Fever_Super_Admin_Ops;
  await makeBillingSettings(at.database, provider.companyId);
  ({ companyId } = await makeBilledCompany(at.database, {
    stores: [midnight("2026-01-01")],
    name,
    legalName: "Ajanta Retail Holdings Private Limited",
  }));
  for (const month of ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01"]) {
    at.clock.now = midnight(month).getTime();
    await at.as(staff).generateInvoices({ body: { companyId } });
  }
  invoices = await at.as(staff).listInvoices({ query: { sort: "issued" } });
});
afterAll(() => at?.close());

const upload = async (text: string | Buffer) =>
  at.as(staff).importBankLines({
    files: [new File([text as BlobPart], "statement.csv", { type: "text/csv" })],
  });
const fixture = (bankName: string) =>
  readFile(new URL(`../fixtures/files/bank/${bankName}.csv`, import.meta.url));
const statement = (...rows: string[]) => ["Date,Narration,Credit", ...rows].join("\n");
const listed = (query: object = {}) => at.as(staff).listBankLines({ query });
const find = async (narration: string): Promise<bank.BankLine> => {
  const [line] = await listed({ search: narration });
  if (!line) throw new Error(`no line ${narration}`);
  return line;
};
const confirm = (line: bank.BankLine, username: string, body: object) =>
  at.as(username).addReceipt({
    query: { companyId },
    body: { amount: line.amount, receivedOn: line.day, bankLineId: line.id, ...body },
  });

describe("Lines of bank statements", () => {
  test.each(layouts)(
    "a statement of %s is read: the credit alone, its date and narration [GST-2] [FIL-2]",
    async (layout) => {
      await at.database.db.delete(bankLine);
      const file = await fixture(layout);
      expect(await upload(file)).toEqual({ added: 1, same: 0, debits: 1, unread: [] });
      const [line] = await listed();
      expect(line).toMatchObject({ day: "2026-08-01", amount: "1180.00", state: "open" });
      expect(line?.narration).toContain("ACME STORES");
      expect(line?.matches[0]).toMatchObject({
        companyId,
        reasons: ["NUMBER", "AMOUNT", "NAME"],
        allocations: [{ number: invoices[0]?.number, amount: "1180.00", tds: "0.00" }],
      });
      expect(await upload(file)).toEqual({ added: 0, same: 1, debits: 1, unread: [] });
      const audited = eq(auditLog.action, "bank statement imported");
      expect(await at.database.db.$count(auditLog, audited)).toBeGreaterThan(0);
    },
  );

  test("what is no statement is refused, and rows that cannot be read are named [GST-2]", async () => {
    for (const text of ["a,b\n1,2", statement().replace("Credit", "Money")]) {
      const files = [new File([text], "x.csv", { type: "text/csv" })];
      expect(await at.as(staff).importBankLines({ files }).status).toBe(422);
    }
    expect(
      await upload(statement("31/02/26,Bad day,10", "01/08/26,Bad amount,ten", "01/08/26,Out,")),
    ).toEqual({
      added: 0,
      same: 0,
      debits: 1,
      unread: [
        { line: 2, reason: "“31/02/26” is not a date." },
        { line: 3, reason: "“ten” is not an amount." },
      ],
    });
  });

  test("commas in the titles of a statement with tabs do not hide its heading [GST-2] [FIL-2]", async () => {
    const titles = "Account Name\t: FEVER IN-STORE, MUMBAI, INDIA\nAddress\t: 21, KEMPS CORNER";
    const tabbed = `${titles}\nTxn Date\tDescription\tCredit\n1 Aug 2026\tTabbed\t10.00\n`;
    expect(await upload(tabbed)).toEqual({ added: 1, same: 0, debits: 0, unread: [] });
  });

  test("an amount in whose middle the file was cut is no amount [GST-2] [FIL-2]", async () => {
    const cut = "Date,Narration,Credit,Balance\n01/08/26,Cut short,118";
    expect(await upload(cut)).toEqual({
      added: 0,
      same: 0,
      debits: 0,
      unread: [{ line: 2, reason: importMessages.cutRow(3, 4) }],
    });
  });

  test.each(layouts)(
    "a statement of %s that is cut or doubled is refused, or read row by row [GST-2] [FIL-2]",
    async (layout) => {
      await at.database.db.delete(bankLine);
      const whole = await fixture(layout);
      const cut = whole.subarray(0, Math.floor(whole.length / 2));
      for (const content of [cut, Buffer.concat([whole, whole])]) {
        const files = [new File([content as BlobPart], "x.csv", { type: "text/csv" })];
        const { status, body } = await at.as(staff).importBankLines({ files }).reply;
        expect([200, 201, 422]).toContain(status);
        if (status === 422) expect(body.errors?.[0]?.message).toMatch(/\.$/);
      }
      // nothing stands twice or with another amount
      const lines = await listed();
      expect(lines.length).toBeLessThanOrEqual(2);
      for (const { amount } of lines) expect(amount).toBe("1180.00");
    },
  );

  test("two lines alike are two, and come once each however often the file is sent [GST-2]", async () => {
    const twice = statement("01/08/26,Twins,10", "01/08/26,Twins,10");
    expect((await upload(statement("01/08/26,Twins,10"))).added).toBe(1);
    expect(await upload(twice)).toMatchObject({ added: 1, same: 1 });
    expect(await upload(twice)).toMatchObject({ added: 0, same: 2 });
  });

  test("a match says why: amount less tax, the sum of several, one of the names alone [GST-2]", async () => {
    await upload(
      statement(
        "01/08/26,Plain 1,1160",
        "01/08/26,ACMESTORES sum,2360",
        "01/08/26,ACMESTORES part,700",
        "01/08/26,AJANTA RETAIL H legal,600",
        "01/08/26,Nobody,5",
      ),
    );
    const [less] = (await find("Plain 1")).matches;
    expect(less).toMatchObject({
      reasons: ["AMOUNT_LESS_TDS"],
      allocations: [{ amount: "1160.00", tds: "20.00" }],
    });
    expect((await find("sum")).matches[0]).toMatchObject({
      reasons: ["SUM", "NAME"],
      allocations: [{ number: invoices[0]?.number }, { number: invoices[1]?.number }],
    });
    expect((await find("part")).matches[0]).toMatchObject({
      reasons: ["NAME"],
      allocations: [{ amount: "700.00" }],
    });
    expect((await find("legal")).matches[0]).toMatchObject({
      companyName: name,
      reasons: ["NAME"],
      allocations: [{ amount: "600.00" }],
    });
    expect((await find("Nobody")).matches).toEqual([]);
  });

  test("two clerks match one line at once: one receipt, and a clear refusal [GST-2]", async () => {
    await upload(statement("01/08/26,Race,1180"));
    const line = await find("Race");
    const [first] = invoices as [InvoiceRow];
    const allocations = [{ invoiceId: first.id, amount: "1180" }];
    const replies = await Promise.all(
      [staff, other, staff, other].map(
        (username) => confirm(line, username, { allocations }).reply,
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const late = replies.find(({ status }) => status === 422);
    expect(late?.body.errors).toEqual([
      {
        field: "bankLineId",
        message: expect.stringMatching(new RegExp(` has already matched this line to ${name}\\.$`)),
      },
    ]);
    expect(await find("Race").catch(() => "gone")).toBe("gone");
    const [used] = await listed({ state: "matched", search: "Race" });
    expect(used?.receipt?.companyName).toBe(name);
    // once its receipt is reversed, the line can be matched again
    await at.as(staff).reverseReceipt({ params: { id: used?.receipt?.id ?? 0 } });
    expect((await find("Race")).state).toBe("open");
    expect(
      await confirm(line, staff, {
        allocations: invoices.slice(1, 3).map(({ id }) => ({ invoiceId: id, amount: "500.00" })),
      }).status,
    ).toBe(201);
  });

  test("a receipt says what its line says, and a line that was set aside is none [GST-2]", async () => {
    await upload(statement("01/08/26,Interest,12"));
    const line = await find("Interest");
    const statusOf = (body: object) => confirm(line, staff, body).status;
    expect([
      await statusOf({ amount: "11" }),
      await statusOf({ receivedOn: "2026-07-31" }),
    ]).toEqual([422, 422]);
    const ignore = (ignored: boolean) =>
      at.as(staff).ignoreBankLine({ params: { id: line.id }, body: { ignored } });
    expect((await ignore(true)).state).toBe("ignored");
    expect(await statusOf({})).toBe(422);
    expect((await ignore(false)).state).toBe("open");
    expect(await statusOf({})).toBe(201);
  });
});
