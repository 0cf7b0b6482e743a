import { randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import type { Route } from "playwright/test";
import { expect, openPage, type Page, test } from "./journey.ts";

const act = (page: Page, name: RegExp) =>
  page.getByRole("table", { name: "Stores" }).getByRole("link", { name }).first();

test("a loading indicator stands over the page while a navigation is under way [UI-1]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores");
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/admin/stores.data*", async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("status").getByText("Loading", { exact: true })).toBeVisible();
  release();
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  await expect(page.getByText("26 to 50 of 60")).toBeVisible();
});

test("the bar over a list counts what is ticked in it, none of the page before, and all of no other filter [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores?sort=name");
  await page.getByRole("checkbox", { name: "Select page" }).check();
  await expect(page.getByText("25 selected", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all 60 that match" }).check();
  await expect(page.getByText("60 selected", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("26 to 50 of 60")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Select page" })).not.toBeChecked();
  await page.getByLabel("Search", { exact: true }).fill("NWR-0003");
  await page.getByLabel("Search", { exact: true }).press("Enter");
  await expect(page.getByText("0 selected", { exact: true })).toBeAttached();
});

/** Keeps the start of pages' script back, page after page, until each is released. */
async function holdScript(page: Page) {
  const held: Route[] = [];
  let isHeld = false;
  await page.route("**/assets/entry.client*", (route) =>
    isHeld ? void held.push(route) : route.continue(),
  ); // a slow browser asks for it twice
  return {
    async open(path: string) {
      isHeld = true;
      await page.goto(path, { waitUntil: "commit" });
    },
    async release() {
      await expect.poll(() => held.length).toBeGreaterThan(0);
      isHeld = false;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

test("what people change before the page's script runs is heard once it runs [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("super.admin");
  const { open, release } = await holdScript(page);
  await open("/admin/library");
  await page.getByRole("checkbox", { name: /^Active/ }).check();
  await release();
  await page.waitForURL(/status=active/);
  await open("/admin/companies/add");
  await page.getByLabel("Country", { exact: true }).selectOption("DE");
  await release();
  await expect(page.locator('datalist option[value="Bavaria"]')).toHaveCount(1);
});

test("all users of a list are ticked by a tick from before the page's script runs [ASN-6]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  const { open, release } = await holdScript(page);
  await open("/admin/hierarchy?search=Ahmedabad");
  await page.getByRole("link", { name: /^Ahmedabad Zone/ }).click();
  await page.getByRole("link", { name: "0 users of zone Ahmedabad" }).click();
  const ticks = page.getByRole("region", { name: /^Users / }).getByRole("checkbox");
  await ticks.first().check();
  await release();
  await expect(page.getByRole("button", { name: /^Search while you type/ })).toBeEnabled();
  await expect(ticks).toHaveCount(2); // "Select all", and the one who can be assigned to a zone
  for (const tick of await ticks.all()) await expect(tick).toBeChecked();
});

test("an open menu stays open when the page's script starts, with what was typed in it [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  const { open, release } = await holdScript(page);
  await open("/admin/stores?search=NWR-001");
  await page.getByText("Save these filters").click();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Typed at once");
  await release();
  await expect(page.getByRole("button", { name: /^Search while you type/ })).toBeEnabled();
  await expect(name).toBeVisible();
  await expect(name).toHaveValue("Typed at once");
});

test("an open dialog stays where it is when the page's script starts [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  const { open, release } = await holdScript(page);
  await open("/admin/hierarchy?search=Ahmedabad");
  await page.getByRole("link", { name: /^Ahmedabad Zone/ }).click();
  await page.getByRole("link", { name: "0 users of zone Ahmedabad" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const before = await dialog.boundingBox();
  await release();
  await expect(page.locator("dialog:modal")).toBeVisible();
  expect(await dialog.boundingBox()).toEqual(before);
});

test("clicks while the page's script starts do not stop it [UI-10]", async ({ page, signIn }) => {
  await signIn("super.admin");
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      document.body?.click();
      if (performance.now() < 3_000) port2.postMessage(0);
    };
    port2.postMessage(0);
  });
  await openPage(page, "/admin/library");
});

