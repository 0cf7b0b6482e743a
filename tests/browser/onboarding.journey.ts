import { expect, expectMessage, signInByForm, test } from "./journey.ts";

test("a new client's admin is led from the company to the first store to the admin area; bad input is refused by field and kept [NAV-9] [COM-2] [VAL-3]", async ({
  page,
  expectStatus,
}) => {
  // a press while the page is still taking in the answer before aborts that, which the router says to
  // the console
  expectStatus(422);
  /**
   * So that the server's words are seen. The form is told by a field: the page before may still
   * stand when the address is the next one's.
   */
  const letAnythingBeSent = (field: string) =>
    page
      .locator("form#form", { has: page.locator(`[name="${field}"]`) })
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true;
      });
  await signInByForm("coffee.new", page);
  await expect(page).toHaveURL(/\/admin\/company\/edit$/);
  await letAnythingBeSent("commEmail");
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values))
      await page.locator(`form#form [name="${name}"]:not([type=hidden])`).first().fill(value);
  };
  const company = {
    companyName: "Corner Coffee",
    commEmail: "maya at corner",
    phone: "12",
    addressLine: "4 Church Street",
    city: "Bengaluru",
    state: "Karnataka",
    postalCode: "560001",
    gstNo: "27AAPFU0939F1ZX",
  };
  await fill(company);
  await page.getByRole("button", { name: "Save and continue" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  for (const message of [
    "Invalid Communication Email id",
    "GSTIN number is invalid",
    "Enter 6 to 14 digits.",
  ])
    await expect(summary.getByRole("link", { name: message })).toBeVisible();
  await expect(page.locator('[name="commEmail"]')).toHaveValue("maya at corner");
  await expect(page.locator('[name="commEmail"]')).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator('[name="addressLine"]')).toHaveValue("4 Church Street");
  await fill({
    commEmail: "maya@cornercoffee.example",
    phone: "8045671234",
    gstNo: "29AAPFU0939F1ZR",
  });
  await page.getByRole("button", { name: "Save and continue" }).click();

  await expect(page).toHaveURL(/\/admin\/store\/add$/);
  await letAnythingBeSent("storeName");
  await fill({ storeName: "Church Street", storeCode: "CCF 0101", city: "Bengaluru" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(summary).toContainText(
    "Only alphabets, numbers and special character (),-,. are allowed.",
  );
  await expect(page.locator('[name="storeName"]')).toHaveValue("Church Street");
  await fill({ storeCode: "CCF-0101" });
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/admin\/store\/add\/hours$/);
  await page
    .getByRole("group", { name: "Monday" })
    .getByLabel("Closes", { exact: true })
    .fill("09:00");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(summary).toContainText("Enter a closing time after the opening time");
  await page
    .getByRole("group", { name: "Monday" })
    .getByLabel("Closes", { exact: true })
    .fill("22:00");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Username").fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Volume")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Add store" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expectMessage(page, "Church Street added");
  await page.goto("/login");
  await expect(page).toHaveURL(/\/admin$/);
});
