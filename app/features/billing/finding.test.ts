import { expect, test } from "vitest";
import { figuresIn, indianFormat } from "#contract/base/figures";
import { bankFinding, gstr1Finding, invoicesFinding } from "./finding";

const figures = figuresIn(indianFormat);

test("the invoices' heading says what is overdue, else what is outstanding [LOOK-1]", () => {
  const sums = { invoices: 4, outstanding: "150.00", overdue: 0, overdueAmount: "0.00" };
  expect(invoicesFinding({ ...sums, overdue: 2, overdueAmount: "1284489.00" }, figures)).toBe(
    "₹12,84,489 is overdue on 2 invoices",
  );
  expect(invoicesFinding({ ...sums, overdue: 1, overdueAmount: "100.50" }, figures)).toBe(
    "₹100.50 is overdue on 1 invoice",
  );
  expect(invoicesFinding(sums, figures)).toBe("₹150 outstanding, nothing overdue");
  expect(invoicesFinding({ ...sums, outstanding: "0.00" }, figures)).toBe("Every invoice is paid");
  expect(invoicesFinding({ ...sums, invoices: 0 }, figures)).toBeUndefined();
});

test("the bank's heading counts the credits that nobody has matched [LOOK-1]", () => {
  expect(bankFinding({ lines: 3, amount: "1200.00" }, figures)).toBe("3 credits to match: ₹1,200");
  expect(bankFinding({ lines: 0, amount: "0.00" }, figures)).toBeUndefined();
});

test("a return's heading says whether it can be filed as it is [LOOK-1]", () => {
  const sums = { taxable: "100", cgst: "0", sgst: "0", igst: "18", total: "118.00" };
  const ledger = { ...sums, documents: 2 };
  const filed = { problemCount: 0, ledger, isEqual: true };
  expect(gstr1Finding(filed, figures)).toBe("₹118 in 2 documents, without a problem");
  expect(gstr1Finding({ ...filed, problemCount: 1 }, figures)).toBe(
    "The portal would refuse this return: 1 problem",
  );
  expect(gstr1Finding({ ...filed, isEqual: false }, figures)).toBe(
    "The sections do not add up to the ledger",
  );
  expect(gstr1Finding({ ...filed, ledger: { ...ledger, documents: 0 } }, figures)).toBeUndefined();
});
