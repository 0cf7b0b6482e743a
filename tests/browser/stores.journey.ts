import { readFile } from "node:fs/promises";
import { expect, expectMessage, openPage, type Page, test, withoutScriptToo } from "./journey.ts";

const rows = (page: Page) =>
  page.getByRole("table", { name: "Stores" }).locator("tbody:not(.fold) tr");

test.beforeEach(async ({ page, signIn }) => {
  await signIn("client.admin");
  await page.goto("/admin/stores");
});

test("the stores are filtered, sorted and paged, each state an address [UI-10]", async ({
  page,
}) => {
  await page.goto("/admin/stores?sort=name");
  await expect(rows(page)).toHaveCount(25);
  const first = await rows(page).first().innerText();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText(/26 to 50 of \d+/)).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText(/1 to 25 of \d+/)).toBeVisible();
  expect((await rows(page).first().innerText()).split("\n")[0]).toBe(first.split("\n")[0]);

  await page.getByRole("columnheader", { name: "Store" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Store" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(page).toHaveURL(/sort=-name/);

  await page.getByLabel("Search", { exact: true }).fill("NWR-0003");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=NWR-0003/);
  await page.getByLabel("Search", { exact: true }).fill("there is no such store");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await expect(page.getByText("No Data Found")).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(rows(page)).toHaveCount(25);
});

test(
  "one store is deactivated once that is confirmed, and activated again [UI-5] [UI-10]",
  withoutScriptToo,
  async ({ page, script }) => {
    const code = "NWR-0005";
    await openPage(page, `/admin/stores?search=${code}`);
    const name = (await rows(page).first().locator("b").first().innerText()).trim();
    for (const [act, state] of [
      ["Deactivate", /Inactive/],
      ["Activate", /^(?!.*Inactive)/],
    ] as const) {
      const press = async () => {
        await rows(page)
          .first()
          .getByRole("button", { name: /^More for/ })
          .click();
        await page.getByRole("link", { name: `${act} ${name}` }).click();
      };
      await press();
      if (script) {
        await expect(page.getByRole("dialog", { name: `${act} ${name}?` })).toBeVisible();
        await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
        await expect(page.getByRole("dialog")).toHaveCount(0);
        await page.getByRole("link", { name: `${act} ${name}` }).click();
      } else {
        await expect(page).toHaveURL(/\/admin\/stores\/[^/]+\/(de)?activate/);
        await page.getByRole("link", { name: "Cancel" }).click();
        await openPage(page, `/admin/stores?search=${code}`);
        await press();
      }
      await page.getByRole("button", { name: `${act} store` }).click();
      await expect(page).toHaveURL(/\/admin\/stores/);
      await expectMessage(page, /activated/);
      await openPage(page, `/admin/stores?search=${code}`);
      await expect(rows(page).first()).toContainText(state);
    }
  },
);

test(
  "several stores are changed at once, and all that match a filter [UI-10]",
  withoutScriptToo,
  async ({ page }) => {
    await page.goto("/admin/stores?search=NWR-001");
    const many = await rows(page).count();
    expect(many).toBeGreaterThan(3);
    for (const index of [0, 1]) await rows(page).nth(index).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Deactivate", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Deactivate 2 stores?" })).toBeVisible();
    await page.getByRole("button", { name: "Deactivate stores" }).click();
    await expectMessage(page, /deactivated/);
    await page.goto("/admin/stores?status=inactive&search=NWR-001");
    await expect(rows(page)).toHaveCount(2);
    for (const index of [0, 1]) await rows(page).nth(index).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await page.getByRole("button", { name: "Activate stores" }).click();
    await expectMessage(page, /activated/);
    await page.goto("/admin/stores?status=inactive&search=NWR-001");
    await expect(page.getByText("No Data Found")).toBeVisible();
  },
);

test(
  "the list downloads as CSV: its filters, a heading, a line a store",
  withoutScriptToo,
  async ({ page }) => {
    await page.goto("/admin/stores?search=NWR-001");
    const rowCount = await rows(page).count();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/code/i);
    expect(lines).toHaveLength(rowCount + 1);
    for (const line of lines.slice(1)) expect(line).toContain("NWR-001");
  },
);

test("dates are written dd/MM/yy [UI-6]", async ({ page }) => {
  await page.goto("/admin/stores?status=inactive");
  for (const text of await rows(page).allInnerTexts())
    expect(text).toMatch(/Inactive since \d{2}\/\d{2}\/\d{2}\b/);
  expect(await rows(page).count()).toBeGreaterThan(0);
});
