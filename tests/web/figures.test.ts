import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { company as companyTable, storeDayPlays, storeSongs } from "#platform/db/schema/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeSongs, totalsOf } from "../support/play-outs.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const zones = { IN: "Asia/Kolkata", GB: "Europe/London" };
type Country = keyof typeof zones;
const written = {
  IN: {
    plays: "1,23,456",
    rows: "2,00,000 rows",
    characters: "10,00,000 characters",
    rate: "₹1,23,456.50",
  },
  GB: {
    plays: "123,456",
    rows: "200,000 rows",
    characters: "1,000,000 characters",
    rate: "₹1,23,456.50",
  },
};

describe("Figures, without script", () => {
  let web: TestWeb;
  let staff: Visitor;
  const companies = {} as Record<Country, TestCompany>;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database } = web.at;
    const provider = await makeProvider(database);
    const [itemId = 0] = await makeSongs(database, provider.companyId, [{ title: "Midnight" }]);
    for (const country of ["IN", "GB"] as const) {
      const company = await makeCompany(database, { timeZone: zones[country], country });
      companies[country] = company;
      await database.db
        .update(companyTable)
        .set({ billingRate: "123456.50" })
        .where(eq(companyTable.id, company.companyId));
      const whose = {
        companyId: company.companyId,
        storeId: company.stores[0]?.id ?? 0,
        day: yesterdayIn(country),
      };
      await database.db
        .insert(storeDayPlays)
        .values({ ...whose, ...totalsOf("music", 123_456, 123_456) });
      const songReceived = [123_456];
      const songPlays = [123_456];
      const songSeconds = [123_456];
      await database.db.insert(storeSongs).values({
        ...whose,
        received: 123_456,
        songIds: [itemId],
        songReceived,
        songPlays,
        songSeconds,
      });
    }
    staff = await web.signedIn(provider.staff.Fever_Admin_Ops);
  });
  afterAll(() => web?.close());

  const yesterdayIn = (country: Country) => addDays(dateIn(zones[country], new Date()), -1);
  const mainOf = async (person: Visitor, path: string) => {
    const { html } = await person.open(path);
    return /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll("<!-- -->", "") ?? "";
  };
  /** Gives the platform's refusal, in its own words. */
  const refusalOfLongRow = async (person: Visitor) => {
    const form = new FormData();
    form.append("_csrf", person.jar.get("XSRF-TOKEN") ?? "");
    form.append(
      "file",
      new File([`Code,Name\n${",".repeat(1_000_001)}`], "stores.csv", { type: "text/csv" }),
    );
    return (await person.send("/admin/stores/import", { method: "POST", body: form })).text();
  };
  /** The countries as whose people a page writes its figures of six digits. */
  const waysIn = (html: string): Country[] => [
    ...(/(?<![\d,])\d,\d\d,\d{3}/.test(html) ? (["IN"] as const) : []),
    ...(/(?<![\d,])\d{3},\d{3}/.test(html) ? (["GB"] as const) : []),
  ];

  test.each(["IN", "GB"] as const)(
    "are written as people of the company's country do: %s [UI-12]",
    async (country) => {
      const admin = await web.signedIn(companies[country].users.admin);
      const { plays, rows, characters } = written[country];
      const dashboard = await mainOf(admin, "/admin");
      expect(dashboard).toContain(`${plays} plays yesterday`);
      expect(waysIn(dashboard)).toEqual([country]);
      const day = yesterdayIn(country);
      const report = await mainOf(admin, `/admin/reports/SongPlayOutReport?from=${day}&to=${day}`);
      expect(report).toContain(`>${plays}<`);
      expect(waysIn(report)).toEqual([country]);
      expect(await mainOf(admin, "/admin/stores/import")).toContain(`At most ${rows}`);
      expect(await refusalOfLongRow(admin)).toContain(`more than ${characters}`);
    },
  );

  test("of provider's staff are the provider's way, and the chosen company's once there is one; rupees stay rupees [UI-12]", async () => {
    const rates = async () => new Set((await mainOf(staff, "/admin/companies")).match(/₹[\d,.]+/g));
    expect(await rates()).toEqual(new Set([written.IN.rate]));
    const ids = identifiers(appSecret);
    for (const country of ["GB", "IN"] as const) {
      await staff.post("/admin/company/choose", {
        company: ids.encrypt("company", companies[country].companyId),
        returnTo: "/admin",
      });
      expect(waysIn(await mainOf(staff, "/admin"))).toEqual([country]);
      expect(await rates()).toEqual(new Set([written[country].rate]));
      expect(await refusalOfLongRow(staff)).toContain(`more than ${written[country].characters}`);
    }
  });

  test("leave dates as the specification has them, day before month [UI-6] [UI-12]", async () => {
    for (const country of ["IN", "GB"] as const) {
      const [year = "", month, day] = yesterdayIn(country).split("-");
      const admin = await web.signedIn(companies[country].users.admin);
      expect(await mainOf(admin, "/admin")).toContain(`${day}/${month}/${year.slice(2)}`);
    }
  });
});
