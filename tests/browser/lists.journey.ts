import { expect, type Page, test } from "./journey.ts";

const phone = { width: 390, height: 844 };
test.use({ hasTouch: true });

/** Targets that a finger needs 44 px for. */
const targets = [
  ".table :is(a, summary, button)",
  "main nav:not([aria-label='Breadcrumb']) a",
  ".menu :is(a, button)",
  "#menu a",
  "header:not(main header) :is(a, button)",
  ".btn, .btn-icon, .chip, .chip-link, [data-track]",
].join(", ");

/** Names the targets that are lower than a finger needs, those in closed menus too. */
const findLowTargets = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const least = 44;
    const low = new Set<string>();
    const measure = (within: ParentNode) => {
      for (const target of within.querySelectorAll(selector)) {
        const { width, height } = target.getBoundingClientRect();
        const isIcon = target.matches(".btn-icon, header button");
        // what only screen readers get has a pixel
        if (width <= 1 || height <= 1) continue;
        if (height < least - 0.5 || (isIcon && width < least - 0.5))
          low.add(
            `${target.textContent?.trim().slice(0, 30)}: ${Math.round(width)} × ${Math.round(height)}`,
          );
      }
    };
    measure(document);
    for (const menu of document.querySelectorAll<HTMLElement>("[popover]:is(.menu, #menu)")) {
      menu.showPopover();
      measure(menu);
      menu.hidePopover();
    }
    return [...low];
  }, targets);
/** The first row, or what stands where there is none. */
const firstRow = (page: Page) =>
  page
    .getByRole("main")
    .locator(".cards tbody tr, [data-unit]")
    .or(page.getByText(/^No (List Found|Data Found|notifications yet|changes yet)$/))
    .first();

/** Opens what the page's first link to an address of this form leads to, and gives its address. */
async function openFirst(page: Page, list: string, form: RegExp): Promise<string> {
  await page.goto(list);
  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const path = links.find((href) => form.test(href));
  expect(path, `${list} leads to ${form}`).toBeTruthy();
  await page.goto(path ?? "");
  return path ?? "";
}

type Lists = (page: Page) => Promise<Record<string, string>> | Record<string, string>;

const paths = (...lists: string[]) =>
  Object.fromEntries(lists.map((list) => [list, `/admin/${list}`]));

/** The lists by area, each with its address; some are found by links. */
const areas: Record<string, Lists> = {
  "stores and people": () =>
    paths(
      "stores",
      "stores?status=active",
      "users",
      "companies",
      "requests",
      "notifications",
      "audit",
    ),
  music: async (page) => {
    const chart = await openFirst(page, "/admin/charts", /^\/admin\/charts\/popular\/[\w-]+$/);
    return {
      ...paths(
        "library",
        "library?status=active&explicit=no",
        "library/lists/genre",
        "library/lists/brand",
        "charts",
        "preview",
      ),
      chart,
      "adding songs": `${chart}/add?status=active`,
    };
  },
  hierarchy: async (page) => {
    const region = await openFirst(page, "/admin/hierarchy", /^\/admin\/hierarchy\?region=/);
    const zone = await openFirst(page, region, /\?region=[^&]+&zone=/);
    const group = await openFirst(page, zone, /\?region=[^&]+&zone=[^&]+&group=/);
    return { ...paths("hierarchy", "hierarchy/unassigned"), region, zone, group };
  },
  reports: async (page) => {
    await page.goto("/admin/reports");
    const reports = await page
      .getByRole("main")
      .locator('a[href^="/admin/reports/"]:not([href$="/schedules"])')
      .evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute("href") ?? ""))]);
    return Object.fromEntries(reports.map((path) => [path, path]));
  },
};

/** Describes what is wrong with a list on a phone. */
async function findFaults(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  const cut = await page.evaluate(() => {
    const moves = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) ||
        moves(element.parentElement));
    return [...document.querySelectorAll("main *")]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !moves(element.parentElement),
      )
      .map((element) => element.textContent?.trim().slice(0, 40) ?? element.tagName);
  });
  const buttonRows = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("main header .btn")].filter(
      (button) => button.getBoundingClientRect().width > 1,
    );
    return new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))).size;
  });
  const low = await findLowTargets(page);
  const top = (await firstRow(page).boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  return [
    ...(wide > phone.width ? [`scrolls sideways, ${wide} px`] : []),
    ...(cut.length > 0 ? [`sticks out: ${cut.slice(0, 3).join(", ")}`] : []),
    ...(buttonRows > 1 ? [`${buttonRows} rows of buttons`] : []),
    ...(low.length > 0 ? [`lower than 44 px: ${low.slice(0, 5).join(", ")}`] : []),
    ...(top > phone.height - 40 ? [`the first row begins at ${top} px`] : []),
  ];
}

