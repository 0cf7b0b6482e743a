import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isStale } from "../../scripts/stale.mjs";

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Secrets as production requires them; two processes with the same ones are one site. */
export const secrets = {
  SESSION_SECRET: "a session secret for fault tests, long enough",
  APP_SECRET: "an application secret for fault tests, long enough",
};

/**
 * Vitest's global set-up: builds the product unless its build is up to date. BUILD names a folder
 * with another build, which is used unchanged.
 */
export default async function setup(): Promise<void> {
  if (process.env.BUILD || !(await isStale())) return;
  const built = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: here(""),
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`The build failed:\n${built.stdout}${built.stderr}`);
}

export type BuiltServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts the built server in production mode with these settings and PATH, and nothing else of
 * the environment; resolves when it listens, rejects if it ends before.
 */
export async function startServer(settings: Record<string, string>, folder?: string) {
  const server = launch({ ...secrets, ...settings }, folder);
  const port = await new Promise<number>((resolve, reject) => {
    server.child.on("message", (message) => {
      const { listening } = message as { listening?: number };
      if (listening) resolve(listening);
    });
    server.child.once("close", () => reject(new Error(`The server ended:\n${server.output()}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  /** Calls the API with JSON in and out. */
  const api = async (
    path: string,
    { method = "GET", token, body, headers = {} }: CallOptions = {},
  ) => {
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Answer,
    };
  };
  return { ...server, origin, api };
}
type CallOptions = {
  method?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
};
type Answer = {
  message: string;
  status?: string;
  data?: unknown;
  errors?: { field: string; message: string }[];
};

const running = new Set<ChildProcess>();

/**
 * Starts the built server in `folder` with these settings and no others. It may fail to come up.
 */
export function launch(settings: Record<string, string>, folder = here("")) {
  const child = fork(join(folder, process.env.BUILD || "build", "server.js"), {
    cwd: folder,
    // so that a stop waits for downloads however slow the machine is
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      LOG_LEVEL: "warn",
      STOP_SECONDS: "3600",
      ...settings,
    },
    execArgv: ["--enable-source-maps", "--max-semi-space-size=64"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  running.add(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => printed.push(text.toString()));
  const exited = new Promise<number | null>((resolve) =>
    child.once("close", (code) => resolve(code)),
  );
  void exited.then(() => running.delete(child));
  return {
    child,
    /** Resolves to the exit code, null after a signal. */
    exited,
    /** Gives everything printed so far. */
    output: () => printed.join(""),
    /** Sends a signal and waits for the process to end. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      child.kill(signal);
      return exited;
    },
  };
}

/** Ends the servers that failed tests left running. */
export async function endServers(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      return ended;
    }),
  );
}
