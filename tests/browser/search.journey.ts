import { expect, test } from "./journey.ts";

test("a store is found from any page by its code, and opened [FND-1]", async ({ page, signIn }) => {
  await signIn("client.admin");
  await page.goto("/admin/charts");
  await page.getByRole("searchbox", { name: "Search everywhere" }).fill("nwr-0003");
  await page.getByRole("searchbox", { name: "Search everywhere" }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/search\?q=nwr-0003$/);
  await expect(page.getByRole("heading", { name: "Stores" })).toBeVisible();
  const store = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: "NWR-0003" })
    .getByRole("link");
  const name = (await store.textContent()) ?? "";
  await store.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("on a phone a link at the top leads to the search [FND-1]", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn("client.admin");
  await page.goto("/admin/stores");
  await page.getByRole("banner").getByRole("link", { name: "Search everywhere" }).click();
  await page.waitForURL(/\/admin\/search$/);
  await page.getByRole("searchbox", { name: "Search for" }).fill("preview");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Preview" }).click();
  await expect(page).toHaveURL(/\/admin\/preview$/);
});
