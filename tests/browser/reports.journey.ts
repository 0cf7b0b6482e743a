import { expect, test } from "./journey.ts";

const press = "Please click on Show Report to see data";

test("a report is two clicks from the dashboard, and no report is cut at 1280 px [REP-1] [ERR-4]", async ({
  page,
  signIn,
  script,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn("client.admin");
  await page.goto("/admin");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  const reports = await page
    .getByRole("main")
    .locator('a[href^="/admin/reports/"]:not([href$="/schedules"])')
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  await page.getByRole("link", { name: /^Time online/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/% uptime/);
  await expect(page.getByRole("table", { name: "Time online" })).toBeVisible();
  await expect(page.getByRole("figure", { name: /^Uptime per day/ })).toBeVisible();

  await page.getByRole("link", { name: "Yesterday", exact: true }).click();
  await expect(page).toHaveURL(/period=yesterday/);
  await expect(page.getByRole("link", { name: "Yesterday", exact: true })).toHaveAttribute(
    "aria-current",
    "true",
  );
  if (script) {
    await page.getByLabel("Region", { exact: true }).selectOption({ index: 1 });
    await expect(page.getByText(press)).toBeVisible();
    await expect(page.getByRole("table", { name: "Time online" })).toHaveCount(0);
    await page.getByRole("button", { name: "Show Report" }).click();
    await expect(page.getByRole("table", { name: "Time online" })).toBeVisible();
    await expect(page.getByText(press)).toHaveCount(0);
  }
  for (const path of reports) {
    await page.goto(path);
    const cut = await page
      .locator("main :is(table.table, figure svg)")
      .evaluateAll(
        (all) =>
          all.filter(({ parentElement: at }) => at && at.scrollWidth > at.clientWidth + 1).length,
      );
    expect(cut, path).toBe(0);
  }
});
