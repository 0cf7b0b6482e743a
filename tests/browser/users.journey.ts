import { tokenIn } from "../support/smtp.ts";
import { expect, expectMessage, test } from "./journey.ts";

test("a user is added, mailed, sets a password and is signed in; whoever invited them is told [USR-1] [NAV-4]", async ({
  page,
  browser,
  script,
  signIn,
  smtp,
  serverUrl,
}) => {
  const email = `asha.${script ? "script" : "plain"}@example.com`;
  await signIn("client.admin");
  await page.goto("/admin/users/add");
  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Last name").fill("Rao");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: "Admin", exact: true }).check();
  await expect(page.getByRole("group", { name: "Regions" })).toBeHidden();
  await page.getByRole("radio", { name: "Regional" }).check();
  await page.getByRole("group", { name: "Regions" }).getByRole("checkbox").first().check();
  await expect(page.getByRole("group", { name: "Zones" })).toBeHidden();
  await page.getByRole("button", { name: "Add user" }).click();
  await expectMessage(page, `Invitation emailed to ${email}`);

  const token = tokenIn(await smtp.letterTo(email));
  const invited = await browser.newContext({ javaScriptEnabled: script, baseURL: serverUrl });
  const theirs = await invited.newPage();
  await theirs.goto(`/set-my-profile?token=${encodeURIComponent(token)}`);
  await theirs.getByRole("textbox", { name: "New password", exact: true }).fill("Next@2026pass");
  await theirs.getByRole("textbox", { name: "Repeat new password" }).fill("Next@2026pass");
  await theirs.getByRole("button", { name: "Start" }).click();
  await expect(theirs).toHaveURL(/\/admin$/);
  await invited.close();

  await page.goto("/admin/notifications");
  await expect(page.getByRole("main")).toContainText("accepted the invitation");
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(page.getByRole("button", { name: "Mark all as read" })).toHaveCount(0);
});
