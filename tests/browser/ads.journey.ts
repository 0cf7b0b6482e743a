import AxeBuilder from "@axe-core/playwright";
import { daysAhead, expect, openPage, type Page, test } from "./journey.ts";

type Draft = { plays: string; from: string; to: string; script: boolean };

/** Fills in a campaign of one store for two days and adds it as a draft. */
async function addDraft(page: Page, name: string, { plays, from, to, script }: Draft) {
  await openPage(page, "/admin/ads/add");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Spot 1", { exact: true }).selectOption({ index: 1 });
  await page.getByLabel("First day").fill(daysAhead(3));
  await page.getByLabel("Last day").fill(daysAhead(4));
  await page.getByLabel("Plays per hour").fill(plays);
  await page.getByLabel("From", { exact: true }).selectOption(from);
  await page.getByLabel("To", { exact: true }).selectOption(to);
  const stores = page.getByRole("group", { name: "Stores", exact: true });
  await stores.getByLabel(/^Andheri West/).check();
  const summary = page.getByRole("complementary", { name: "What you are about to book" });
  if (!script) await page.getByRole("button", { name: "Check" }).click();
  await expect(summary).toContainText("Songs that day");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Book ${name}`);
}

/** Lets axe look at a page once nothing is under way. */
async function checkAccess(page: Page) {
  // its colours are between two while it fades
  await expect(page.getByText("Loading", { exact: true })).toBeHidden();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
}

const campaignPage = /\/admin\/ads\/[\w-]{32}$/;

test("a campaign is written, held, booked, extended and cancelled [ADS-2] [UI-11]", async ({
  page,
  signIn,
  script,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/ads/add");
  await expect(page.getByRole("link", { name: "How this works" })).toHaveAttribute(
    "href",
    "/admin/tutorials/ad_schedule",
  );
  await page.getByLabel("Name", { exact: true }).fill("Kept");
  await page.getByRole("button", { name: "Add spot" }).click();
  await expect(page.getByLabel("Spot 2", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kept");
  await page.getByLabel("A number for each hour", { exact: true }).check();
  await expect(page.getByLabel("13:00", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Plays per hour")).toBeHidden();
  if (script) await checkAccess(page);

  if (script) {
    await page.goto("/admin/ads/add");
    await page.getByRole("button", { name: "Discard" }).click();
  }
  await addDraft(page, "Journey sale", { plays: "1", from: "12:00", to: "14:00", script });
  await expect(
    page.getByRole("complementary", { name: "What you are about to book" }),
  ).toContainText("Plays4");
  await expect(page.getByText("There is room for every play.")).toBeVisible();
  if (script) await checkAccess(page);
  await page.getByRole("button", { name: "Hold", exact: true }).click();
  await expect(page.getByText(/^Held until/)).toBeVisible();
  await expect(page.getByText("It keeps 4 plays in 1 store.")).toBeVisible();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page).toHaveURL(campaignPage);

  const campaign = new URL(page.url()).pathname;
  await page.goto(`${campaign}/flight`);
  await page.getByLabel("Last day").fill(daysAhead(5));
  await page.getByRole("button", { name: "Change dates" }).click();
  await expect(page).toHaveURL(campaignPage);
  await page.goto(`${campaign}/cancel`);
  await expect(page.getByText("Up to 6 plays in 1 store are given back")).toBeVisible();
  await page.getByRole("button", { name: "Cancel campaign" }).click();
  await expect(page).toHaveURL(campaignPage);
});

test("a refused booking says who has the hour, and an offer is taken with one press [ADS-2]", async ({
  page,
  signIn,
  script,
  expectStatus,
}) => {
  expectStatus(422);
  await signIn("client.admin");
  await addDraft(page, "First come", { plays: "60", from: "16:00", to: "18:00", script });
  await page.getByLabel("As much as fits").check();
  await page.getByLabel("Book with less music").check();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page).toHaveURL(campaignPage);

  await addDraft(page, "Second", { plays: "2", from: "16:00", to: "18:00", script });
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await expect(page.getByRole("heading", { name: "What you can take instead" })).toBeVisible();
  const full = page.getByRole("table", { name: "Stores, dates and hours without enough room" });
  await expect(full).toContainText("First come");
  await expect(full).toContainText("16:00–18:00");
  if (script) await checkAccess(page);
  await page.getByRole("button", { name: /^Book these.*Other hours$/ }).click();
  await expect(page).toHaveURL(campaignPage);
});

test("what became of a campaign is followed to each play, and missed plays are booked again after its flight [ADS-4]", async ({
  page,
  signIn,
  script,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  const tabs = page.getByRole("navigation", { name: "Campaign", exact: true });
  await signIn("client.admin");
  await page.goto("/admin/ads?search=Cold%20brew,%20launch");
  await page.getByRole("link", { name: "Cold brew, launch", exact: true }).click();
  await tabs.getByRole("link", { name: "Delivery" }).click();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(
    "Delivery of Cold brew, launch",
  );
  // past midnight in India its stores abroad still have the last day of its flight
  await expect(heading).toHaveText(/% of the booked plays were verified|plays short at this pace/);
  await expect(page.getByRole("list", { name: "Delivery in short" })).toContainText("Missed");
  if (script) await checkAccess(page);
  await page.getByLabel("Delivery", { exact: true }).selectOption({ label: "Behind" });
  if (!script) await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/behind=yes/);
  await page
    .getByRole("table", { name: "Delivery by store" })
    .getByRole("link", { name: /^As-run log/ })
    .first()
    .click();
  await expect(heading).toHaveText("As-run log of Cold brew, launch");
  await expect(page.getByText(/^Only .*\./)).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Booked plays and what became of them" }),
  ).toContainText("Not in the store's log");
  if (script) await checkAccess(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^CampaignAsRun.*\.csv$/);

  await tabs.getByRole("link", { name: "Make-goods" }).click();
  await page.getByLabel("Last day for make-goods").fill(daysAhead(3));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText(/^This books .* You cannot undo it\.$/)).toBeVisible();
  if (script) await checkAccess(page);
  await page.getByRole("button", { name: /^Book [\d,]+ make-goods$/ }).click();
  await expect(page.getByRole("table", { name: "Make-goods by store and date" })).toContainText(
    "To come",
  );
});
