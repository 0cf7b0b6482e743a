import { expect, test } from "./journey.ts";

test("provider staff choose a company, are led back, and stay in it until they choose another [CTX-2]", async ({ page, signIn }) => {
  await signIn("super.admin");
  await page.goto("/admin/stores?status=active");
  await expect(page).toHaveURL(/\/admin\/company\/choose/);
  await page.getByRole("button", { name: "Open Brightmart" }).click();
  await expect(page).toHaveURL(/\/admin\/stores/);
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("BRM-");
  await page.goto("/admin/stores?sort=-name");
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("BRM-");
  await page.goto("/admin/company/choose?returnTo=/admin/stores");
  await page.getByRole("button", { name: "Open Northwind Retail" }).click();
  await expect(page.getByRole("table", { name: "Stores" })).toContainText("NWR-");
  await expect(page.getByRole("table", { name: "Stores" })).not.toContainText("BRM-");
});
