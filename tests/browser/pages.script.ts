import type { Browser } from "playwright/test";
import { expect, signIn, test, watchConsole } from "./journey.ts";
import { complaintsIn, phone, type View, wide, withoutScript } from "./page-checks.ts";
import { betweenSteps, pageRoutes, readWalked, type WalkResult } from "./walk.ts";

/**
 * Without script on a phone, in the dark, each page; with script, wide and light, every second, and
 * all in `npm run test:all`. Axe, most of a page's cost, looks once; `npm run test:all` lets it
 * look at both, `npm run walk` at all combinations for every role.
 */
const viewsOf = (place: number): (View & { script: boolean })[] => {
  const whole = Boolean(process.env.TEST_ALL);
  const isShownTwice = place % 2 === 1;
  const withoutScript = {
    ...phone,
    colorScheme: "dark",
    axe: whole || !isShownTwice,
    script: false,
  } as const;
  return whole || isShownTwice
    ? [withoutScript, { ...wide, colorScheme: "light", axe: true, script: true }]
    : [withoutScript];
};

test.use({ data: "walked" });

let walkedOnce: Promise<WalkResult> | undefined;
const readOnce = () => {
  walkedOnce ??= readWalked();
  return walkedOnce;
};

/**
 * By person, one for all tests of a worker: a new browser would fetch and compile every script
 * anew, half of a test's time.
 */
const windows = new Map<string, ReturnType<typeof openWindow>>();

/** A page in a browser of a person, and what its console complains of. */
async function openWindow(browser: Browser, person: string) {
  const { cookies } = await readOnce();
  // no page is answered by what the player keeps
  const context = await browser.newContext({ serviceWorkers: "block" });
  const { complaints, expectStatus } = watchConsole(context);
  expectStatus(401, 404, 410, 422);
  await context.addCookies(cookies[person] ?? []);
  const page = await context.newPage();
  if (person === betweenSteps) await signIn(betweenSteps, page);
  return { page, complaints };
}

for (const [place, { id, path, pattern }] of pageRoutes.entries())
  test(`${path} is reached and fits a phone, without script too, and passes axe (${id}) [UI-10]`, async ({
    browser,
    serverUrl,
  }) => {
    const walkedPage = (await readOnce()).pages[id];
    if (!walkedPage) throw new Error(`${id} was not reached by any link`);
    const window = windows.get(walkedPage.person) ?? openWindow(browser, walkedPage.person);
    windows.set(walkedPage.person, window);
    const { page, complaints } = await window;
    const { href } = new URL(walkedPage.address, serverUrl);
    const wrong: string[] = [];
    for (const { script, ...view } of viewsOf(place)) {
      if (!script) await page.route((url) => url.href === href, withoutScript);
      await page.goto(href);
      expect(new URL(page.url()).pathname).toMatch(pattern);
      for (const complaint of await complaintsIn(page, view))
        wrong.push(
          `${walkedPage.address} ${script ? "with" : "without"} script at ${view.width}, ${view.colorScheme}: ${complaint}`,
        );
      await page.unrouteAll();
    }
    expect([...wrong, ...complaints.splice(0)]).toEqual([]);
  });
