import { expect, expectMessage, test } from "./journey.ts";

test("doubles of a genre are added by mistake, suggested, and merged [LIB-3]", async ({
  page,
  signIn,
  script,
  expectStatus,
}) => {
  expectStatus(422);
  await signIn("music.manager");
  await page.goto("/admin/library/lists");
  for (const name of ["Trip-Hop", "trip hop"]) {
    await page.getByLabel("New genre").fill(name);
    await page.getByRole("button", { name: "Add genre" }).click();
    await expectMessage(page, `Genre ${name} added`);
    if (script) await expect(page.getByLabel("New genre")).toHaveValue("");
  }
  await page.getByLabel("New genre").fill("TRIP HOP");
  await page.getByRole("button", { name: "Add genre" }).click();
  await expect(
    page.getByRole("link", { name: "There is already a genre with this name." }),
  ).toBeVisible();

  await page.goto("/admin/library/lists/genre");
  await expect(page.getByRole("region", { name: "These may be the same" })).toContainText(
    "Trip-Hop",
  );
  await page.goto("/admin/library/lists/genre?search=trip");
  await page.getByRole("checkbox", { name: "Select Trip-Hop" }).check();
  await page.getByRole("checkbox", { name: "Select trip hop" }).check();
  await page.getByRole("button", { name: "Merge…" }).click();
  await expect(page.getByRole("heading", { name: "Merge 2 genres" })).toBeVisible();
  await page.getByRole("link", { name: "Keep “Trip-Hop”" }).click();
  await expect(page.getByText("No songs change, then “trip hop” is deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Merge 2 genres" }).click();
  await expectMessage(page, "1 genre merged into Trip-Hop");
  await page.goto("/admin/library/lists/genre?search=trip");
  await page.getByRole("button", { name: "More for Trip-Hop" }).click();
  await page.getByRole("link", { name: "Delete Trip-Hop" }).click();
  await page.getByRole("button", { name: "Delete genre" }).click();
  await expectMessage(page, "Genre Trip-Hop deleted");
});
