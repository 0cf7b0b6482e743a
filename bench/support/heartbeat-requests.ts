/**
 * The players of the bench, a process of its own: each sends its heartbeat at its time of the
 * minute, whether others were answered or not.
 */
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { receiveTask } from "./task.ts";

export type HeartbeatsTask = {
  url: string;
  credentials: string[];
  minutes: number;
  milliseconds: number;
};
/** Milliseconds. */
export type HeartbeatsAnswer = { p50: number; p95: number; most: number };

const { url, credentials, minutes, milliseconds } = await receiveTask<HeartbeatsTask>();
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const times: number[] = [];
const began = performance.now();
await Promise.all(
  credentials.map(async (credential, n) => {
    for (let minute = 0; minute < minutes; minute++) {
      await pause(began + (minute + n / credentials.length) * milliseconds - performance.now());
      const from = performance.now();
      await send(credential);
      times.push(performance.now() - from);
    }
  }),
);
times.sort((one, other) => one - other);
const share = (part: number) => times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
const answer: HeartbeatsAnswer = { p50: share(0.5), p95: share(0.95), most: share(1) };
process.send?.(answer, () => process.exit(0));

function send(credential: string): Promise<void> {
  const body = JSON.stringify({
    volume: 60,
    playing: true,
    version: "bench",
    at: new Date().toISOString(),
  });
  const headers = {
    Authorization: `Bearer ${credential}`,
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method: "POST", agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve).on("error", reject);
    });
    // the server may close a resting connection in the moment in which it is taken up again
    call
      .on("error", (error) =>
        call.reusedSocket ? send(credential).then(resolve, reject) : reject(error),
      )
      .end(body);
  });
}
