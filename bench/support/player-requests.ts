/**
 * The players of the bench, a process of its own: they ask at their times, whether others were
 * answered or not.
 */
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { PlayersAnswer, PlayersTask } from "./player-accounts.ts";
import { receiveTask } from "./task.ts";

const { url, credentials, milliseconds } = await receiveTask<PlayersTask>();
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const versions = new Map<string, string>();
const answer: PlayersAnswer = { wholeASecond: await askForAll(), p95: await askForChanges() };
process.send?.(answer, () => process.exit(0));

async function askForAll() {
  const left = [...credentials];
  const began = performance.now();
  const player = async () => {
    for (let next = left.pop(); next; next = left.pop()) await request(next, 200);
  };
  await Promise.all([player(), player(), player(), player()]);
  return (credentials.length * 1000) / (performance.now() - began);
}

async function askForChanges() {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    credentials.map(async (credential, n) => {
      await pause(began + (n * milliseconds) / credentials.length - performance.now());
      const from = performance.now();
      await request(credential, 304);
      times.push(performance.now() - from);
    }),
  );
  return (
    times.sort((one, other) => one - other)[Math.floor((times.length - 1) * 0.95)] ?? Number.NaN
  );
}

function request(credential: string, status: 200 | 304): Promise<void> {
  const version = versions.get(credential);
  const headers = {
    Authorization: `Bearer ${credential}`,
    "Accept-Encoding": "gzip",
    ...(version && { "If-None-Match": version }),
  };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== status)
        reject(new Error(`${url} answered ${response.statusCode} where ${status} was expected`));
      if (response.headers.etag) versions.set(credential, response.headers.etag);
      response.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });
}
