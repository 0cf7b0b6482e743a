import { describe, expect, it } from "vitest";
import type { Party } from "#contract/billing/invoices";
import { hasIntegratedTax, isExport, localTaxes, type TaxKind } from "#contract/billing/words";
import { toInv01 } from "./e-invoice.ts";
import { type GstDocument, signed } from "./gstr1.ts";
import { toPortalJson } from "./gstr1-json.ts";
import { taxOn } from "./tax.ts";

const gstNo = "27AAPFU0939F1ZV";
const customerGstNo = "27AABCU9603R1ZN";
const rateOf = (kind: TaxKind) => (localTaxes[kind] || hasIntegratedTax(kind) ? 1800 : 0);

let serial = 0;
/** A document of ₹1,000 without tax. */
function documentOf(kind: GstDocument["kind"], taxKind: TaxKind): GstDocument {
  const isAbroad = isExport(taxKind);
  const taxRate = rateOf(taxKind);
  const tax = signed(taxOn(100_000, taxKind, taxRate), kind === "CREDIT_NOTE" ? -1 : 1);
  return {
    kind,
    number: `NO/${++serial}`,
    financialYear: "2026-27",
    serial,
    issuedOn: "2026-05-01",
    invoiceId: serial,
    invoiceTotal: tax.total,
    companyId: 1,
    companyName: "Acme",
    recipientName: "Acme",
    supplierGstNo: gstNo,
    customerGstNo: isAbroad ? null : customerGstNo,
    isRegistered: !isAbroad,
    taxKind,
    taxRate,
    supplyState: isAbroad ? null : "27",
    tax,
    parts: [{ sac: "998432", description: "In-store music", taxable: tax.taxable }],
  };
}

it("GSTR-1 tells SEZ and exports with tax from those without, and debit notes [GST-2]", () => {
  const documents = [
    documentOf("INVOICE", "SEZ"),
    documentOf("INVOICE", "SEZ_IGST"),
    documentOf("INVOICE", "EXPORT_IGST"),
    documentOf("DEBIT_NOTE", "SEZ_IGST"),
    documentOf("DEBIT_NOTE", "EXPORT_IGST"),
    documentOf("CREDIT_NOTE", "EXPORT"),
  ];
  expect(toPortalJson({ gstNo, returnPeriod: "052026", documents })).toMatchObject({
    b2b: [
      {
        ctin: customerGstNo,
        inv: [
          { inv_typ: "SEWOP", val: 1000, itms: [{ itm_det: { rt: 0, txval: 1000, iamt: 0 } }] },
          { inv_typ: "SEWP", val: 1180, itms: [{ itm_det: { rt: 18, txval: 1000, iamt: 180 } }] },
        ],
      },
    ],
    exp: [{ exp_typ: "WPAY", inv: [{ val: 1180, itms: [{ rt: 18, txval: 1000, iamt: 180 }] }] }],
    cdnr: [{ ctin: customerGstNo, nt: [{ ntty: "D", val: 1180, inv_typ: "SEWP" }] }],
    cdnur: [
      { typ: "EXPWP", ntty: "D", val: 1180 },
      { typ: "EXPWOP", ntty: "C", val: 1000 },
    ],
    doc_issue: { doc_det: [{ doc_num: 1 }, { doc_num: 4 }, { doc_num: 5 }] },
  });
});

describe("INV-01", () => {
  const party: Party = {
    name: "Acme",
    legalName: "Acme Trading Private Limited",
    addressLine: "7 MG Road",
    city: "Pune",
    state: "Maharashtra",
    stateCode: "27",
    postalCode: "411001",
    country: "IN",
    gstNo: customerGstNo,
    panNo: null,
    email: null,
    taxStatus: null,
  };
  const paise = (amounts: number[]) => amounts.reduce((sum, one) => sum + Math.round(one * 100), 0);

  it.each<[TaxKind, string]>([
    ["CGST_SGST", "B2B"],
    ["IGST", "B2B"],
    ["SEZ", "SEZWOP"],
    ["SEZ_IGST", "SEZWP"],
    ["EXPORT", "EXPWOP"],
    ["EXPORT_IGST", "EXPWP"],
  ])("of %s is %s, and its lines add up to it to the paisa [GST-2]", (taxKind, type) => {
    const amounts = [33_33, 1, 12_345_67, 7];
    const taxable = amounts.reduce((sum, amount) => sum + amount, 0);
    const taxRate = rateOf(taxKind);
    const { TranDtls, BuyerDtls, ItemList, ValDtls } = toInv01({
      type: "INV",
      number: "INV/26-27/000001",
      issuedOn: "2026-05-01",
      financialYear: "2026-27",
      about: null,
      supplier: { ...party, gstNo },
      customer: isExport(taxKind) ? { ...party, gstNo: null, country: "AE" } : party,
      taxKind,
      taxRate,
      supplyState: isExport(taxKind) ? null : "27",
      tax: taxOn(taxable, taxKind, taxRate),
      hasGst: true,
      lines: amounts.map((amount, place) => ({
        line: place + 1,
        description: "In-store music",
        sac: "998432",
        taxable: amount,
      })),
    }) as {
      TranDtls: { SupTyp: string };
      BuyerDtls: object;
      ItemList: Record<string, number>[];
      ValDtls: Record<string, number>;
    };
    expect(TranDtls.SupTyp).toBe(type);
    expect(BuyerDtls).toMatchObject({ LglNm: "Acme Trading Private Limited", TrdNm: "Acme" });
    for (const [ofLine, ofAll] of [
      ["AssAmt", "AssVal"],
      ["CgstAmt", "CgstVal"],
      ["SgstAmt", "SgstVal"],
      ["IgstAmt", "IgstVal"],
      ["TotItemVal", "TotInvVal"],
    ] as const)
      expect(paise(ItemList.map((item) => item[ofLine] ?? 0)), ofLine).toBe(
        paise([ValDtls[ofAll] ?? 0]),
      );
  });
});
