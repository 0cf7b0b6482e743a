import type { Page } from "playwright/test";
import { expect, test } from "../browser/journey.ts";
import { complaintsIn, phone, type View, wide, withoutScript } from "../browser/page-checks.ts";
import { walkers } from "./people.ts";
import { readRoleWalks } from "./walked.ts";

const views: View[] = [wide, phone].flatMap((size) =>
  (["light", "dark"] as const).map((colorScheme) => ({ ...size, colorScheme, axe: true })),
);
/**
 * Bytes of script over the wire, compressed: the largest budget of a kind of page. bench/budgets.ts
 * holds each kind to its own.
 */
const mostScript = 125 * 1024;

test.use({ data: "walked", settings: { REQUESTS_PER_MINUTE: "100000" } });

for (const { name } of walkers)
  test(`each page of ${name} is free of errors and of axe's complaints, in all combinations`, async ({
    page,
    context,
    serverUrl,
    expectStatus,
  }) => {
    expectStatus(401, 404, 410, 422);
    const { pages, cookies } = (await readRoleWalks())[name] ?? { pages: {}, cookies: [] };
    await context.addCookies(cookies);
    expect(Object.keys(pages).length).toBeGreaterThan(0);
    for (const address of Object.values(pages)) {
      const { href } = new URL(address, serverUrl);
      // without script first: what the player's script leaves in the browser would answer for the server
      for (const script of [false, true]) {
        const wrong: string[] = [];
        if (!script) await page.route((url) => url.href === href, withoutScript);
        const response = await page.goto(href);
        if (!response?.ok()) wrong.push(`status ${response?.status()}`);
        for (const view of views)
          for (const complaint of await complaintsIn(page, view))
            wrong.push(`at ${view.width}, ${view.colorScheme}: ${complaint}`);
        const bytes = script ? await scriptBytes(page) : 0;
        if (bytes > mostScript) wrong.push(`${bytes} bytes of script`);
        await page.unrouteAll();
        expect.soft(wrong, `${address} ${script ? "with" : "without"} script`).toEqual([]);
      }
    }
  });

const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
