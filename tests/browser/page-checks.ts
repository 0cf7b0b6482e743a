import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page, Route } from "playwright/test";

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The wall's screen tells what happens now, so WCAG's criterion 2.2.1 lets it refresh itself. */
const liveScreen = "/admin/operations/screen";
/** How a page is looked at, and whether axe judges it by the rules of WCAG 2.2 AA. */
export type View = { width: number; height: number; colorScheme: "light" | "dark"; axe: boolean };
export const wide = { width: 1280, height: 900 };
export const phone = { width: 390, height: 844 };

/**
 * Finds the script that Playwright's builder would send into each page twice and at twice the
 * length, 0.2 s of a core each time.
 */
const axeFile = createRequire(
  createRequire(import.meta.url).resolve("@axe-core/playwright"),
).resolve("axe-core/axe.min.js");
const axeSource = readFile(axeFile, "utf8");
declare const axe: {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>;
};

/** Lists what axe, the width and the policy against style attributes complain of on a page. */
export async function complaintsIn(
  page: Page,
  { colorScheme, axe, ...size }: View,
): Promise<string[]> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const complaints = axe ? await violationsIn(page) : [];
  const contentWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  if (contentWidth > size.width) complaints.push(`scrolls sideways, ${contentWidth} px`);
  const styled = await page.locator("[style]").count();
  if (styled > 0) complaints.push(`${styled} elements with a style attribute`);
  return complaints;
}

async function violationsIn(page: Page): Promise<string[]> {
  if (await page.evaluate(() => typeof axe === "undefined")) await page.evaluate(await axeSource);
  const refreshesItself = new URL(page.url()).pathname === liveScreen;
  const options = {
    runOnly: { type: "tag", values: wcag },
    rules: { "meta-refresh": { enabled: !refreshesItself } },
    resultTypes: ["violations"],
  };
  const { violations } = await page.evaluate((runOptions) => axe.run(runOptions), options);
  return violations.map(({ id, nodes }) => {
    const targets = nodes.map(({ target }) => target.join(" "));
    return `${id} at ${targets.slice(0, 3).join(", ")}`;
  });
}

/**
 * The page as a browser without script shows it, which loads none ahead either. Axe is a script, so
 * the browser has to have one.
 */
export async function withoutScript(route: Route) {
  // asks again, as a browser does, where the kept connection was just closed
  const response = await route.fetch({ maxRedirects: 0, maxRetries: 1 });
  const html = await response.text();
  const body = html.replace(
    /<script\b.*?<\/script>|<link rel="modulepreload"[^>]*>|<\/?noscript>| data-script="[^"]*"/gs,
    "",
  ); // data-script is for `scripted:` styles
  await route.fulfill({ response, body });
}
