import AxeBuilder from "@axe-core/playwright";
import { expect, openPage, test } from "./journey.ts";

test("keys open help, search and pages, not while one types, and can be turned off (WCAG 2.1.4) [FND-1] [UI-9]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByLabel("Search", { exact: true }).press("?");
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue("?");
  // the list searches for it by itself, which must be over before axe looks and a key leads away
  await expect(page).toHaveURL(/search=%3F/);
  await expect(page.getByText("Loading", { exact: true })).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(help).toContainText("Go to Users");
  await expect(help).not.toContainText("Go to Audit log");
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/admin\/users$/);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search everywhere" })).toBeFocused();
  await page.goto("/admin/shortcuts");
  const single = page.getByLabel("Single-key shortcuts");
  await expect(single).toBeChecked();
  await single.uncheck();
  await page.getByRole("heading", { level: 1 }).click();
  for (const key of ["?", "g", "u"]) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/admin\/shortcuts$/);
  await expect(help).toHaveCount(0);
  await page.reload();
  await expect(single).not.toBeChecked();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search everywhere" })).toBeVisible();
});
