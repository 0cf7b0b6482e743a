import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dateIn } from "#contract/base/dates";
import { monthAfter } from "#contract/billing/words";
import type { Tokens } from "#contract/session/endpoints";
import * as table from "#platform/db/schema/index";
import { makeBilledCompany, makeBillingSettings, midnight } from "../support/billing.ts";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { makeChart, makeLibrary } from "../support/music.ts";
import { plainCampaign } from "../support/plain-campaign.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

describe.each(engines)("Global search on %s", (engine) => {
  let at: TestPlatform;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  let company: TestCompany;
  let other: TestCompany;

  beforeAll(async () => {
    at = await openTestPlatform(engine);
    provider = await makeProvider(at.database);
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    const { songIds } = await makeLibrary(at.database, provider.companyId);
    await makeChart(at.database, company.companyId, "Northern evenings", songIds.slice(0, 2));
    await makeChart(at.database, other.companyId, "Northern mornings", songIds.slice(0, 2));
    await at.database.db
      .update(table.song)
      .set({ isrc: "INFCH2500007" })
      .where(eq(table.song.title, "Song 7"));
  });
  afterAll(() => at?.close());

  const search = (username: string, q: string, companyId?: number) =>
    at.as(username).searchAll({ query: { q, ...(companyId !== undefined && { companyId }) } });
  const stores = async (...searchArguments: Parameters<typeof search>) =>
    (await search(...searchArguments)).stores.hits.map(({ storeName }) => storeName);
  const users = async (...searchArguments: Parameters<typeof search>) =>
    (await search(...searchArguments)).users.hits.map(({ username }) => username);
  const charts = async (...searchArguments: Parameters<typeof search>) =>
    (await search(...searchArguments)).charts.hits.map(({ chartName }) => chartName);
  const addStores = (of: TestCompany, codesAndNames: [string, string][]) =>
    at.database.db.insert(table.store).values(
      codesAndNames.map(([code, name]) => ({
        companyId: of.companyId,
        code,
        name,
        timeZone: "Asia/Kolkata",
      })),
    );

  test("a store is found by its code or a part of its name, with where it lies [FND-1]", async () => {
    const [first] = company.stores;
    const hit = {
      companyId: company.companyId,
      companyName: company.name,
      id: first?.id,
      storeCode: first?.code,
      storeName: "North store 1.1",
      regionName: "North",
      zoneName: "North zone 1",
      groupName: "North group 1",
    };
    expect(
      (await search(company.users.admin, first?.code.toLowerCase() ?? "")).stores.hits[0],
    ).toEqual(hit);
    expect(await stores(company.users.admin, "oRTH STORE 1.1")).toEqual(["North store 1.1"]);
  });

  test("whole codes come first, then beginnings of words, then the rest [FND-1]", async () => {
    await addStores(company, [
      ["RANK-1", "Some zebra crossing"],
      ["RANK-2", "Gazebra"],
      ["ZEBRA", "Last by name"],
      ["RANK-10", "Zebra 10"],
      ["RANK-9", "Zebra 9"],
    ]);
    expect(await stores(company.users.admin, "zebra")).toEqual([
      "Last by name",
      "Zebra 9",
      "Zebra 10",
      "Some zebra crossing",
      "Gazebra",
    ]);
    const codes = (await search(company.users.admin, "rank-")).stores.hits.map(
      ({ storeCode }) => storeCode,
    );
    expect(codes).toEqual(["RANK-1", "RANK-2", "RANK-9", "RANK-10"]);
  });

  test("of a kind the best five are given, and whether there are more [FND-1]", async () => {
    const matches = await search(company.users.admin, "store");
    expect(matches.stores.hits).toHaveLength(5);
    expect(matches.stores.more).toBe(true);
    expect((await search(company.users.admin, "north store")).stores).toMatchObject({
      more: false,
    });
  });

  test("signs that mean something to a pattern are text [FND-1]", async () => {
    await addStores(company, [["SIGNS", "100% (old) [a-z] \\ _ .*"]]);
    for (const q of ["%", "100%", "(old)", "[a-z]", "\\", "_", ".*", "\\ _"])
      expect(await stores(company.users.admin, q)).toContain("100% (old) [a-z] \\ _ .*");
    expect(await stores(company.users.admin, "N.rth")).toEqual([]);
  });

  test("a user is found by name, username and email, whatever text is given [FND-1]", async () => {
    const { username, id } = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    await at.database.db
      .update(table.appUser)
      .set({ firstName: "Asha", lastName: "Rao", email: "a.rao@mails.example" })
      .where(eq(table.appUser.id, id));
    for (const q of ["asha rao", "Rao", username, "a.rao@mails", "MAILS"])
      expect(await users(company.users.admin, q)).toEqual([username]);
  });

  test("a person finds stores and users of their own part alone [FND-1] [CTX-4] [ROL-4]", async () => {
    expect(await stores(company.users.regional, "South")).toEqual([]);
    expect(await stores(company.users.zonal, "North store")).toEqual([
      "North store 1.1",
      "North store 1.2",
    ]);
    expect(await users(company.users.regional, company.users.zonal)).toEqual([company.users.zonal]);
    expect(await users(company.users.regional, company.users.admin)).toEqual([]);
    for (const person of [company.users.admin, company.users.regional]) {
      const hits = Object.values(await search(person, "store")).flatMap(
        ({ hits }) => hits as { companyId?: number }[],
      );
      expect(hits.filter(({ companyId }) => companyId === other.companyId)).toEqual([]);
      expect(await users(person, other.users.admin)).toEqual([]);
      expect(await stores(person, other.stores[0]?.code ?? "")).not.toContain(
        other.stores[0]?.name,
      );
    }
    expect(
      await at
        .as(company.users.admin)
        .searchAll({ query: { q: "store", companyId: other.companyId } }).status,
    ).toBe(403);
  });

  test("charts are Fever's and the own company's, of the whole company [FND-1] [CTX-4]", async () => {
    for (const person of [company.users.admin, company.users.group, company.users.limited])
      expect(await charts(person, "Northern")).toEqual(["Northern evenings"]);
    expect((await search(company.users.limited, "Thirds")).charts.hits).toMatchObject([
      { kind: "popular", chartName: "Thirds" },
    ]);
  });

  test("a kind whose area is closed to the person has no hits [FND-1] [ROL-1] [ROL-2]", async () => {
    const findKinds = async (username: string, q: string) =>
      Object.entries(await search(username, q)).flatMap(([kind, { hits }]) =>
        hits.length > 0 ? [kind] : [],
      );
    expect(await findKinds(company.users.admin, "song 7")).toEqual([]);
    expect(await findKinds(provider.staff.Fever_Music_Admin, "song 7")).toEqual(["songs"]);
    expect(await findKinds(company.users.admin, "e")).toEqual(["stores", "users", "charts"]);
    expect(await findKinds(company.users.limited, "e")).toEqual(["charts"]);
    expect(await findKinds(provider.staff.Fever_Music_Limited, "s")).toEqual(["songs", "charts"]);
    expect(await findKinds(provider.staff.Fever_Admin_Ops, "s")).toEqual(["stores", "users"]);
    expect(await findKinds(provider.staff.Fever_Super_Admin_Major, "s")).toEqual([
      "stores",
      "users",
      "songs",
      "charts",
    ]);
    expect(await at.as(company.users.manager).searchAll({ query: { q: "e" } }).status).toBe(403);
    expect((await at.send(new Request("http://platform/api/search?q=e"))).status).toBe(401);
  });

  test("a session opened as a client's user finds no more than its opener may open [FND-1] [SES-8]", async () => {
    const user = await makeUser(at.database, company.companyId, {
      role: "ROLE_Client_Admin",
      level: "national",
    });
    const { tempToken } = await at
      .as(provider.staff.Fever_Admin_Ops)
      .makeTempToken({ body: { userId: user.id }, query: { companyId: company.companyId } });
    const { accessToken } = (await at.nobody.validateTempToken({ query: { tempToken } })) as Tokens;
    const opened = await at.nobody.searchAll({
      query: { q: "north" },
      headers: { Authorization: `Bearer ${accessToken}` },
    } as never);
    expect((await search(user.username, "north")).charts.hits).toMatchObject([
      { chartName: "Northern evenings" },
    ]);
    expect(opened.stores.hits.length).toBeGreaterThan(0);
    expect(opened.charts).toEqual({ hits: [], more: false });
  });

  test("songs are found by title, artist and ISRC, not by similar words [FND-1]", async () => {
    const titles = async (q: string) =>
      (await search(provider.staff.Fever_Music_Admin, q)).songs.hits.map(({ title }) => title);
    expect(await titles("song 7")).toContain("Song 7");
    expect(await titles("INFCH2500007")).toEqual(["Song 7"]);
    expect((await titles("artist 3")).length).toBeGreaterThan(0);
    expect(await titles("artizt")).toEqual([]);
  });

  test("provider staff search every company before they choose one [FND-1] [CTX-2]", async () => {
    const staff = provider.staff.Fever_Super_Admin_Ops;
    const hits = (await search(staff, "Alone")).stores.hits;
    expect(hits.map(({ companyName }) => companyName).sort()).toEqual(
      [company.name, other.name].sort(),
    );
    expect(
      (await search(staff, "Alone", other.companyId)).stores.hits.map(({ companyId }) => companyId),
    ).toEqual([other.companyId]);
    expect(await users(staff, staff, other.companyId)).toEqual([staff]);
    expect(await users(staff, company.users.admin, other.companyId)).toEqual([]);
    expect(await users(staff, company.users.admin)).toContain(company.users.admin);
    const chartStaff = provider.staff.Fever_Music_Limited;
    expect((await charts(chartStaff, "Northern")).sort()).toEqual([
      "Northern evenings",
      "Northern mornings",
    ]);
    expect(await charts(chartStaff, "Northern", other.companyId)).toEqual(["Northern mornings"]);
    expect(await at.as(staff).searchAll({ query: { q: "Alone", companyId: 999_999 } }).status).toBe(
      404,
    );
  });

  test("before a company is chosen, those that are not active are not searched [FND-1]", async () => {
    const closed = await makeCompany(at.database);
    await addStores(closed, [["CLOSED", "Shut for good"]]);
    const setStatus = (status: "active" | "inactive") =>
      at.database.db
        .update(table.company)
        .set({ status })
        .where(eq(table.company.id, closed.companyId));
    expect(await stores(provider.staff.Fever_Admin_Major, "Shut for")).toEqual(["Shut for good"]);
    await setStatus("inactive");
    expect(await stores(provider.staff.Fever_Admin_Major, "Shut for")).toEqual([]);
  });

  test("campaigns are found by name in the part that a person sees [FND-1] [CTX-4] [ROL-4]", async () => {
    const add = async (of: TestCompany, name: string, unit?: object) => {
      const [row] = await at.database.db
        .insert(table.campaign)
        .values({ ...plainCampaign, companyId: of.companyId, name, kind: "AD", playTakes: 10 })
        .returning({ id: table.campaign.id });
      await at.database.db
        .insert(table.campaignUnit)
        .values({ companyId: of.companyId, campaignId: row?.id ?? 0, ...unit });
      return row?.id;
    };
    const id = await add(company, "Fizz summer", { regionId: company.south.regionId });
    await add(other, "Fizz winter");
    const campaigns = async (...searchArguments: Parameters<typeof search>) =>
      (await search(...searchArguments)).campaigns.hits.map(({ campaignName }) => campaignName);
    expect((await search(company.users.admin, "SUMM")).campaigns.hits).toEqual([
      {
        companyId: company.companyId,
        companyName: company.name,
        id,
        campaignName: "Fizz summer",
        state: "DRAFT",
        startsOn: plainCampaign.startsOn,
        endsOn: plainCampaign.endsOn,
      },
    ]);
    expect(await campaigns(company.users.admin, "fizz")).toEqual(["Fizz summer"]);
    expect(await campaigns(company.users.regional, "fizz")).toEqual([]);
    expect(await campaigns(company.users.limited, "fizz")).toEqual([]);
    expect((await campaigns(provider.staff.Fever_Super_Admin_Major, "fizz")).sort()).toEqual([
      "Fizz summer",
      "Fizz winter",
    ]);
    expect(await campaigns(provider.staff.Fever_Admin_Ops, "fizz")).toEqual([]);
  });

  test("invoices are found by number by those who may read them [FND-1] [CTX-4] [ROL-1]", async () => {
    await makeBillingSettings(at.database, provider.companyId);
    const month = (ahead: number) => monthAfter(dateIn("Asia/Kolkata", new Date()), ahead);
    const billed = (start: number) =>
      makeBilledCompany(at.database, {
        billingStartsOn: month(start),
        stores: [midnight("2020-01-01")],
      });
    const one = await billed(-2);
    const two = await billed(-1);
    const staff = provider.staff.Fever_Admin_Ops;
    const numberOf = new Map(
      (await at.as(staff).generateInvoices({ body: {} })).invoices.map((row) => [
        row.number.slice(-6),
        row,
      ]),
    );
    const invoices = async (...searchArguments: Parameters<typeof search>) =>
      (await search(...searchArguments)).invoices.hits.map(({ number }) => number.slice(-6));
    expect(await invoices(staff, "inv/")).toEqual(["000003", "000002", "000001"]);
    const third = numberOf.get("000003");
    expect((await search(staff, third?.number.toLowerCase() ?? "")).invoices.hits).toEqual([
      {
        companyId: third?.companyId,
        companyName: third?.companyName,
        id: third?.id,
        number: third?.number,
        status: "due",
        periodFrom: month(-1),
        periodTo: addDays(month(0), -1),
      },
    ]);
    const ofTwo = [...numberOf]
      .filter(([, { companyId }]) => companyId === two.companyId)
      .map(([serial]) => serial);
    expect(await invoices(staff, "inv/", two.companyId)).toEqual(ofTwo);
    const person = async (
      role: "ROLE_Client_Admin" | "ROLE_Client_Admin_Limited",
      level: "national" | "regional",
      of = two.companyId,
    ) => (await makeUser(at.database, of, { role, level })).username;
    expect(await invoices(await person("ROLE_Client_Admin", "national"), "00000")).toEqual(ofTwo);
    expect(
      await invoices(await person("ROLE_Client_Admin", "national", one.companyId), "00000"),
    ).toHaveLength(2);
    for (const other of [
      await person("ROLE_Client_Admin", "regional"),
      await person("ROLE_Client_Admin_Limited", "national"),
      provider.staff.Fever_Music_Admin,
    ])
      expect(await invoices(other, "inv/"), other).toEqual([]);
  });

  test("empty, too long and unstorable questions are refused on q [FND-1]", async () => {
    for (const q of ["", "   ", "x".repeat(101), "a\u0000b"]) {
      expect(
        await at.as(company.users.admin).searchAll({ query: { q } }).wrongFields,
        JSON.stringify(q),
      ).toEqual(["q"]);
    }
    expect(await stores(company.users.admin, `  ${"North store 2.2".padEnd(140)}`)).toEqual([
      "North store 2.2",
    ]);
    expect(await stores(company.users.admin, "x".repeat(100))).toEqual([]);
  });
});
