// npm test runs the quick checks first and sums up every runner's figures in the last line. It
// leaves some files to npm run test:all, which omits nothing: every file on both database engines
// and all samples at full length; --part=1/3 runs a third of it (docs/decisions/tests.md).
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { basename } from "node:path";
import { findChromium } from "./chromium.mjs";
import { leftToTestAll } from "./left-to-test-all.mjs";
import { isStale } from "./stale.mjs";

const whole = process.argv.includes("--all");
const part = partOf(process.argv);
/** Seconds on two idle cores; slower tests and runs are named at the end. */
const budget = { test: 60, run: 10 * 60 };

const noPostgres = "the PostgreSQL half of the API, web and sweep tests: no server was found";
const results = "test-results";
const began = performance.now();
const total = { passed: 0, failed: 0 };
const failures = [];
const notRun = new Set();
const steps = [];
const tests = [];
let together = false;
const say = (text) => process.stdout.write(`${text}\n`);

const scratch = await folderInMemory();
await rm(results, { recursive: true, force: true });
await mkdir(results, { recursive: true });

let built = true;
await beside(
  async () => {
    await check("types", "npm", ["run", "--silent", "types"]);
    await check("imports", "npm", ["run", "--silent", "imports"]);
  },
  async () => {
    await check("lint", "npx", ["biome", "check", "."]);
    await check("house rules", "node", ["scripts/house-rules.mjs"]);
    await vitest("unit", undefined, "--maxWorkers=1");
    if (await isStale()) built = await check("build", "node", ["scripts/build.mjs"]);
  },
);
await onEngines("api");
if (built) {
  await onEngines("web");
  // fault tests mostly wait, so one at a time is enough
  await beside(
    async () => {
      await vitest("faults", undefined, "--maxWorkers=1");
      if (whole) await browser("from-nothing", "--config", "tests/from-nothing");
    },
    () => browser("browser"),
  );
} else notRun.add("web, sweep, fault and browser tests: the build failed");

const seconds = (performance.now() - began) / 1000;
sayTimes();
for (const failure of failures) say(`\n*** FAILED: ${failure} ***`);
for (const what of notRun) say(`\n*** DID NOT RUN: ${what} ***`);
const closing = `${total.passed} passed, ${total.failed} failed`;
say(part ? `part-${part}: ${closing}` : closing);
process.exit(total.failed > 0 || notRun.size > 0 ? 1 : 0);

/**
 * Gives the part of test:all that `--part=1/3` selects, as "1/3"; undefined for all of it. Ends
 * the process if the command is not test:all.
 */
function partOf(args) {
  const value = args.find((arg) => arg.startsWith("--part="))?.slice("--part=".length);
  if (value === undefined) return undefined;
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
  if (whole && Number(number) >= 1 && Number(number) <= Number(count)) return value;
  process.stderr.write(
    "Parts are of test:all: npm run test:all -- --part=1/3, then 2/3 and 3/3.\n",
  );
  process.exit(2);
}

/**
 * Makes a folder in memory for the tests' databases and files, which this process deletes when it
 * ends; undefined if less than 8 GB are free. PostgreSQL makes a database there in 20 ms, not 500.
 */
async function folderInMemory() {
  const space = await statfs("/dev/shm").catch(() => undefined);
  if (!space || space.bavail * space.bsize < 8 * 1024 ** 3) return undefined;
  const folder = await mkdtemp("/dev/shm/fever-test-");
  await chmod(folder, 0o711); // because PostgreSQL's own user must reach folders below it
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  return folder;
}

/** Runs steps at the same time, and prints the output of each in one piece when it ends. */
async function beside(...work) {
  together = true;
  await Promise.all(work.map((step) => step()));
  together = false;
}

/** Runs a check that passes or fails as a whole; it counts as one test. */
async function check(name, command, args) {
  const holds = (await run(name, command, args)) === 0;
  if (!holds) failures.push(name);
  count({ passed: holds ? 1 : 0, failed: holds ? 0 : 1 }, name);
  return holds;
}

/**
 * Runs the tests of a project that open a database: each file on the engines it names or, for
 * test:all, on every engine.
 */
async function onEngines(project) {
  if (!whole) return vitest(project);
  await vitest(project, "embedded");
  if (!notRun.has(noPostgres)) await vitest(project, "postgres");
}

