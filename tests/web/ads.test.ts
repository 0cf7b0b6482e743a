import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as availability from "#contract/ads/availability";
import * as bookings from "#contract/ads/booking";
import { addDays, dateIn, showDate } from "#contract/base/dates";
import { addMasterRule } from "#contract/schedule/master-rule";
import * as table from "#platform/db/schema/index";
import { keepLedger } from "#platform/modules/ads/index";
import { keepDays } from "#platform/modules/schedule/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { totalsOf } from "../support/play-outs.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "");
const textOf = (html: string) => html.replace(/<[^>]+>/g, "").trim();
const rowsOf = (html: string) =>
  [...(/<tbody[\s\S]*?<\/tbody>/.exec(html)?.[0] ?? "").matchAll(/<tr[\s\S]*?<\/tr>/g)].map(
    ([row]) => [...row.matchAll(/<t[dh][\s\S]*?<\/t[dh]>/g)].map(([cell]) => textOf(cell)),
  );
/** The table with this caption. */
const tableOf = (html: string, caption: string) =>
  [...html.matchAll(/<table[\s\S]*?<\/table>/g)]
    .map(([one]) => one)
    .find((one) => one.includes(caption)) ?? "";
const daysAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const formatDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));
const ids = identifiers(appSecret);

describe("The pages of ads, without script", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  let spots: { ad: number; short: number; toh: number };
  let brandId: number;
  const campaigns: Record<string, number> = {};

  const open = async (path: string, as = admin) => {
    const { status, html } = await as.open(path);
    return { status, html: mainOf(html) };
  };
  const pathOf = (name: string) => `/admin/ads/${ids.encrypt("campaign", campaigns[name] ?? 0)}`;
  const dataOf = async <T>(
    reply: Promise<{ status: number; body: { data?: unknown; message?: string } }>,
  ): Promise<T> => {
    const { status, body } = await reply;
    if (status >= 300) throw new Error(`${status} ${body.message}`);
    return body.data as T;
  };
  async function draft(name: string, body: object) {
    const form = {
      name,
      kind: "AD" as const,
      startsOn: daysAhead(3),
      endsOn: daysAhead(9),
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      plays: hourly((hour) => (hour >= 10 && hour < 20 ? 2 : 0)),
      spots: [{ spotId: spots.ad, weight: 1 }],
      ...body,
    };
    const { id } = await dataOf<{ id: number }>(
      web.at.as(client.users.admin).addCampaign({ body: form } as never).reply,
    );
    campaigns[name] = id;
    return id;
  }
  const book = (
    campaignId: number,
    body: object = {},
    sort: typeof bookings.booking | typeof bookings.bookingForToh = bookings.booking,
  ) =>
    dataOf(
      web.at.call(
        (sort as typeof bookings.booking).take,
        { body: { campaignId, as: "booked", ...body } } as never,
        client.users.admin,
      ),
    );

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database, call } = web.at;
    const provider = await makeProvider(database);
    const library = await makeLibrary(database, provider.companyId);
    client = await makeCompany(database);
    const { companyId } = client;
    const timeSlotId = await makeSlot(database, companyId);
    await dataOf(
      call(
        addMasterRule,
        { body: { timeSlotId, ...ruleOver([library.popular, 100]) } },
        client.users.admin,
      ),
    );
    const rows = await database.db
      .insert(table.spot)
      .values([
        { companyId, kind: "AD", name: "Lamps", durationSeconds: 20 },
        { companyId, kind: "AD", name: "Sweets", durationSeconds: 10 },
        { companyId, kind: "TOH", name: "Bells", durationSeconds: 8 },
      ])
      .returning({ id: table.spot.id });
    const [brand] = await database.db
      .insert(table.catalogueItem)
      .values({ companyId, kind: "brand", name: "Glow" })
      .returning();
    brandId = brand?.id ?? 0;
    await database.db.update(table.spot).set({ brandId }).where(eq(table.spot.name, "Lamps"));
    const [ad = 0, short = 0, toh = 0] = rows.map(({ id }) => id);
    spots = { ad, short, toh };
    await keepLedger({ database, db: database.db, now: new Date() }, companyId);
    admin = await web.signedIn(client.users.admin);
  });
  afterAll(() => web?.close());

  test("without a campaign the list offers to add one, and the menu leads to it", async () => {
    const { html } = await open("/admin/ads");
    expect(html).toContain("No List Found");
    expect(html).toMatch(/href="\/admin\/ads\/add"[^>]*>Add campaign/);
    expect((await admin.open("/admin")).html).toContain('href="/admin/ads"');
    for (const page of ["calendar", "availability", "settings"])
      expect(html).toContain(`href="/admin/ads/${page}"`);
  });

  test("a form for which there is no spot yet leads to where spots are added [ADS-1]", async () => {
    const { html } = await open("/admin/ads/add?kind=JINGLE");
    expect(html).toContain("No spot of this kind can be booked yet.");
    expect(html).toMatch(/href="\/admin\/ads\/spots"[^>]*>Open spots</);
  });

  test("a campaign's form offers the brands of the company's own spots, and keeps the chosen one [ADS-6]", async () => {
    const brand = ids.encrypt("item", brandId);
    expect((await open("/admin/ads/add?kind=AD")).html).toContain(`value="${brand}">Glow</option>`);
    const campaignId = await draft("Glow week", { wholeCompany: true, brandId });
    const { html } = await open(`${pathOf("Glow week")}/edit`);
    expect(html).toMatch(
      new RegExp(
        `<option value="${brand}" selected="">Glow</option>|<option selected="" value="${brand}">Glow</option>`,
      ),
    );
    await dataOf(web.at.as(client.users.admin).removeCampaign({ query: { id: campaignId } }).reply);
  });

  test("the list shows state, kind, flight and plays taken of those wanted; filters, order and page stay in its address [ADS-1]", async () => {
    const north = { regionIds: [client.north.regionId] };
    await draft("Diwali lamps", {
      wholeCompany: true,
      spots: [
        { spotId: spots.ad, weight: 1 },
        { spotId: spots.short, weight: 3 },
      ],
    });
    await draft("Northern sweets", { ...north, spots: [{ spotId: spots.short, weight: 1 }] });
    await draft("Southern sweets", {
      regionIds: [client.south.regionId],
      startsOn: daysAhead(20),
      endsOn: daysAhead(21),
    });
    await draft("Bells", {
      ...north,
      kind: "TOH",
      spots: [{ spotId: spots.toh, weight: 1 }],
      plays: hourly((hour) => (hour === 12 ? 1 : 0)),
    });
    await book(campaigns["Diwali lamps"] ?? 0);
    await book(campaigns["Northern sweets"] ?? 0, { as: "held" });
    await book(campaigns.Bells ?? 0, {}, bookings.bookingForToh);

    const names = async (search: string) =>
      rowsOf((await open(`/admin/ads${search}`)).html).map(([name = ""]) => name);
    const all = rowsOf((await open("/admin/ads")).html);
    expect(all).toHaveLength(4);
    const lamps = all.find(([name]) => name?.startsWith("Diwali lamps"));
    expect(lamps?.slice(1)).toEqual([
      "Glow",
      "Booked",
      `${formatDay(daysAhead(3))} to ${formatDay(daysAhead(9))}Every day`,
      "9",
      "1,260 of 1,260",
      "0% deliveredNothing due yet",
    ]);
    expect(await names("?state=HELD")).toEqual(["Northern sweetsAd · Region North"]);
    expect(await names("?kind=TOH")).toEqual(["BellsTop of the Hour · Region North"]);
    expect(await names("?search=sweets&sort=name")).toEqual([
      "Northern sweetsAd · Region North",
      "Southern sweetsAd · Region South",
    ]);
    expect(await names(`?from=${daysAhead(15)}`)).toEqual(["Southern sweetsAd · Region South"]);
    const south = ids.encrypt("region", client.south.regionId);
    expect(await names(`?regionId=${south}&sort=name`)).toEqual([
      "Diwali lampsAd · Whole company",
      "Southern sweetsAd · Region South",
    ]);
    const page = await open("/admin/ads?kind=AD&sort=name&limit=1");
    expect(page.html).toContain("1 to 1 of 3");
    expect(page.html).toMatch(
      /href="\/admin\/ads\?kind=AD&sort=name&limit=1&cursor=[^"]+&row=2"[^>]*>Next/,
    );
    expect(page.html).toContain('href="/admin/ads/download?kind=AD&');
    expect((await open("/admin/ads?search=nothing")).html).toContain("Show all campaigns");
  });

  test("a campaign's page shows its facts, spots, plays by day and hour, history and what can be done [ADS-1]", async () => {
    const { html } = await open(pathOf("Diwali lamps"));
    for (const text of [
      "Ad, 20 seconds per play",
      "10:00–20:00, 2 plays an hour",
      "Whole company",
      "1,260 of 1,260",
    ])
      expect(html).toContain(text);
    expect(rowsOf(tableOf(html, ">Spots<"))).toEqual([
      ["Lamps", "0:20", "1"],
      ["Sweets", "0:10", "3"],
    ]);
    expect(html).toContain("180 plays on each of 7 days");
    const map = rowsOf(tableOf(html, "Booked plays by day and hour"));
    expect(map).toHaveLength(7);
    expect(map[0]?.slice(1)).toEqual(Array.from({ length: 10 }, () => "18"));
    expect(html).toMatch(/Campaign booked by[\s\S]*Campaign added by/);
    const path = pathOf("Diwali lamps");
    for (const act of ["copy", "cancel", "pause", "edit", "flight"])
      expect(html).toContain(`href="${path}/${act}"`);
    expect(html).not.toContain(`href="${path}/book"`);
    expect((await open(pathOf("Southern sweets"))).html).toContain(
      `href="${pathOf("Southern sweets")}/book"`,
    );
    // beside "Cancel campaign", a button "Cancel" would not say which of the two it is
    expect((await open(`${path}/cancel`)).html).toMatch(/>Cancel campaign<[\s\S]*>Keep campaign</);
    expect((await open(`${pathOf("Diwali lamps")}?day=${daysAhead(6)}`)).html).toContain(
      "Earlier days",
    );
  });

  test("a campaign's page plays the spots that have audio [LOOK-1]", async () => {
    const setAudio = (audioFile: string | null) =>
      web.at.database.db
        .update(table.spot)
        .set({ audioFile })
        .where(eq(table.spot.id, spots.short));
    await setAudio("audio/any.wav");
    const { html } = await open(pathOf("Diwali lamps"));
    await setAudio(null);
    const audioOf = (id: number) => `<a href="/admin/ads/spots/${ids.encrypt("spot", id)}/audio"`;
    expect(html).toContain(audioOf(spots.short));
    expect(html).not.toContain(audioOf(spots.ad));
  });

  test("stores that lack plays are listed with how many and why", async () => {
    const storeIds = client.stores.slice(0, 2).map(({ id }) => id);
    await draft("Too much", {
      storeIds,
      plays: hourly((hour) => (hour === 15 ? 40 : 0)),
      startsOn: daysAhead(12),
      endsOn: daysAhead(12),
    });
    await book(campaigns["Too much"] ?? 0, { mode: "fits" });
    const { html } = await open(pathOf("Too much"));
    expect(rowsOf(tableOf(html, "fewer plays"))).toEqual(
      client.stores.slice(0, 2).map(({ name }) => [name, "10", "Hours full or already begun"]),
    );
    expect(html).toContain("20 of 80 plays could not be taken.");
    expect((await open("/admin/ads?search=Too")).html).toContain("20 missing");
  });

  test("who owns a part of a campaign sees its own stores' plays, and neither changes it nor sees what changed [ROL-4] [CTX-3]", async () => {
    const regional = await web.signedIn(client.users.regional);
    const list = rowsOf((await open("/admin/ads?sort=name", regional)).html);
    expect(list.map(([name]) => name)).toEqual([
      "BellsTop of the Hour · Region North",
      "Diwali lampsAd · Whole company",
      "Northern sweetsAd · Region North",
      expect.stringMatching(/^Too much/),
    ]);
    const { html } = await open(pathOf("Diwali lamps"), regional);
    expect(html).toContain("560 of 560");
    expect(html).toContain("so you cannot change it");
    expect(html).not.toMatch(/href="[^"]*\/(edit|pause|cancel|copy|flight)"/);
    expect(html).toContain("Only people who manage all its locations can see what changed.");
    expect(html).not.toContain("fields</summary>");
    expect((await regional.get(pathOf("Southern sweets"))).status).toBe(404);
    const other = await makeCompany(web.at.database);
    expect((await (await web.signedIn(other.users.admin)).get(pathOf("Diwali lamps"))).status).toBe(
      404,
    );
    expect((await admin.get(`${pathOf("Diwali lamps").slice(0, -1)}x`)).status).toBe(404);
    const limited = await web.signedIn(client.users.limited);
    for (const path of [
      "/admin/ads",
      "/admin/ads/calendar",
      "/admin/ads/availability",
      "/admin/ads/download",
      pathOf("Bells"),
    ])
      expect(await leadsTo(await limited.get(path))).toBe("/login");
  });

  test("the heat map shows what the API says is free in each hour, and names the fullest and the emptiest [ADS-2]", async () => {
    const range = { from: daysAhead(2), to: daysAhead(12) };
    const kinds = [
      {
        members: "",
        ask: () => web.at.call(availability.slotAvailability, { query: range }, client.users.admin),
      },
      {
        members: "&kind=TOH",
        ask: () =>
          web.at.call(availability.slotAvailabilityForToh, { query: range }, client.users.admin),
      },
      {
        members: `&playSeconds=30&weekdays=0,6&fromHour=12&toHour=15&regionId=${ids.encrypt("region", client.south.regionId)}`,
        ask: () => {
          const query = {
            ...range,
            playSeconds: 30,
            weekdays: "0,6",
            hours: "12,13,14",
            regionIds: String(client.south.regionId),
          };
          return web.at.call(availability.slotAvailability, { query } as never, client.users.admin);
        },
      },
    ];
    for (const { members, ask } of kinds) {
      const free = await dataOf<availability.Availability>(ask());
      const { html } = await open(
        `/admin/ads/availability?from=${range.from}&to=${range.to}${members}`,
      );
      const hours = [
        ...tableOf(html, "Availability by day and hour").matchAll(
          /<th scope="col"[^>]*>(\d\d):00/g,
        ),
      ].map(([, hour]) => Number(hour));
      const cells = rowsOf(tableOf(html, "Availability by day and hour"));
      expect(cells.map((row) => row.slice(1))).toEqual(
        free.days.map((day) => hours.map((hour) => String(day.freePlays[hour]))),
      );
      expect(cells.map(([day]) => day?.slice(-8))).toEqual(
        free.days.map(({ day }) => formatDay(day)),
      );
      const byDay = rowsOf(tableOf(html, "all hours together"));
      expect(byDay.map((row) => Number(row[5]?.replace(",", "")))).toEqual(
        free.days.map(({ freePlays }) => freePlays.reduce((sum, plays) => sum + plays, 0)),
      );
      for (const cell of [free.worst, free.best]) {
        const at = `${formatDay(cell?.day ?? "")} ${String(cell?.hour).padStart(2, "0")}:00, room in ${cell?.storesWithRoom} of ${cell?.stores} stores`;
        expect(html).toContain(at);
      }
    }
    const sold = await open(
      `/admin/ads/availability?from=${daysAhead(3)}&to=${daysAhead(3)}&show=sold`,
    );
    expect(rowsOf(tableOf(sold.html, "Availability by day and hour"))[0]?.[2]).toMatch(/^\d+$/);
    expect(sold.html).toContain("Percent of the capacity");
    expect(sold.html).not.toContain("style=");
  });

  test("at exact times the map says in how many stores each is free, and words that are no time say so [ADS-2]", async () => {
    const range = { from: daysAhead(2), to: daysAhead(4) };
    const at = (times: string) =>
      `/admin/ads/availability?from=${range.from}&to=${range.to}&playSeconds=20&times=${encodeURIComponent(times)}`;
    const query = { ...range, playSeconds: 20, exactTimes: "630,720" };
    const free = await dataOf<{ stores: number; days: { day: string; storesFree: number[] }[] }>(
      web.at.call(availability.slotAvailabilityWithTime, { query } as never, client.users.admin),
    );
    const { html } = await open(at("12:00, 10:30"));
    const map = tableOf(html, "Stores free at exact times, by day");
    expect([...map.matchAll(/<th scope="col"[^>]*>(\d\d:\d\d)/g)].map(([, time]) => time)).toEqual([
      "10:30",
      "12:00",
    ]);
    expect(rowsOf(map).map((row) => row.slice(1))).toEqual(
      free.days.map(({ storesFree }) => storesFree.map(String)),
    );
    expect(rowsOf(map).map(([day]) => day?.slice(-8))).toEqual(
      free.days.map(({ day }) => formatDay(day)),
    );
    expect(html).toContain(`value="12:00, 10:30"`);
    const wrong = await open(at("25:00"));
    expect(wrong.html).toContain(
      "“25:00” is not a time. Enter times such as 09:30, separated by commas.",
    );
    expect(tableOf(wrong.html, "Availability by day and hour")).not.toBe("");
    expect((await open(`${at("12:00")}&kind=TOH`)).html).toContain(
      "The top of the hour has no other times",
    );
  });

  test("availability by store is asked for, sorted and paged, within the caller's scope [ROL-4]", async () => {
    const from = `/admin/ads/availability?from=${daysAhead(3)}&to=${daysAhead(4)}`;
    const closed = await open(from);
    expect(closed.html).toContain("Show by store");
    expect(closed.html).not.toContain(client.stores[0]?.name ?? "");
    const first = await open(`${from}&by=store&sort=store&limit=2`);
    expect(rowsOf(tableOf(first.html, "Availability by store")).map(([name]) => name)).toEqual([
      expect.stringContaining("Alone"),
      expect.stringContaining("North store 1.1"),
    ]);
    expect(first.html).toContain("1 to 2 of 9");
    const regional = await web.signedIn(client.users.regional);
    const own = rowsOf(
      tableOf((await open(`${from}&by=store&sort=store`, regional)).html, "Availability by store"),
    );
    expect(own.map(([name]) => name?.slice(0, 5))).toEqual(["North", "North", "North", "North"]);
    expect(
      (await open(`${from}&campaignId=${ids.encrypt("campaign", campaigns.Bells ?? 0)}`)).html,
    ).toContain("In the locations of Bells.");
  });

  test("a time that cannot be shown at once is shortened and says so; an address with nonsense shows the usual days", async () => {
    expect(
      (await open(`/admin/ads/availability?from=${daysAhead(0)}&to=${daysAhead(200)}`)).html,
    ).toContain("At most 62 days");
    expect(
      (await open("/admin/ads/availability?from=x&fromHour=99&weekdays=9&kind=NO&cursor=wrong"))
        .status,
    ).toBe(200);
    expect((await open(`/admin/ads/availability?from=${daysAhead(300)}`)).html).toContain(
      "Nothing is on sale",
    );
  });

  test("the calendar draws a bar for the days with plays and says them in words", async () => {
    const { html } = await open("/admin/ads/calendar?weeks=8");
    const rows = rowsOf(tableOf(html, "Campaigns from"));
    expect(rows.map(([name]) => name?.replace(/(Ad|Top of the Hour),.*/, ""))).toEqual([
      "Diwali lamps",
      "Northern sweets",
      "Bells",
      "Too much",
      "Southern sweets",
    ]);
    expect(html).toContain(
      `7 days with plays, first ${formatDay(daysAhead(3))}, last ${formatDay(daysAhead(9))}`,
    );
    expect(html.match(/class="fill-toh"/g)?.length).toBeGreaterThan(0);
    expect(html).not.toContain("style=");
    expect(
      rowsOf(tableOf((await open("/admin/ads/calendar?kind=TOH&weeks=8")).html, "Campaigns from")),
    ).toHaveLength(1);
    expect((await open(`/admin/ads/calendar?from=${daysAhead(300)}`)).html).toContain(
      "No campaign plays in these weeks",
    );
  });

  test("campaigns are downloaded as CSV with the filters of the list and the figures of the own stores [API-1]", async () => {
    const rows = async (as: Visitor, search = "") => {
      const response = await as.get(`/admin/ads/download${search}`);
      expect(response.headers.get("Content-Type")).toContain("text/csv");
      return (await response.text()).trim().split(/\r?\n/);
    };
    const [header, ...all] = await rows(admin);
    expect(header).toBe(
      "Campaign,Brand,Kind,State,First day,Last day,Locations,Stores,Plays wanted,Plays booked,Price,Added by,Added",
    );
    expect(all).toHaveLength(5);
    expect(all.find((line) => line.startsWith("Diwali lamps"))).toContain(",Booked,");
    expect(all.find((line) => line.startsWith("Diwali lamps"))).toContain(
      ",Whole company,9,1260,1260,",
    );
    expect(all.find((line) => line.startsWith("Too much"))).toContain(",2,80,60,");
    expect(await rows(admin, "?kind=TOH")).toHaveLength(2);
    const own = await rows(await web.signedIn(client.users.regional));
    expect(own.find((line) => line.startsWith("Diwali lamps"))).toContain(",4,560,560,");
    expect(own.some((line) => line.startsWith("Southern"))).toBe(false);
    expect((await admin.get("/admin/ads/download?state=NONE")).status).toBe(422);
  });

  test("the dashboard says how much of the coming week's ad time is booked, and leads to availability [DASH-1]", async () => {
    const today = dateIn("Asia/Kolkata", new Date());
    const { id: storeId = 0 } = client.stores[0] ?? {};
    const played = {
      companyId: client.companyId,
      storeId,
      day: addDays(today, -1),
      ...totalsOf("music", 3, 600),
    };
    await web.at.database.db.insert(table.storeDayPlays).values(played);
    const { html } = await open("/admin?view=linear&ads=pie&delivery=pie");
    const week = { from: today, to: addDays(today, 6) };
    const graph = await dataOf<{ day: string; capacity: number; booked: number }[]>(
      web.at.call(availability.inventoryGraph, { query: week }, client.users.admin),
    );
    const sum = (of: "capacity" | "booked") => graph.reduce((all, day) => all + day[of], 0);
    expect(sum("booked")).toBeGreaterThan(0);
    expect(html).toContain(
      `href="/admin/ads/availability?from=${week.from}&to=${week.to}&show=sold"`,
    );
    const title = `${Math.round((sum("booked") / sum("capacity")) * 100)}% of ad time is booked`;
    // one address has the kind of each chart, and a chart's switch leaves the others as they are
    const figureOf = (page: string) =>
      page.split("<figure").find((part) => part.includes(title)) ?? "";
    expect(figureOf(html)).toMatch(/aria-current="true"[^>]*>pie</);
    expect(figureOf(html)).toContain('href="/admin?view=linear&ads=linear&delivery=pie"');
    const hours = (seconds: number) =>
      new Intl.NumberFormat("en-IN", { maximumFractionDigits: 1 }).format(seconds / 3600);
    expect(figureOf(html)).toMatch(
      new RegExp(`<td>Booked</td><td class="num">${hours(sum("booked"))} h<`),
    );
    const byDay = figureOf((await open("/admin")).html);
    for (const { day, booked } of graph)
      expect(byDay).toMatch(
        new RegExp(`<td>${showDate(day).slice(0, 5)}</td><td class="num">${hours(booked)} h<`),
      );
  });

  test("a campaign's page says that a booking is going into logs, and since when it is there [ADS-3]", async () => {
    const { database } = web.at;
    const keep = () => keepDays({ database, db: database.db, now: new Date() }, client.companyId);
    await keep();
    const tomorrow = { startsOn: daysAhead(1), endsOn: daysAhead(2) };
    await book(await draft("Followed", { ...tomorrow, wholeCompany: true }));
    expect((await open(pathOf("Followed"))).html).toMatch(
      /Changed [^.]+\. The change is being added to the logs of 9 stores\./,
    );
    await keep();
    expect((await open(pathOf("Followed"))).html).toMatch(
      /In force in the logs of 9 stores since [^<]+\d\./,
    );
  });
});
