import { timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { countPlayersOnline } from "./players-online.queries.ts";

/**
 * Collects the metrics that a process gives Prometheus below /metrics. Labels have few values:
 * routes are patterns, never addresses, and an unknown route is "none". Counted even if nobody
 * asks, which costs a microsecond a request.
 */
const registry = new Registry();
const registers = [registry];
const prefix = "fever_";

const requests = new Histogram({
  name: `${prefix}request_seconds`,
  help: "How long requests took until their answer began",
  labelNames: ["kind", "method", "route", "status"] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const jobSeconds = new Histogram({
  name: `${prefix}job_seconds`,
  help: "How long jobs took",
  labelNames: ["job"] as const,
  buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  registers,
});
const jobFailures = new Counter({
  name: `${prefix}job_failures_total`,
  help: "Jobs that failed",
  labelNames: ["job"] as const,
  registers,
});
const jobEnded = new Gauge({
  name: `${prefix}job_last_success_timestamp_seconds`,
  help: "When a job last ended well in this process",
  labelNames: ["job"] as const,
  registers,
});

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
type RequestTiming = {
  kind: "page" | "api";
  method: string;
  route: string | undefined;
  status: number;
  ms: number;
};

/** Notes an answer. `route` is the pattern that took the request. */
export function noteRequest({ kind, method, route = "none", status, ms }: RequestTiming): void {
  requests.observe(
    { kind, method: methods.includes(method) ? method : "other", route, status },
    ms / 1000,
  );
}

/** Runs a job and notes how long it took and how it ended. */
export async function noteJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    const result = await work();
    jobEnded.set({ job }, Date.now() / 1000);
    return result;
  } catch (error) {
    jobFailures.inc({ job });
    throw error;
  } finally {
    jobSeconds.observe({ job }, (performance.now() - began) / 1000);
  }
}

/**
 * Adds the process's memory, its event loop's delay and its open handles. Call once.
 */
export const watchProcess = (): void => collectDefaultMetrics({ register: registry, prefix });

/**
 * Adds gauges for the database: connections by pool, running downloads, and stores'
 * players seen in the last five minutes.
 */
export function watchDatabase(database: Database): void {
  new Gauge({
    name: `${prefix}database_connections`,
    help: "Connections by pool and state; waiting are requests for one",
    labelNames: ["pool", "state"] as const,
    registers,
    collect() {
      for (const { pool, ...states } of database.connections())
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
    },
  });
  new Gauge({
    name: `${prefix}exports_running`,
    help: "CSV downloads that run",
    registers,
    collect() {
      this.set(database.exportsRunning());
    },
  });
  new Gauge({
    name: `${prefix}players_online`,
    help: "Stores whose player was seen in the last five minutes",
    registers,
    async collect() {
      // a database that is away must not take the other figures with it
      this.set(await countPlayersOnline(database.reserved.db, new Date()).catch(() => Number.NaN));
    },
  });
}

/** The answer to a scrape: 401 without the bearer token. */
export async function answerMetrics(
  authorization: string | undefined,
  token: string,
): Promise<Response> {
  const headerBytes = Buffer.from(authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  if (headerBytes.length !== expected.length || !timingSafeEqual(headerBytes, expected))
    return new Response("Send the token of METRICS_TOKEN as a bearer token.", {
      status: 401,
      headers: { "WWW-Authenticate": "Bearer" },
    });
  return new Response(await registry.metrics(), {
    headers: { "Content-Type": registry.contentType },
  });
}
