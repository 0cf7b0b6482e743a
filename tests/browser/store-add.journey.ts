import { expect, test, withoutScriptToo } from "./journey.ts";

/** With script and, in the project without it, without: the same presses, the same pages. */
test(
  "a store is added in steps; going back, in a new page too, loses nothing; then its page shows it [STO-1] [UI-10]",
  withoutScriptToo,
  async ({ page, context, signIn }) => {
    await signIn("client.admin");
    const code = `JRN-${Date.now() % 1_000_000}`;
    const next = () => page.getByRole("button", { name: "Continue" }).click();
    await page.goto("/admin/store/add");
    await page.getByLabel("Store name").fill("Journey Road");
    await page.getByLabel("Store code").fill(code);
    await page.getByLabel("City").fill("Mumbai");
    await next();
    await expect(page).toHaveURL(/\/hours$/);
    await page.getByRole("group", { name: "Monday" }).getByLabel("Opens").fill("08:30");
    await page.getByRole("button", { name: "Copy Monday's hours to every day" }).click();
    await expect(page.getByRole("group", { name: "Sunday" }).getByLabel("Opens")).toHaveValue(
      "08:30",
    );
    await page.getByRole("button", { name: "Add a date" }).click();
    const date = page.getByRole("group", { name: "Date 1" });
    await date.getByLabel("Date", { exact: true }).fill("2027-01-26");
    await date.getByLabel("Occasion").fill("Republic Day");
    await date.getByLabel("Closed").check();
    // back by the step, what is typed comes along
    await page.getByRole("list", { name: "Steps" }).getByRole("button", { name: "Place" }).click();
    await expect(page.getByLabel("Store name")).toHaveValue("Journey Road");
    await next();
    await expect(date.getByLabel("Occasion")).toHaveValue("Republic Day");
    await page.close();
    const again = await context.newPage();
    await again.goto("/admin/store/add/hours");
    await expect(again.getByRole("group", { name: "Date 1" }).getByLabel("Occasion")).toHaveValue(
      "Republic Day",
    );
    const on = () => again.getByRole("button", { name: "Continue" }).click();
    await on();
    await expect(again.getByLabel("Username")).toHaveValue(/^Journey_Road_\d{4}$/);
    await again.getByLabel("Username").fill(`journey.${code}`);
    await on();
    await again.getByLabel("Volume").fill("55");
    await on();
    await expect(again.getByText("Republic Day")).toBeVisible();
    await again.getByLabel("Password", { exact: true }).fill("Player@2026x");
    await again.getByRole("button", { name: "Add store" }).click();
    await expect(again.getByRole("heading", { level: 1, name: "Journey Road" })).toBeVisible();
    await expect(again.getByText(`journey.${code}`).first()).toBeVisible();
    await expect(again.getByText("Republic Day")).toBeVisible();
  },
);
