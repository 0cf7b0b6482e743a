import { expect, it } from "vitest";
import { type BilledCompany, draftInvoice, type Settings, supplierOf } from "./draft.ts";

const place = { addressLine: "1 Marine Drive", city: "Mumbai", postalCode: "400002" };
const settings: Settings = {
  ...place,
  legalName: "Fever Private Limited",
  gstNo: "27AAPFU0939F1ZV",
  panNo: "AAPFU0939F",
  bankDetails: null,
  gstRate: 1800,
  paymentDays: 15,
  sacMusic: "998432",
  sacAds: "998369",
  signatoryName: "Meera Joshi",
  signatureFileId: null,
  exportTerms: null,
  lutNo: null,
  lutDate: null,
  lutValidTo: null,
};
const company: BilledCompany = {
  ...place,
  id: 1,
  name: "Acme",
  legalName: null,
  country: "IN",
  state: "Maharashtra",
  gstNo: null,
  panNo: null,
  email: null,
  taxStatus: "UNREGISTERED",
};

it("music and ads have each their SAC on an invoice [GST-1]", () => {
  const month = "2026-04-01";
  const { lines, problem } = draftInvoice({
    periodFrom: month,
    periodTo: "2026-04-30",
    issuedOn: "2026-05-01",
    company,
    settings,
    supplier: supplierOf(settings),
    stores: [{ month, rate: 100_000, storeIds: [1] }],
    plays: [
      {
        campaignId: 1,
        campaignName: "Tea",
        brand: null,
        kind: "AD",
        storeId: 1,
        month,
        prime: false,
        seconds: 20,
        rate: 10,
        plays: 5,
      },
    ],
  });
  expect(problem).toBeNull();
  expect(lines.map(({ kind, sac }) => [kind, sac])).toEqual([
    ["STORES", "998432"],
    ["ADS", "998369"],
  ]);
});
