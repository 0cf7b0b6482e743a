import { existsSync } from "node:fs";

const places = [
  // the same engine without a window, which starts and draws sooner
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The Chromium to test with: CHROMIUM_PATH, an installed one, else undefined, which means
 * Playwright's own.
 */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path));
