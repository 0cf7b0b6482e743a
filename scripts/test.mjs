// npm test: quick checks first, every runner's own figures summed up in the last line.
import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { findChromium } from "./chromium.mjs";
import { isStale } from "./stale.mjs";

const results = "test-results";
const total = { passed: 0, failed: 0 };
const failures = [];
const notRun = [];
const say = (text) => process.stdout.write(`${text}\n`);

await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

await check("lint", "npx", ["biome", "check", "."]);
await check("boundaries", "node", ["scripts/boundaries.mjs"]);
await check("types", "npx", ["tsc"]);
await vitest("unit");
const built = (await isStale()) ? await check("build", "node", ["scripts/build.mjs"]) : true;
await vitest("api");
if (built) {
  await vitest("web");
  await vitest("faults");
  await browser();
} else notRun.push("web, sweep, fault and browser tests: there is no build");

for (const failure of failures) say(`\n*** FAILED: ${failure} ***`);
for (const what of notRun) say(`\n*** DID NOT RUN: ${what} ***`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || notRun.length > 0 ? 1 : 0);

/** A step that holds or does not: counts as one. */
async function check(name, command, args) {
  const holds = (await run(name, command, args)) === 0;
  if (!holds) failures.push(name);
  count(holds ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, name);
  return holds;
}

async function vitest(project) {
  const file = `${results}/${project}.json`;
  const code = await run(
    project,
    "npx",
    ["vitest", "run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    (text) => {
      if (text.includes("PostgreSQL half of the tests did NOT run"))
        missing("the PostgreSQL half of the API, web and sweep tests: no server was found");
    },
  );
  const report = await read(file);
  const failed = (report?.testResults ?? [])
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter((one) => one.status === "failed");
      return tests.length > 0
        ? tests.map((one) => `${name} > ${one.fullName}\n${one.failureMessages.join("\n")}`)
        : [`${name}\n${message}`];
    });
  finish(project, { passed: report?.numPassedTests ?? 0, failed }, code);
}

async function browser() {
  if (!findChromium() && (await run("install Chromium", "npx", ["playwright", "install", "chromium"])) !== 0) {
    missing("the browser tests: there is no Chromium, and Playwright could not install its own");
    return;
  }
  const code = await run("browser", "npx", ["playwright", "test"]);
  const report = await read(`${results}/browser.json`);
  const failed = specs(report ?? {}).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map((test) => `${file} > [${test.projectName}] ${title}\n${test.results.map(({ error }) => error?.message ?? "").join("\n")}`),
  );
  finish("browser", { passed: report?.stats?.expected ?? 0, failed }, code);
}

/** The tests of a suite of Playwright's report and of those within it. */
function specs({ specs: own = [], suites = [] }) {
  return [...own, ...suites.flatMap(specs)];
}

/** A runner's figures; one that ended badly without naming a test counts as one failure. What failed is said again at the end. */
function finish(name, { passed, failed }, code) {
  if (failed.length === 0 && code !== 0) failed.push(`${name} ended with ${code}: see what it printed`);
  failures.push(...failed);
  count({ passed, failed: failed.length }, name);
}

function count({ passed, failed }, name) {
  total.passed += passed;
  total.failed += failed;
  say(`--- ${name}: ${passed} passed, ${failed} failed`);
}

function missing(what) {
  if (!notRun.includes(what)) notRun.push(what);
}

/** Runs a command with its output passed on; gives its exit code. */
function run(name, command, args, listen = () => {}) {
  say(`\n=== ${name}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, PLAYWRIGHT_FORCE_TTY: "0" } });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on("data", (text) => {
        to.write(text);
        listen(String(text));
      });
    child.once("error", (error) => {
      say(String(error));
      resolve(1);
    });
    child.once("close", resolve);
  });
}

function read(file) {
  return readFile(file, "utf8").then(JSON.parse, () => undefined);
}
