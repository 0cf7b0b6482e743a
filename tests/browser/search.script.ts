import AxeBuilder from "@axe-core/playwright";
import { expect, openPage, type Page, test } from "./journey.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Search everywhere" });

/** Opens the dialog on the stores list, with the focus on the list's own search. */
async function openDialog(page: Page) {
  await openPage(page, "/admin/stores");
  await page.getByLabel("Search", { exact: true }).focus();
  await page.keyboard.press("Control+k");
  await expect(dialogOf(page).getByRole("combobox")).toBeFocused();
}

test("Ctrl+K searches while one types; arrows choose and Enter opens [FND-1]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openDialog(page);
  const box = dialogOf(page).getByRole("combobox");
  await box.pressSequentially("nwr-000");
  const options = dialogOf(page).getByRole("group", { name: "Stores" }).getByRole("option");
  await expect(options.first()).toContainText("NWR-0001");
  await expect(dialogOf(page).getByRole("status")).toHaveText(/^\d+ results$/);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  expect((await new AxeBuilder({ page }).include("dialog").analyze()).violations).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await options.nth(1).getAttribute("id")) ?? "",
  );
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(
    dialogOf(page).getByRole("option", { name: "See all stores that match" }),
  ).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const name = /^(.*?)NWR-/.exec((await options.nth(1).textContent()) ?? "")?.[1] ?? "";
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("Escape closes the search and gives the focus back; pages are found by name, and nothing says so [FND-1]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openDialog(page);
  await page.keyboard.type("qqqq");
  await expect(dialogOf(page).getByRole("status")).toContainText("Nothing matches “qqqq”");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page.getByLabel("Search", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Search while you type" }).click();
  await expect(dialogOf(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("master");
  await dialogOf(page).getByRole("option", { name: "Master rule" }).click();
  await expect(page).toHaveURL(/\/admin\/master-rule$/);
  await expect(dialogOf(page)).toHaveCount(0);
});

test("Enter before the hits are there leads to the page with all of them; older answers never replace newer ones [FND-1]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openDialog(page);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const firstHits = /\/admin\/search\/hits\?q=nwr-0001&/;
  await page.route(firstHits, async (route) => {
    await gate;
    await route.continue().catch(() => {}); // the page has let go of it
  });
  const firstRequest = page.waitForRequest(firstHits);
  await page.keyboard.type("nwr-0001");
  await firstRequest;
  await dialogOf(page).getByRole("combobox").fill("nwr-0002");
  await expect(dialogOf(page).getByRole("option")).toHaveText([/NWR-0002/]);
  release();
  await expect(dialogOf(page).getByRole("option")).toHaveText([/NWR-0002/]);
  // its hits never come, however late Enter is
  await page.route(/\/admin\/search\/hits\?q=nwr-0003&/, () => {});
  await dialogOf(page).getByRole("combobox").fill("nwr-0003");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/search\?q=nwr-0003$/);
});
