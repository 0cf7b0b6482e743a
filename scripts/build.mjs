// Builds pages (Vite), server (esbuild), the threads of the embedded database, of audio, of schedules and of the demo, and the player's service worker, and
// compresses the static files.
import { spawnSync } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const remix = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
if (remix.status !== 0) process.exit(remix.status ?? 1);

const node = { bundle: true, platform: "node", target: "node20", format: "esm", packages: "external", sourcemap: true };
await build({ ...node, entryPoints: ["server.ts"], outfile: "build/server.js" });
for (const command of ["setup", "ads-check", "audit-check", "backup", "restore", "doctor"])
  await build({ ...node, entryPoints: [`scripts/${command}.ts`], outfile: `build/${command}.js` });
for (const thread of ["worker", "make-directory"])
  await build({ ...node, entryPoints: [`platform/db/embedded/${thread}.mjs`], outfile: `build/embedded-${thread}.mjs` });
await build({ ...node, entryPoints: ["platform/files/audio-worker.mjs"], outfile: "build/audio-worker.mjs" });
await build({ ...node, entryPoints: ["platform/modules/schedule/days-worker.ts"], outfile: "build/days-worker.mjs" });
await build({ ...node, entryPoints: ["platform/demo/synthesis-worker.ts"], outfile: "build/synthesis-worker.mjs" });
await build({
  ...{ bundle: true, minify: true, format: "iife", target: "es2022", alias: { "#contract": "./contract" } },
  entryPoints: ["app/features/player/player-worker.client-safe.ts"],
  outfile: "build/client/player-worker.js",
});
await cp("platform/db/migrations", "build/migrations", { recursive: true });

for (const folder of ["build/client", "build/client/assets"])
  for (const file of await readdir(folder)) {
    if (!/\.(js|css|svg)$/.test(file)) continue;
    const path = join(folder, file);
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
