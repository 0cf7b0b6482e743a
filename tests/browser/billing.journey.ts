import { expect, expectMessage, test } from "./journey.ts";

test("invoices are previewed, paid, credited and saved as PDF, and a company without a rate gets one and its invoices [BIL-1]", async ({
  page,
  signIn,
}) => {
  await signIn("fever.admin");
  await page.goto("/admin/billing");
  await expect(page.getByRole("heading", { name: "Cannot be billed" })).toBeVisible();
  await page.getByRole("link", { name: "Corner Coffee", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("The company has no billing rate.");
  const first = await page.getByLabel("From month").locator("option").first().getAttribute("value");
  await page.getByLabel("From month").selectOption(first);
  await page.getByRole("textbox", { name: "Rate" }).fill("1800.50");
  await page.getByRole("button", { name: "Save rate" }).click();
  await expectMessage(page, "Billing rate saved");
  await expect(page.getByRole("main")).toContainText("IGST 18%");
  // the server issues what is due every ten minutes, and may be first at any of these steps
  const issue = page.getByRole("link", { name: "Issue invoices" });
  const billed = page.url();
  await expect(async () => {
    await page.goto(billed);
    if (!(await issue.isVisible())) return;
    await issue.click();
    await page.getByRole("button", { name: "Issue invoices" }).click({ timeout: 10_000 });
    await expectMessage(page, /invoices? issued/);
  }).toPass();

  await page.goto("/admin/billing/invoices?search=Corner");
  await page
    .getByRole("table", { name: "Invoices" })
    .getByRole("link", { name: /^INV/ })
    .first()
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^INV-\d\d-\d\d-\d{6}\.pdf$/);

  await page.getByRole("link", { name: "Record payment" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("1000");
  await page.getByLabel("Reference").fill("UTR 42");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByRole("table", { name: "Payments" })).toContainText("UTR 42");

  await page.getByRole("link", { name: "Issue credit or debit note" }).click();
  await page.getByRole("radio", { name: "Amounts by line" }).check();
  await page.getByRole("textbox", { name: /^1\. / }).fill("100");
  await page.getByLabel("Reason").fill("Closed for a day");
  await page.getByRole("button", { name: "Issue note" }).click();
  await expect(page.getByRole("table", { name: "Credit and debit notes" })).toContainText("₹118");
});
