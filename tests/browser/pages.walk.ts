import { type BrowserContext, expect, test } from "playwright/test";
import { addDays } from "#contract/base/dates";
import { codeAt } from "../support/authenticator.ts";
import { type MappedPage, type Reader, readers, writePageMap } from "../support/page-map.ts";
import { type PageRoute, sampleTutorial } from "../support/page-routes.ts";
import { daysAhead, demoPassword, signIn } from "./journey.ts";
import { copyTo, placeOf, startServer } from "./server.ts";
import {
  betweenSteps,
  kindOf,
  linksOf,
  pageRoutes,
  routeAt,
  type WalkResult,
  writeWalked,
} from "./walk.ts";

/**
 * Pages that no link of the site leads to: the one for what is not there, the one for builders,
 * those of mailed links, and where forms lead.
 */
const reachedOtherwise = [
  "/page-not-found",
  "/admin/_ui",
  "/admin/refused",
  "/validate-temp-token",
  "/reset-password/made-up",
  "/reset-password",
  "/setup",
  "/set-my-profile",
  "/admin/users/added",
  "/admin/hierarchy/assign",
  "/admin/library/edit",
  "/admin/saved-filters",
  "/admin/saved-filters/none/remove",
  "/admin/store/add/over",
  "/admin/stores/bulk/change?all=on&section=volume",
  "/admin/stores/bulk/command/volume?all=on&search=Juhu",
  "/proof/made-up",
  "/shared-report/made-up",
  // of these the demo has none, so the page says that it is not there
  "/admin/ads/none/proof/none/withdraw",
  "/admin/billing/bank/none/ignore",
  "/admin/billing/companies/none/opening/none/remove",
  "/admin/billing/credit-notes/none/e-invoice",
  "/admin/billing/settings/none",
  "/admin/requests/none/email",
  "/admin/stores/none/devices/none/revoke",
  "/admin/stores/none/players/none/reset",
];
const startingPoints = [
  "/",
  "/login",
  "/privacy",
  "/admin",
  "/store-manager",
  `/admin/tutorials/${sampleTutorial}`,
  ...reachedOtherwise,
];

/** Files of which one row is refused. */
const stores = {
  path: "/admin/stores/import",
  content: "Store code,Store,City\nPAGES-1,Pages one,Pune\nPAGES-2,Pages @two,Pune\n",
};
const users = {
  path: "/admin/users/import",
  content:
    "Username,First name,Email,Role,Level\npages.one,Pages,pages@example.com,Admin,national\npages.two,Pages,none,Admin,national\n",
};
const songs = {
  path: "/admin/library/import",
  content: "Title,Artist,Seconds\nPages one,Nobody,180\nPages two,Nobody,none\n",
};
const footfall = {
  path: "/admin/ads/footfall/import",
  content: `Store code,Date,Hour,Visitors
NWR-0012,${daysAhead(-2)},10,125
nowhere,2026-01-01,10,1
`,
};

type Person = {
  name: string;
  username?: string;
  /** Prepares the walk after signing in; gives further addresses to begin from. */
  prepare?: (context: BrowserContext) => Promise<string[]>;
  /**
   * Where the person stays, below addresses that they alone open. Without them it is the whole
   * site.
   */
  areas?: string[];
};
/**
 * Who has the whole site comes last: what is missing then is theirs, so that nobody looks for what
 * they cannot reach.
 */
const people: Person[] = [
  { name: "nobody" },
  { name: "store.manager", username: "store.manager", areas: ["/store-manager"] },
  {
    name: "super.admin without a company",
    username: "super.admin",
    areas: ["/admin/company/choose"],
  },
  { name: betweenSteps, username: betweenSteps, prepare: turnOnTwoSteps, areas: ["/second-step"] },
  {
    name: "super.admin",
    username: "super.admin",
    prepare: openCompanyAndImportSongs,
    areas: [
      "/admin/library",
      "/admin/demo-playlists",
      "/admin/companies",
      "/admin/billing",
      "/admin/requests",
      "/admin/public-site",
      "/admin/audit",
      "/admin/company/waiting-form",
    ],
  },
  { name: "client.admin", username: "client.admin", prepare: importFilesAndOpenDraft },
];

