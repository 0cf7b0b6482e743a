import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billingSetting, company as companyTable } from "#platform/db/schema/index";
import {
  makeBilledCompany,
  makeBillingSettings,
  midnight,
  otherGstNo,
} from "../support/billing.ts";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

let serial = 0;
const newCompany = (change: object = {}) => {
  const n = ++serial;
  return {
    companyId: `TAX-${n}`,
    companyAdminUserId: `tax.admin${n}@example`,
    companyName: `Taxed ${n}`,
    email: `office${n}@taxed.example`,
    commEmail: `accounts${n}@taxed.example`,
    phone: "9876543210",
    addressLine: "1 New Road",
    city: "Pune",
    state: "Maharashtra",
    postalCode: "411001",
    timeZone: "Asia/Kolkata",
    thresholdVolume: 20,
    ...change,
  };
};
const address = { addressLine: "1 New Road", city: "Pune", postalCode: "411001" };

describe("Tax details", () => {
  let at: TestPlatform;
  let staff: string;
  let providerId: number;

  beforeAll(async () => {
    at = await openTestPlatform(anyEngine, { now: midnight("2026-05-01") });
    const provider = await makeProvider(at.database);
    providerId = provider.companyId;
    staff = provider.staff.Fever_Admin_Ops;
    await makeBillingSettings(at.database, providerId);
  });
  afterAll(() => at.close());

  const add = (change: object = {}) => at.as(staff).addCompany({ body: newCompany(change) });
  const show = (companyId: number) => at.as(staff).findCompany({ query: { companyId } });
  const save = (companyId: number, body: object) =>
    at.as(staff).updateCompany({ query: { companyId }, body });
  const settings = (change: Partial<typeof billingSetting.$inferInsert>) =>
    at.database.db
      .update(billingSetting)
      .set(change)
      .where(eq(billingSetting.companyId, providerId));
  /** A month of one store at ₹1,000, as it was issued, or what kept it from that. */
  const bill = async (change: object) => {
    const { companyId } = await makeBilledCompany(at.database, {
      stores: [midnight("2026-01-01")],
      ...change,
    });
    const { invoices, refused } = await at.as(staff).generateInvoices({ body: { companyId } });
    const id = invoices[0]?.id;
    return id === undefined ? refused[0]?.problem : at.as(staff).findInvoice({ params: { id } });
  };

  test("the tax status follows from GSTIN and country unless it is chosen [GST-2] [COM-1]", async () => {
    const statusOf = async (change: object) => (await show((await add(change)).id)).taxStatus;
    const gst = { gstNo: otherGstNo, state: "Karnataka" };
    expect(await statusOf({})).toBe("UNREGISTERED");
    expect(await statusOf(gst)).toBe("REGISTERED");
    expect(await statusOf({ country: "US", state: "Texas" })).toBe("OVERSEAS");
    expect(await statusOf({ ...gst, taxStatus: "SEZ" })).toBe("SEZ");
  });

  test("what contradicts is refused on its field [GST-1] [VAL-2]", async () => {
    for (const [change, errors] of [
      [
        { country: "US", state: "Texas", gstNo: otherGstNo },
        { gstNo: "A company outside India has no GSTIN. Remove it." },
      ],
      [
        { gstNo: otherGstNo, state: "Karnataka", panNo: "AAACF4321K" },
        { panNo: "The PAN in this GSTIN is AAPFU0939F." },
      ],
      [{ taxStatus: "SEZ" }, { gstNo: "Enter the GSTIN. “SEZ unit or developer” needs one." }],
    ])
      expect(await add(change ?? {}).errors).toEqual(errors);
    const { id } = await add({ gstNo: otherGstNo, state: "Karnataka" });
    const abroad = { section: "address", ...address, country: "US", state: "Texas" };
    expect(await save(id, abroad).errors).toEqual({
      country:
        "A company outside India has no GSTIN. Remove it. See the company's billing details.",
    });
  });

  test("a GSTIN of another state than the address is saved once that is confirmed [GST-1]", async () => {
    const warning =
      "This GSTIN is of Karnataka (29), the address is in Maharashtra (27). Correct one of them, or tick to confirm that both are right.";
    expect(await add({ gstNo: otherGstNo }).errors).toEqual({ otherState: warning });
    const { id } = await add({ gstNo: otherGstNo, otherState: true });
    // both as they were: nothing is asked again
    await save(id, { section: "billing", gstNo: otherGstNo, panNo: "AAPFU0939F" });
    const moved = { section: "address", ...address, country: "IN", state: "Kerala" };
    expect(await save(id, moved).wrongFields).toEqual(["otherState"]);
    await save(id, { ...moved, otherState: true });
    expect(await show(id)).toMatchObject({ state: "Kerala", taxStatus: "REGISTERED" });
  });

  test("stored details that contradict stay, and are not billed until mended [GST-1] [BIL-1]", async () => {
    const abroad = { country: "US", state: "Texas", gstNo: otherGstNo } as const;
    expect(await bill(abroad)).toBe("TAX_DETAILS");
    const { companyId } = await makeBilledCompany(at.database, abroad);
    await save(companyId, { section: "defaults", timeZone: "Asia/Kolkata", thresholdVolume: 30 });
    const [stored] = await at.database.db
      .select({ gstNo: companyTable.gstNo, taxStatus: companyTable.taxStatus })
      .from(companyTable)
      .where(eq(companyTable.id, companyId));
    expect(stored).toEqual({ gstNo: otherGstNo, taxStatus: "OVERSEAS" });
  });

  test("within a union territory the tax is CGST and UTGST, in Delhi CGST and SGST [GST-2]", async () => {
    const within = async (gstNo: string, state: string) => {
      await settings({ gstNo });
      return bill({ state });
    };
    expect(await within("04AAPFU0939F1Z3", "Chandigarh")).toMatchObject({
      taxKind: "CGST_UTGST",
      placeOfSupply: "Chandigarh (04)",
      cgst: "90.00",
      sgst: "90.00",
      total: "1180.00",
    });
    expect(await within("07AAPFU0939F1ZX", "Delhi")).toMatchObject({ taxKind: "CGST_SGST" });
    await settings({ gstNo: "27AAPFU0939F1ZV" });
  });

  test("an SEZ is inter-state also within the state: without tax under LUT, else with IGST [GST-2]", async () => {
    const sez = { taxStatus: "SEZ", gstNo: "27AAPFU0939F1ZV" };
    expect(await bill(sez)).toMatchObject({
      taxKind: "SEZ",
      taxRate: "0.00",
      total: "1000.00",
      placeOfSupply: "Maharashtra (27)",
      supplier: { lutNo: "AD270326000001A", lutDate: "2026-03-20" },
      endorsement:
        "SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX",
    });
    await settings({ exportTerms: "IGST" });
    expect(await bill(sez)).toMatchObject({ taxKind: "SEZ_IGST", igst: "180.00", cgst: "0.00" });
    expect(await bill({ country: "AE", state: "Dubai" })).toMatchObject({
      taxKind: "EXPORT_IGST",
      igst: "180.00",
      total: "1180.00",
      placeOfSupply: "United Arab Emirates",
      supplier: { lutNo: null },
      endorsement:
        "SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX",
    });
  });

  test("what settings and company lack is asked for before an invoice is issued [GST-1] [BIL-1]", async () => {
    const abroad = { country: "AE", state: "Dubai" };
    await settings({ exportTerms: null });
    expect(await bill(abroad)).toBe("NO_EXPORT_TERMS");
    expect(await bill({})).toMatchObject({ total: "1180.00", endorsement: null });
    await settings({ exportTerms: "LUT", lutValidTo: "2026-04-30" });
    expect(await bill(abroad)).toBe("LUT_OVER");
    await settings({ lutValidTo: "2026-05-01" });
    expect(await bill(abroad)).toMatchObject({ taxKind: "EXPORT" });
    await settings({ sacAds: null });
    expect(await bill({})).toBe("NO_SAC");
    await settings({ sacAds: "998369" });
    expect(await bill({ addressLine: null })).toBe("NO_ADDRESS");
    expect(await bill({})).toMatchObject({
      lines: [{ sac: "998432" }],
      isReverseCharge: false,
      totalInWords: "One Thousand One Hundred Eighty Rupees Only",
    });
  });
});
