import { createServer, type Server } from "node:http";
import { expect, test } from "./journey.ts";

let widget: Server;
const port = 21_873; // below those that the system gives to anybody

test.use({ settings: { HELPDESK_WIDGET_URL: `http://127.0.0.1:${port}/widget.js` } });

test.beforeAll(async () => {
  widget = createServer((request, response) => {
    response.setHeader("Content-Type", "text/javascript");
    response.end(
      request.url === "/widget.js"
        ? "document.documentElement.dataset.helpdesk = document.currentScript.dataset.email;"
        : "",
    );
  });
  await new Promise<void>((resolve) => widget.listen(port, "127.0.0.1", resolve));
});
test.afterAll(() => new Promise((resolve) => widget.close(resolve)));

test("its widget loads once the page is idle, with the signed-in user's email as identity; visitors get none [UI-7]", async ({
  page,
  signIn,
}) => {
  await page.goto("/login");
  expect(await page.locator(`script[src*="${port}"], meta[name="help-desk"]`).count()).toBe(0);
  await signIn("client.admin");
  await page.goto("/admin");
  const email = await page.locator('meta[name="help-desk"]').getAttribute("data-email");
  expect(email).toMatch(/@/);
  await expect(page.locator("html")).toHaveAttribute("data-helpdesk", email ?? "");
  const { loaded, load } = await page.evaluate((part) => {
    const script = performance.getEntriesByType("resource").find(({ name }) => name.includes(part));
    const [navigation] = performance.getEntriesByType(
      "navigation",
    ) as PerformanceNavigationTiming[];
    return {
      loaded: script?.startTime ?? 0,
      load: navigation?.loadEventStart ?? Number.POSITIVE_INFINITY,
    };
  }, String(port));
  expect(loaded).toBeGreaterThan(load);
});