test("what is typed in a long form stands there again after a reload [UI-10] [VAL-3]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  const firstEdit = async (list: string) => {
    await page.goto(list);
    const href = await page
      .getByRole("main")
      .locator(`a[href^="${list}/"][href$="/edit"], tbody a[href^="${list}/"]`)
      .first()
      .getAttribute("href");
    return href?.endsWith("/edit") ? href : `${href}/edit`;
  };
  const forms: [path: string, label: string, value: string][] = [
    [await firstEdit("/admin/users"), "First name", "Typed"],
    [await firstEdit("/admin/stores"), "Store name", "Typed and not sent"],
    ["/admin/charts/add?kind=custom", "Name", "Typed and not sent"],
    ["/admin/hierarchy/unit?kind=region", "Name of the region", "Typed and not sent"],
    ["/admin/master-rule", "1. Minimum rest", "77"],
  ];
  for (const [path, label, value] of forms) {
    await openPage(page, path);
    const field = page.getByRole("main").getByLabel(label, { exact: true });
    await field.fill(value);
    await page.reload();
    await expect(field, path).toHaveValue(value);
    await expect(page.getByText("We restored your earlier entries.")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(field, path).not.toHaveValue(value);
  }
});

test("what is typed before the page's script runs stays, beside what is restored", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  const name = page.getByLabel("Name", { exact: true });
  const last = page.getByLabel("Last day");
  await openPage(page, "/admin/ads/add");
  await name.fill("Typed before");
  await last.fill("2027-03-04");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await name.fill("Typed at once");
  release();
  await expect(page.getByText("We restored your earlier entries.")).toBeVisible();
  await expect(name).toHaveValue("Typed at once");
  await expect(last).toHaveValue("2027-03-04");
});

test("the confirmation begins on Cancel, is 500 px wide, stays on a click outside, traps the focus and gives it back; Escape and Close end it [UI-5]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores");
  await page
    .getByRole("table", { name: "Stores" })
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  const link = act(page, /^Deactivate/);
  const dialog = page.getByRole("dialog");
  for (const close of ["Escape", "Close"]) {
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    expect((await dialog.boundingBox())?.width).toBe(500);
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 8; press++) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest("dialog") !== null,
      );
      expect(inside, `after ${press + 1} presses of Tab`).toBe(true);
    }
    if (close === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
  }
});

test("a plain message goes after 3 s, an error after 5 s, the end of a session after 10 s; Dismiss takes it away at once [UI-4]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await page.clock.install();
  await openPage(page, "/admin/stores");
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const kinds = [
    { kind: "plain", ms: 3000 },
    { kind: "error", ms: 5000 },
    { kind: "session", ms: 10_000 },
  ];
  for (const { kind, ms } of kinds) {
    const message = `A message of kind ${kind}`;
    await page.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent("fever:snack", { detail })),
      { kind, message: message },
    );
    const bar = page.getByRole(kind === "plain" ? "status" : "alert").filter({ hasText: message });
    await expect(bar).toBeVisible();
    await page.clock.runFor(ms - 500);
    await expect(bar).toBeVisible();
    await page.clock.runFor(1000);
    await expect(page.getByText(message)).toHaveCount(0);
  }
  await page.evaluate(() =>
    window.dispatchEvent(
      new CustomEvent("fever:snack", { detail: { kind: "session", message: "Once more" } }),
    ),
  );
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Once more")).toHaveCount(0);
});

