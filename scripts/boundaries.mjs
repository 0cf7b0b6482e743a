// Part of npm run lint: who may import what (docs/architecture.md), and a few rules that no linter knows. Reads text only, so it is quick.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";

const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" }).stdout.split("\n");
const files = listed.filter((file) => file && existsSync(file));
const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !file.startsWith("docs/"));
const product = /^(app|contract|platform)\/|^[^/]+\.ts$/;
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith("tests/");
const browserFile = (file) => /^app\/(ui|features)\/.*\.tsx$|^app\/ui\//.test(file) && !isTest(file) && !/\.server\.tsx?$/.test(file);
/** Contract files by whether the browser may have them. */
const zodFree = new Map();

const wrong = [];
const refuse = (file, line, what) => wrong.push(`${file}:${line}  ${what}`);

for (const file of code) {
  const text = await readFile(file, "utf8");
  const imports = importsOf(text);
  for (const found of imports) if (product.test(file) && !isTest(file)) await judge(file, found);
  if (product.test(file) && !isTest(file) && file !== "config.ts")
    eachLine(text, /process\.env\b(?!\.NODE_ENV\b)/, (line) => {
      const composition = file === "server.ts" && /readConfig\(process\.env\)/.test(text.split("\n")[line - 1]);
      if (!composition && !/\.config\.ts$/.test(file)) refuse(file, line, "the environment is read in config.ts alone");
    });
  if (/^app\/routes\//.test(file)) {
    const lines = text.trimEnd().split("\n").length;
    if (lines > 150) refuse(file, 150, `a route has 150 lines at the most, this one ${lines}: move work to its feature`);
  }
}
for (const file of files.filter(
  (file) => !/\.(png|jpg|ico|wav|mp3|ogg|flac|m4a|woff2?)$/.test(file) && file !== "scripts/boundaries.mjs" && file !== "package-lock.json",
))
  eachLine(await readFile(file, "utf8"), /registry\.(npmjs|yarnpkg)|npmmirror|\/_npm\/|pypi\.org|artifactory|verdaccio/i, (line) =>
    refuse(file, line, "names a package registry"),
  );
const lock = await readFile("package-lock.json", "utf8").catch(() => "");
eachLine(lock, /"resolved": "http:|"resolved": "https:\/\/(?!registry\.npmjs\.org\/)/, (line) =>
  refuse("package-lock.json", line, "names a registry of this machine"),
);

const say = (text) => process.stdout.write(`${text}\n`);
for (const line of wrong) say(line);
say(wrong.length === 0 ? `Import boundaries hold in ${code.length} files.` : `${wrong.length} boundary violations.`);
process.exit(wrong.length === 0 ? 0 : 1);

/** One import of a product file against the rules of docs/architecture.md. */
async function judge(file, { target, line, typeOnly }) {
  if (browserFile(file) && /^zod(\/|$)|^@conform-to\/zod/.test(target) && !typeOnly) refuse(file, line, "zod stays out of the browser");
  const at = resolve(file, target);
  if (!at) return;
  const say = (what) => refuse(file, line, `${what} (imports ${target})`);
  const from = areaOf(file);
  const to = areaOf(at);
  if (from === "contract" && to !== "contract") say("contract imports nothing of ours");
  if (from === "platform" && to === "app") say("the platform never imports the web");
  if (from === "app" && to === "platform") say("the web never imports the platform: it calls the contract's endpoints");
  if ((from === "platform" || from === "app" || from === "contract") && to === "root")
    say("only server.ts, tests and bench compose the halves");
  if (from === "platform") judgePlatform(file, at, say);
  if (from === "app") judgeApp(file, at, say);
  if (browserFile(file) && to === "contract" && !typeOnly && !(await isZodFree(at)))
    say("goes to the browser, and this contract file brings zod: import a zod-free one, or only types");
}

