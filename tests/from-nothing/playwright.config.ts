import { defineConfig } from "playwright/test";
import base from "../../playwright.config.ts";

/**
 * The first run, from the built server as the Docker image has it: no demo, no packages for
 * development, an empty database.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.journey.ts",
  globalSetup: "./image.ts",
  outputDir: "../../test-results/from-nothing",
  reporter: [["list"], ["json", { outputFile: "../../test-results/from-nothing.json" }]],
  timeout: 900_000, // a slow machine must not fail it
  use: { ...base.use, actionTimeout: 120_000 },
  fullyParallel: true, // the engines beside each other
  projects: [{ name: "from nothing" }],
});
