import { codeAt } from "../support/authenticator.ts";
import { signInByCompanyAccount } from "./company-account.ts";
import { demoPassword, expect, expectMessage, signInByForm, test } from "./journey.ts";
import { knownAddress } from "./server.ts";

test.use({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => use({ ...(await knownAddress()), WEBHOOK_RECEIVERS: "private" }),
    { scope: "worker" },
  ],
});

test("people sign in with their company account, come back to the page asked for, and are told why not [INT-2]", async ({
  page,
  signIn,
  baseURL,
  expectStatus,
}) => {
  expectStatus(403);
  await signInByCompanyAccount(page, signIn, baseURL ?? "");
});

test("a passkey is added beside the app, signs in in place of its code, and is removed; without script a code does [INT-2] [UI-10]", async ({
  page,
  signIn,
  script,
  expectStatus,
}) => {
  const press = (name: string) => page.getByRole("main").getByRole("button", { name }).click();
  const signOut = async () => {
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/login$/); // or the next page might be asked for while signed in
  };
  const username = "limited.admin";
  await signIn(username);
  await page.goto("/two-steps");
  await page.getByLabel("Current password").fill(demoPassword);
  await press("Set up two-step sign-in");
  const key = (await page.locator("p", { hasText: "Key:" }).locator("code").textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill(codeAt(key, Date.now()));
  await press("Turn on");
  const saved = page.getByRole("link", { name: "I have saved them" });
  await expect(saved).toBeVisible(); // the codes stand there now
  const codes = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  await saved.click();
  const lead = page.getByText("Passkeys need JavaScript, which is off on this page.");
  await expect(lead).toBeVisible({ visible: !script });
  await expect(page.getByLabel("Name of the passkey")).toBeVisible({ visible: script });

  if (!script) {
    await signOut();
    await signInByForm(username, page);
    await expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await press("Continue");
    await page.waitForURL(/\/admin$/);
    return;
  }

  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const isReady = (ready: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: ready });
  await page.getByLabel("Name of the passkey").fill("Work laptop");
  const adding = page.locator("form#passkey");
  await adding.getByLabel("Current password").fill(demoPassword);
  await adding.getByLabel("Code").fill(codes[1] ?? "");
  await adding.getByRole("button", { name: "Continue" }).click();
  await expect(
    page.getByRole("heading", { name: "Create the passkey “Work laptop”" }),
  ).toBeVisible();
  await press("Create passkey");
  await expectMessage(page, "Passkey “Work laptop” added");
  await expect(page.getByRole("row", { name: /Work laptop .* Never/ })).toBeVisible();
  await signOut();

  await signInByForm(username, page);
  await press("Use a passkey");
  await page.waitForURL(/\/admin$/);
  await page.goto("/two-steps");
  await expect(page.getByRole("row", { name: /Work laptop/ })).not.toContainText("Never");

  // a device that lost its passkey: the browser says so, and a code still signs in
  await signOut();
  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await isReady(true);
  await signInByForm(username, page);
  await press("Use a passkey");
  await expectMessage(page, "No passkey was used");
  await page.getByLabel("Code").fill(codes[2] ?? "");
  await press("Continue");
  await page.waitForURL(/\/admin$/);

  expectStatus(422);
  await page.goto("/two-steps");
  const removing = page.locator("form#passkey-remove");
  await removing.getByLabel("Current password").fill("not my password");
  await removing.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toBeVisible();
  await removing.getByLabel("Current password").fill(demoPassword);
  await removing.getByRole("button", { name: "Remove passkey" }).click();
  await expectMessage(page, "Passkey removed");
  await expect(page.getByRole("row", { name: /Work laptop/ })).toHaveCount(0);
});
