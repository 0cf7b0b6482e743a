import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifiers } from "~/lib/api/identifiers.server";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { makeChart, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { appSecret, leadsTo, openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("Working lists, without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let admin: Visitor;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  const ids = identifiers(appSecret);
  const plain = (html: string) =>
    (/<main.*<\/main>/s.exec(html)?.[0] ?? "").replaceAll("&amp;", "&").replaceAll("<!-- -->", "");
  const text = (html: string) =>
    plain(html)
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    const provider = await makeProvider(web.at.database);
    library = await makeLibrary(web.at.database, provider.companyId);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  test("a store is copied as the start of a new one: all but its code, name and licence, and only after a question [STO-1]", async () => {
    const store = company.stores[0];
    const path = `/admin/stores/${ids.encrypt("store", store?.id ?? 0)}`;
    await web.at.database.pool.query(
      "update store set city = 'Pune', volume = 37, licence_number = 'L-1' where id = $1",
      [store?.id],
    );
    expect(plain((await admin.open(path)).html)).toContain(`href="${path}/copy"`);
    const question = text((await admin.open(`${path}/copy`)).html);
    expect(question).toContain("Copy North store 1.1?");
    expect(question).not.toContain("replaces");
    expect(await leadsTo(await admin.post(`${path}/copy`, {}))).toBe("/admin/store/add");
    const value = (html: string, name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/value="([^"]*)"/)?.[1] ??
      "";
    const place = plain((await admin.open("/admin/store/add")).html);
    expect([value(place, "storeCode"), value(place, "storeName"), value(place, "city")]).toEqual([
      "",
      "",
      "Pune",
    ]);
    const sound = plain((await admin.open("/admin/store/add/sound")).html);
    expect([value(sound, "volume"), value(sound, "licenceNumber")]).toEqual(["37", ""]);
    expect(text((await admin.open(`${path}/copy`)).html)).toContain(
      "It replaces your unfinished entries of another new store.",
    );
    const elsewhere = await makeCompany(web.at.database);
    const foreign = `/admin/stores/${ids.encrypt("store", elsewhere.stores[0]?.id ?? 0)}/copy`;
    expect((await admin.get(foreign)).status).toBe(404);
  });

  test("the rules of two locations stand side by side, each its own or what it inherits [MST-1] [CTX-4]", async () => {
    const timeSlotId = await makeSlot(web.at.database, company.companyId);
    const rule = (unit: object, ...mix: [number, number][]) =>
      web.at
        .as(company.users.admin)
        .addMasterRule({ body: { timeSlotId, ...unit, ...ruleOver(...mix) } }).reply;
    expect((await rule({}, [library.popular, 100])).status).toBe(201);
    expect(
      (
        await rule(
          { regionId: company.north.regionId },
          [library.popular, 60],
          [library.thirds, 40],
        )
      ).status,
    ).toBe(201);
    const page = plain((await admin.open("/admin/master-rule")).html);
    const compareTo = /href="(\/admin\/master-rule\/compare[^"]*)"/.exec(page)?.[1] ?? "";
    const choice = plain((await admin.open(compareTo)).html);
    const other = /<option value="(region\.[^"]+)"/.exec(choice)?.[1] ?? "";
    const compared = text((await admin.open(`${compareTo}&other=${other}`)).html);
    expect(compared).toMatch(/its own rule\. North, [^.]+: its own rule\./);
    expect(compared).toMatch(/Mix: Popular 100% 60%/);
    expect(compared).toMatch(/Mix: Thirds None 40%/);
    const zone = `zone.${ids.encrypt("zone", company.north.zoneIds[0] ?? 0)}`;
    expect(text((await admin.open(`${compareTo}&other=${zone}`)).html)).toContain(
      "inherited from the region North",
    );
    expect(text((await admin.open(`${compareTo}&other=company`)).html)).toContain(
      "Both rules have the same settings.",
    );
    const elsewhere = await makeCompany(web.at.database);
    for (const wrong of [
      `region.${ids.encrypt("region", elsewhere.north.regionId)}`,
      "region.x",
      "toString.x",
    ])
      expect((await admin.get(`${compareTo}&other=${wrong}`)).status, wrong).toBe(404);
  });

  test("a chart's songs and the list of charts are downloaded from their pages [CHT-1]", async () => {
    const chartId = await makeChart(
      web.at.database,
      company.companyId,
      "Evening",
      library.songIds.slice(0, 3),
    );
    const list = plain((await admin.open("/admin/charts?kind=custom&search=even")).html);
    const listTo = /href="(\/admin\/charts\/download[^"]*)"/.exec(list)?.[1] ?? "";
    expect(readCsv(await (await admin.get(listTo)).text()).map((cells) => cells[0])).toEqual([
      "Chart",
      "Evening",
    ]);
    const path = `/admin/charts/custom/${ids.encrypt("chart", chartId)}`;
    expect(plain((await admin.open(path)).html)).toContain(`href="${path}/download`);
    expect(readCsv(await (await admin.get(`${path}/download`)).text())).toHaveLength(4);
    expect((await admin.get("/admin/charts/download?status=odd")).status).toBe(422);
  });

  test("a file of users is looked at row by row and applied once that is confirmed [USR-1] [ROL-1]", async () => {
    expect(plain((await admin.open("/admin/users")).html)).toContain('href="/admin/users/import"');
    expect(text((await admin.open("/admin/users/import")).html)).toContain(
      "Each row adds a user, who receives an invitation by email",
    );
    const form = new FormData();
    form.append("_csrf", admin.jar.get("XSRF-TOKEN") ?? "");
    const lines =
      "Username,First name,Email,Role,Level\nlist.one,Asha,asha@example.com,Admin,national\nlist.two,Bea,bea@example.com,Boss,national";
    form.append("file", new File([lines], "users.csv", { type: "text/csv" }));
    const here =
      (await leadsTo(await admin.send("/admin/users/import", { method: "POST", body: form }))) ??
      "";
    expect(text((await admin.open(here)).html)).toContain(
      "Role: Enter Admin, Admin Limited or Store Manager.",
    );
    expect(text((await admin.open(`${here}/apply`)).html)).toContain(
      "1 user will be added; if one fails, none is. 1 refused row will be left out. Each row adds a user",
    );
    expect(await leadsTo(await admin.post(`${here}/apply`, {}))).toBe(here);
    expect(text((await admin.open("/admin/users?search=list.one")).html)).toContain(
      "asha@example.com",
    );
    expect(readCsv(await (await admin.get("/admin/users/import/template")).text())[0]?.[0]).toBe(
      "Username",
    );
    const limited = await web.signedIn(company.users.limited);
    expect(await leadsTo(await limited.get("/admin/users/import"))).toBe("/login");
  });

  test("the shortcuts have a page, which names the pages of the person's menu alone [FND-1]", async () => {
    const page = text((await admin.open("/admin/shortcuts")).html);
    expect(page).toContain("Go to Stores");
    expect(page).not.toContain("Go to Audit log");
    expect(page).toContain("Shortcuts need JavaScript.");
    expect((await admin.open("/admin/stores")).html).toContain('href="/admin/shortcuts"');
  });
});
