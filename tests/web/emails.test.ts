import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { leadsTo, type MailingWeb, openMailingWeb } from "../support/web.ts";

let web: MailingWeb;
let company: TestCompany;
beforeAll(async () => {
  web = await openMailingWeb(anyEngine);
  await makeProvider(web.at.database);
  company = await makeCompany(web.at.database);
});
afterAll(() => web?.close());

const plain = (html: string) =>
  html.replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");

test("an invitation that was refused leads to its row, says the server's words, and is sent again there [MAIL-1] [USR-1]", async () => {
  const admin = await web.signedIn(company.users.admin);
  const email = "refused.person@example.com";
  web.at.smtp.rules.set(email, { at: "recipient", code: 550, words: "no such mailbox" });
  const form = { firstName: "Asha", username: "refused.person", email };
  const place = { phoneCountryCode: "91", role: "ROLE_Client_Admin", level: "national" };
  const to = (await leadsTo(await admin.post("/admin/users/add", { ...form, ...place }))) ?? "";
  expect(to).toBe("/admin/users?mail=refused");
  const html = plain((await admin.open(to)).html);
  for (const words of [
    "refused.person added. Invitation to refused.person@example.com was refused: 550 no such mailbox",
    "Invitation: 550 no such mailbox",
    "Send again",
  ])
    expect(html).toContain(words);
  web.at.smtp.rules.clear();
  const again = /href="(\/admin\/users\/[^"/]+\/invitation[^"]*)"/.exec(html)?.[1] ?? "";
  const back = (await leadsTo(await admin.post(again, {}))) ?? "";
  const after = plain((await admin.open(back)).html);
  expect(after).toContain(`Invitation emailed to ${email}`);
  expect(after).not.toContain("550 no such mailbox");
  expect(plain((await admin.open("/admin/users?mail=sent")).html)).toContain("refused.person");
});

test("a store's page says what became of the email when its player's password is reset [MAIL-1]", async () => {
  const admin = await web.signedIn(company.users.admin);
  const { manager } = company.users;
  const { html } = await admin.open("/admin/stores?search=North+store+1.1");
  const store = /href="(\/admin\/stores\/[\w-]{30,})"/.exec(html)?.[1] ?? "";
  const reset =
    /href="([^"]*\/players\/[^"]*\/reset[^"]*)"/
      .exec((await admin.open(store)).html)?.[1]
      ?.replaceAll("&amp;", "&") ?? "";
  const press = async () => {
    const page = (await leadsTo(await admin.post(reset, {}))) ?? "";
    return plain((await admin.open(page)).html);
  };
  const to = `${manager}@example.com`;
  web.at.smtp.rules.set(to, { at: "recipient", code: 550, words: "no such mailbox" });
  expect(await press()).toContain(`Password link to ${to} was refused: 550 no such mailbox`);
  web.at.smtp.rules.clear();
  expect(await press()).toContain(`Password link emailed to ${to}`);
});
