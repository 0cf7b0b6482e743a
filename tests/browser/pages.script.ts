import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page, Route } from "playwright/test";
import { expect, test } from "./journey.ts";
import { pageRoutes, readWalked, type Walked } from "./walk.ts";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What the wide page alone shows: the menu, columns that cards leave out. */
const names = ["link-name", "button-name", "label", "select-name", "summary-name", "image-alt", "svg-img-alt", "aria-allowed-attr"];
const structure = ["list", "listitem", "nested-interactive", "aria-hidden-focus", "duplicate-id-aria"];
type View = { width: number; height: number; colorScheme: "light" | "dark"; rules: string[] | undefined };
/** Each width and each colour scheme once; what neither looks nor width decide is asked on the phone alone. */
const wide: View = {
  ...{ width: 1280, height: 900, colorScheme: "light" },
  rules: ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size", ...names, ...structure],
};
const phone: View = { width: 390, height: 844, colorScheme: "dark", rules: undefined };

/** What Playwright's builder would send into each page twice and at twice the length, 0.2 s of a core each time. */
const axeFile = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js");
declare const axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };

test.use({ data: "walked" });

let walkedOnce: Promise<Walked> | undefined;
const readOnce = () => {
  walkedOnce ??= readWalked();
  return walkedOnce;
};

for (const { id, path, pattern } of pageRoutes)
  test(`${path} is reached, fits a phone, and passes axe, light and dark, with script and without (${id}) [UI-10]`, async ({
    page,
    context,
    serverUrl,
    expectStatus,
  }) => {
    expectStatus(401, 404, 410, 422);
    const walked = await readOnce();
    const walkedPage = walked.pages[id];
    if (!walkedPage) throw new Error(`${id} was not reached by any link`);
    await context.addCookies(walked.cookies[walkedPage.person] ?? []);
    await context.addInitScript({ content: await readFile(axeFile, "utf8") });
    const { href } = new URL(walkedPage.address, serverUrl);
    const wrong: string[] = [];
    // without script first: what the player's script leaves in the browser would answer for the server
    for (const script of [false, true]) {
      if (!script) await page.route((url) => url.href === href, withoutScript);
      await page.goto(href);
      expect(new URL(page.url()).pathname).toMatch(pattern);
      // nothing but script makes more of the wide page
      for (const view of script ? [wide, phone] : [phone])
        for (const complaint of await complaintsIn(page, view))
          wrong.push(`${walkedPage.address} ${script ? "with" : "without"} script at ${view.width}, ${view.colorScheme}: ${complaint}`);
      await page.unrouteAll();
    }
    expect(wrong).toEqual([]);
    walked.cookies[walkedPage.person] = await context.cookies(); // the session may have been renewed
  });

/** What axe, the width and the policy against style attributes say of a page. */
async function complaintsIn(page: Page, { colorScheme, rules, ...size }: View): Promise<string[]> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: wcag };
  const { violations } = await page.evaluate((options) => axe.run(options), { runOnly, resultTypes: ["violations"] });
  const complaints = violations.map(({ id, nodes }) => {
    const targets = nodes.map(({ target }) => target.join(" "));
    return `${id} at ${targets.slice(0, 3).join(", ")}`;
  });
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (contentWidth > size.width) complaints.push(`scrolls sideways, ${contentWidth} px`);
  const styled = await page.locator("[style]").count();
  if (styled > 0) complaints.push(`${styled} elements with a style attribute`);
  return complaints;
}

/** The page as a browser without script shows it. Axe is a script, so the browser has to have one. */
async function withoutScript(route: Route) {
  const response = await route.fetch({ maxRedirects: 0 });
  const html = await response.text();
  const body = html.replace(/<script\b.*?<\/script>|<\/?noscript>| data-script="[^"]*"/gs, ""); // data-script is for `scripted:` styles
  await route.fulfill({ response, body });
}
