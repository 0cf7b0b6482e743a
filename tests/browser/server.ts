import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "#platform/db/open-database";
import { secrets } from "../support/built-server.ts";
import { databaseOn, onServer } from "../support/postgres-server.ts";
import type { Link } from "./link.ts";

export type Server = {
  url: string;
  process: ChildProcess;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Where a server has its data: files in a folder, and a database of PostgreSQL where it is
 * installed, otherwise the embedded one in that folder.
 */
export type Place = { folder: string; databaseUrl: string | undefined };

/**
 * The built server as it runs in production, with a small demo. `place` is undefined for pages
 * alone; `modules` are loaded before it.
 */
export async function startServer(
  place: Place | undefined,
  settings: Record<string, string> = {},
  modules: string[] = [],
): Promise<Server> {
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
      DATA_DIR: place?.folder ?? "",
      ...(place?.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ...secrets,
      PORT: "0",
      LOG_LEVEL: "warn",
      STOP_SECONDS: "3600",
      ...settings,
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (text: Buffer) => {
      log = (log + text).slice(-8_000);
    });
  const port = await new Promise<number>((resolve, reject) => {
    server.on(
      "message",
      ({ listening }: { listening?: number }) => listening && resolve(listening),
    );
    server.once("exit", (code) => reject(new Error(`The server did not start (${code}):\n${log}`)));
  });
  return {
    url: `http://localhost:${port}`,
    process: server,
    async stop(signal = "SIGTERM") {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill(signal);
      await exited;
    },
  };
}

/**
 * Names what servers begin with: the demo, or the demo as the walk through all pages
 * (pages.walk.ts) has left it.
 */
export type Data = "demo" | "walked";
export const placeOf = (data: Data): Place => ({
  folder: join(process.env.BROWSER_DATA ?? "", data),
  databaseUrl: databaseUrl(data),
});

/** On the server that global-setup.ts has found or started; undefined where there is none. */
function databaseUrl(name: string): string | undefined {
  const { BROWSER_POSTGRES: server, BROWSER_RUN: run } = process.env;
  return server && databaseOn(server, `${run}${name}`);
}

/** Lets a place begin with the demo's data. No server may be open on those. */
export async function copyTo(place: Place, from: Data = "demo"): Promise<Place> {
  const original = placeOf(from);
  await cp(original.folder, place.folder, { recursive: true });
  await onPostgres((client) =>
    client.query(`create database ${nameOf(place)} template ${nameOf(original)}`),
  );
  return place;
}

/** A copy of the data that nobody else has. */
export const copyOf = async (data: Data): Promise<Place> =>
  copyTo(
    {
      folder: await mkdtemp(join(tmpdir(), "fever-browser-")),
      databaseUrl: databaseUrl(randomUUID().replaceAll("-", "")),
    },
    data,
  );

/** Deletes a copy that no server is open on. */
export async function removeCopy(place: Place): Promise<void> {
  await rm(place.folder, { recursive: true, force: true });
  await onPostgres((client) => client.query(`drop database ${nameOf(place)} with (force)`));
}

/** The database of a place, as the platform opens it. */
export const openPlace = ({ folder, databaseUrl: url }: Place) =>
  openDatabase(url ? { url } : { dataDir: join(folder, "database") });

/** Names a place's database on PostgreSQL. */
export const nameOf = ({ databaseUrl: url = "" }: Place) =>
  pg.escapeIdentifier(new URL(url).pathname.slice(1));

/** Where there is one. */
export async function onPostgres(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const url = process.env.BROWSER_POSTGRES;
  if (url) await onServer(url, work);
}

/** A server with a copy of the data of its own. */
export async function startCopy(
  data: Data,
  settings: Record<string, string> = {},
): Promise<Server> {
  const place = await copyOf(data);
  const server = await startServer(place, settings);
  return {
    ...server,
    async stop() {
      await server.stop("SIGKILL"); // its data is thrown away
      await removeCopy(place);
    },
  };
}

/**
 * Settings of a server that knows the address it is reached at before it starts, for what holds
 * that address in its data: passkeys, sign-in services.
 */
export async function knownAddress(): Promise<Record<string, string>> {
  const probe = createServer();
  await once(probe.listen(0, "127.0.0.1"), "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` };
}

/**
 * Pages and platform as two processes (docs/scaling.md), the platform with a copy of the data of
 * its own; `link` lies between them.
 */
export async function startApart(
  data: Data,
  link: Link,
  settings: Record<string, string> = {},
): Promise<Server> {
  const PLATFORM_SHARED_KEY = "a key that pages and platform both know";
  const platform = await startCopy(data, { ...settings, PORT: "0", PLATFORM_SHARED_KEY });
  link.lead(platform.url);
  const pages = await startServer(undefined, {
    ...settings,
    PLATFORM_API_URL: link.url,
    PLATFORM_SHARED_KEY,
  });
  return { ...pages, stop: () => Promise.all([pages.stop(), platform.stop()]).then(() => {}) };
}
