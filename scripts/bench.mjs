// npm run bench [name …]: runs the benches one after the other, prints their figures as a table
// and stores them in bench/results.
import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { isStale } from "./stale.mjs";

const all = (await readdir("bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -3));
const requestedNames = process.argv.slice(2);
const unknown = requestedNames.filter((name) => !all.includes(name));
const say = (text) => process.stdout.write(`${text}\n`);
if (unknown.length > 0) {
  say(`There is no bench ${unknown.join(", ")}. There are: ${all.join(", ")}`);
  process.exit(1);
}

if (await isStale()) {
  say("Building.");
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

await mkdir("bench/results", { recursive: true });
const at = new Date().toISOString();
const rows = [];
let failed = 0;
for (const name of requestedNames.length > 0 ? requestedNames : all) {
  say(`Running ${name} …`);
  const result = await run(name);
  if (!result) {
    failed++;
    rows.push([name, "did not run", "", "", "", ""]);
    continue;
  }
  await writeFile(
    `bench/results/${name}.json`,
    `${JSON.stringify({ at, cores: cpus().length, node: process.version, ...result }, null, 2)}\n`,
  );
  for (const { measure, value, peer, ratio, target, reached } of result.figures)
    rows.push([
      name,
      measure,
      String(value),
      peer ? `${peer.value} ${peer.name}` : "",
      ratio === null ? "" : String(ratio),
      target === null ? "stated" : `${reached ? "reached" : "MISSED"}: ${target}`,
    ]);
}
print([["bench", "measure", "figure", "beside it", "ratio", "target"], ...rows]);
process.exitCode = failed > 0 ? 1 : 0;

/** Runs a bench and returns the figures of its one line of JSON; undefined if it failed. */
async function run(name) {
  // uses the built server's size of the young generation
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--max-semi-space-size=64", "--import", "tsx", `bench/${name}.ts`],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  let out = "";
  child.stdout.on("data", (text) => {
    out += text;
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  const line = out
    .trim()
    .split("\n")
    .findLast((text) => text.startsWith("{"));
  return code === 0 && line ? JSON.parse(line) : undefined;
}

function print(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}
