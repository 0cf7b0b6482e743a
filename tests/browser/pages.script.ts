import AxeBuilder from "@axe-core/playwright";
import type { Route } from "playwright/test";
import { expect, test } from "./journey.ts";
import { pageRoutes, readWalked, type Walked } from "./walk.ts";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
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
/** Without script all rules are asked once: nothing but script makes more of the wide page. */
const onPhone = views.slice(1);

test.use({ data: "walked" });

let walkedOnce: Promise<Walked> | undefined;
const readOnce = () => {
  walkedOnce ??= readWalked();
  return walkedOnce;
};

for (const script of [true, false])
  for (const { id, path, pattern } of pageRoutes)
    test(`${path} is reached, fits a phone, and passes axe, light and dark, ${script ? "with" : "without"} script (${id}) [UI-10]`, async ({
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
      const { href } = new URL(walkedPage.address, serverUrl);
      if (!script) await page.route((url) => url.href === href, withoutScript);
      await page.goto(href);
      expect(new URL(page.url()).pathname).toMatch(pattern);
      const wrong: string[] = [];
      for (const { colorScheme, rules, ...size } of script ? views : onPhone) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const what = `${walkedPage.address} at ${size.width}, ${colorScheme}`;
        const axe = new AxeBuilder({ page })
          .setLegacyMode() // there are no frames, for which it would open a page more
          .options({ resultTypes: ["violations"] });
        const { violations } = await (rules ? axe.withRules([...rules]) : axe.withTags(wcag)).analyze();
        for (const { id, nodes } of violations) {
          const targets = nodes.map(({ target }) => target.join(" "));
          wrong.push(`${what}: ${id} at ${targets.slice(0, 3).join(", ")}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > size.width) wrong.push(`${what}: scrolls sideways, ${wide} px`);
      }
      const styled = await page.locator("[style]").count();
      if (styled > 0) wrong.push(`${walkedPage.address}: ${styled} elements with a style attribute`);
      expect(wrong).toEqual([]);
      walked.cookies[walkedPage.person] = await context.cookies(); // the session may have been renewed
    });

/** The page as a browser without script shows it. Axe is a script, so the browser has to have one. */
async function withoutScript(route: Route) {
  const response = await route.fetch({ maxRedirects: 0 });
  const html = await response.text();
  const body = html.replace(/<script\b.*?<\/script>|<\/?noscript>| data-script="[^"]*"/gs, ""); // data-script is for `scripted:` styles
  await route.fulfill({ response, body });
}
