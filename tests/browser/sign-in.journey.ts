import { expect, test } from "./journey.ts";

test("a wrong password keeps the username, says what is wrong in a summary and beside the field, and never returns the password [VAL-3]", async ({
  page,
  expectStatus,
}) => {
  expectStatus(401, 422);
  await page.goto("/login");
  await page.getByLabel("Username").fill("client.admin");
  await page.getByLabel("Password").fill("not my password");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "There is a problem" })).toContainText("The username or the password is wrong.");
  await expect(page.getByLabel("Username")).toHaveValue("client.admin");
  await expect(page.getByLabel("Password")).toHaveValue("");
  await page.getByLabel("Username").fill("");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").getByRole("link", { name: "This field is required" })).toHaveCount(2);
});

test("sign in, reload, sign out; then every page asks to sign in again [NAV-2] [NAV-8] [SES-5]", async ({ page, signIn }) => {
  await signIn("client.admin");
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/stores");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stores");
  await page.goto("/login");
  await expect(page).toHaveURL(/\/admin$/);
  await page.locator("summary, button").filter({ hasText: "Nisha Verma" }).first().click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/admin/stores");
  await expect(page).toHaveURL(/\/login$/);
});

test("a store manager lands on /store-manager, and the admin area stays closed [NAV-7] [NAV-9]", async ({ page, signIn }) => {
  await signIn("store.manager");
  await expect(page).toHaveURL(/\/store-manager$/);
  await page.goto("/admin/stores");
  await expect(page).toHaveURL(/\/store-manager$/); // by way of /login
});

test("an unknown address shows the page that says so, with status 404 [NAV-5]", async ({ page, expectStatus }) => {
  expectStatus(404);
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL(/\/page-not-found$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("link", { name: "Go to the start" }).click();
  await expect(page).toHaveURL(/\/$/);
});
