import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderStore } from "#platform/files/file-store";
import { openMail } from "#platform/mail/mail";
import { reportMailService } from "#platform/modules/reports/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { anyEngine } from "../support/database.ts";
import { pageRoutesOf, sampleAddress } from "../support/page-routes.ts";
import { testFilesDir, testPublicUrl, testSessionSecret } from "../support/platform.ts";
import { openSmtp, type Smtp } from "../support/smtp.ts";
import { leadsTo, openTestWeb, pagesBuild, type TestWeb, type Visitor } from "../support/web.ts";
import { allEndpoints, nameOf } from "../sweeps/all-endpoints.ts";
import { sampleInput } from "../sweeps/sample-input.ts";

const logger = { info() {}, warn() {}, error() {} };
const outside = "buyer@brand.example";
const listPath = "/admin/reports/schedules";
const build = await pagesBuild();

describe("Recipients of scheduled reports, without script", () => {
  let web: TestWeb;
  let smtp: Smtp;
  let company: TestCompany;
  let admin: Visitor;
  let mailed: ReturnType<typeof reportMailService>;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    smtp = await openSmtp();
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    admin = await web.signedIn(company.users.admin);
    const mail = openMail({ smtpUrl: smtp.url, from: "Fever <a@fever.example>", outbox: "" });
    const files = folderStore(testFilesDir);
    mailed = reportMailService({
      files,
      mail,
      publicUrl: testPublicUrl,
      sessionSecret: testSessionSecret,
      logger,
    });
  });
  afterAll(async () => {
    await web?.close();
    await smtp?.close();
  });

  const schedule = async (as: Visitor, name: string) => {
    const path = "/admin/reports/schedules/add?report=Total_stores";
    const fields = { name, frequency: "daily", format: "csv", weekday: "1", monthDay: "1" };
    return (await leadsTo(await as.post(path, fields))) ?? "";
  };
  const run = async (as: Visitor, path: string) => {
    await as.post(path, { _do: "run" });
    await mailed.mailReports({ database: web.at.database, now: new Date() });
  };
  const lettersTo = (address: string) =>
    smtp.inbox.filter(({ to }) => to?.some((one) => one.address === address));
  const pathIn = (address: string) =>
    /\/(?:shared-report|admin\/reports\/files)\/[\w-]+/.exec(
      lettersTo(address).at(-1)?.text ?? "",
    )?.[0] ?? "";
  const optionNamed = (html: string, label: string) =>
    new RegExp(`value="([^"]+)"[^>]*>(?:(?!<input)[\\s\\S])*?${label}`).exec(html)?.[1] ?? "";

  test("users and roles are chosen on a page, and it says what became of each", async () => {
    const { zonal, manager } = company.users;
    const path = await schedule(admin, "Morning stores");
    expect((await admin.open(path)).html).toContain("No other recipients");
    const form = `${path}/recipients`;
    const { html } = await admin.open(form);
    expect(html).toContain("does not allow outside addresses");
    const userIds = [zonal, manager].map((name) => optionNamed(html, `\\(${name}\\)`));
    expect(userIds.every(Boolean)).toBe(true);
    // what was typed stays beside what is wrong
    const wrong = await admin.post(form, { roles: "ROLE_Client_Admin_Limited", addresses: "no" });
    const wrongHtml = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(wrongHtml).toContain("“no” is not an email address");
    expect(wrongHtml).toMatch(/checked="" value="ROLE_Client_Admin_Limited"/);
    const fields = { roles: "ROLE_Client_Admin_Limited", userIds };
    expect(await leadsTo(await admin.post(form, fields))).toBe(path);
    await run(admin, path);
    const page = (await admin.open(path)).html.replace(/<[^>]+>/g, " ");
    expect(page).toContain("They may not open this report.");
    expect(page).toContain("By role");
    expect(page).toContain("Sent");
    expect(lettersTo(`${manager}@example.com`)).toHaveLength(0);
    expect(lettersTo(`${company.users.limited}@example.com`)).toHaveLength(1);
  });

  test("a person opens their own figures, and stops the emails there or in their list", async () => {
    const zonal = await web.signedIn(company.users.zonal);
    const address = `${company.users.zonal}@example.com`;
    const file = pathIn(address);
    const { html } = await zonal.open(file);
    expect(html).toContain("sends you this report");
    const [, ...rows] = readCsv(await (await zonal.get(`${file}/download`)).text());
    expect(rows).toHaveLength(2);
    expect((await admin.get(file)).status).toBe(404);
    expect(await leadsTo(await zonal.post(file, { _do: "stop" }))).toBe(file);
    expect((await zonal.open(file)).html).toContain("You no longer receive it");
    const list = (await zonal.open(listPath)).html;
    expect(list).toContain("Reports you receive");
    expect(list).toContain("Receive again");
    expect(list).not.toContain("Save outside addresses");
    const ref = /name="ref" value="([^"]+)"/.exec(list)?.[1] ?? "";
    expect(await leadsTo(await zonal.post(listPath, { ref, _do: "receive" }))).toBe(listPath);
    expect((await zonal.open(listPath)).html).toContain("Stop receiving");
    expect(await leadsTo(await zonal.post(listPath, { ref, _do: "stop" }))).toBe(listPath);
    const path = /\/admin\/reports\/schedules\/[\w-]{8,}/.exec((await admin.open(listPath)).html);
    expect((await admin.open(path?.[0] ?? "")).html).toContain("Stopped receiving");
  });

  test("a second press of Run now says that the first run is not over", async () => {
    const path = await schedule(admin, "Pressed twice");
    expect(await leadsTo(await admin.post(path, { _do: "run" }))).toBe(path);
    const again = await admin.post(path, { _do: "run" });
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("“Pressed twice” is still being made or emailed.");
  });

  test("many users are searched for by the form itself", async () => {
    const person = { role: "ROLE_Client_Admin", level: "national" } as const;
    const names = await Promise.all(
      Array.from({ length: 205 }, () => makeUser(web.at.database, company.companyId, person)),
    );
    await web.at.database.db.execute(
      sql`update app_user set fname = 'Zubin' where username = ${names[204]?.username ?? ""}`,
    );
    const path = `${await schedule(admin, "Search")}/recipients`;
    expect((await admin.open(path)).html).toContain("Not all users are listed");
    const search = { "_search-users": "Zubin", _find: "users", addresses: outside };
    const html = await (await admin.post(path, search)).text();
    expect(html).toContain("1 listed for “Zubin”");
    expect(html).toContain(outside);
  });

  test("an outside address opens the file by its link, and nothing else [CTX-4]", async () => {
    const path = await schedule(admin, "For the brand");
    const saving = await admin.post(listPath, { _form: "outside", isAllowed: "on" });
    expect(await leadsTo(saving)).toBe(listPath);
    expect(await leadsTo(await admin.post(`${path}/recipients`, { addresses: outside }))).toBe(
      path,
    );
    await run(admin, path);
    const link = pathIn(outside);
    const token = link.slice("/shared-report/".length);
    expect(token).toMatch(/^[\w-]{43}$/);
    const visitor = web.visitor();
    for (const [address, status] of [
      [link, 200],
      [`${link}.data`, 200],
      [`${link}/file`, 200],
      ["/shared-report/made-up", 404],
    ] as const) {
      const response = await visitor.get(address);
      expect([address, response.status]).toEqual([address, status]);
      expect(response.headers.get("X-Robots-Tag"), address).toContain("noindex");
      expect(response.headers.get("Cache-Control"), address).toContain("no-store");
      expect(response.headers.getSetCookie(), address).toEqual([]);
      await response.body?.cancel();
    }
    const { html } = await visitor.open(link);
    expect(html).not.toContain("<script");
    expect(html).toContain(`of ${company.name} sends you this report`);
    const rows = readCsv(await (await visitor.get(`${link}/file`)).text());
    expect(rows.length).toBeGreaterThan(5);

    const reach: string[] = [];
    for (const endpoint of allEndpoints.values()) {
      const input = sampleInput(endpoint, { id: () => 1, values: { token } });
      for (const headers of [
        { Authorization: `Bearer ${token}` },
        { Cookie: `fever=${token}; __Host-fever=${token}` },
      ] as Record<string, string>[]) {
        const response = await web.at.request(endpoint, {
          ...input,
          headers: { ...input.headers, ...headers },
        });
        await response.body?.cancel();
        if (endpoint.access === "public" ? response.ok && endpoint.params : response.status !== 401)
          reach.push(nameOf(endpoint));
      }
    }
    const own = ["GET /linked-report/{token}", "GET /linked-report/{token}/file"];
    expect([...new Set(reach)].sort()).toEqual(own);
    const pages = pageRoutesOf(build).filter((page) => page.path.startsWith("/admin"));
    for (const page of pages) {
      const response = await visitor.get(`${sampleAddress(page.path)}?token=${token}`);
      expect([page.path, await leadsTo(response)]).toEqual([page.path, "/login"]);
    }
    for (const address of [`/proof/${token}`, `/demo/${token}`, `/shared-report/${token}A`])
      expect((await visitor.get(address)).status, address).toBe(404);

    // the owner withdraws it on the schedule's page
    expect((await admin.open(path)).html).toContain("1 active link");
    const answer = await admin.post(path, { _do: "withdraw", address: outside });
    expect(await leadsTo(answer)).toBe(path);
    expect((await visitor.get(`${link}/file`)).status).toBe(404);
    expect((await visitor.open(link)).html).toContain("This link no longer works");

    // the company forbids it: the page says so, and nothing more is sent
    await admin.post(listPath, { _form: "outside" });
    await run(admin, path);
    expect(lettersTo(outside)).toHaveLength(1);
    expect((await admin.open(path)).html).toContain("so these get no emails");
  });
});