async function vitest(project, engine, ...more) {
  const name = engine ? `${project} on ${engine}` : project;
  const file = `${results}/${name.replaceAll(" ", "-")}.json`;
  const code = await run(
    name,
    "npx",
    [
      "vitest",
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...shard("--passWithNoTests"),
      ...(whole ? [] : leftToTestAll.flatMap((path) => ["--exclude", path])),
      ...more,
    ],
    { ...(engine && { TEST_ENGINE: engine }) },
    (text) => {
      if (text.includes("PostgreSQL half of the tests did NOT run")) notRun.add(noPostgres);
    },
  );
  const report = await read(file);
  const failed = [];
  for (const { name: path, status, message, assertionResults } of report?.testResults ?? []) {
    for (const { fullName, duration } of assertionResults)
      tests.push({ name: `${path} > ${fullName}`, seconds: (duration ?? 0) / 1000 });
    if (status !== "failed") continue;
    const broken = assertionResults.filter((one) => one.status === "failed");
    failed.push(
      ...broken.map((one) => `${path} > ${one.fullName}\n${one.failureMessages.join("\n")}`),
    );
    if (broken.length === 0) failed.push(`${path}\n${message}`);
  }
  finish(name, { passed: report?.numPassedTests ?? 0, failed }, code);
}

async function browser(step, ...args) {
  if (
    !findChromium() &&
    (await run("install Chromium", "npx", ["playwright", "install", "chromium"])) !== 0
  ) {
    notRun.add("the browser tests: there is no Chromium, and Playwright could not install its own");
    return;
  }
  const code = await run(step, "npx", [
    "playwright",
    "test",
    ...shard("--pass-with-no-tests"),
    ...(whole ? [] : ["--grep-invert", leftToTestAll.map((path) => basename(path)).join("|")]),
    ...args,
  ]);
  const report = await read(`${results}/${step}.json`);
  const failed = [];
  for (const { title, file, tests: runs } of specs(report ?? {}))
    for (const { projectName, status, results: tries } of runs) {
      const name = `${file} > [${projectName}] ${title}`;
      tests.push({ name, seconds: tries.reduce((sum, { duration }) => sum + duration, 0) / 1000 });
      if (status === "unexpected" || status === "flaky")
        failed.push(`${name}\n${tries.map(({ error }) => error?.message ?? "").join("\n")}`);
    }
  finish(step, { passed: report?.stats?.expected ?? 0, failed }, code);
}

/** Both runners divide their files themselves; a small project can have none in a part. */
function shard(mayBeEmpty) {
  return part ? [`--shard=${part}`, mayBeEmpty] : [];
}

/** Gives the tests of a suite in Playwright's report, and those of its inner suites. */
function specs({ specs: own = [], suites = [] }) {
  return [...own, ...suites.flatMap(specs)];
}

/**
 * Counts a runner's figures and stores its failures for the end. If a runner failed but named no
 * test, that counts as one failure.
 */
function finish(name, { passed, failed }, code) {
  if (failed.length === 0 && code !== 0)
    failed.push(`${name} ended with ${code}: see what it printed`);
  failures.push(...failed);
  count({ passed, failed: failed.length }, name);
}

function count({ passed, failed }, name) {
  total.passed += passed;
  total.failed += failed;
  say(`--- ${name}: ${passed} passed, ${failed} failed`);
}

/**
 * Prints the seconds of each step and of the slowest tests, and names those over budget.
 */
function sayTimes() {
  const line = ({ name, seconds }) =>
    `${seconds.toFixed(1).padStart(8)} s  ${name.replace(`${process.cwd()}/`, "")}`;
  say(`\n=== Seconds\n${[...steps, { name: "in all", seconds }].map(line).join("\n")}`);
  const slowest = tests.sort((a, b) => b.seconds - a.seconds);
  say(`\n=== Slowest tests\n${slowest.slice(0, 10).map(line).join("\n")}`);
  if (whole) return;
  for (const test of slowest.filter((one) => one.seconds > budget.test))
    say(`\n*** SLOW, above ${budget.test} s: ${line(test).trim()} ***`);
  if (seconds > budget.run)
    say(
      `\n*** SLOW: npm test took ${Math.round(seconds / 60)} minutes, its budget is ${budget.run / 60} ***`,
    );
}

/**
 * Runs a command and resolves to its exit code. Prints its output as it arrives or, if other
 * steps run beside it, at the end.
 */
function run(name, command, args, settings = {}, listen = () => {}) {
  const bufferedOutput = together ? [] : undefined;
  const start = performance.now();
  if (!bufferedOutput) say(`\n=== ${name}`);
  return new Promise((resolve) => {
    const env = {
      ...process.env,
      PLAYWRIGHT_FORCE_TTY: "0",
      ...(scratch && { TMPDIR: scratch }),
      ...(whole && { TEST_ALL: "1" }),
      ...settings,
    };
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env });
    const end = (code) => {
      steps.push({ name, seconds: (performance.now() - start) / 1000 });
      if (bufferedOutput) say(`\n=== ${name}\n${Buffer.concat(bufferedOutput)}`);
      resolve(code);
    };
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from.on("data", (chunk) => {
        if (bufferedOutput) bufferedOutput.push(chunk);
        else to.write(chunk);
        listen(String(chunk));
      });
    child.once("error", (error) => say(String(error))); // "close" follows
    child.once("close", end);
  });
}

function read(file) {
  return readFile(file, "utf8").then(JSON.parse, () => undefined);
}
