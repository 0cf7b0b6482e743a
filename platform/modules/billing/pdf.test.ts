import { expect, it } from "vitest";
import { type Document, drawPdf } from "./pdf.ts";

const party = { name: "Company", address: "Mumbai", gstin: null, panNo: null, stateCode: null };
const line = {
  description: "Ad plays in November",
  quantity: "1,234 plays",
  rate: null,
  amount: 123_456,
};

it("a long invoice leaves others their turn after each line [LOAD-1]", async () => {
  const lines = Array.from({ length: 60 }, (_, place) => ({ ...line, line: place + 1 }));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const pdf = await drawPdf({
    title: "Invoice",
    number: "INV/1",
    facts: [],
    issuedAt: new Date(0),
    lines,
    notes: [],
    supplier: { ...party, bankDetails: null },
    customer: party,
    taxKind: "IGST",
    taxRate: 1800,
    tax: { taxable: 100, cgst: 0, sgst: 0, igst: 18, total: 118 },
  } as unknown as Document);
  isDone = true;
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(turns).toBeGreaterThanOrEqual(lines.length);
});
