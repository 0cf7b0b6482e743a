import { clientId, clientSecret, openSignInService } from "../support/open-id.ts";
import { expect, expectMessage, type Page } from "./journey.ts";

const settingsPath = "/admin/company/sign-in";

/**
 * Sets a sign-in service up as an admin, signs in with it from the sign-in page and back to the
 * page asked for, and takes it away again.
 */
export async function signInByCompanyAccount(
  page: Page,
  signIn: (username: string) => Promise<void>,
  site: string,
): Promise<void> {
  const service = await openSignInService(null, `${site}/company-sign-in/back`);
  const press = (name: string) => page.getByRole("main").getByRole("button", { name }).click();
  const signOut = async () => {
    await page.getByRole("button", { name: "Account of Nisha Verma" }).click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.waitForURL(/\/login$/);
  };
  const go = async () => {
    await page.getByRole("link", { name: "Sign in with your company account" }).click();
    await page.getByLabel("Company code").fill(code);
    await press("Continue");
    await page.getByRole("link", { name: `Continue to ${new URL(service.issuer).host}` }).click();
  };

  await signIn("client.admin");
  await page.goto("/admin/account");
  const email = await page.getByLabel("Email", { exact: true }).inputValue();
  await page.goto(settingsPath);
  await page.getByLabel("Issuer").fill(service.issuer);
  await page.getByLabel("Client ID").fill(clientId);
  await page.getByLabel("Client secret").fill(clientSecret);
  await press("Save sign-in service");
  await expectMessage(page, "Sign-in service saved");
  const code =
    /enter the company code (\S+)\. /.exec(await page.getByRole("main").innerText())?.[1] ?? "";
  await signOut();

  await page.goto("/admin/stores?search=a");
  await page.waitForURL(/\/login$/);
  await go(); // the service lets nobody in yet
  await page.waitForURL(/\/company-sign-in$/);
  await expect(page.getByText("did not let you in")).toBeVisible();
  service.person = { sub: "nisha", email, email_verified: true };
  await page.goto("/login");
  await go();
  await page.waitForURL(/\/admin\/stores\?search=a$/);

  await page.goto(settingsPath);
  await page.getByLabel("Require the company account").check();
  await press("Save sign-in service");
  await expectMessage(page, "Sign-in service saved");
  await signOut();
  await page.getByLabel("Username").fill("client.admin");
  await page.getByLabel("Password").fill("Demo@2026pass");
  await press("Sign in");
  await expect(page.getByText(`Its company code is ${code}`).first()).toBeVisible();
  await go();
  await page.waitForURL(/\/admin$/);
  await page.goto(settingsPath);
  await page.getByLabel("Issuer").fill("");
  await page.getByLabel("Client ID").fill("");
  await page.getByLabel("Require the company account").uncheck();
  await press("Save sign-in service");
  await expectMessage(page, "Sign-in service saved");
  await service.close();
}
