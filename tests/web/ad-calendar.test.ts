import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as availability from "#contract/ads/availability";
import * as bookings from "#contract/ads/booking";
import { listCampaigns } from "#contract/ads/campaigns";
import { changeAdSettings } from "#contract/ads/settings";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import { parseAmount } from "#contract/base/money";
import { sum } from "#contract/base/sum";
import { addMasterRule } from "#contract/schedule/master-rule";
import * as table from "#platform/db/schema/index";
import { keepLedger } from "#platform/modules/ads/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { appSecret, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const path = "/admin/ads/calendar";
const ids = identifiers(appSecret);
const today = dateIn("Asia/Kolkata", new Date());
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("<!-- -->", "")
    .trim();

describe("The calendar of ads, without script [ADS-7]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  let brandId: number;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database, call } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    client = await makeCompany(database);
    const { companyId, users } = client;
    const timeSlotId = await makeSlot(database, companyId);
    await call(
      addMasterRule,
      { body: { timeSlotId, ...ruleOver([library.popular, 100]) } },
      users.admin,
    );
    await call(changeAdSettings, { body: { adRate: "0.35" } } as never, users.admin);
    const [brand, otherBrand] = await database.db
      .insert(table.catalogueItem)
      .values(["Glow", "Dew"].map((name) => ({ companyId, kind: "brand" as const, name })))
      .returning();
    brandId = brand?.id ?? 0;
    await database.db
      .insert(table.spot)
      .values({ companyId, kind: "AD", name: "Lamps", durationSeconds: 20, brandId });
    await keepLedger({ database, db: database.db, now: new Date() }, companyId);
    admin = await web.signedIn(users.admin);
    await book("Glow in spring", {
      brandId,
      startsOn: addDays(today, 3),
      endsOn: addDays(today, 9),
    });
    await book("Glow again", { brandId, startsOn: addDays(today, 20), endsOn: addDays(today, 30) });
    await book("Fresh", {
      brandId: otherBrand?.id,
      startsOn: addDays(today, 3),
      endsOn: addDays(today, 4),
    });
  });
  afterAll(() => web?.close());

  async function dataOf<T>(reply: Promise<{ status: number; body: { data?: unknown } }>) {
    const { status, body } = await reply;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data as T;
  }
  async function book(name: string, body: object): Promise<void> {
    const [spot] = await web.at.database.db.select().from(table.spot);
    const form = {
      name,
      kind: "AD",
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      plays: hourly((hour) => (hour >= 10 && hour < 20 ? 2 : 0)),
      spots: [{ spotId: spot?.id, weight: 1 }],
      wholeCompany: true,
      ...body,
    };
    const { id } = await dataOf<{ id: number }>(
      web.at.as(client.users.admin).addCampaign({ body: form } as never).reply,
    );
    await dataOf(
      web.at.call(
        bookings.booking.take,
        { body: { campaignId: id, as: "booked" } } as never,
        client.users.admin,
      ),
    );
  }
  const open = async (members: string) => {
    const { html } = await admin.open(`${path}${members}`);
    return html.replaceAll("&amp;", "&");
  };
  /** The cells of a row of what is free: what each says in full, its figure and its link. */
  const cellsOf = (html: string, label: string) => {
    const list = new RegExp(`<ul aria-label="${label}"[\\s\\S]*?</ul>`).exec(html)?.[0] ?? "";
    return [...list.matchAll(/<li title="([^"]*)"[\s\S]*?<\/li>/g)].map(([cell, note = ""]) => ({
      note,
      figure: textOf(/<b[\s\S]*?<\/b>/.exec(cell)?.[0] ?? ""),
      to: /href="([^"]*)"/.exec(cell)?.[1],
    }));
  };
  const freeSeconds = async (query: object) => {
    const free = await dataOf<availability.Availability>(
      web.at.call(
        availability.slotAvailability,
        { query: { ...query, playSeconds: 1 } } as never,
        client.users.admin,
      ),
    );
    return new Map(free.days.map(({ day, freePlays }) => [day, sum(freePlays)]));
  };
  const figure = (value: number) => new Intl.NumberFormat("en-IN").format(value);

  test("each day's free ad seconds are those of the availability, in scope and location", async () => {
    const from = addDays(today, 7);
    for (const { members, query } of [
      { members: "", query: {} },
      {
        members: `&regionId=${ids.encrypt("region", client.north.regionId)}`,
        query: { regionIds: String(client.north.regionId) },
      },
    ]) {
      const cells = cellsOf(await open(`?from=${from}${members}`), "Free ad seconds by day");
      expect(cells).toHaveLength(28);
      const onSale = cells.filter(({ to }) => to);
      const days = onSale.map(
        ({ to }) => new URLSearchParams(to?.split("?")[1]).get("startsOn") ?? "",
      );
      const free = await freeSeconds({ from: days[0], to: days.at(-1), ...query });
      expect(onSale.length).toBeGreaterThan(20);
      expect(onSale.map(({ note }) => /: (.*) s free$/.exec(note)?.[1])).toEqual(
        days.map((day) => figure(free.get(day) ?? -1)),
      );
    }
  });

  test("weeks and months add up their days; promos and tops of the hour count plays", async () => {
    const from = addDays(today, 7);
    const monthly = cellsOf(await open("?weeks=52"), "Free ad seconds");
    expect(monthly.length).toBeGreaterThanOrEqual(12);
    const weekly = cellsOf(await open(`?from=${from}&weeks=8`), "Free ad seconds");
    expect(weekly).toHaveLength(8);
    const spanOf = (cell?: { to: string | undefined }) => {
      const members = new URLSearchParams(cell?.to?.split("?")[1]);
      return { from: members.get("startsOn") ?? "", to: members.get("endsOn") ?? "" };
    };
    const [week] = weekly;
    const month = monthly.find((cell) => spanOf(cell).from > today); // wholly ahead
    for (const cell of [week, month]) {
      const free = await freeSeconds(spanOf(cell));
      expect(cell?.note).toContain(`: ${figure(sum([...free.values()]))} s free`);
    }
    for (const [kind, title] of [
      ["JINGLE", "Free promos"],
      ["TOH", "Free tops of the hour"],
    ])
      expect(cellsOf(await open(`?kind=${kind}`), `${title} by day`).at(-7)?.note).toMatch(
        /: [\d,]+ plays free$/,
      );
  });

  test("a free day leads to a new campaign on it, in the location that was shown", async () => {
    const region = ids.encrypt("region", client.north.regionId);
    const html = await open(`?from=${addDays(today, 7)}&regionId=${region}`);
    const [day] = cellsOf(html, "Free ad seconds by day").filter(({ to }) => to);
    const form = (await admin.open(day?.to ?? "")).html;
    const startsOn = new URLSearchParams(day?.to?.split("?")[1]).get("startsOn");
    for (const name of ["startsOn", "endsOn"])
      expect(new RegExp(`<input(?=[^>]*name="${name}")[^>]*>`).exec(form)?.[0]).toContain(
        `value="${startsOn}"`,
      );
    expect(
      new RegExp(`<input(?=[^>]*name="regionIds")(?=[^>]*value="${region}")[^>]*>`).exec(form)?.[0],
    ).toContain("checked");
  });

  test("a brand's year has its campaigns by week, and the prices of its campaigns by month", async () => {
    const members = `?weeks=52&brandId=${ids.encrypt("item", brandId)}`;
    const html = await open(members);
    expect(html).toContain("Glow again");
    expect(html).not.toContain("Fresh");
    expect(html).not.toContain("style=");
    expect(html.match(/<title>Week from /g)?.length).toBeGreaterThanOrEqual(3);
    const campaigns = await dataOf<{ price: string | null; takenPlays: number }[]>(
      web.at.call(listCampaigns, { query: { brandId } } as never, client.users.admin),
    );
    const paise = sum(campaigns.map(({ price }) => parseAmount(price ?? "")));
    const plays = sum(campaigns.map(({ takenPlays }) => takenPlays));
    expect(paise).toBeGreaterThan(0);
    expect(html).toContain("Glow by month");
    expect(html).toContain(`${figure(plays)} plays held or booked`);
    expect(html).toContain(`worth ₹${figure(paise / 100)}`);
    // the filter stays in the address
    expect(html).toMatch(
      new RegExp(`from=[\\d-]+&weeks=52&brandId=${ids.encrypt("item", brandId)}[^"]*"[^>]*>Later`),
    );
    expect(
      (await admin.open(`/admin/ads/brands/${ids.encrypt("item", brandId)}`)).html.replaceAll(
        "&amp;",
        "&",
      ),
    ).toContain(`href="${path}${members}"`);
  });

  test("a year without a brand asks for one, and one without campaigns says so", async () => {
    expect(await open("?weeks=52")).toContain("Choose a brand to see its plays");
    const [other] = await web.at.database.db
      .insert(table.catalogueItem)
      .values({ companyId: client.companyId, kind: "brand", name: "Silent" })
      .returning();
    const html = await open(`?weeks=52&brandId=${ids.encrypt("item", other?.id ?? 0)}`);
    expect(html).toContain("No campaign plays in these weeks");
    expect(html).toContain("0 plays held or booked");
    expect(await open(`?from=${showDate(today)}&weeks=5`)).toContain("Free ad seconds");
  });
});
