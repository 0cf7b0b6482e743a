import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "#contract/ads/booking";
import { hourOfWeek } from "#contract/ads/words";
import { parseAmount } from "#contract/base/money";
import { wholeCompany } from "#platform/access/scope";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { findCampaignRow } from "#platform/modules/ads/campaigns/campaigns.queries";
import { findUnbilledPlays } from "#platform/modules/billing/billed.queries";
import { draftInvoice, supplierOf } from "#platform/modules/billing/draft";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";
import { readPdf } from "../support/pdf.ts";
import { fileOf, picture } from "../support/uploads.ts";

describe("discounts of the rate card [ADS-7]", () => {
  let world: AdWorld;
  let storeId: number;
  let version: number | undefined;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    storeId = world.company.stores[0]?.id ?? 0;
    await ensurePartitions(world.platform.database.db, new Date(world.platform.clock.now));
  });
  afterAll(() => world?.platform.close());

  const as = () => world.platform.as(world.company.users.admin);
  const save = async (settings: object) => {
    const body = { adRate: "0.50", adPrimeRate: "0.75", ...settings, version };
    const saved = await as().changeAdSettings({ body });
    version = saved.version ?? undefined;
  };
  /** 7 dates of 12 hours with 2 plays of ten seconds: 168 plays, ₹840.00 by the rate card. */
  const draft = (body: object = {}) => world.draft({ storeIds: [storeId], ...body });
  const quote = (id: number) => as().quoteCampaign({ query: { id } });
  const pdf = async (id: number) => {
    const response = await world.platform.as(world.company.users.admin).quotePdf({ query: { id } })
      .response;
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
  };

  it("for volume are the highest that its plays or their price reach, quoted as booked", async () => {
    const volumeDiscounts = [
      { from: 100, percent: 5 },
      { from: 168, percent: 10 },
      { from: 841, percent: 50 },
    ];
    await save({ volumeDiscounts });
    const id = await draft();
    expect(await quote(id)).toMatchObject({
      listPrice: "840.00",
      price: "756.00",
      volumePercent: 10,
      seasonBasisPoints: 0,
    });
    await save({ discountBy: "AMOUNT", volumeDiscounts });
    expect(await quote(id)).toMatchObject({ price: "756.00", volumePercent: 10 });
    const less = await draft({ endsOn: "2026-05-12" });
    // 24 plays, ₹120.00
    expect(await quote(less)).toMatchObject({ listPrice: "120.00", volumePercent: 5 });
    expect(await world.book(id)).toMatchObject({ price: "756.00" });
    await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });

  it("for the season are the mean of the dates that lie in it", async () => {
    await save({
      seasonDiscounts: [
        { from: "2026-05-16", until: "2026-05-17", percent: 20 },
        { from: "2026-05-17", until: "2026-05-30", percent: 35 },
      ],
    });
    const id = await draft();
    // 20, 35 and 35 percent on three of seven dates: 12.86 percent of 50 paise are 43.57
    expect(await quote(id)).toMatchObject({ seasonBasisPoints: 1286, price: "739.20" });
    expect(await world.book(id)).toMatchObject({ price: "739.20" });
    await world.act(id, "cancel");
  });

  it("stay as they were fixed with the plays, on the invoice too, to the paisa", async () => {
    const { platform, company } = world;
    const { db } = platform.database;
    await save({
      volumeDiscounts: [{ from: 100, percent: 7 }],
      seasonDiscounts: [{ from: "2026-05-18", until: "2026-05-18", percent: 10 }],
      primeHours: [hourOfWeek(2, 18), hourOfWeek(3, 18)],
      quoteTerms: "Payment within 30 days.\nSubject to music.",
    });
    const id = await draft();
    const { price, primePlays } = await quote(id);
    expect(primePlays).toBe(4);
    const text = await pdf(id);
    for (const part of [
      "Quote: Summer",
      "Valid until: 25/05/26",
      "Discount for volume: 7%",
      "Discount for the season: 1.43%",
      "Payment within 30 days.",
      "Subject to music.",
    ])
      expect(text).toContain(part);
    expect(await world.book(id, { as: "held" })).toMatchObject({ price });
    // the plays of a hold keep their rates, and the hold ends before the quote would
    await save({ adRate: "9.00", adPrimeRate: "9.00", primeHours: [66, 90] });
    const held = await pdf(id);
    expect(held).toContain("Valid until: 13/05/26");
    expect(held).toContain(text.match(/Total: \S+/)?.[0] ?? "no total");
    expect(await world.act(id, "book")).toMatchObject({ price });
    expect(
      (await as().call(booking.change, { body: { campaignId: id, endsOn: "2026-05-18" } })).price,
    ).toBe(price);
    const spotId = company.spots.short;
    await db.execute(sql`insert into play_log (company_id, store_id, event_id, started_at, day, kind, spot_id, campaign_id, due_at, seconds)
      select l.company_id, l.store_id, gen_random_uuid(), at, l.day, 'AD', ${spotId}, l.campaign_id, at, 10
      from campaign_line l cross join generate_series(1, 24) h cross join lateral generate_series(1, l.plays[h]) n
        cross join lateral (select (l.day + make_interval(hours => h - 1, mins => n)) at time zone 'Asia/Kolkata' as at) due
      where l.campaign_id = ${id}`);
    const period = { periodFrom: "2026-05-01", periodTo: "2026-05-31" };
    const { companyId } = company;
    const months = ["2026-05-01"];
    const unbilled = await findUnbilledPlays(
      db,
      [{ companyId, startsOn: "2026-05-01", months, ...period }],
      "Asia/Kolkata",
    );
    const { lines } = draftInvoice({
      ...period,
      company: {
        id: companyId,
        name: "Seller",
        legalName: null,
        country: "IN",
        addressLine: null,
        city: null,
        state: null,
        postalCode: null,
        gstNo: null,
        panNo: null,
        email: null,
        taxStatus: "UNREGISTERED",
      },
      settings: undefined,
      supplier: supplierOf(undefined),
      stores: [],
      plays: unbilled.get(companyId) ?? [],
      issuedOn: "2026-06-01",
    });
    expect(lines.map(({ quantity }) => quantity)).toEqual([164, 4]);
    const invoiced = lines.reduce((sum, { amount }) => sum + amount, 0);
    expect(invoiced).toBe(parseAmount(price ?? ""));
    const row = await findCampaignRow(wholeCompany(companyId), db, id);
    expect(row?.price).toBe(invoiced);
    expect(await world.differences()).toEqual([]);
  });

  it("have a quote, with the icon, only of drafts and holds with a rate card, and of own ones", async () => {
    const { platform, company, other } = world;
    const refused = (id: number, user = company.users.admin) =>
      platform.as(user).quotePdf({ query: { id } }).status;
    const id = await draft({ plays: hourly((hour) => (hour === 12 ? 1 : 0)) });
    expect(await refused(id)).toBe(200);
    const read = async () =>
      (await platform.as(company.users.admin).quotePdf({ query: { id } }).bytes).toString("latin1");
    expect(await read()).not.toContain("/Subtype /Image");
    await as().setIcon({ query: {}, files: [fileOf(await picture("png", 90, 70), "icon.png")] });
    expect(await read()).toMatch(/\/Subtype \/Image.*?\/Width 90.*?\/Height 70/s);
    expect(await refused(id, other.users.admin)).toBe(404);
    await world.book(id);
    expect(await refused(id)).toBe(422);
    const free = await world.draft({ wholeCompany: true }, { of: other });
    expect(await refused(free, other.users.admin)).toBe(422);
  });

  it("are refused on their fields, and for a location below the company", async () => {
    const wrong = (settings: object) => as().changeAdSettings({ body: { ...settings, version } });
    expect(await wrong({ volumeDiscounts: [{ from: 0, percent: 101 }] }).wrongFields).toEqual([
      "volumeDiscounts.0.from",
      "volumeDiscounts.0.percent",
    ]);
    expect(
      await wrong({ seasonDiscounts: [{ from: "2026-05-02", until: "2026-05-01", percent: 5 }] })
        .wrongFields,
    ).toEqual(["seasonDiscounts.0.until"]);
    expect(
      await as().changeAdSettings({ body: { storeId, quoteDays: 5, version: undefined } })
        .wrongFields,
    ).toEqual(["quoteDays"]);
  });
});
