import { spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { residentMemory } from "./processes.ts";

export type Download = {
  milliseconds: number;
  firstByteMs: number;
  bytes: number;
  lines: number;
  memoryGrowth: number;
};

/**
 * Downloads a file as fast as it comes; memoryGrowth is the server's peak resident memory above
 * where it stood, in bytes.
 */
export async function download(
  url: string,
  headers: Record<string, string>,
  pid: number,
): Promise<Download> {
  const baseline = await residentMemory(pid);
  let peak = baseline;
  let over = false;
  const watch = (async () => {
    while (!over) {
      peak = Math.max(peak, await residentMemory(pid));
      await pause(10);
    }
  })();
  const began = performance.now();
  const figures = await new Promise<Omit<Download, "memoryGrowth">>((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      let firstByteMs = Number.NaN;
      let bytes = 0;
      let lines = 0;
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - began;
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
      });
      response.on("end", () =>
        resolve({ milliseconds: performance.now() - began, firstByteMs, bytes, lines }),
      );
      response.on("error", reject);
    }).on("error", reject);
  });
  over = true;
  await watch;
  return { ...figures, memoryGrowth: peak - baseline };
}

/**
 * Milliseconds that psql takes to copy a query's rows to /dev/null as CSV, its start and sign-on
 * included.
 */
export async function psqlCopy(databaseUrl: string, query: string): Promise<number> {
  const began = performance.now();
  const line = query.replace(/\s*\n\s*/g, " ");
  const psql = spawn("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", databaseUrl], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  psql.stdin.end(`\\copy (${line}) to /dev/null csv\n`);
  const code = await new Promise<number | null>((resolve, reject) =>
    psql.once("exit", resolve).once("error", reject),
  );
  if (code !== 0) throw new Error(`psql ended with ${code}`);
  return performance.now() - began;
}
