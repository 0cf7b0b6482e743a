import { expect, expectMessage, openPage, type Page, test } from "./journey.ts";

/** On pages and a platform whose connection the test can cut or slow down. */
test.use({ apart: true });

const list = (page: Page, heading: "Users" | "Assigned Users") =>
  page.getByRole("region", { name: new RegExp(`^${heading} \\d+$`) });
const usernames = (page: Page, heading: "Users" | "Assigned Users") =>
  list(page, heading).getByRole("listitem").allInnerTexts();

/** Opens the dialog in which users are assigned to the zone of Ahmedabad, which has none. */
async function openUsersOfZone(page: Page) {
  await openPage(page, "/admin/hierarchy?search=Ahmedabad");
  await page.getByRole("link", { name: /^Ahmedabad Zone/ }).click();
  await page.getByRole("link", { name: "0 users of zone Ahmedabad" }).click();
  await expect(
    list(page, "Users").getByRole("button", { name: "Assign zonal.admin" }),
  ).toBeVisible();
}

test("while users cannot be updated both lists stay as they were, and the update works once the platform is back [ASN-3]", async ({
  page,
  link,
  signIn,
}) => {
  await signIn("client.admin");
  await openUsersOfZone(page);
  const readLists = async () => [
    await usernames(page, "Users"),
    await usernames(page, "Assigned Users"),
  ];
  const before = await readLists();
  expect(before[0]?.length).toBeGreaterThan(0);
  const mend = link.cut(/^PATCH \/api\/user\/update-for-users/);
  const left = list(page, "Users");
  const right = list(page, "Assigned Users");
  for (const change of [
    () => left.getByRole("button", { name: "Assign zonal.admin" }).click(),
    async () => {
      await left.getByRole("checkbox", { name: "Select all" }).check();
      await left.getByRole("button", { name: "Assign selected" }).click();
    },
  ]) {
    await change();
    await expectMessage(page, "Users update failed");
    expect(await readLists()).toEqual(before);
    await page.reload();
    expect(await readLists()).toEqual(before);
  }
  mend();
  await left.getByRole("button", { name: "Assign zonal.admin" }).click();
  await expect(right.getByRole("button", { name: "Unassign zonal.admin" })).toBeVisible();
  await right.getByRole("button", { name: "Unassign zonal.admin" }).click();
  await expect(left.getByRole("button", { name: "Assign zonal.admin" })).toBeVisible();
  expect(await readLists()).toEqual(before);
});

test("where users cannot be fetched the lists say so; a search that finds nobody says that [ASN-4]", async ({
  page,
  link,
  signIn,
}) => {
  await signIn("client.admin");
  await openUsersOfZone(page);
  const left = list(page, "Users");
  const right = list(page, "Assigned Users");
  const find = async (who: string) => {
    await left.getByRole("searchbox", { name: "Find users" }).fill(who);
    await left.getByRole("button", { name: "Find" }).click();
  };
  const mend = link.cut(/^GET \/api\/manage-user\?/);
  await find("zonal");
  for (const one of [left, right]) {
    await expect(one.getByRole("alert")).toHaveText("Some error occured while fetching users");
    await expect(one.getByRole("listitem")).toHaveCount(0);
  }
  mend();
  await find("nobody at all");
  for (const one of [left, right]) await expect(one).toContainText("User not found");
  await find("zonal");
  await expect(left.getByRole("button", { name: "Assign zonal.admin" })).toBeVisible();
  await expect(right).toContainText("User not found");
});

test("a line at the top says that a submission waits for a slow platform, in a dialog too [UI-1] [ASN-6]", async ({
  page,
  link,
  signIn,
  script,
}) => {
  test.skip(!script, "without script the browser itself shows that it waits");
  await signIn("client.admin");
  const loading = page.getByRole("status").getByText("Loading", { exact: true });
  /** Presses a button while the platform's answer to its call is kept back. */
  const submitSlowly = async (
    calls: RegExp,
    press: () => Promise<void>,
    whileWaiting: () => Promise<void>,
  ) => {
    const release = link.delay(calls);
    await press();
    await expect(loading).toBeVisible();
    const line = page.locator(".loading");
    const place = { x: 0, y: 0, width: page.viewportSize()?.width, height: 3 };
    // it is drawn anew when a dialog takes it in
    await expect.poll(() => line.boundingBox()).toMatchObject(place);
    await whileWaiting();
    release();
    await expect(loading).toHaveCount(0);
  };

  await openPage(page, "/admin/stores?search=NWR-0003");
  await page
    .getByRole("table", { name: "Stores" })
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page
    .getByRole("link", { name: /^Deactivate/ })
    .first()
    .click();
  await submitSlowly(
    /^PATCH \/api\/store\/activate-deactivate/,
    () => page.getByRole("button", { name: "Deactivate store" }).click(),
    async () => expect(page.getByRole("status").filter({ hasText: /deactivated/ })).toHaveCount(0),
  );
  await expectMessage(page, /deactivated/);

  await openUsersOfZone(page);
  const assign = list(page, "Users").getByRole("button", { name: "Assign zonal.admin" });
  await submitSlowly(
    /^PATCH \/api\/user\/update-for-users/,
    () => assign.click(),
    async () => {
      await expect(page.getByRole("dialog").locator(".loading")).toBeVisible();
      await expect(assign).toBeVisible();
    },
  );
  await expect(list(page, "Assigned Users")).toContainText("zonal.admin");
});
