// npm run demo: serves the demo and prints how to sign in. If sources are newer than the build, it
// builds first: the server fills its database while its pages are built, and listens before
// the static files are compressed.
import { fork } from "node:child_process";
import { openProgress } from "./progress.mjs";
import { isStale } from "./stale.mjs";

const say = (text) => process.stdout.write(`${text}\n`);
const began = performance.now();
say(
  "Opening the demo; the first start builds it and fills its database, which takes a minute or two.",
);
const progress = openProgress(process.stdout);
const build = (await isStale()) ? startBuild() : undefined;
let server = build ? undefined : startServer();
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    build?.removeAllListeners("close").kill(signal);
    if (server) server.kill(signal);
    else process.exit(0);
  });

process.on("exit", () => build?.kill());

function startBuild() {
  progress.show("Server …");
  const child = fork("scripts/build.mjs", { stdio: ["ignore", "ignore", "pipe", "ipc"] });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  child.on("message", ({ built }) => {
    if (built === "server") server = startServer();
    else server?.send({ built });
  });
  child.once("close", (code) => {
    if (code === 0) return;
    progress.end("The build failed.");
    process.stderr.write(errors);
    server?.kill("SIGKILL");
    process.exit(code ?? 1);
  });
  return child;
}

function startServer() {
  const child = fork("build/server.js", {
    execArgv: ["--enable-source-maps", "--max-semi-space-size=64"],
    env: {
      LOG_LEVEL: "warn",
      DATA_DIR: ".data/demo",
      ...process.env,
      NODE_ENV: "production",
      DEMO: "1",
      PAGES_LATER: build ? "1" : "0",
    },
  });
  child.on("message", (message) => {
    if (message.progress) progress.show(message.progress);
    else greet(message.listening);
  });
  child.on("exit", (code) => process.exit(code ?? 0));
  return child;
}

function greet(port) {
  progress.end(`Ready after ${Math.round((performance.now() - began) / 1000)} s.`);
  say(`
Fever In-Store is running at http://localhost:${port}

Sign in with password Demo@2026pass as
  super.admin, super.ops, fever.admin, admin.ops, music.manager, music.limited     provider staff
  client.admin, regional.admin, zonal.admin, group.admin, limited.admin           Northwind Retail
  store.manager                                                                    the player of Northwind's Andheri West
  brightmart.admin                                                                 Brightmart
  coffee.new                                                                       Corner Coffee, its first sign-in
`);
}
