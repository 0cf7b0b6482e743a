import { type APIResponse, type BrowserContext, expect, test } from "playwright/test";
import { signIn } from "../browser/journey.ts";
import { copyTo, placeOf, startServer } from "../browser/server.ts";
import { kindOf, linksOf, routeAt } from "../browser/walk.ts";
import { walkers } from "./people.ts";
import { type RoleWalk, writeRoleWalks } from "./walked.ts";

/** The most links of a kind that are followed. */
const linksOfAKind = 2;
/** Where those end who may not go where a link leads. */
const closed = /^\/(login|page-not-found|admin\/refused)$/;
/** Values that no one meant to show. */
const leaks = /\bundefined\b|\bNaN\b|Invalid Date|\[object \w+\]/;

const walks: Record<string, RoleWalk> = {};
let server: Awaited<ReturnType<typeof startServer>>;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  server = await startServer(await copyTo(placeOf("walked")), { REQUESTS_PER_MINUTE: "100000" });
});
test.afterAll(async () => {
  await server.stop();
  await writeRoleWalks(walks);
});

for (const { name, username, opensCompany } of walkers)
  test(`every link leads ${name} to a page or file that they may open`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
    if (username) await signIn(username, await context.newPage());
    if (opensCompany) await openNorthwind(context);
    const { pages, wrong } = await followAll(context, username ? "/admin" : "/");
    walks[name] = { pages, cookies: await context.cookies() };
    await context.close();
    expect(wrong).toEqual([]);
    expect(Object.keys(pages).length).toBeGreaterThan(0);
  });

/**
 * Asks for every kind of link that the site shows; gives an address of each page that answered, and
 * what was wrong.
 */
async function followAll({ request }: BrowserContext, start: string) {
  const pages: RoleWalk["pages"] = {};
  const wrong: string[] = [];
  const followed = new Map<string, number>();
  const queue = [{ link: start, from: "the start" }];
  for (let at = queue.shift(); at; at = queue.shift()) {
    const { link, from } = at;
    const response = await request.get(link, { maxRedirects: 5 });
    const here = new URL(response.url());
    const complaint = complaintAbout(response, here, link);
    if (complaint) wrong.push(`${from} links to ${link}: ${complaint}`);
    if (complaint || !response.headers()["content-type"]?.startsWith("text/html")) continue;
    const route = routeAt(here.pathname);
    if (route) pages[route.id] ??= here.pathname + here.search;
    const html = await response.text();
    const [leak] = leaks.exec(visibleText(html)) ?? [];
    if (leak) wrong.push(`${link} shows “${leak}”`);
    for (const next of linksOf(html)) {
      const kind = kindOf(next);
      const count = followed.get(kind) ?? 0;
      if (count >= linksOfAKind) continue;
      followed.set(kind, count + 1);
      queue.push({ link: next, from: here.pathname + here.search });
    }
  }
  return { pages, wrong };
}

function complaintAbout(
  response: APIResponse,
  { pathname }: URL,
  link: string,
): string | undefined {
  if (!response.ok()) return `status ${response.status()}`;
  if (closed.test(pathname) && !link.startsWith(pathname)) return `ends at ${pathname}`;
  return undefined;
}

const visibleText = (html: string) =>
  html.replace(/<(script|style)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, " ");

async function openNorthwind(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto("/admin/company/choose");
  await page.getByRole("button", { name: "Open Northwind Retail", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/admin/company/choose");
  await page.close();
}
