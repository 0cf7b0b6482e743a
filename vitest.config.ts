import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const here = (path: string) => new URL(path, import.meta.url).pathname;
const resolve = {
  alias: {
    "~": here("./app"),
    "#contract": here("./contract"),
    "#platform": here("./platform"),
    "#demo": here("./demo"),
  },
};

/**
 * Milliseconds that no machine is too slow for; npm test names tests that take above a minute.
 */
const testTimeout = 900_000;

/**
 * Quick tests first: `npm test` runs the projects in this order. Browser tests have their own
 * runner, Playwright.
 */
export default defineConfig({
  test: {
    // one more than cores, because each waits a fifth of its time for its database
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve,
        esbuild: { jsx: "automatic" },
        test: {
          name: "unit",
          isolate: false,
          setupFiles: ["tests/support/drawn-cases.ts"],
          testTimeout,
          include: ["{contract,platform,app,demo}/**/*.test.{ts,tsx}"],
        },
      },
      {
        resolve,
        esbuild: { jsx: "automatic" },
        test: {
          name: "api",
          include: ["tests/{api,fuzz}/**/*.test.ts"],
          // a worker's files share its modules: loading them again costs more than most tests
          isolate: false,
          setupFiles: ["tests/support/drawn-cases.ts", "tests/support/empty-test-files.ts"],
          globalSetup: ["tests/support/postgres-server.ts", "tests/support/built-server.ts"],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        resolve,
        esbuild: { jsx: "automatic" },
        test: {
          name: "web",
          server: { deps: { external: [/\/build\/server\//] } },
          include: ["tests/{web,sweeps}/**/*.test.{ts,tsx}"],
          isolate: false,
          setupFiles: ["tests/support/empty-test-files.ts"],
          globalSetup: ["tests/support/postgres-server.ts"],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        resolve,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          isolate: false,
          globalSetup: ["tests/support/postgres-server.ts", "tests/support/built-server.ts"],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
