import { expect, expectMessage, test } from "./journey.ts";

test.beforeEach(async ({ page, signIn }) => {
  await signIn("fever.admin");
  await page.goto("/admin/companies");
});

test("a company is added, changed by section, deactivated once that is confirmed, and found again by its filter [COM-1] [UI-5] [UI-10]", async ({
  page,
  script,
  expectStatus,
}) => {
  expectStatus(422);
  await page.getByRole("link", { name: "Add company" }).click();
  const form = page.locator("form#form");
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values))
      await form.locator(`[name="${name}"]`).first().fill(value);
  };
  await fill({
    companyName: "Lotus Pharmacies",
    companyId: "NWR",
    email: "office@lotus.example",
    commEmail: "music@lotus.example",
    phone: "9822012345",
  });
  if (script)
    await expect(
      form.getByRole("status").filter({ hasText: "This company code is taken." }),
    ).toBeVisible();
  await fill({
    addressLine: "7 FC Road",
    state: "Maharashtra",
    city: "Pune",
    postalCode: "411004",
    companyAdminUserId: "asha@lotus",
  });
  await form.getByLabel("Rate").fill("1299.50");
  await form.getByLabel("Billing period").selectOption({ label: "Quarterly" });
  await page.getByRole("button", { name: "Add company" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary.getByRole("link", { name: "This company code is taken." })).toBeVisible();
  await fill({ companyId: "LOTUS" });
  await page.getByRole("button", { name: "Add company" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Lotus Pharmacies" })).toBeVisible();
  await expect(page.getByText("₹1,299.50 per store per month")).toBeVisible();
  await expect(page.getByRole("table", { name: "Admins" })).toContainText("asha@lotus");
  await page.getByRole("link", { name: "Edit Contacts" }).click();
  await page.getByLabel("Contact person").fill("Asha Rao");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Asha Rao")).toBeVisible();

  await page.getByRole("link", { name: "Deactivate Lotus Pharmacies" }).click();
  if (script)
    await expect(page.getByRole("dialog", { name: "Deactivate Lotus Pharmacies?" })).toBeVisible();
  await page.getByRole("button", { name: "Deactivate company" }).click();
  await expectMessage(page, "Lotus Pharmacies deactivated");
  await page.goto("/admin/companies?status=inactive");
  await expect(page.getByRole("table", { name: "Companies" }).locator("tbody tr")).toHaveCount(1);
});

test("the states offered follow the country [COM-1]", async ({ page, script }) => {
  test.skip(!script, "without script the server looks at the state");
  await page.goto("/admin/companies/add");
  await page.getByLabel("Country", { exact: true }).selectOption("DE");
  await expect(page.locator('datalist option[value="Bavaria"]')).toHaveCount(1);
});
