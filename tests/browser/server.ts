import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Link } from "./link.ts";

export type Server = { url: string; process: ChildProcess; stop: (signal?: NodeJS.Signals) => Promise<void> };

/** The built server as it runs in production, with the embedded database in a folder and a small demo in it. `modules` are loaded before it. */
export async function startServer(dataDir: string, settings: Record<string, string> = {}, modules: string[] = []): Promise<Server> {
  let log = "";
  const server = fork("build/server.js", {
    execArgv: ["--enable-source-maps", ...modules.map((module) => `--import=${module}`)],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DEMO: "1",
      DEMO_STORES: "60",
      DEMO_HISTORY_DAYS: "3",
      DATA_DIR: dataDir,
      PORT: "0",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (text: Buffer) => {
      log = (log + text).slice(-8_000);
    });
  const port = await new Promise<number>((resolve, reject) => {
    server.on("message", ({ listening }: { listening?: number }) => listening && resolve(listening));
    server.once("exit", (code) => reject(new Error(`The server did not start (${code}):\n${log}`)));
  });
  return {
    url: `http://localhost:${port}`,
    process: server,
    async stop(signal = "SIGTERM") {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill(signal);
      const late = setTimeout(() => server.kill("SIGKILL"), 10_000);
      await exited;
      clearTimeout(late);
    },
  };
}

/** What servers begin with: the demo, or the demo as the walk through all pages (pages.walk.ts) has left it. */
export type Data = "demo" | "walked";
export const dataFolder = (data: Data) => join(process.env.BROWSER_DATA ?? "", data);

/** A server with a copy of the data of its own. */
export async function startCopy(data: Data, settings: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), "fever-browser-"));
  await cp(dataFolder(data), folder, { recursive: true });
  const server = await startServer(folder, settings);
  return {
    ...server,
    async stop() {
      await server.stop("SIGKILL"); // its data is thrown away
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Settings of a server that knows the address it is reached at before it starts, for what holds that address in its data: passkeys, sign-in services. */
export async function knownAddress(): Promise<Record<string, string>> {
  const probe = createServer();
  await once(probe.listen(0, "127.0.0.1"), "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
}

/** Pages and platform as two processes (docs/scaling.md), the platform with a copy of the data of its own; `link` lies between them. */
export async function startApart(data: Data, link: Link, settings: Record<string, string> = {}): Promise<Server> {
  const PLATFORM_SHARED_KEY = "a key that pages and platform both know";
  const platform = await startCopy(data, { ...settings, PORT: "0", PLATFORM_SHARED_KEY });
  link.lead(platform.url);
  const pages = await startServer("", { ...settings, PLATFORM_API_URL: link.url, PLATFORM_SHARED_KEY });
  return { ...pages, stop: () => Promise.all([pages.stop(), platform.stop()]).then(() => {}) };
}
