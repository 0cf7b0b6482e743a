import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeliveryDay } from "#contract/ads/delivery";
import { addDays, dateIn } from "#contract/base/dates";
import { reportPlayOuts } from "#contract/player/endpoints";
import { campaignReport, storeCampaignReport } from "#contract/reports/campaigns";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { takePlays } from "#platform/modules/ads/index";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { makeSpot, makeStoreLog, playOut } from "../support/play-outs.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

const mainOf = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("<!-- -->", "");
const textOf = (html: string) => html.replace(/<[^>]+>/g, "").trim();
const tableOf = (html: string, caption: string) =>
  [...html.matchAll(/<table[\s\S]*?<\/table>/g)]
    .map(([one]) => one)
    .find((one) => one.includes(caption)) ?? "";
const rowsOf = (html: string) =>
  [...(/<tbody[\s\S]*?<\/tbody>/.exec(html)?.[0] ?? "").matchAll(/<tr[\s\S]*?<\/tr>/g)].map(
    ([row]) => [...row.matchAll(/<t[dh][\s\S]*?<\/t[dh]>/g)].map(([cell]) => textOf(cell)),
  );
const formatDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;
const atMidnight = (plays: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour === 0 ? plays : 0));
const ids = identifiers(appSecret);
const today = dateIn("Asia/Kolkata", new Date());
const daysAhead = (days: number) => addDays(today, days);

/**
 * A finished campaign of three days, four plays after midnight in each of two stores: the first day
 * was played in part, the others not at all.
 */
