import { expect, expectMessage, signInByForm, test, withoutScriptToo } from "./journey.ts";

test("a wrong password keeps the username, says what is wrong in a summary and beside the field, and never returns the password [VAL-3]", async ({
  page,
  expectStatus,
}) => {
  expectStatus(401, 422);
  await page.goto("/login");
  await page.getByLabel("Username").fill("client.admin");
  await page.getByLabel("Password").fill("not my password");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText(
    "The username or the password is wrong.",
  );
  await expect(page.getByLabel("Username")).toHaveValue("client.admin");
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Username").fill("");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(
    page.getByRole("alert").getByRole("link", { name: "This field is required" }),
  ).toHaveCount(2);
});

test(
  "the password is shown on request; without script nothing offers it [UI-4]",
  withoutScriptToo,
  async ({ page, script }) => {
    await page.goto("/login");
    const password = page.getByLabel("Password");
    await password.fill("not my password");
    const show = page.getByRole("button", { name: "Show Password" });
    await expect(show).toHaveCount(script ? 1 : 0);
    if (!script) return;
    await show.click();
    await expect(password).toHaveAttribute("type", "text");
    const hide = page.getByRole("button", { name: "Hide Password", pressed: true });
    await hide.click();
    await expect(password).toHaveAttribute("type", "password");
    await expect(password).toHaveValue("not my password");
  },
);

test(
  "sign in, reload, sign out; then every page asks to sign in again [NAV-2] [NAV-8] [SES-5]",
  withoutScriptToo,
  async ({ page }) => {
    await signInByForm("client.admin", page);
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto("/admin/stores");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ stores?, /);
    await page.goto("/login");
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole("button", { name: "Account of Nisha Verma" }).click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto("/admin/stores?search=a");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toHaveCount(0);
    await page.getByLabel("Username").fill("client.admin");
    await page.getByLabel("Password").fill("Demo@2026pass");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/admin\/stores\?search=a$/);
  },
);

test("a session that ends says so on the sign-in page and leads back to the page asked for [SES-3] [NAV-8] [UI-4]", async ({
  page,
  browser,
  signIn,
  baseURL,
  script,
}) => {
  await signIn("store.manager");
  await page.goto("/store-manager/account");
  // the same person ends this session from another browser
  const elsewhere = await browser.newPage({ baseURL, javaScriptEnabled: script });
  await signIn("store.manager", elsewhere);
  await elsewhere.goto("/store-manager/account");
  await elsewhere
    .getByRole("button", { name: /^End session of/ })
    .first()
    .click();
  await expect(elsewhere.getByText("The session has been ended")).toBeVisible();
  await elsewhere.close();
  await page.waitForTimeout(5_000); // the longest that its end takes to be felt
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await expectMessage(page, "Session expired, Please login again");
  await page.getByLabel("Username").fill("store.manager");
  await page.getByLabel("Password").fill("Demo@2026pass");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/store-manager\/account$/);
});

test("a store manager lands on /store-manager, and the admin area stays closed [NAV-7] [NAV-9]", async ({
  page,
}) => {
  await signInByForm("store.manager", page);
  await expect(page).toHaveURL(/\/store-manager$/);
  await page.goto("/admin/stores");
  await expect(page).toHaveURL(/\/store-manager$/); // by way of /login
});

test("an unknown address shows the page that says so, with status 404 [NAV-5]", async ({
  page,
  expectStatus,
}) => {
  expectStatus(404);
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL(/\/page-not-found$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL(/\/$/);
});
