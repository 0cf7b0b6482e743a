import { defineConfig } from "playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

// a store's browser is set up to play without a click, so that music continues after a reload
// (docs/decisions/player.md)
const flags =
  "--autoplay-policy=no-user-gesture-required --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --use-fake-device-for-media-stream --use-fake-ui-for-media-stream";
const executablePath = findChromium();

const whole = Boolean(process.env.TEST_ALL);

/**
 * `npm test` runs the journeys with script, and eight of them also without it: one for each way of
 * acting (tests/browser/journey.ts); axe checks one page of each kind. `npm run test:all` runs all
 * journeys both ways, visits every page and checks each with axe.
 */
const script = {
  name: "script",
  testMatch: /\.(journey|script)\.ts$/,
  testIgnore: /(pages|player|player-day)\.script\.ts$/,
};
// first, because a store's day is the longest
const player = { name: "player", testMatch: /player(-day)?\.script\.ts$/, fullyParallel: true };
const withoutScript = {
  name: "no script",
  testMatch: /\.journey\.ts$/,
  use: { javaScriptEnabled: false },
};
const quick = [player, script, { ...withoutScript, grep: /@no-script/ }];
const all = [
  // first, so that journeys run beside it and pages do not wait
  { name: "walk", testMatch: /pages\.walk\.ts$/ },
  player,
  script,
  withoutScript,
  { name: "pages", testMatch: /pages\.script\.ts$/, dependencies: ["walk"], fullyParallel: true },
];

/**
 * Runs the same journeys with and without script against the built server; tests/browser/server.ts
 * starts one for each worker.
 */
export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/browser/global-setup.ts",
  outputDir: "test-results/browser",
  // the store's day mostly waits
  workers: whole ? 2 : 3,
  // long, so that a slow machine does not fail them; npm test names those above a minute
  timeout: 900_000,
  expect: { timeout: 150_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: { args: flags.split(" "), ...(executablePath && { executablePath }) },
    userAgent:
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    screenshot: "only-on-failure",
  },
  projects: whole ? all : quick,
});
