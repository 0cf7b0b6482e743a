import { expect, it } from "vitest";
import type { Party, Supplier } from "#contract/billing/invoices";
import { endorsements } from "#contract/billing/words";
import { readPdf } from "../../../tests/support/pdf.ts";
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

it("what Rule 46 asks is drawn on the page, an export's endorsement included [GST-1]", async () => {
  const acme: Party = {
    name: "Acme",
    legalName: "Acme Trading LLC",
    addressLine: "7 Creek Road",
    city: "Dubai",
    state: "Dubai",
    stateCode: null,
    postalCode: "00000",
    country: "United Arab Emirates",
    gstNo: null,
    panNo: null,
    email: null,
    taxStatus: "OVERSEAS",
  };
  const supplier: Supplier = {
    ...acme,
    name: "Fever Private Limited",
    legalName: null,
    addressLine: "1 Marine Drive",
    city: "Mumbai",
    state: "Maharashtra",
    stateCode: "27",
    country: "IN",
    gstNo: "27AAPFU0939F1ZV",
    panNo: "AAPFU0939F",
    taxStatus: null,
    bankDetails: null,
    signatoryName: "Meera Joshi",
    signatureFileId: null,
    lutNo: "AD270326000001A",
    lutDate: "2026-03-20",
  };
  const endorsement = endorsements.EXPORT ?? "";
  const document: Document = {
    title: "Tax invoice",
    number: "INV/26-27/000001",
    facts: [
      ["Date", "01/05/26"],
      ["Place of supply", "United Arab Emirates"],
      ["Tax payable on reverse charge", "No"],
      ["LUT", "AD270326000001A of 20/03/26"],
    ],
    issuedAt: new Date(0),
    supplier,
    customer: acme,
    lines: [{ ...line, line: 1, sac: "998432", rate: 100_000 }],
    taxKind: "EXPORT",
    taxRate: 0,
    tax: { taxable: 123_456, cgst: 0, sgst: 0, igst: 0, total: 123_456 },
    totalInWords: "One Thousand Two Hundred Thirty Four Rupees And Fifty Six Paise Only",
    endorsement,
    signatoryName: "Meera Joshi",
    notes: [],
    signedQr: null,
  };
  const { text } = await readPdf(await drawPdf(document));
  const drawn = text.replace(/\s+/g, "");
  for (const words of [
    "Tax invoice",
    "Original for recipient",
    "INV/26-27/000001",
    ...document.facts.map(([term, value]) => `${term}: ${value}`),
    "GSTIN: 27AAPFU0939F1ZV",
    "State: Maharashtra (27)",
    "Acme Trading LLC",
    "Trade name: Acme",
    "7 Creek Road",
    "United Arab Emirates",
    "998432",
    "₹1,234.56",
    document.totalInWords,
    endorsement,
    "For Fever Private Limited",
    "Meera Joshi",
    "Authorised signatory",
  ])
    expect(drawn).toContain(words.replace(/\s+/g, ""));
});