describe("The pages of a campaign's delivery, without script [ADS-4]", () => {
  let web: TestWeb;
  let client: TestCompany;
  let admin: Visitor;
  let path: string;
  let campaignId: number;
  let stores: [TestCompany["stores"][number], TestCompany["stores"][number]];

  const open = async (address: string, as = admin) => {
    const { status, html } = await as.open(address);
    return { status, html: mainOf(html) };
  };

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const { database, call } = web.at;
    const { db } = database;
    await makeProvider(database);
    client = await makeCompany(database);
    const { companyId } = client;
    const scope = wholeCompany(companyId);
    const [groupId = 0] = client.north.groupIds;
    const [one, two] = client.stores.filter((store) => store.groupId === groupId);
    if (!one || !two) throw new Error("no stores");
    stores = [one, two];
    await ensurePartitions(db, new Date());
    await db.insert(table.adLedger).values(
      stores.flatMap(({ id: storeId }) =>
        Array.from({ length: 10 }, (_, at) => ({
          companyId,
          kind: "AD" as const,
          storeId,
          day: daysAhead(at - 3),
          capacity: atMidnight(50),
          booked: atMidnight(0),
          held: atMidnight(0),
        })),
      ),
    );
    const spotId = await makeSpot(database, companyId, "AD", "Lamps");
    const flight = {
      startsOn: daysAhead(-3),
      endsOn: daysAhead(-1),
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      plays: atMidnight(4),
    };
    const [row] = await db
      .insert(table.campaign)
      .values({
        companyId,
        name: "Night lamps",
        kind: "AD",
        playTakes: 10,
        state: "FINISHED",
        createdBy: "test",
        ...flight,
      })
      .returning({ id: table.campaign.id });
    campaignId = row?.id ?? 0;
    path = `/admin/ads/${ids.encrypt("campaign", campaignId)}`;
    await db.insert(table.campaignUnit).values({ companyId, campaignId, groupId });
    await db.insert(table.campaignSpot).values({ companyId, campaignId, spotId, weight: 1 });
    const ofStores = { companyId, campaignId, since: daysAhead(-3), wanted: 12, taken: 12 };
    await db
      .insert(table.campaignStore)
      .values(stores.map(({ id: storeId }) => ({ ...ofStores, storeId })));
    const days = [-3, -2, -1].map((day) => ({ day: daysAhead(day), plays: atMidnight(4) }));
    const demand = { storeIds: stores.map(({ id }) => id), days };
    const before = new Date(Date.now() - 5 * 86_400_000);
    await database.transaction((tx) =>
      takePlays(scope, tx, {
        ofCampaign: { id: campaignId, kind: "AD", playTakes: 10 },
        demand,
        options: {
          as: "booked",
          all: true,
          now: before,
        },
      }),
    );
    const from = new Date(`${daysAhead(-3)}T00:00:00+05:30`);
    for (const [place, { id: storeId }] of stores.entries()) {
      const item = { kind: "AD" as const, id: spotId, campaignId };
      const logId = await makeStoreLog(
        database,
        { companyId, storeId, groupId, day: daysAhead(-3), from },
        [item, item, item, item],
      );
      const manager = await makeUser(database, companyId, {
        role: "ROLE_Store_Music_Manager",
        level: "store",
        units: [{ storeId }],
      });
      const startsAt = (at: number) => new Date(from.getTime() + at * 10_000);
      const plays = place === 0 ? [10, 10, 10, 10] : [10, 3];
      const body = plays.map((seconds, at) => playOut(`${logId}-${at}`, startsAt(at), seconds));
      const { status } = await call(reportPlayOuts, { body }, manager.username);
      expect(status).toBe(200);
    }
    admin = await web.signedIn(client.users.admin);
  });
  afterAll(() => web?.close());

  test("what was booked, verified and missed stands in all, by day, spot and store; stores that are behind are found by name", async () => {
    const { html } = await open(`${path}/delivery`);
    expect(html).toContain("Stores played 20.8% of the plays due so far, and missed 19 plays.");
    const tiles = rowsOfList(html, "Delivery in short");
    expect(tiles).toEqual([
      "24Booked24 due so far",
      "0Make-goods",
      "0Beyond booking",
      "5Verified20.8% of all booked plays",
      "19Missed",
      "0Still to come",
      ...tiles.slice(6),
    ]);
    expect(html).toMatch(
      /8 of the 19 missed plays were on .*; 20.8% of the plays due were verified/,
    );
    expect(rowsOf(tableOf(html, "Booked, verified and missed plays by day"))[0]?.slice(1)).toEqual([
      "8",
      "0",
      "0",
      "5",
      "3",
      "0",
    ]);
    expect(rowsOf(tableOf(html, "Verified plays by spot"))).toEqual([
      ["Lamps", "5", "100%", "100%"],
    ]);
    const [one, two] = stores;
    const names = async (search: string) =>
      rowsOf(tableOf((await open(`${path}/delivery${search}`)).html, "Delivery by store")).map(
        ([name = ""]) => name,
      );
    expect(await names("")).toEqual([
      expect.stringContaining(two.name),
      expect.stringContaining(one.name),
    ]);
    expect(await names("?sort=store")).toEqual([
      expect.stringContaining(one.name),
      expect.stringContaining(two.name),
    ]);
    expect(await names(`?search=${encodeURIComponent(one.name)}`)).toEqual([
      expect.stringContaining(one.name),
    ]);
    expect(await names("?behind=yes")).toHaveLength(2);
    expect((await open(`${path}/delivery?behind=no`)).html).toContain(
      "No store matches these filters.",
    );
    expect(html).toContain(
      `href="${path}/as-run?storeId=${ids.encrypt("store", two.id)}&outcome=MISSED"`,
    );
    expect((await open(`${path}/delivery?limit=1`)).html).toMatch(/1 to 1 of 2[\s\S]*>Next</);
    for (const page of ["delivery", "as-run", "make-goods"])
      expect((await open(path)).html).toContain(`href="${path}/${page}"`);
    expect(html).not.toContain("style=");
  });

  test("the campaign's page and its delivery are headed by its course, and their crumbs name them [LOOK-1]", async () => {
    const ofCourse = />20\.8% of the booked plays were verified</g;
    for (const [address, name] of [
      [path, "Night lamps"],
      [`${path}/delivery`, "Delivery of Night lamps"],
    ] as const) {
      const { html } = await open(address);
      expect(html.match(ofCourse)).toHaveLength(1);
      expect(html).toMatch(/<h1[^>]*>20\.8% of the booked plays were verified<\/h1>/);
      expect(html).toMatch(new RegExp(`aria-current="page"[^>]*>${name}<`));
      expect(html).toContain("Verified plays added up by day, beside those booked</b>");
    }
  });

  test("the as-run log says what became of each play, in the same words as its file, and is narrowed by store, date and outcome", async () => {
    const [one, two] = stores;
    const rows = async (search: string) =>
      rowsOf(tableOf((await open(`${path}/as-run${search}`)).html, "what became of them"));
    const outcomes = async (search: string) => (await rows(search)).map((row) => row.at(-1));
    expect(await rows("")).toHaveLength(24);
    const ofTwo = `?storeId=${ids.encrypt("store", two.id)}&to=${daysAhead(-3)}`;
    expect(await outcomes(ofTwo)).toEqual([
      "Played",
      "Played, not verified: too short",
      "Not reported by the player",
      "Not reported by the player",
    ]);
    expect((await rows(ofTwo))[0]?.slice(1, 7)).toEqual([
      expect.stringContaining(formatDay(daysAhead(-3))),
      "00:00–01:00",
      "00:00:00",
      "00:00:00",
      "0:10",
      "Lamps",
    ]);
    expect((await open(`${path}/as-run${ofTwo}`)).html).toContain(`Only ${two.name}.`);
    expect(await rows(`?search=${encodeURIComponent(one.name)}&outcome=PLAYED`)).toHaveLength(4);
    expect(await rows("?outcome=MISSED")).toHaveLength(19);
    expect((await open(`${path}/as-run?outcome=DUE`)).html).toContain(
      "No play matches these filters.",
    );
    const page = await open(`${path}/as-run?outcome=MISSED&limit=10`);
    const next = /href="([^"]+)"[^>]*>Next/.exec(page.html)?.[1] ?? "";
    const second = await open(next);
    expect(second.html).toContain("11 to 19");
    const link =
      /href="([^"]*as-run\/download[^"]*)"/.exec(
        (await open(`${path}/as-run${ofTwo}`)).html,
      )?.[1] ?? "";
    const csv = readCsv(await (await admin.get(link)).text());
    expect(csv.slice(1).map((row) => row.slice(-2))).toEqual([
      ["Played", ""],
      ["Played, not verified", "too short"],
      ["Not reported by the player", ""],
      ["Not reported by the player", ""],
    ]);
    expect((await admin.get(`${path}/as-run/download?outcome=NONE`)).status).toBe(422);
  });

  test("the as-run log plays a spot that has audio [LOOK-1]", async () => {
    const setAudio = (audioFile: string | null) =>
      web.at.database.db
        .update(table.spot)
        .set({ audioFile })
        .where(eq(table.spot.companyId, client.companyId));
    const link = /<a href="\/admin\/ads\/spots\/[\w-]+\/audio"/;
    expect((await open(`${path}/as-run`)).html).not.toMatch(link);
    await setAudio("audio/any.wav");
    expect((await open(`${path}/as-run`)).html).toMatch(link);
    await setAudio(null);
  });

  test("make-goods after the flight are previewed, booked once, and listed with the day they pay back", async () => {
    const preview = async (until: string) => (await open(`${path}/make-goods?until=${until}`)).html;
    // five plays fit after midnight: the second store has seven to make up for
    expect(await preview(daysAhead(1))).toContain(
      `This books 9 make-goods in 2 stores by ${formatDay(daysAhead(1))}.`,
    );
    expect(await preview(daysAhead(1))).toContain("2 missed plays will not fit.");
    expect(await preview(daysAhead(-1))).toContain(
      "Choose a day after the last day of the campaign.",
    );
    const before = await preview(daysAhead(2));
    expect(before).toContain("This books 11 make-goods in 2 stores");
    expect(before).toContain("Nothing has been booked to make up for missed plays.");
    const response = await admin.post(`${path}/make-goods`, { until: daysAhead(2) });
    expect(await leadsTo(response)).toBe(`${path}/make-goods`);
    const { html } = await open(`${path}/make-goods?sort=day`);
    expect(html).toContain("No make-goods to book.");
    const rows = rowsOf(tableOf(html, "Make-goods by store and date"));
    expect(rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(11);
    expect(rows.every((row) => row[4] === "To come")).toBe(true);
    expect(
      rows.some(
        (row) =>
          row[1]?.endsWith(formatDay(daysAhead(-3))) && row[2]?.endsWith(formatDay(daysAhead(1))),
      ),
    ).toBe(true);
    const delivery = await open(`${path}/delivery`);
    expect(delivery.html).toMatch(/11[\s\S]{0,60}>Make-goods<[\s\S]{0,80}11 still to come/);
  });

  test("who does not own all its locations sees their stores' delivery and books nothing; others see none of it [ROL-4] [CTX-3]", async () => {
    const { companyId } = client;
    await web.at.database.db.insert(table.campaignUnit).values({ companyId, campaignId });
    const ofOne = await makeUser(web.at.database, companyId, {
      role: "ROLE_Client_Admin",
      level: "store",
      units: [{ storeId: stores[0].id }],
    });
    const visitor = await web.signedIn(ofOne.username);
    const { html } = await open(`${path}/delivery`, visitor);
    expect(html).toContain("Stores played 33.3% of the plays due so far");
    expect(html).not.toContain(stores[1].name);
    const goods = await open(`${path}/make-goods?until=${daysAhead(3)}`, visitor);
    expect(goods.html).toContain("so you cannot book make-goods");
    expect(goods.html).not.toContain("Preview");
    expect((await visitor.post(`${path}/make-goods`, { until: daysAhead(3) })).status).toBe(403);
    const other = await web.signedIn((await makeCompany(web.at.database)).users.admin);
    for (const page of ["delivery", "as-run", "as-run/download", "make-goods"])
      expect((await other.get(`${path}/${page}`)).status).toBe(404);
  });

  test("a campaign that is not booked, or was cancelled before a play was due, says so", async () => {
    const { companyId } = client;
    const add = async (state: "DRAFT" | "CANCELLED") => {
      const [row] = await web.at.database.db
        .insert(table.campaign)
        .values({
          companyId,
          name: `Lamps ${state}`,
          kind: "AD",
          playTakes: 10,
          state,
          createdBy: "test",
          startsOn: daysAhead(2),
          endsOn: daysAhead(4),
          weekdays: [0, 1, 2, 3, 4, 5, 6],
          plays: atMidnight(1),
        })
        .returning({ id: table.campaign.id });
      return (await open(`/admin/ads/${ids.encrypt("campaign", row?.id ?? 0)}/delivery`)).html;
    };
    expect(await add("DRAFT")).toContain("This campaign is not booked, so there is nothing");
    expect(await add("CANCELLED")).toContain("was cancelled before any play was due.");
  });

  test("an address with nonsense shows the usual page", async () => {
    for (const page of [
      "delivery?sort=x&day=no&behind=maybe",
      "as-run?from=x&outcome=NO&row=0",
      "make-goods?until=x&sort=plays",
    ])
      expect((await open(`${path}/${page}`)).status).toBe(200);
  });

  test("the chart's bars, its table and the table of days have the figures of the API, day by day", async () => {
    const { companyId } = client;
    const [, two] = stores;
    // two of the plays of yesterday make up for the first day, and are over
    await web.at.database.db.insert(table.campaignMakeGood).values({
      companyId,
      campaignId,
      storeId: two.id,
      day: daysAhead(-1),
      missedOn: daysAhead(-3),
      plays: atMidnight(2),
    });
    const { body } = await web.at.as(client.users.admin).campaignDelivery({ query: { campaignId } })
      .reply;
    const due = (body.data as { days: DeliveryDay[] }).days.filter(({ day }) => day < today);
    expect(
      due.map(({ booked, makeGoods, verified, missed }) => [booked, makeGoods, verified, missed]),
    ).toEqual([
      [8, 0, 5, 3],
      [8, 0, 0, 8],
      [6, 2, 0, 8],
    ]);
    const { html } = await open(`${path}/delivery?day=${daysAhead(-3)}`);
    const figure =
      [...html.matchAll(/<figure[\s\S]*?<\/figure>/g)]
        .map(([one]) => one)
        .find((one) => one.includes("of the plays due were verified")) ?? "";
    const [plot = "", behind = ""] = figure.split("<details");
    expect(plot).toContain("8 of the 19 missed plays were on");
    const bars = [
      ...plot.matchAll(
        /<rect[^>]*height="([\d.]+)"[^>]*class="([^"]*)"[^>]*><\/rect><text[^>]*>([^<]*)<\/text>/g,
      ),
    ];
    const counts = due.flatMap(({ verified, missed }) => [verified, missed]);
    expect(bars.map(([, , , label]) => Number(label))).toEqual(counts);
    const unit = Number(bars[0]?.[1]) / 5;
    for (const [place, [, height]] of bars.entries())
      expect(Number(height)).toBeCloseTo((counts[place] ?? 0) * unit, 0);
    const headings = [...behind.matchAll(/<th [^>]*>([^<]*)<\/th>/g)].map(([, heading]) => heading);
    expect(headings).toEqual(["Day", "Verified", "Missed"]);
    expect(rowsOf(behind)).toEqual(
      due.map(({ day, verified, missed }) => [
        formatDay(day).slice(0, 5),
        String(verified),
        String(missed),
      ]),
    );
    const days = rowsOf(tableOf(html, "Booked, verified and missed plays by day")).slice(0, 3);
    expect(days.map((row) => row.slice(1, 6))).toEqual(
      due.map(({ booked, makeGoods, extra, verified, missed }) =>
        [booked, makeGoods, extra, verified, missed].map(String),
      ),
    );
  });

  test("plays beyond the booking have a column of their own, and each table's parts add up [REP-1]", async () => {
    const [one] = stores;
    await web.at.database.db.execute(
      sql`update campaign_plays set verified = verified + 2 where campaign_id = ${campaignId} and store_id = ${one.id}`,
    );
    const { html } = await open(`${path}/delivery?day=${daysAhead(-3)}`);
    const tiles = rowsOfList(html, "Delivery in short").map((tile) => Number.parseInt(tile, 10));
    const [days, ofStores] = ["Booked, verified and missed plays by day", "Delivery by store"].map(
      (caption) => rowsOf(tableOf(html, caption)).map((row) => row.slice(1, 7).map(Number)),
    );
    const tables = [[tiles.slice(0, 6)], days ?? [], ofStores ?? []];
    for (const rows of tables) {
      for (const [
        booked = 0,
        makeGoods = 0,
        extra = 0,
        verified = 0,
        missed = 0,
        toCome = 0,
      ] of rows)
        expect(booked + makeGoods + extra).toBe(verified + missed + toCome);
      expect(rows.reduce((sum, [, , extra = 0]) => sum + extra, 0)).toBe(2);
    }
    for (const report of [campaignReport, storeCampaignReport]) {
      const query = { from: daysAhead(-3), to: today };
      const { body } = await web.at.call(
        reportEndpoints(report).table,
        { query },
        client.users.admin,
      );
      const rows = (body.data as ReportRow[]).map((row) => {
        const of = (name: string) => Number(row[name] ?? 0);
        expect(of("booked") + of("makeGoods") + of("extra")).toBe(
          of("verified") + of("missed") + of("toCome"),
        );
        return of("extra");
      });
      expect(rows.reduce((sum, extra) => sum + extra, 0)).toBe(2);
    }
    // make-goods are among the plays of the campaign's own graph, and named there
    expect((await open(path)).html).toMatch(/\d+ plays, 11 of them make-goods, on \d+ days/);
  });
});

/** The texts of a list's items. */
const rowsOfList = (html: string, label: string) => {
  const list = new RegExp(`<ul aria-label="${label}"[\\s\\S]*?</ul>`).exec(html)?.[0] ?? "";
  return [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => textOf(item));
};
