import { expect, test } from "./journey.ts";

test("provider staff choose a company, are led back, and stay in it until they choose another [CTX-2]", async ({
  page,
  signIn,
}) => {
  await signIn("super.admin");
  await page.goto("/admin/stores?status=active");
  await expect(page).toHaveURL(/\/admin\/company\/choose/);
  await page.getByRole("button", { name: "Open Brightmart", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/stores/);
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("BRM-");
  await page.goto("/admin/stores?sort=-name");
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("BRM-");
  await page.goto("/admin/company/choose?returnTo=/admin/stores");
  await page.getByRole("button", { name: "Open Northwind Retail", exact: true }).click();
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("NWR-");
  await expect(page.getByRole("table", { name: "Stores" })).not.toContainText("BRM-");
});

test("a form made for one company is not sent in another that was chosen in a second tab, and waits for its own [CTX-2]", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("super.admin");
  await page.goto("/admin/company/choose?returnTo=/admin/store/add");
  await page.getByRole("button", { name: "Open Brightmart", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/store\/add/);
  await page.getByLabel("Store name").fill("Typed for Brightmart");
  await page.getByLabel("Store code").fill("BRM-TWO-TABS");

  const second = await context.newPage();
  await second.goto("/admin/company/choose?returnTo=/admin/stores");
  await second.getByRole("button", { name: "Open Northwind Retail", exact: true }).click();
  await expect(second.getByRole("table", { name: "Stores" })).toContainText("NWR-");

  await page.locator("#form").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Now you work in Northwind Retail")).toBeVisible();
  await page.getByRole("button", { name: "Open Brightmart" }).click();
  await expect(page.getByLabel("Store name")).toHaveValue("Typed for Brightmart");
  await page.goto("/admin/stores?search=BRM-TWO-TABS");
  await expect(page.getByText("No Data Found")).toBeVisible();
});