/**
 * The number of pages in a row that lead to none unseen: the person is taken to have seen all that is
 * theirs.
 */
const patience = 250;

const walked: WalkResult = { pages: {}, cookies: {} };
let server: Awaited<ReturnType<typeof startServer>>;

// one after the other on one server; all pages' tests wait for them, so a busy machine must not
// fail them
test.describe.configure({ mode: "serial", timeout: 10 * 60_000 });

test.beforeAll(async () => {
  server = await startServer(await copyTo(placeOf("walked")));
});
test.afterAll(async () => {
  await server.stop();
  await writeWalked(walked);
});

for (const person of people)
  test(`links lead ${person.name} from page to page, and give each page's address`, async ({
    browser,
  }) => {
    const { name, username, prepare, areas = [] } = person;
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    if (username) await signIn(username, await context.newPage());
    const further = (await prepare?.(context)) ?? [];
    await follow(person, [...further, ...areas, ...startingPoints], context);
    walked.cookies[name] = await context.cookies();
    await context.close();
  });

test("the checked-in map of pages and who may open them is what the walk found; it is rewritten [NAV-8] [ROL-1]", async ({
  browser,
}) => {
  const unreached = pageRoutes.filter(({ id }) => !walked.pages[id]);
  expect(unreached, "pages that no link leads to").toEqual([]);
  const opensTo = new Map<string, Reader[]>(pageRoutes.map(({ path }) => [path, []]));
  for (const [name, username] of Object.entries(readers) as [Reader, string | undefined][]) {
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    if (username) await signIn(username, await context.newPage());
    if (name.startsWith("Fever_")) await openNorthwind(context);
    for (const { id, path } of pageRoutes) {
      const { address = "" } = walked.pages[id] ?? {};
      const response = await context.request.get(address, { maxRedirects: 0 });
      if (response.headers().location !== "/login") opensTo.get(path)?.push(name);
    }
    await context.close();
  }
  const map: MappedPage[] = [...opensTo].map(([path, names]) => ({ path, opensTo: names }));
  expect(
    await writePageMap(map),
    "tests/fixtures/page-map.csv was out of date: look at what changed, and commit it",
  ).toBe(false);
});

/**
 * Asks for pages without showing them, and notes those that nobody before has come to. Addresses of
 * pages not seen yet come first, then those of whose kind the fewest were asked for. Ends when
 * everything is found, or for long nothing new.
 */
async function follow({ name, areas }: Person, start: string[], { request }: BrowserContext) {
  const isTheirs = (path: string) =>
    !areas || areas.some((area) => path === area || path.startsWith(`${area}/`));
  const asItem = (link: string, rank: number) => {
    const { pathname: path, search } = new URL(link, "http://here.invalid");
    return isTheirs(path) ? [{ path: path + search, rank, id: routeAt(path)?.id }] : [];
  };
  const queue = start.flatMap((path) => asItem(path, 0));
  const knownPaths = new Set(start);
  const kinds = new Map<string, number>();
  let sinceFound = 0;
  while (queue.length > 0 && sinceFound < patience) {
    const missing = pageRoutes.filter(({ id, path }) => !walked.pages[id] && isTheirs(path));
    if (missing.length === 0) return;
    const rankOf = rankBy(missing);
    const ranks = queue.map(rankOf);
    const [{ path } = { path: "" }] = queue.splice(ranks.indexOf(Math.min(...ranks)), 1);
    const response = await request.get(path, { maxRedirects: 5 });
    const here = new URL(response.url());
    sinceFound++;
    if (!response.headers()["content-type"]?.startsWith("text/html")) continue; // a download
    const id = routeAt(here.pathname)?.id;
    if (id && !walked.pages[id]) {
      walked.pages[id] = { address: here.pathname + here.search, person: name };
      sinceFound = 0;
    }
    for (const link of linksOf(await response.text())) {
      if (knownPaths.has(link)) continue;
      knownPaths.add(link);
      const rank = (kinds.get(kindOf(link)) ?? 0) + 1;
      kinds.set(kindOf(link), rank);
      queue.push(...asItem(link, rank).filter(({ id }) => id));
    }
  }
}

