import { existsSync } from "node:fs";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a module of ours in a thread. Before the build there is only TypeScript, which a thread
 * reads through tsx; in the bundle the module is an entry of its own (scripts/build.mjs).
 */
export function startThread(
  { source, built }: { source: URL; built: URL },
  options: WorkerOptions = {},
): Worker {
  if (!existsSync(source)) return new Worker(built, options);
  const fromSource = `import("tsx/esm/api").then(({ register }) => { register(); return import("${source.href}"); })`;
  return new Worker(fromSource, { ...options, eval: true });
}
