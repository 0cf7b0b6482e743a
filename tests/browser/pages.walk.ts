import { cp } from "node:fs/promises";
import { type BrowserContext, test } from "playwright/test";
import { signIn } from "./journey.ts";
import { dataFolder, startServer } from "./server.ts";
import { pageRoutes, reachablePages, type Walked, writeWalked } from "./walk.ts";

/** Pages that no link of the site leads to: the one for what is not there, the one for builders, those of mailed links, and where forms lead. */
const reachedOtherwise = [
  "/page-not-found",
  "/admin/_ui",
  "/validate-temp-token",
  "/reset-password/made-up",
  "/reset-password",
  "/setup",
  "/set-my-profile",
  "/admin/users/added",
  "/admin/hierarchy/assign",
  "/admin/library/edit",
  "/admin/saved-filters",
  "/admin/saved-filters/remove",
  "/admin/store/add/over",
];
const startingPoints = ["/", "/login", "/privacy", "/admin", "/store-manager", ...reachedOtherwise];

type Person = {
  name: string;
  username?: string;
  /** What they do after signing in; gives further addresses to begin from. */
  prepare?: (context: BrowserContext) => Promise<string[]>;
  /** In place of the whole site. */
  only?: string[];
};
const people: Person[] = [
  { name: "nobody" },
  { name: "client.admin", username: "client.admin", prepare: importStores },
  { name: "super.admin without a company", username: "super.admin", only: ["/admin/company/choose"] },
  { name: "super.admin", username: "super.admin", prepare: openCompany },
  { name: "store.manager", username: "store.manager" },
];

test("links lead from page to page, and give each page's address", async ({ browser }) => {
  test.setTimeout(5 * 60_000); // all pages' tests wait for it, so a busy machine must not fail it
  await cp(dataFolder("demo"), dataFolder("walked"), { recursive: true });
  const server = await startServer(dataFolder("walked"));
  const walked: Walked = { pages: {}, cookies: {} };
  try {
    for (const person of people) {
      const { name, username, prepare, only } = person;
      const context = await browser.newContext({ baseURL: server.url });
      if (username) await signIn(username, await context.newPage());
      const further = (await prepare?.(context)) ?? [];
      await follow(person, [...further, ...(only ?? startingPoints)], context);
      walked.cookies[name] = await context.cookies();
      await context.close();
    }
  } finally {
    await server.stop();
  }
  await writeWalked(walked);

  /** Asks for pages without showing them, and notes those that nobody before has come to. */
  async function follow({ name, only }: Person, queue: string[], { request }: BrowserContext) {
    const asked = new Set(queue);
    const queued = new Map<string, number>();
    for (let path = queue.shift(); path && missing().length > 0; path = queue.shift()) {
      const response = await request.get(path, { maxRedirects: 5 });
      const here = new URL(response.url());
      if (!response.headers()["content-type"]?.startsWith("text/html")) continue; // a download
      const id = routeAt(here)?.id;
      if (id) walked.pages[id] ??= { address: here.pathname + here.search, person: name };
      if (only) continue;
      for (const link of linksOf(await response.text())) {
        if (asked.has(link)) continue;
        const times = queued.get(kindOf(link)) ?? 0;
        const to = routeAt(new URL(link, here));
        if (!to || times >= (isWanted(link) ? 40 : 2)) continue;
        queued.set(kindOf(link), times + 1);
        asked.add(link);
        if (walked.pages[to.id]) queue.push(link);
        else queue.unshift(link); // what was not seen comes first, so that little of the rest needs to be asked for
      }
    }
  }

  function missing() {
    return reachablePages.filter(({ id }) => !walked.pages[id]);
  }

  /** Whether a page of the same area was not found yet, so that more addresses of one kind are worth a look. */
  function isWanted(link: string): boolean {
    const area = link.split(/[/?]/).slice(0, 3).join("/");
    return missing().some(({ path }) => path.startsWith(area));
  }
});

async function openCompany(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("/admin/company/choose");
  await page.getByRole("button", { name: "Open Northwind Retail" }).click();
  await page.waitForURL((url) => url.pathname !== "/admin/company/choose");
  return [];
}

/** Checks a file of stores, of which one row is refused; gives the address of its review. */
async function importStores(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  await page.goto("/admin/stores/import");
  const buffer = Buffer.from("Store code,Store,City\nPAGES-1,Pages one,Pune\nPAGES-2,Pages @two,Pune\n");
  await page.getByLabel("CSV file").setInputFiles({ name: "stores.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.waitForURL(/\/import\/[\w-]{32,}/);
  return [page.url()];
}

const routeAt = ({ pathname }: URL) => pageRoutes.find(({ pattern }) => pattern.test(pathname));

const linksOf = (html: string) => [
  ...new Set([...html.matchAll(/<a\b[^>]*?\shref="(\/[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&").replace(/#.*/, ""))),
];

/** Addresses that differ only in what their members name are one kind: one of each is enough. */
function kindOf(link: string): string {
  const url = new URL(link, "http://here.invalid");
  return `${url.pathname.replace(/[\w-]{32,}/g, ":id")}?${[...new Set(url.searchParams.keys())].sort().join("&")}`;
}