function judgePlatform(file, at, say) {
  if (file.startsWith("platform/engine/") && !at.startsWith("platform/engine/") && !at.startsWith("contract/"))
    say("the engine imports the contract only");
  const mayTouchTables = /\.queries\.ts$|^platform\/(access|db|demo)\//.test(file);
  if (at.startsWith("platform/db/schema") && !mayTouchTables)
    say("tables are for *.queries.ts, platform/access, platform/db and platform/demo");
  const kind = /\.(routes|service|queries)\.ts$/;
  const [from, to] = [kind.exec(file)?.[1], kind.exec(at)?.[1]];
  if ((from === "queries" && (to === "service" || to === "routes")) || (from === "service" && to === "routes"))
    say("imports go from routes to service to queries");
  if (to && moduleOf(file) && moduleOf(file) !== moduleOf(at) && to === "routes") say("another module is reached through its service");
}

function judgeApp(file, at, say) {
  if (at.startsWith("app/routes/")) say("nothing imports a route");
  if (file.startsWith("app/ui/") && /^app\//.test(at) && !at.startsWith("app/ui/") && !isRoot(at))
    say("ui imports only ui and the contract");
  if (file.startsWith("app/lib/") && at.startsWith("app/features/")) say("lib imports no feature");
  const [from, to] = [featureOf(file), featureOf(at)];
  if (from && to && from !== to && !at.endsWith(".tsx")) say("of another feature only components are imported");
}

/** Whether a contract file and all it imports (types aside) leave zod alone. */
async function isZodFree(file) {
  if (zodFree.has(file)) return zodFree.get(file);
  zodFree.set(file, true); // a circle adds nothing
  let free = true;
  for (const { target, typeOnly } of importsOf(await readFile(file, "utf8"))) {
    if (typeOnly) continue;
    const at = resolve(file, target);
    if (target === "zod" || target.startsWith("zod/") || (at?.startsWith("contract/") && !(await isZodFree(at)))) free = false;
  }
  zodFree.set(file, free);
  return free;
}

/** The imports and re-exports of a file, with their lines; `import { type A }` alone counts as types. */
function importsOf(text) {
  const found = [];
  const add = (target, index, typeOnly) => found.push({ target, line: text.slice(0, index).split("\n").length, typeOnly });
  for (const match of text.matchAll(/^[ \t]*(?:import|export)\s+(type\s+)?([\w*{][^"';]*?)\s*from\s*["']([^"']+)["']/gm)) {
    const names = /^\{([\s\S]*)\}$/.exec(match[2].trim())?.[1];
    const onlyTypes = names?.split(",").every((name) => name.trim() === "" || /^type\s/.test(name.trim()));
    add(match[3], match.index, Boolean(match[1]) || onlyTypes);
  }
  for (const match of text.matchAll(/^[ \t]*import\s*["']([^"']+)["']/gm)) add(match[1], match.index, false);
  for (const match of text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)) add(match[1], match.index, false);
  return found;
}

/** The file of ours that an import means, or undefined for a package. */
function resolve(file, target) {
  const path = target.startsWith("~/")
    ? `app/${target.slice(2)}`
    : target.startsWith("#contract/")
      ? `contract/${target.slice(10)}`
      : target.startsWith("#platform/")
        ? `platform/${target.slice(10)}`
        : target.startsWith(".")
          ? normalize(join(dirname(file), target))
          : undefined;
  if (!path) return undefined;
  return (
    ["", ".ts", ".tsx", "/index.ts"]
      .map((ending) => path.replace(/\?.*$/, "") + ending)
      .find((one) => /\.\w+$/.test(one) && existsSync(one)) ?? path
  );
}

function eachLine(text, pattern, report) {
  if (!pattern.test(text)) return;
  for (const [index, line] of text.split("\n").entries()) if (pattern.test(line)) report(index + 1);
}

function isRoot(at) {
  return at === "app/root.tsx";
}

function featureOf(file) {
  return /^app\/features\/([^/]+)\//.exec(file)?.[1];
}

function moduleOf(file) {
  return /^platform\/modules\/([^/]+)\//.exec(file)?.[1];
}

function areaOf(file) {
  return /^(app|contract|platform|tests|bench|scripts)\//.exec(file)?.[1] ?? "root";
}
