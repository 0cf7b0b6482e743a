import { expect, expectMessage, type Page, test } from "./journey.ts";

const rows = (page: Page) => page.getByRole("table", { name: /^Songs of/ }).locator("tbody tr");
const titles = (page: Page) => rows(page).locator("b").allInnerTexts();

test("a chart is made, filled by search and list, put in order, and deleted again [CHT-1] [UI-5] [UI-11]", async ({
  page,
  signIn,
  script,
}) => {
  await signIn("client.admin");
  await page.goto("/admin/charts?kind=custom");
  await expect(page.getByRole("link", { name: "How this works" })).toHaveAttribute(
    "href",
    "/admin/tutorials/music_chart",
  );
  await page.getByRole("link", { name: "Add custom chart" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Journey");
  await page.getByRole("button", { name: "Add chart" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Add songs to Journey");

  const library = page.getByRole("table", { name: "Songs of the library" }).locator("tbody tr");
  for (const at of [0, 1, 2]) await library.nth(at).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Add to Journey" }).click();
  await expectMessage(page, "3 songs added.");
  await expect(library.first()).toContainText("In the chart");

  await page.getByRole("link", { name: "Paste or upload a list" }).click();
  await page.getByLabel("Songs", { exact: true }).fill("There is no such song\tNobody");
  await page.getByRole("button", { name: "Add songs" }).click();
  await expect(page.getByRole("heading", { name: "1 line was not matched" })).toBeVisible();
  await page.getByRole("link", { name: "Show the chart" }).click();

  await expect(rows(page)).toHaveCount(3);
  const [first = "", second = "", third = ""] = await titles(page);
  await page.getByRole("button", { name: `Move ${second} up` }).click();
  await expect(rows(page).first()).toContainText(second);
  await rows(page)
    .nth(2)
    .getByRole("button", { name: /^More for/ })
    .click();
  await rows(page).nth(2).getByLabel("Position").fill("1");
  await rows(page).nth(2).getByLabel("Weight").selectOption("5");
  await rows(page).nth(2).getByRole("button", { name: "Save" }).click();
  await expect(rows(page).first()).toContainText(third);
  expect(await titles(page)).toEqual([third, second, first]);
  if (script) {
    await page.locator("[data-song]").nth(2).dragTo(page.locator("[data-song]").nth(0));
    await expect(rows(page).first()).toContainText(first);
  }

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete chart" }).click();
  await expect(page).toHaveURL(/\/admin\/charts\?kind=custom/);
  await expect(page.getByRole("link", { name: "Journey" })).toHaveCount(0);
});