test("going offline opens the no-internet dialog, 450 px wide; back online it still stands, with Refresh [UI-3]", async ({
  page,
  context,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores");
  await context.setOffline(true);
  const dialog = page.getByRole("alertdialog", { name: "No internet connection" });
  await expect(dialog).toContainText("Please check your internet connection or refresh the page");
  expect((await dialog.boundingBox())?.width).toBe(450);
  await context.setOffline(false);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Refresh" }).click();
  await expect(dialog).toHaveCount(0);
});

test("a call that fails while the browser is offline says so in the error modal [ERR-1] [UI-2]", async ({
  page,
  context,
  signIn,
  expectStatus,
}) => {
  expectStatus(/net::ERR_INTERNET_DISCONNECTED|TypeError: Failed to fetch/);
  await signIn("client.admin");
  await openPage(page, "/admin/stores");
  await context.setOffline(true);
  await expect(page.getByRole("alertdialog", { name: "No internet connection" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Next" }).click();
  const words = "No Internet connection.Check your internet connection or refresh the page";
  await expect(page.getByRole("alertdialog", { name: "Error" })).toContainText(words);
  await context.setOffline(false);
});

test("a failing call shows the error modal in the spec's words: title, picture, message, OK [UI-2] [ERR-1] [ERR-2]", async ({
  page,
  signIn,
  expectStatus,
}) => {
  expectStatus(
    500,
    /Failed to load resource: net::ERR_FAILED|TypeError: Failed to fetch|SyntaxError/,
  );
  await signIn("client.admin");
  const failures: [(route: Route) => Promise<void>, string][] = [
    [
      (route) => route.fulfill({ status: 500, body: "Unexpected Server Error" }),
      "Something went wrong.Our technical team will fix it soon.",
    ],
    [(route) => route.abort("failed"), "Problem while connecting to Server.Please try again"],
  ];
  for (const [fail, words] of failures) {
    await openPage(page, "/admin/stores");
    await page.route("**/admin/stores.data*", fail);
    await page.getByRole("link", { name: "Next" }).click();
    const modal = page.getByRole("alertdialog", { name: "Error" });
    await expect(modal).toContainText(words);
    await expect(modal.locator('img[src="/not-found.svg"]')).toBeVisible();
    await page.unroute("**/admin/stores.data*");
    await modal
      .getByRole("link", { name: "OK" })
      .or(modal.getByRole("button", { name: "OK" }))
      .click();
    await expect(modal).toHaveCount(0);
  }
});

test("the dashboard brings itself up to date, and stays as it is while the server does not answer [DASH-1]", async ({
  page,
  signIn,
  expectStatus,
}) => {
  expectStatus(/net::ERR_/);
  await signIn("client.admin");
  await page.clock.install();
  const requestedUrls: string[] = [];
  page.on("request", (request) => void requestedUrls.push(request.url()));
  const askedFor = (what: RegExp) =>
    expect.poll(async () => {
      await page.clock.runFor(61_000);
      return requestedUrls.some((url) => what.test(url));
    });
  await page.goto("/admin");
  await page.route(/\/api\/ready|_data=|\.data/, (route) => route.abort());
  await askedFor(/\/api\/ready/).toBe(true);
  await expect(page.getByRole("heading", { name: /store/, level: 1 })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.unrouteAll();
  await askedFor(/_data=|\.data/).toBe(true);
  await expect(page.getByRole("heading", { name: /store/, level: 1 })).toBeVisible();
});

test("the summary of what is wrong names the fields, and each line leads to its own [VAL-3]", async ({
  page,
  signIn,
  expectStatus,
}) => {
  expectStatus(422);
  await signIn("client.admin");
  await page.goto("/admin/company/edit?section=contacts");
  const form = page.locator("form#form-contacts");
  await form.evaluate((one: HTMLFormElement) => {
    one.noValidate = true; // so that the server's words are seen
  });
  for (const name of ["phone", "commEmail"]) await form.locator(`[name="${name}"]`).fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: "Phone: This field is required" })).toBeVisible();
  await summary.getByRole("link", { name: "Communication email: This field is required" }).click();
  await expect(form.locator('[name="commEmail"]')).toBeFocused();
});

test("names without a place to break leave the page as wide as its window [UI-10]", async ({
  page,
  signIn,
}) => {
  const mark = randomUUID().slice(0, 8); // what it makes stays
  const long = `${"W".repeat(52)}${mark}`;
  await signIn("client.admin");
  await page.goto("/admin/stores?search=NWR-001");
  await page.getByText("Save these filters").click();
  await page.getByLabel("Name", { exact: true }).fill(long);
  await page.getByRole("button", { name: "Save filters" }).click();
  await expect(page.getByRole("link", { name: long, exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin/users/add");
  for (const name of ["First name", "Last name"])
    await page.getByLabel(name).fill(long.slice(0, 45));
  await page.getByLabel("Email").fill(`${mark}@example.com`);
  await page.getByLabel("Username").fill(`u${mark}`);
  await page.getByRole("radio", { name: "Admin Limited" }).check();
  await page.getByRole("radio", { name: /^National/ }).check();
  await page.getByRole("button", { name: "Add user" }).click();
  const table = page.getByRole("table", { name: "Users" });
  await expect(table.getByText(`${mark}@example.com`)).toBeVisible();
  expect(
    await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)),
  ).toBeLessThanOrEqual(0);
});

test("on paper a page has the whole width, without menu and buttons, dark on white whatever the screen is [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await page.goto("/admin/stores");
  const measureLeft = () =>
    page.getByRole("main").evaluate((main) => main.getBoundingClientRect().left);
  const ink = () =>
    page.evaluate(() =>
      Math.max(
        ...(getComputedStyle(document.body).color.match(/\d+/g) ?? []).slice(0, 3).map(Number),
      ),
    );
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await measureLeft()).toBeGreaterThan(200);
  expect(await ink()).toBeGreaterThan(200);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await measureLeft()).toBe(0);
  expect(await ink()).toBeLessThan(80);
  await expect(page.getByRole("link", { name: "Add store" })).toBeHidden();
});

