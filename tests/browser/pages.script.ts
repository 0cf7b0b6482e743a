import AxeBuilder from "@axe-core/playwright";
import type { ServerBuild } from "@remix-run/node";
import { expect, type Page, test } from "./journey.ts";

/** Pages that no link of the site leads to: the one for what is not there, the one for builders, those of mailed links, and where forms lead. */
const reachedOtherwise = [
  "/page-not-found",
  "/admin/_ui",
  "/validate-temp-token/made-up",
  "/reset-password/made-up",
  "/reset-password",
  "/set-my-profile",
  "/admin/users/added",
  "/admin/hierarchy/assign",
  "/admin/library/edit",
  "/admin/saved-filters",
  "/admin/saved-filters/remove",
  "/admin/store/add/over",
];
/** Reached only from what a person made (an import of songs, a song's new picture, an item that no song has): their web tests open them. */
const madeByPeople = [
  "routes/admin.library.import.$id._index",
  "routes/admin.library.import.$id.apply",
  "routes/admin.library.$id.picture",
  "routes/admin.library.lists.$list.$item.remove",
];
const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const people = ["nobody", "client.admin", "super.admin", "store.manager"];
/** What the wide page alone shows: the menu, columns that cards leave out. */
const names = ["link-name", "button-name", "label", "select-name", "summary-name", "image-alt", "svg-img-alt", "aria-allowed-attr"];
const structure = ["list", "listitem", "nested-interactive", "aria-hidden-focus", "duplicate-id-aria"];
/** Each width and each colour scheme once; what neither looks nor width decide is asked on the phone alone. */
const views = [
  {
    width: 1280,
    height: 900,
    colorScheme: "light",
    rules: ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size", ...names, ...structure],
  },
  { width: 390, height: 844, colorScheme: "dark", rules: undefined },
] as const;

test("every page is found, fits a phone, and passes axe, light and dark [UI-10]", async ({ page, signIn, expectStatus, context }) => {
  test.setTimeout(10 * 60_000);
  expectStatus(401, 404, 410, 422);
  const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
  const routes = Object.values(build.routes)
    .flatMap((route) => (route?.module.default && !isLayout(build, route.id) ? [patternOf(build, route.id)] : []))
    .sort((a, b) => openSegments(a.path) - openSegments(b.path)); // /admin/stores/import is not a store
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const person of people) {
    await context.clearCookies();
    if (person !== "nobody") await signIn(person);
    if (person === "super.admin") {
      await page.goto("/admin/company/choose");
      await check(page, "/admin/company/choose");
      await page.getByRole("button", { name: "Open Northwind Retail" }).click();
    }
    const queue = ["/", "/login", "/privacy", "/admin", "/store-manager", ...reachedOtherwise];
    if (person === "client.admin") queue.push(await importStores(page));
    const queued = new Map<string, number>();
    for (let path = queue.shift(); path; path = queue.shift()) {
      const response = await page.request.get(path, { maxRedirects: 5 });
      const here = new URL(response.url());
      if (!response.headers()["content-type"]?.startsWith("text/html")) continue; // a download
      const route = routes.find(({ pattern }) => pattern.test(here.pathname));
      if (route && !seen.has(route.id)) {
        await page.goto(here.href);
        await check(page, here.pathname);
      }
      for (const link of linksOf(await response.text())) {
        const times = queued.get(kindOf(link)) ?? 0;
        const to = routes.find(({ pattern }) => pattern.test(new URL(link, here).pathname));
        if (!to || times >= (isWanted(link) ? 40 : 2)) continue;
        queued.set(kindOf(link), times + 1);
        if (seen.has(to.id)) queue.push(link);
        else queue.unshift(link); // what was not seen comes first, so that little of the rest needs to be asked for
      }
    }
  }
  expect(wrong).toEqual([]);
  const expected = routes.filter(({ id }) => !madeByPeople.includes(id));
  expect(expected.filter(({ id }) => !seen.has(id)).map(({ id }) => `${id} was not reached by any link`)).toEqual([]);

  /** Whether a page of the same area was not found yet, so that more addresses of one kind are worth a look. */
  function isWanted(link: string): boolean {
    const area = link.split(/[/?]/).slice(0, 3).join("/");
    return routes.some(({ id, path }) => !seen.has(id) && path.startsWith(area));
  }

  /** Looks at the page in every view, once a route. */
  async function check(on: Page, path: string) {
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (!route || seen.has(route.id)) return;
    seen.add(route.id);
    for (const { colorScheme, rules, ...size } of views) {
      await on.setViewportSize(size);
      await on.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const what = `${path} at ${size.width}, ${colorScheme}`;
      const axe = new AxeBuilder({ page: on });
      const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(wcag)).analyze();
      for (const { id, nodes } of violations)
        wrong.push(
          `${what}: ${id} at ${nodes
            .map(({ target }) => target.join(" "))
            .slice(0, 3)
            .join(", ")}`,
        );
      const wide = await on.evaluate(() => document.documentElement.scrollWidth);
      if (wide > size.width) wrong.push(`${what}: scrolls sideways, ${wide} px`);
    }
    const styled = await on.locator("[style]").count();
    if (styled > 0) wrong.push(`${path}: ${styled} elements with a style attribute`);
  }
});

/** Checks a file of stores, of which one row is refused; gives the address of what it comes to. */
async function importStores(page: Page): Promise<string> {
  await page.goto("/admin/stores/import");
  const buffer = Buffer.from("Store code,Store,City\nPAGES-1,Pages one,Pune\nPAGES-2,Pages @two,Pune\n");
  await page.getByLabel("CSV file").setInputFiles({ name: "stores.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.waitForURL(/\/import\/[\w-]{32,}/);
  return page.url();
}

const linksOf = (html: string) => [
  ...new Set([...html.matchAll(/<a\b[^>]*?\shref="(\/[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"))),
];

/** Addresses that differ only in what their members name are one kind: one of each is enough. */
function kindOf(link: string): string {
  const url = new URL(link, "http://here.invalid");
  return `${url.pathname.replace(/[\w-]{32,}/g, ":id")}?${[...new Set(url.searchParams.keys())].sort().join("&")}`;
}

const openSegments = (path: string) => path.match(/[:*]/g)?.length ?? 0;

/** A frame around pages, none of its own: one of them stands at its address. */
const isLayout = ({ routes }: ServerBuild, id: string) =>
  id === "root" || Object.values(routes).some((route) => route?.parentId === id && route.index);

function patternOf({ routes }: ServerBuild, id: string) {
  const segments: string[] = [];
  for (let at = routes[id]; at; at = at.parentId ? routes[at.parentId] : undefined) if (at.path) segments.unshift(at.path);
  const path = segments
    .join("/")
    .replace(/\/:\w+\?/g, "(/[^/]+)?")
    .replace(/:\w+/g, "[^/]+")
    .replace(/\*$/, ".*");
  return { id, path: `/${segments.join("/")}`, pattern: new RegExp(`^/${path}$`) };
}
