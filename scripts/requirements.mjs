// npm run requirements: lists requirement IDs that no test title has in brackets, those whose every
// test npm test leaves to npm run test:all, and IDs in titles that do not exist.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { leftToTestAll } from "./left-to-test-all.mjs";

const requirements = new Map();
for (const [, id, text] of (await readFile("docs/requirements.md", "utf8")).matchAll(
  /^\| ([A-Z]+-\d+) \| (.*) \|$/gm,
))
  requirements.set(id, text);

const proven = new Map();
const provenInGate = new Set();
for (const folder of ["tests", "contract", "platform", "app", "demo"])
  for (const file of await readdir(folder, { recursive: true }))
    if (/\.(test|journey|script)\.tsx?$/.test(file)) await readTitles(join(folder, file));

const missing = [...requirements.keys()].filter((id) => !proven.has(id));
const later = [...proven.keys()].filter((id) => !provenInGate.has(id));
const invented = [...proven.keys()].filter((id) => !requirements.has(id));
const say = (text) => process.stdout.write(`${text}\n`);
if (requirements.size === 0) say("docs/requirements.md has no rows to read.");
for (const id of missing) say(`no test   ${id.padEnd(8)} ${requirements.get(id).slice(0, 110)}`);
for (const id of later) say(`test:all  ${id.padEnd(8)} ${proven.get(id).join(", ")}`);
for (const id of invented) say(`not a row ${id.padEnd(8)} ${proven.get(id).join(", ")}`);
say(`${requirements.size - missing.length} of ${requirements.size} requirements have a test.`);
process.exit(invented.length > 0 || later.length > 0 || requirements.size === 0 ? 1 : 0);

async function readTitles(path) {
  const lines = (await readFile(path, "utf8")).split("\n");
  for (const [index, line] of lines.entries())
    for (const [, id] of line.matchAll(/\[([A-Z]{2,5}-\d+)\]/g)) {
      proven.set(id, [...(proven.get(id) ?? []), `${path}:${index + 1}`]);
      if (!leftToTestAll.includes(path)) provenInGate.add(id);
    }
}
