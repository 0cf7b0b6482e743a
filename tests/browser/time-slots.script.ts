import { expect, test } from "./journey.ts";

test("the week is drawn while slots are typed, a slot that is added keeps what is typed, and the rule check follows the form [MST-1] [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await page.goto("/admin/master-rule/slots", { waitUntil: "networkidle" });
  const main = page.getByRole("main");
  await main.getByLabel("To", { exact: true }).fill("14:00");
  await expect(main.getByRole("img", { name: "00:00 – 14:00 All day; 14:00 – 24:00 no slot" })).toBeVisible();
  await main.getByRole("button", { name: "Add time slot" }).click();
  const added = main.getByRole("group", { name: "Time slot 2" });
  await expect(added.getByLabel("From")).toHaveValue("14:00");
  await expect(added.getByRole("checkbox", { checked: true })).toHaveCount(7);
  await expect(page.getByText("We restored your earlier entries.")).toHaveCount(0);
  await added.getByLabel("From").fill("13:00");
  await added.getByLabel("To").fill("20:00");
  await expect(main.getByText("All day and Time slot 2 overlap.")).toBeVisible();
  await page.goto("/admin/master-rule", { waitUntil: "networkidle" });
  await main.getByLabel("Minimum rest").fill("1440");
  await expect(main.getByText(/needs \d+ plays in 24 h/).first()).toBeVisible();
});
