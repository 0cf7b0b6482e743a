import { defineConfig } from "playwright/test";
import base from "../../playwright.config.ts";

/**
 * Every page as every role, in all combinations; `npm test` takes a sample of it
 * (tests/browser/pages.script.ts).
 */
export default defineConfig({
  ...base,
  testDir: ".",
  globalSetup: "../browser/global-setup.ts",
  outputDir: "../../test-results/walk",
  reporter: [["list"], ["json", { outputFile: "../../test-results/walk.json" }]],
  timeout: 2 * 60 * 60_000,
  fullyParallel: true,
  projects: [
    { name: "links", testMatch: "links.ts" },
    { name: "pages", testMatch: "pages.ts", dependencies: ["links"] },
  ],
});