/** The lower, the sooner: a page not seen yet, then one beside such a page. */
function rankBy(missing: PageRoute[]) {
  const unseen = new Set(missing.map(({ id }) => id));
  const areas = new Set(missing.map(({ path }) => areaOf(path)));
  return ({ id = "", path, rank }: { id?: string | undefined; path: string; rank: number }) =>
    unseen.has(id) ? rank / 400 : areas.has(areaOf(path)) ? rank / 100 : rank;
}

/** "/admin/stores" of "/admin/stores/…/edit?back=…". */
const areaOf = (path: string) => path.split(/[/?]/).slice(0, 3).join("/");

/**
 * Where a day's form leads, and where its other versions would: the demo's days have one each. The
 * week that it publishes has no form.
 */
async function importFilesAndOpenDraft(context: BrowserContext): Promise<string[]> {
  const review = [
    ...(await importFile(stores)(context)),
    ...(await importFile(users)(context)),
    ...(await importFile(footfall)(context)),
    ...(await changeRuleTwice(context)),
  ];
  const textOf = async (path: string) => (await context.request.get(path)).text();
  const [today = ""] = linksOf(await textOf("/admin/preview")).filter((link) =>
    link.startsWith("/admin/preview/day?"),
  );
  const draft = today.replace(/\d{4}-\d\d-\d\d/, (date) => addDays(date, 10));
  const [, id] = /action="\/admin\/preview\/([^/"]+)\/publish/.exec(await textOf(draft)) ?? [];
  if (!id) throw new Error(`${draft} is no draft`);
  return [...review, `/admin/preview/${id}/publish`, `/admin/schedule/difference?id=${id}`];
}

/**
 * Gives a region a rule of its own, and that a version to go back to; the addresses of the rule and
 * of two versions side by side.
 */
async function changeRuleTwice(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("/admin/master-rule");
  await page.locator('main a[href*="regionId="]').first().click();
  await page.waitForURL(/regionId=/);
  for (const minutes of ["150", "180"]) {
    await page.getByRole("spinbutton", { name: "Minimum rest" }).fill(minutes);
    await page.locator('button[name="_do"][value="save"]:visible').last().click();
    await page.getByText("Rule saved").waitFor();
    await page.reload();
  }
  const rule = page.url();
  await page.getByRole("link", { name: "All versions" }).click();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForURL(/difference/);
  return [rule, page.url()];
}

/** Turns two-step sign-in on, and signs in anew as far as the first step leads. */
async function turnOnTwoSteps(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("/two-steps");
  await page.getByLabel("Current password").fill(demoPassword);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const key = await page.locator("p", { hasText: "Key:" }).locator("code").textContent();
  await page.getByLabel("Code", { exact: true }).fill(codeAt(key ?? "", Date.now()));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("link", { name: "I have saved them" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await signIn(betweenSteps, page);
  return [];
}

async function openCompanyAndImportSongs(context: BrowserContext): Promise<string[]> {
  await openCompany("Brightmart", context);
  const form = await context.newPage();
  await form.goto("/admin/store/add");
  await openNorthwind(context);
  await form.locator("#form").evaluate((one: HTMLFormElement) => one.submit());
  await form.waitForURL("**/admin/company/waiting-form");
  return [form.url(), ...(await importFile(songs)(context))];
}

const openNorthwind = (context: BrowserContext) => openCompany("Northwind Retail", context);

async function openCompany(name: string, context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/admin/company/choose");
  await page.getByRole("button", { name: `Open ${name}`, exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/admin/company/choose");
  await page.close();
}

/** Has a file checked; gives the address of its review. */
function importFile({ path, content }: typeof stores) {
  return async (context: BrowserContext): Promise<string[]> => {
    const page = await context.newPage();
    await page.goto(path);
    const file = { name: "pages.csv", mimeType: "text/csv", buffer: Buffer.from(content) };
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByRole("button", { name: "Review import" }).click();
    await page.waitForURL(/\/import\/[\w-]{32,}/);
    return [page.url()];
  };
}
