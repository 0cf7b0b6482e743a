import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export type ServerProcess = { url: string; pid: number; stop: () => Promise<void> };

/** The built server as production runs it, on a free port, quiet. */
export const startBuiltServer = (environment: Record<string, string>): Promise<ServerProcess> =>
  listening(
    fork("build/server.js", {
      cwd: root,
      execArgv: ["--enable-source-maps", "--max-semi-space-size=64"],
      env: {
        ...process.env,
        PORT: "0",
        LOG_LEVEL: "warn",
        SESSION_SECRET: "a secret of the bench that is long enough",
        APP_SECRET: "another secret of the bench, long enough",
        ...environment,
        NODE_ENV: "production",
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );

/** A file of bench/support in a process of its own that says where it listens. */
export const startServer = (file: string, task: object): Promise<ServerProcess> =>
  listening(
    fork(new URL(file, import.meta.url), [JSON.stringify(task)], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );

/** Runs a file of bench/support in a process of its own and gives its answer. */
export function ask<Answer>(file: string, task: object): Promise<Answer> {
  const child = fork(new URL(file, import.meta.url), [], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(task);
  return new Promise((resolve, reject) => {
    child.once("message", (answer) => resolve(answer as Answer));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

async function listening(child: ChildProcess): Promise<ServerProcess> {
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.on("message", (message) => {
      if (typeof message === "object" && "listening" in message)
        resolve(message.listening as number);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Processor time a process has used so far, in milliseconds (Linux; else NaN). */
export async function processorTime(pid: number): Promise<number> {
  const fields =
    (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory of a process in bytes (Linux; else NaN). */
export async function residentMemory(pid: number): Promise<number> {
  const pages = (await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "")).split(" ")[1];
  return Number(pages) * 4096;
}

/**
 * Waits until a process, which has work of its own to do first, uses less than a tenth of a
 * processor for ten seconds.
 */
export async function atRest(pid: number): Promise<void> {
  for (let quiet = 0, before = await processorTime(pid); quiet < 5; ) {
    await pause(2_000);
    const now = await processorTime(pid);
    quiet = now - before < 200 ? quiet + 1 : 0;
    before = now;
  }
}
