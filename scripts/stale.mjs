import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const sources = [
  "app",
  "contract",
  "demo",
  "platform",
  "public",
  "server.ts",
  "web.ts",
  "page-answer.ts",
  "http-server.ts",
  "config.ts",
  "package-lock.json",
  "vite.config.ts",
  "remix.config.js",
  "tailwind.config.ts",
  "postcss.config.js",
  "scripts/build.mjs",
  "scripts/place.ts",
  "scripts/setup.ts",
  "scripts/ads-check.ts",
  "scripts/audit-check.ts",
  "scripts/backup.ts",
  "scripts/restore.ts",
  "scripts/doctor.ts",
  "scripts/doctor-database.ts",
  "scripts/doctor-findings.ts",
];

/** True if the build is missing or older than any source. */
export async function isStale() {
  const built = await modified("build/complete");
  if (built === 0) return true;
  for (const source of sources) if ((await newest(source)) > built) return true;
  return false;
}

/** @param {string} path @returns {Promise<number>} */
async function newest(path) {
  const fileStat = await stat(path).catch(() => undefined);
  if (!fileStat?.isDirectory()) return fileStat?.mtimeMs ?? 0;
  const entries = await readdir(path);
  return Math.max(0, ...(await Promise.all(entries.map((entry) => newest(join(path, entry))))));
}

/** @param {string} path */
const modified = (path) =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
