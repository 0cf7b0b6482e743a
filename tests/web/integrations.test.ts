import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestWeb, type TestWeb, type Visitor } from "../support/web.ts";

describe("API tokens and webhooks without script", () => {
  let web: TestWeb;
  let company: TestCompany;
  let person: Visitor;

  beforeAll(async () => {
    web = await openTestWeb(anyEngine);
    await makeProvider(web.at.database);
    company = await makeCompany(web.at.database);
    person = await web.signedIn(company.users.admin);
  });
  afterAll(() => web?.close());

  const textOf = (html: string) =>
    html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<!--.*?-->/g, "");
  const linkTo = (html: string, act: RegExp) =>
    [...html.matchAll(/href="([^"]+)"/g)].map(([, to = ""]) => to).find((to) => act.test(to)) ?? "";

  test("a token is created with ticked scopes, shown once, listed, and revoked after a question [INT-1]", async () => {
    const refused = await person.post("/admin/tokens/add", {
      name: "Till",
      days: "90",
      kind: "company",
    });
    expect([refused.status, textOf(await refused.text())]).toEqual([
      422,
      expect.stringContaining("Choose at least one scope."),
    ]);
    const response = await person.post("/admin/tokens/add", {
      name: "Till",
      days: "90",
      kind: "company",
      scopes: "STORES:read",
    });
    const page = textOf(await response.text());
    const [token = ""] = /fistk_\d+_\d+_[\w-]{43}/.exec(page) ?? [];
    const ask = () =>
      web.at.nobody.me({ headers: { Authorization: `Bearer ${token}` } } as never).reply;
    expect((await ask()).status).toBe(200);
    const list = textOf((await person.open("/admin/tokens")).html);
    expect(list).toContain("Stores (read)");
    expect(list).not.toContain(token);
    const question = linkTo(list, /\/admin\/tokens\/[^/]+\/revoke/);
    expect(textOf((await person.open(question)).html)).toContain("Revoke Till?");
    expect((await person.post(question, {})).status).toBe(302);
    expect((await ask()).status).toBe(401);
    expect(textOf((await person.open("/admin/tokens")).html)).toContain("Revoked by Test");
  });

  test("a webhook is added, its secret shown once; it is tested, paused and deleted from its page [INT-1]", async () => {
    const form = { name: "Desk", url: "https://receiver.example/events", events: "store.offline" };
    const wrong = await person.post("/admin/webhooks/add", { ...form, url: "ftp://x" });
    expect([wrong.status, textOf(await wrong.text())]).toEqual([
      422,
      expect.stringContaining("Enter an address such as"),
    ]);
    const added = textOf(await (await person.post("/admin/webhooks/add", form)).text());
    expect(added).toMatch(/whsec_[\w-]{43}/);
    const path = linkTo(added, /\/admin\/webhooks\/(?!add)[^/]+$/);
    expect((await person.post(path, { _do: "test" })).status).toBe(302);
    const page = textOf((await person.open(path)).html);
    expect(page).toContain("Test event");
    expect(page).not.toContain("whsec_");
    const [, delivery = ""] = /name="delivery" value="([^"]+)"/.exec(page) ?? [];
    expect((await person.post(path, { delivery })).status).toBe(302);
    expect(textOf((await person.open(path)).html)).toContain("sent again");
    expect(textOf((await person.open(`${path}?state=failed`)).html)).toContain(
      "No event matches these filters.",
    );
    expect(await (await person.post(path, { _do: "secret" })).text()).toMatch(/whsec_[\w-]{43}/);
    await person.post(path, { _do: "pause" });
    expect(textOf((await person.open("/admin/webhooks")).html)).toContain("Paused");
    expect((await person.post(`${path}/edit`, { ...form, name: "Help desk" })).status).toBe(302);
    const edit = (await person.open(`${path}/edit`)).html;
    expect(edit).toMatch(/name="version" value="4"/);
    const late = await person.post(`${path}/edit`, { ...form, name: "Front desk", version: "1" });
    const lateHtml = await late.text();
    expect([late.status, lateHtml.includes('value="Front desk"'), textOf(lateHtml)]).toEqual([
      422,
      true,
      expect.stringContaining("to “Help desk” in"),
    ]);
    expect((await person.post(`${path}/remove`, {})).status).toBe(302);
    expect(textOf((await person.open("/admin/webhooks")).html)).toContain("No webhooks yet");
    expect((await (await web.signedIn(company.users.regional)).get("/admin/webhooks")).status).toBe(
      302,
    );
  });
});