test("on paper a day of the schedule lists every hour's songs, not only those of the open one [SCH-5] [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await page.goto("/admin/schedule");
  const hours = page.getByRole("region", { name: "The day, hour by hour" }).locator("ol");
  const count = await hours.count();
  expect(count).toBeGreaterThan(5);
  await expect(hours.filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(hours.filter({ visible: true })).toHaveCount(count);
  await expect(page.getByRole("button", { name: "Regenerate this hour" })).toBeHidden();
});

test("without a help desk in the settings nothing of one is in the page [UI-7]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await page.goto("/admin", { waitUntil: "networkidle" });
  expect(await page.locator('meta[name="help-desk"], script[src^="http"]').count()).toBe(0);
});

test("a select of more than ten choices is searched by keyboard, and stays the form's field [UI-10] [LOOK-1]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/store/add");
  const field = page.getByLabel("Time zone", { exact: true });
  const box = page.getByRole("combobox", { name: "Search Time zone" });
  const options = page.getByRole("listbox", { name: "Time zone" }).getByRole("option");
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Asia/Kolkata");
  await page.keyboard.type("dub");
  await expect(options).toHaveText([/Dubai/, /Dublin/]);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id")) ?? "",
  );
  await page.keyboard.press("Enter");
  await expect(box).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Asia/Dubai");
  await openPage(page, "/admin/stores");
  const zones = page.getByRole("listbox", { name: "Zone" });
  for (const count of [1, 0, 1]) {
    await page.locator("select[name=zoneId]").click({ delay: 150 }); // as people press
    await expect(zones).toHaveCount(count);
  }
  // the list scrolls on while the button is down
  const mumbai = zones.getByRole("option", { name: /Mumbai/ });
  await mumbai.hover();
  await page.mouse.down();
  await zones.evaluate((list) => list.scrollBy(0, -60));
  await expect.poll(() => mumbai.evaluate((option) => option.matches(":hover"))).toBe(false);
  await page.mouse.up();
  await page.waitForURL(/zoneId=\w/);
});

test("with Shift a tick gives its state to all rows from the one before; folded rows stay as they are [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  await openPage(page, "/admin/stores?sort=name");
  const table = page.getByRole("table", { name: "Stores" });
  const ticks = table.locator("tbody").getByRole("checkbox");
  await ticks.nth(1).click();
  await ticks.nth(4).click({ modifiers: ["Shift"] });
  await expect(page.getByText("4 selected")).toBeVisible();
  await ticks.nth(3).click();
  await ticks.nth(1).click({ modifiers: ["Shift"] });
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(ticks.nth(4)).toBeChecked();

  await openPage(page, "/admin/stores");
  const quiet = table.locator("tbody.fold + tbody tr").first();
  await expect(quiet).toBeHidden();
  await table.getByLabel("Select page").check();
  await table.getByText(/playing, closed or inactive/).click();
  await expect(quiet).toBeVisible();
  await expect(quiet.getByRole("checkbox")).not.toBeChecked();
});
