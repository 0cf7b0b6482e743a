import { expect, type Page, signIn, test } from "./journey.ts";
import { complaintsIn, phone, wide, withoutScript } from "./page-checks.ts";
import { linksOf } from "./walk.ts";

type Kind = {
  name: string;
  as?: string;
  path: string;
  /** Links to follow from there: the first that fits each. */
  links?: RegExp[];
};

/**
 * A page of each kind that the product has. `npm run test:all` shows every page to axe
 * (pages.script.ts).
 */
const kinds: Kind[] = [
  { name: "sign-in", path: "/login" },
  { name: "public form", path: "/signup" },
  { name: "page that is not there", path: "/page-not-found" },
  { name: "choice of a company", as: "super.admin", path: "/admin/company/choose" },
  { name: "dashboard", as: "client.admin", path: "/admin" },
  { name: "list with filters", as: "client.admin", path: "/admin/stores" },
  {
    name: "details",
    as: "client.admin",
    path: "/admin/stores",
    links: [/^\/admin\/stores\/[\w-]{32,}$/],
  },
  {
    name: "long form",
    as: "client.admin",
    path: "/admin/stores",
    links: [/^\/admin\/stores\/[\w-]{32,}$/, /\/edit$/],
  },
  {
    name: "confirmation",
    as: "client.admin",
    path: "/admin/stores",
    links: [/^\/admin\/stores\/[\w-]{32,}$/, /\/deactivate$/],
  },
  { name: "form in steps", as: "client.admin", path: "/admin/store/add" },
  { name: "upload", as: "client.admin", path: "/admin/stores/import" },
  { name: "tree", as: "client.admin", path: "/admin/hierarchy" },
  { name: "rule editor", as: "client.admin", path: "/admin/master-rule" },
  { name: "overview of days", as: "client.admin", path: "/admin/preview" },
  {
    name: "day of the schedule",
    as: "client.admin",
    path: "/admin/preview",
    links: [/^\/admin\/(schedule|preview\/day)\?/],
  },
  {
    name: "chart of songs",
    as: "client.admin",
    path: "/admin/charts",
    links: [/^\/admin\/charts\/\w+\/[\w-]{32,}$/],
  },
  {
    name: "campaign",
    as: "client.admin",
    path: "/admin/ads",
    links: [/^\/admin\/ads\/[\w-]{32,}$/],
  },
  {
    name: "form of lines",
    as: "client.admin",
    path: "/admin/ads/brands",
    links: [/^\/admin\/ads\/brands\/[\w-]{32,}$/],
  },
  { name: "calendar", as: "client.admin", path: "/admin/ads/calendar" },
  { name: "report with charts", as: "client.admin", path: "/admin/reports/Total_stores?show=yes" },
  {
    name: "invoice",
    as: "client.admin",
    path: "/admin/billing/statement",
    links: [/^\/admin\/billing\/invoices\/[\w-]{32,}$/],
  },
  { name: "results of a search", as: "client.admin", path: "/admin/search?q=a" },
  {
    name: "tutorial",
    as: "client.admin",
    path: "/admin/tutorials",
    links: [/^\/admin\/tutorials\/\w+/],
  },
  { name: "full screen wall", as: "super.ops", path: "/admin/operations/screen" },
  { name: "map of stores", as: "super.ops", path: "/admin/operations/map" },
  { name: "player", as: "store.manager", path: "/store-manager" },
];

for (const { name, as, path, links = [] } of kinds)
  test(`axe has no complaint about a ${name}, and it fits a phone without script [UI-10]`, async ({
    page,
    expectStatus,
  }) => {
    expectStatus(404);
    if (as) await signIn(as, page);
    const address = await follow(page, path, links);
    await page.goto(address);
    const complaints = await complaintsIn(page, { ...wide, colorScheme: "light", axe: true });
    const isHere = (url: URL) => url.pathname + url.search === address;
    await page.route(isHere, withoutScript);
    await page.goto(address);
    complaints.push(...(await complaintsIn(page, { ...phone, colorScheme: "dark", axe: false })));
    await page.unrouteAll();
    expect(complaints, address).toEqual([]);
  });

/** Follows links from a page, the first that fits each pattern; gives the last address. */
async function follow(page: Page, path: string, patterns: RegExp[]): Promise<string> {
  let address = path;
  for (const pattern of patterns) {
    const response = await page.request.get(address);
    const next = linksOf(await response.text()).find((link) => pattern.test(link));
    if (!next) throw new Error(`${address} has no link that fits ${pattern}`);
    address = next;
  }
  return address;
}
