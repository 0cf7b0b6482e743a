import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, openTestWeb, type TestWeb } from "../support/web.ts";

const path = "/admin/api-reference";

describe("The API reference, without script", () => {
  let web: TestWeb;
  let users: Awaited<ReturnType<typeof makeCompany>>["users"];
  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    ({ users } = await makeCompany(web.at.database));
  });
  afterAll(() => web?.close());

  test("lists the areas, shows each call of one with its example, and finds calls by their words [INT-1] [API-1]", async () => {
    const admin = await web.signedIn(users.admin);
    expect((await admin.open("/admin/tokens")).html).toContain(`href="${path}"`);
    const areas = (await admin.open(path)).html;
    const links = [...areas.matchAll(new RegExp(`href="${path}\\?area=([^"&]+)"`, "g"))].map(
      ([, area]) => area,
    );
    const document = (await (
      await web.at.send(new Request("http://platform/api/openapi.json"))
    ).json()) as {
      paths: Record<string, Record<string, { tags: string[]; operationId: string }>>;
    };
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(
      new Set(links.map((link) => decodeURIComponent(link ?? "").replaceAll("+", " "))),
    ).toEqual(new Set([...operations.map(({ tags }) => tags[0]), "webhooks"]));
    const wrong: string[] = [];
    for (const link of new Set(links)) {
      const { status, html } = await admin.open(`${path}?area=${link}`);
      const area = decodeURIComponent(link ?? "").replaceAll("+", " ");
      const missing = operations.filter(
        ({ tags, operationId }) => tags[0] === area && !html.includes(`id="${operationId}"`),
      );
      if (status !== 200 || missing.length > 0)
        wrong.push(`${area}: ${status}, without ${missing.map((one) => one.operationId)}`);
    }
    expect(wrong).toEqual([]);
    const { html } = await admin.open(`${path}?search=post+/api/store`);
    expect(html).toContain("STORES:write");
    expect(html).toMatch(/curl -X POST .{0,80}\/api\/store(&#x27;|')/);
    expect(html).toContain("&quot;storeName&quot;");
    expect((await admin.open(`${path}?search=${"z".repeat(90)}`)).html).toContain(
      "No call matches this search.",
    );
    expect((await admin.open(`${path}?search=%3Cscript%3E&area=${"x".repeat(500)}`)).status).toBe(
      200,
    );
  });

  test("is for those who may create tokens [INT-1] [NAV-8]", async () => {
    expect(await leadsTo(await web.visitor().get(path))).toBe("/login");
    expect(await leadsTo(await (await web.signedIn(users.manager)).get(path))).toBe("/login");
  });
});
