// Builds the server with its commands and threads (esbuild), then both halves of the pages at the
// same time (Vite), and finally compresses the static files. Tells the parent process when the
// server and when the pages are built.
import { spawn } from "node:child_process";
import { cp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";

const began = new Date();
process.env.NODE_ENV = "production"; // read by Vite and Remix, which are loaded below
const tell = (built) => process.send?.({ built });

await rm("build", { recursive: true, force: true });
await buildServer();
tell("server");
await buildPages();
tell("pages");
await compressFiles();
// read by isStale, written last with the start time: a source changed meanwhile is newer
await writeFile("build/complete", "");
await utimes("build/complete", began, began);

async function buildServer() {
  const node = {
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    outdir: "build",
  };
  const commands = ["setup", "ads-check", "audit-check", "backup", "restore", "doctor"];
  await Promise.all([
    build({
      ...node,
      entryPoints: {
        server: "server.ts",
        ...Object.fromEntries(commands.map((name) => [name, `scripts/${name}.ts`])),
      },
    }),
    build({
      ...node,
      entryPoints: {
        "embedded-worker": "platform/db/embedded/worker.mjs",
        "embedded-make-directory": "platform/db/embedded/make-directory.mjs",
        "audio-worker": "platform/files/audio-worker.mjs",
        "days-worker": "platform/modules/schedule/days/days-worker.ts",
        "synthesis-worker": "demo/synthesis-worker.ts",
      },
      outExtension: { ".js": ".mjs" },
    }),
    cp("platform/db/migrations", "build/migrations", { recursive: true }),
  ]);
}

/**
 * Builds the browser's half in its own process and the server's half meanwhile; only the list
 * of the browser's files must wait for both.
 */
async function buildPages() {
  const browserHalf = run("node_modules/vite/bin/vite.js", "build").then(() =>
    build({
      bundle: true,
      minify: true,
      format: "iife",
      target: "es2022",
      alias: { "#contract": "./contract" },
      entryPoints: ["app/features/player/player-worker.client-safe.ts"],
      outfile: "build/client/player-worker.js",
    }),
  );
  const vite = await import("vite");
  const waitForBrowserHalf = {
    name: "wait-for-browser-half",
    load: {
      order: "pre",
      handler: (id) =>
        id.endsWith("virtual:remix/server-manifest") ? browserHalf.then(() => null) : null,
    },
  };
  await Promise.all([
    browserHalf,
    vite.build({ build: { ssr: true }, plugins: [waitForBrowserHalf] }),
  ]);
  for (const half of ["client", "server"]) await rm(`build/${half}/.vite`, { recursive: true });
}

async function compressFiles() {
  const compressBrotli = promisify(brotliCompress);
  const compressGzip = promisify(gzip);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const compressFile = async (path) => {
    const bytes = await readFile(path);
    await writeWhole(`${path}.br`, await compressBrotli(bytes, { params }));
    await writeWhole(`${path}.gz`, await compressGzip(bytes, { level: 9 }));
  };
  for (const folder of ["build/client", "build/client/assets"]) {
    const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
    await Promise.all(names.map((name) => compressFile(join(folder, name))));
  }
}

/** The server serves these files as soon as they are there, for browsers to store for a year. */
async function writeWhole(path, bytes) {
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
}

/** Runs a Node script; rejects if it fails. */
function run(...command) {
  const child = spawn(process.execPath, command, { stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command.join(" ")} ended with ${code}`)),
    );
  });
}