for (const [area, listsOf] of Object.entries(areas))
  test(`on a phone the lists of ${area} begin within the first screen, under one row of buttons, and scroll no page sideways [UI-10]`, async ({
    page,
    signIn,
  }) => {
    await signIn("super.admin");
    await page.goto("/admin/company/choose");
    await page.getByRole("button", { name: "Open Northwind Retail", exact: true }).click();
    await page.waitForURL((url) => url.pathname !== "/admin/company/choose");
    const lists = await listsOf(page);
    await page.setViewportSize(phone);
    const faults: Record<string, string[]> = {};
    for (const [list, path] of Object.entries(lists)) {
      await page.goto(path.replace(/#.*/, ""));
      const listFaults = await findFaults(page);
      if (listFaults.length > 0) faults[list] = listFaults;
    }
    expect(faults).toEqual({});
  });

test("a filter bar's button stands in the row of a field, wide and on a phone [LOOK-1] [UI-10]", async ({
  page,
  signIn,
}) => {
  await signIn("client.admin");
  for (const width of [1280, phone.width]) {
    await page.setViewportSize({ width, height: phone.height });
    for (const path of ["/admin/stores", "/admin/ads", "/admin/reports/StoreVolumeReport"]) {
      await page.goto(path);
      const bar = page.getByRole("main").getByRole("search").first();
      const fold = bar.locator("label.btn");
      if (await fold.isVisible()) await fold.click();
      const alone = await bar.locator("button").evaluateAll((all) =>
        all
          .filter((button) => {
            const own = button.getBoundingClientRect();
            const fields = [...(button.closest("form")?.querySelectorAll(".chip") ?? [])];
            return (
              own.width > 1 &&
              !fields
                .map((field) => field.getBoundingClientRect())
                .some(({ top, bottom }) => top < own.bottom && bottom > own.top)
            );
          })
          .map((button) => button.textContent),
      );
      expect(alone, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("on a phone the rows of a checked file begin within the first screen [UI-10]", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone);
  await signIn("client.admin");
  await page.goto("/admin/stores/import");
  const content = "Store code,Store,City\nPHONE-1,Phone one,Pune\nPHONE-2,Phone @two,Pune\n";
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "phone.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Review import" }).click();
  await page.waitForURL(/\/import\/[\w-]{32,}/);
  // the address changes before the page does
  await expect(page.getByRole("heading", { name: "Review import" })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});

test("by touch, targets on pages of a store, campaign, chart and day have 44 px [LOOK-1] [UI-10]", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone);
  await signIn("client.admin");
  const low: Record<string, string[]> = {};
  for (const [list, form] of [
    ["/admin/stores", /^\/admin\/stores\/[\w-]{32,}$/],
    ["/admin/ads", /^\/admin\/ads\/[\w-]{32,}$/],
    ["/admin/charts", /^\/admin\/charts\/\w+\/[\w-]{32,}$/],
    ["/admin/preview", /^\/admin\/(schedule|preview\/day)\?/],
  ] as const) {
    const path = await openFirst(page, list, form);
    const targets = await findLowTargets(page);
    if (targets.length > 0) low[path] = targets;
  }
  expect(low).toEqual({});
});

test("at 1280 pixels opening More in the stores list moves nothing sideways [UI-10]", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn("client.admin");
  await page.goto("/admin/stores");
  const row = page.getByRole("table", { name: "Stores" }).locator("tbody tr").first();
  const places = async () => ({
    cells: await row
      .locator("td")
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left))),
    hidden: await row.evaluate((element) => {
      const frame = element.closest("table")?.parentElement;
      return (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0);
    }),
  });
  const closed = await places();
  expect(closed.hidden).toBe(0);
  await row.getByRole("button", { name: /^More for/ }).click();
  await expect(row.getByRole("link").last()).toBeVisible();
  expect(await places()).toEqual(closed);
});
