import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { messages } from "#contract/base/messages";
import { setupLinks } from "#platform/modules/setup/setup-link";
import { makeProvider } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { password, testSessionSecret } from "../support/platform.ts";
import { leadsTo, openedAMinuteAgo, openTestWeb, type TestWeb, webOver } from "../support/web.ts";

const typed = {
  providerName: "Fever Mumbai",
  firstName: "Asha",
  lastName: "Rao",
  email: "asha@fever.example",
  username: "asha",
};
const passwords = { password, confirmPassword: password };

describe("The setup page", () => {
  const open: TestWeb[] = [];
  let web: TestWeb;
  beforeEach(async () => {
    web = await openTestWeb(anyEngine);
    open.push(web);
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });
  const link = (at = Date.now()) =>
    `/setup/${setupLinks(testSessionSecret).makeToken(new Date(at))}`;

  test("takes the form once, and the super admin it makes signs in [SET-1]", async () => {
    const path = link();
    const visitor = web.visitor();
    expect((await visitor.open("/login")).html).toContain("This server is not set up yet.");
    expect((await visitor.open(path)).html).toContain("Set up this server");
    expect(await leadsTo(await visitor.post(path, { ...typed, ...passwords }))).toBe("/login");
    const { html } = await visitor.open("/login");
    expect(html).toContain("This server is set up. Sign in with the account you just created.");
    expect(html).not.toContain("This server is not set up yet.");
    expect((await (await web.signedIn("asha")).open("/admin")).status).toBe(200);
    expect((await visitor.open(path)).html).toContain("This server is set up");
    const again = await visitor.post(path, { ...typed, ...passwords, username: "somebody" });
    expect([again.status, (await again.text()).includes("This server is set up")]).toEqual([
      422,
      true,
    ]);
  });

  test("leads whoever set the server up to its first company, from wherever one is asked for [SET-1]", async () => {
    const provider = await makeProvider(web.at.database);
    const admin = await web.signedIn(provider.staff.Fever_Admin_Major);
    const music = await web.signedIn(provider.staff.Fever_Music_Admin);
    for (const path of ["/admin", "/admin/company/choose"]) {
      const main = async (person: typeof admin) => (await person.open(path)).html.split("<main")[1];
      expect(await main(admin), path).toContain('href="/admin/companies/add"');
      expect(await main(music), path).not.toContain('href="/admin/companies/add"');
    }
  });

  test("keeps what was typed while the platform does not answer [SET-1] [ERR-1]", async () => {
    const apart = await webOver(undefined, { PLATFORM_API_URL: "http://127.0.0.1:1" });
    const response = await apart.visitor().post(link(), { ...typed, ...passwords });
    const html = await response.text();
    expect(response.status).toBe(503);
    for (const words of [
      "Problem while connecting to Server",
      'value="Fever Mumbai"',
      'value="asha"',
    ])
      expect(html).toContain(words);
    expect(html).not.toContain(password);
  });

  test("keeps what was typed beside the errors, never the passwords [SET-1] [VAL-3]", async () => {
    const response = await web.visitor().post(link(), {
      ...typed,
      email: "asha at fever",
      password,
      confirmPassword: "Other@2026pass",
    });
    const html = await response.text();
    expect(response.status).toBe(422);
    for (const words of [
      messages.email,
      messages.passwordsDiffer,
      'value="Fever Mumbai"',
      'value="asha at fever"',
      'value="asha"',
    ])
      expect(html).toContain(words);
    for (const secret of [password, "Other@2026pass"]) expect(html).not.toContain(secret);
  });

  test("a link that is old, cut, another server's or missing says so and what to do [SET-1]", async () => {
    const visitor = web.visitor();
    const old = link(Date.now() - 25 * 3_600_000);
    expect((await visitor.open(old)).html).toContain("This setup link has expired");
    for (const path of [`${link()}x`, "/setup", `/setup/${"x".repeat(500)}`]) {
      const { status, html } = await visitor.open(path);
      expect([
        status,
        html.includes("This setup link does not work"),
        html.includes("npm run setup"),
      ]).toEqual([200, true, true]);
    }
    const late = await visitor.post(old, { ...typed, ...passwords });
    expect([late.status, (await late.text()).includes("This setup link has expired")]).toEqual([
      422,
      true,
    ]);
    await makeProvider(web.at.database);
    expect((await visitor.open(old)).html).toContain("This server is set up");
  });

  test("the token stays out of the log, and visitors' forms say that the server is not set up [SET-1]", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
    const listening = await openTestWeb(anyEngine, {}, { logger });
    open.push(listening);
    const path = link();
    await listening.visitor().open(path);
    await listening.visitor().post(path, { ...typed, email: "" });
    await listening.visitor().post(path, { ...typed, ...passwords, email: "asha@fever.example" });
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of [path.split("/").at(-1) ?? "", password])
      expect(lines.join("")).not.toContain(secret);
    const response = await web.visitor().post("/contact", {
      _madeAt: openedAMinuteAgo(),
      name: "Cy Dean",
      email: "cy@dean.example",
      message: "How loud?",
    });
    expect([response.status, (await response.text()).includes(messages.notSetUp)]).toEqual([
      503,
      true,
    ]);
  });
});
