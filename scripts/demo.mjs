// npm run demo: builds when the sources are newer than the build, then serves the demo and prints how to sign in.
import { fork, spawnSync } from "node:child_process";
import { isStale } from "./stale.mjs";

if (await isStale()) {
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

const say = (text) => process.stdout.write(`${text}\n`);
say("Opening the demo; the first start fills its database, which takes about a minute.");
const server = fork("build/server.js", {
  execArgv: ["--enable-source-maps", "--max-semi-space-size=64"],
  env: { LOG_LEVEL: "warn", DATA_DIR: ".data/demo", ...process.env, NODE_ENV: "production", DEMO: "1" },
});
server.on("message", (message) => {
  if (message.progress) say(message.progress);
  else
    say(`
Fever In-Store is running at http://localhost:${message.listening}

Sign in with password Demo@2026pass as
  super.admin, super.ops, fever.admin, admin.ops, music.manager, music.limited     provider staff
  client.admin, regional.admin, zonal.admin, group.admin, limited.admin           Northwind Retail
  store.manager                                                                    the player of Northwind's Andheri West
  brightmart.admin                                                                 Brightmart
  coffee.new                                                                       Corner Coffee, its first sign-in
`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));
