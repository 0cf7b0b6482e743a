import AxeBuilder from "@axe-core/playwright";
import { expect, expectMessage, openPage, type Page, test } from "./journey.ts";

const bar = (page: Page) => page.getByRole("status").filter({ hasText: "deactivated" });

/** Deactivates the first stores of the list, and waits until the message says so. */
async function deactivateTwo(page: Page) {
  await openPage(page, "/admin/stores?status=active");
  const ticks = page.getByRole("table", { name: "Stores" }).locator("tbody").getByRole("checkbox");
  await ticks.nth(0).check();
  await ticks.nth(1).check();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await page.getByRole("button", { name: "Deactivate stores" }).click();
  await expect(bar(page)).toContainText("2 stores deactivated");
}

test("a message with Undo stays for 20 s and is announced; Undo is pressed by key or by Ctrl+Z, and not from within a field [UI-4]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await deactivateTwo(page);
  // pointed at, it stays for as long as axe takes
  await bar(page).getByText("2 stores deactivated").hover();
  expect(
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html }) => html),
    ]),
  ).toEqual([]);
  await page.getByLabel("Search", { exact: true }).first().focus();
  await page.keyboard.press("Control+z");
  await expect(bar(page)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expectMessage(page, "2 stores activated");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/stores\?status=active$/);

  await deactivateTwo(page);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+z");
  await expectMessage(page, "2 stores activated");

  await page.clock.install();
  await openPage(page, "/admin/stores");
  await page.clock.pauseAt(new Date(Date.now() + 60_000)); // or the second that is left may pass
  await page.evaluate(() => {
    const detail = {
      kind: "success",
      message: "1 store deactivated",
      undo: { to: "/admin/undo/activate-stores", fields: {} },
    };
    window.dispatchEvent(new CustomEvent("fever:snack", { detail }));
  });
  await expect(bar(page)).toBeVisible();
  await page.clock.runFor(19_000);
  await expect(bar(page)).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(bar(page)).toHaveCount(0);
});

test("a file field is empty once its form was answered, refused or done [VAL-5]", async ({
  page,
  signIn,
  expectStatus,
}) => {
  expectStatus(422);
  await signIn("client.admin");
  await openPage(page, "/admin/stores/import");
  const choose = page.getByLabel("File", { exact: true });
  const countChosenFiles = () => choose.evaluate((input: HTMLInputElement) => input.files?.length);
  await choose.setInputFiles({
    name: "stores.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Colour\nred"),
  });
  expect(await countChosenFiles()).toBe(1);
  await page.getByRole("button", { name: "Review import" }).click();
  await expect(page.getByText("Unknown column “Colour”.").first()).toBeVisible();
  await expect.poll(countChosenFiles).toBe(0);

  await openPage(page, "/admin/company/edit");
  const icon = page.getByLabel(/Icon file|Another icon/);
  await expect(icon).toBeVisible();
  const picture = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 200 });
    canvas.getContext("2d")?.fillRect(0, 0, 200, 200);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  await icon.setInputFiles({
    name: "icon.png",
    mimeType: "image/png",
    buffer: Buffer.from(picture, "base64"),
  });
  await page.getByRole("button", { name: "Upload icon" }).click();
  await expectMessage(page, /saved/i);
  await expect.poll(() => icon.evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
});
