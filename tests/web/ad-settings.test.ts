import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hourOfWeek } from "#contract/ads/words";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import { wholeCompany } from "#platform/access/scope";
import { adSetting, campaign } from "#platform/db/schema/index";
import { keepLedger } from "#platform/modules/ads/index";
import { takePlays } from "#platform/modules/ads/ledger/take-plays.queries";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { plainCampaign } from "../support/plain-campaign.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const now = new Date();
/** When something is sold: days from now, in the zone of the stores. */
const day = addDays(dateIn("Asia/Kolkata", now), 9);
const path = "/admin/ads/settings";

describe("The page of ad settings, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let regionPath: string;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    company = await makeCompany(database);
    admin = await web.signedIn(company.users.admin);
    regionPath = `${path}?regionId=${identifiers(appSecret).encrypt("region", company.north.regionId)}`;
    await keepLedger({ database, db: database.db, now }, company.companyId);
  });
  afterAll(() => web?.close());

  const stored = async () => {
    const rows = await web.at.database.db
      .select()
      .from(adSetting)
      .where(eq(adSetting.companyId, company.companyId));
    return {
      ofCompany: rows.find(({ regionId }) => regionId === null),
      ofRegion: rows.find(({ regionId }) => regionId !== null),
    };
  };
  const inputOf = (html: string, name: string) =>
    new RegExp(`<input(?=[^>]*name="${name}")[^>]*>`).exec(html)?.[0] ?? "";
  const typedIn = (html: string, name: string) => /value="([^"]*)"/.exec(inputOf(html, name))?.[1];
  const isTicked = (html: string, hour: number) =>
    /checked/.test(
      new RegExp(`<input(?=[^>]*name="primeHours")(?=[^>]*value="${hour}")[^>]*>`).exec(
        html,
      )?.[0] ?? "",
    );

  test("the company's page has its own fields; what changes nothing on sale is saved at once [UI-11]", async () => {
    const { html, status } = await admin.open(path);
    expect(status).toBe(200);
    expect(html).toContain(`Ad settings: ${company.name}`);
    expect(html).toContain("Default: 600 s");
    expect(html.match(/<input(?=[^>]*name="primeHours")/g)).toHaveLength(168);
    const typed = {
      primeHours: [String(hourOfWeek(1, 18)), String(hourOfWeek(1, 19))],
      adRate: "1.50",
      _do: "save",
    };
    const saved = await admin.post(path, typed);
    expect([saved.status, saved.headers.get("Location")]).toEqual([302, path]);
    expect((await stored()).ofCompany).toMatchObject({
      primeHours: [42, 43],
      adRate: "1.50",
      adSecondsPerHour: null,
      version: 1,
    });
    const again = await admin.open(path);
    expect(again.html).toContain("Ad settings saved");
    expect(isTicked(again.html, 42)).toBe(true);
    expect(isTicked(again.html, 44)).toBe(false);
    expect(typedIn(again.html, "version")).toBe("1");
  });

  test("what changes the hours on sale is shown first, and saved once that answer is confirmed", async () => {
    const typed = {
      version: "1",
      primeHours: ["42", "43"],
      adRate: "1.50",
      adSecondsPerHour: "300",
    };
    const question = await (await admin.post(path, { ...typed, _do: "save" })).text();
    expect(question).toContain("What this changes");
    expect(question).toMatch(/This changes what 9 stores can sell from the next hour on:/);
    expect(typedIn(question, "adSecondsPerHour")).toBe("300");
    expect((await stored()).ofCompany?.adSecondsPerHour).toBeNull();
    // what was confirmed is not what is typed now
    const checked = typedIn(question, "_checked") ?? "";
    const other = await admin.post(path, {
      ...typed,
      adSecondsPerHour: "200",
      _checked: checked,
      _do: "confirm",
    });
    expect(await other.text()).toContain("What this changes");
    expect((await admin.post(path, { ...typed, _checked: checked, _do: "confirm" })).status).toBe(
      302,
    );
    expect((await stored()).ofCompany).toMatchObject({ adSecondsPerHour: 300, version: 2 });
    const outdated = await admin.post(path, { ...typed, adRate: "2.00", _do: "save" });
    expect(outdated.status).toBe(422);
    expect(await outdated.text()).toContain("Someone else has changed these settings");
  });

  test("discounts are typed in lines, of which any may stay empty, and stay when others are saved", async () => {
    const typed = {
      version: "2",
      primeHours: ["42", "43"],
      adRate: "1.50",
      adSecondsPerHour: "300",
      approvalAbove: "5000",
      "volumeDiscounts[1].from": "100",
      "volumeDiscounts[1].percent": "5",
      "seasonDiscounts[0].from": "2026-11-01",
      "seasonDiscounts[0].until": "2026-11-14",
      "seasonDiscounts[0].percent": "10",
      quoteTerms: "Payment within 30 days.",
      _do: "save",
    };
    const wrong = await admin.post(path, { ...typed, "volumeDiscounts[1].percent": "101" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("Enter a number from 1 to 100.");
    expect((await admin.post(path, typed)).status).toBe(302);
    expect((await stored()).ofCompany).toMatchObject({
      approvalAbove: "5000.00",
      volumeDiscounts: [{ from: 100, percent: 5 }],
      seasonDiscounts: [{ from: "2026-11-01", until: "2026-11-14", percent: 10 }],
      quoteTerms: "Payment within 30 days.",
    });
    const { html } = await admin.open(path);
    expect(typedIn(html, "volumeDiscounts\\[0\\].from")).toBe("100");
    expect(typedIn(html, "seasonDiscounts\\[0\\].until")).toBe("2026-11-14");
    expect(html).toContain("Payment within 30 days.");
  });

  test("minutes between rivals and a brand's own plays are saved and shown again [ADS-7]", async () => {
    const { ofCompany } = await stored();
    const typed = {
      version: String(ofCompany?.version),
      primeHours: ["42", "43"],
      adSecondsPerHour: "300",
      rivalMinutes: "20",
      brandMinutes: "15",
      _do: "save",
    };
    const wrong = await admin.post(path, { ...typed, rivalMinutes: "61" });
    expect(await wrong.text()).toContain("Enter a number from 0 to 60.");
    expect((await admin.post(path, typed)).status).toBe(302);
    const { html } = await admin.open(path);
    expect(["rivalMinutes", "brandMinutes"].map((name) => typedIn(html, name))).toEqual([
      "20",
      "15",
    ]);
  });

  test("a region inherits, says from where, and has prime hours of its own only if it says so", async () => {
    const { html } = await admin.open(regionPath);
    expect(html).toContain(`Inherited from ${company.name} (company): 300 s`);
    expect(html).toContain("Mon 18:00 – 20:00");
    expect(html).not.toContain('name="daysOnSale"');
    await admin.post(regionPath, {
      primeFrom: "inherit",
      primeHours: ["5"],
      longestBreakSeconds: "90",
      _do: "save",
    });
    expect((await stored()).ofRegion).toMatchObject({ primeHours: null, longestBreakSeconds: 90 });
    await admin.post(regionPath, {
      version: "1",
      primeFrom: "own",
      longestBreakSeconds: "90",
      _do: "save",
    });
    expect((await stored()).ofRegion).toMatchObject({ primeHours: [], version: 2 });
    await admin.post(regionPath, {
      version: "2",
      primeFrom: "own",
      primeHours: "5",
      longestBreakSeconds: "90",
      _do: "save",
    });
    expect((await stored()).ofRegion).toMatchObject({ primeHours: [5], version: 3 });
    expect((await admin.open(path)).html).toContain("Own settings");
    const wrong = await admin.post(regionPath, {
      version: "3",
      longestBreakSeconds: "1",
      _do: "save",
    });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("Enter a number from 10 to 900.");
  });

  test("hours with more sold are named, and the other button makes them good", async () => {
    const { database } = web.at;
    const [sold] = await database.db
      .insert(campaign)
      .values({
        ...plainCampaign,
        companyId: company.companyId,
        name: "Cola",
        kind: "AD",
        playTakes: 60,
        state: "BOOKED",
      })
      .returning({ id: campaign.id });
    const plays = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 5 : 0));
    const storeIds = [company.stores[0]?.id ?? 0];
    const ofCampaign = { id: sold?.id ?? 0, kind: "AD", playTakes: 60 } as const;
    await database.transaction((tx) =>
      takePlays(wholeCompany(company.companyId), tx, {
        ofCampaign,
        demand: { storeIds, days: [{ day, plays }] },
        options: { as: "booked", all: true, now },
      }),
    );
    const typed = { version: "3", primeFrom: "own", primeHours: "5", adSecondsPerHour: "120" };
    const question = await (await admin.post(regionPath, { ...typed, _do: "save" })).text();
    expect(question).toContain("1 hour would have more sold than the store can sell.");
    expect(question).toContain(`${showDate(day)}, 10:00`);
    const checked = { _checked: typedIn(question, "_checked") ?? "" };
    expect((await admin.post(regionPath, { ...typed, ...checked, _do: "confirm" })).status).toBe(
      200,
    );
    expect((await admin.post(regionPath, { ...typed, ...checked, _do: "make-good" })).status).toBe(
      302,
    );
    await keepLedger({ database, db: database.db, now }, company.companyId);
    const { html } = await admin.open(path);
    expect(html).toContain("Hours to make good: 1 hour");
    expect(html).toContain("300 s of ads");
  });

  test("who does not own a location reads what holds there", async () => {
    const group = await web.signedIn(company.users.group);
    const { html } = await group.open(path);
    expect(html).toContain("You can see these settings");
    expect(html).toContain(`300 s, from ${company.name} (company)`);
    expect(html).not.toContain('name="adSecondsPerHour"');
    expect(html).toMatch(/Minutes between rivals[\s\S]{0,80}20 min/);
    expect(
      (await group.post(path, { adSecondsPerHour: "1", _do: "save" })).headers.get("Location"),
    ).toBe(path);
    expect((await stored()).ofCompany?.adSecondsPerHour).toBe(300);
  });
});
