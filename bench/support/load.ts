/**
 * The load generator, in a process of its own: keeps this many connections alive, each asking again
 * as soon as it is answered (or after a pause), for a time; each request uses the next session
 * in turn. Reports requests a second and the times; any other status than the expected ends it.
 */
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { receiveTask } from "./task.ts";

export type LoadTask = {
  url: string;
  headers?: Record<string, string>;
  cookies: string[];
  connections: number;
  milliseconds: number;
  pauseMs?: number;
};
export type LoadAnswer = {
  requests: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  bytes: number;
};

const task = await receiveTask<LoadTask>();
const agent = new Agent({ keepAlive: true, maxSockets: task.connections });
const times: number[] = [];
let requestCount = 0;
let bytes = 0;
const began = performance.now();
const until = began + task.milliseconds;
await Promise.all(Array.from({ length: task.connections }, connection));
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const answer: LoadAnswer = {
  requests: times.length,
  perSecond: times.length / seconds,
  p50: at(0.5),
  p95: at(0.95),
  p99: at(0.99),
  bytes,
};
process.send?.(answer, () => process.exit(0));

async function connection() {
  while (performance.now() < until) {
    const from = performance.now();
    bytes = await request();
    times.push(performance.now() - from);
    if (task.pauseMs) await pause(task.pauseMs);
  }
}

function request(): Promise<number> {
  return new Promise((resolve, reject) => {
    const Cookie = task.cookies[requestCount++ % task.cookies.length] ?? "";
    get(task.url, { agent, headers: { ...task.headers, Cookie } }, (response) => {
      let length = 0;
      if (response.statusCode !== 200)
        reject(new Error(`${task.url} answered ${response.statusCode}`));
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
      });
      response.on("end", () => resolve(length));
      response.on("error", reject);
    }).on("error", reject);
  });
}
