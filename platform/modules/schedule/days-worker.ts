// Makes days in a thread of its own, so that a chain of them holds up no request. Whoever started the thread ends it.
import { parentPort } from "node:worker_threads";
import { type DaysToMake, type MadeDay, makeDays } from "./make-days.ts";

export type FromDaysWorker = { kind: "made"; day: MadeDay } | { kind: "done" } | { kind: "failed"; error: unknown };

const port = parentPort;
if (!port) throw new Error("this module runs in a thread");
const say = (message: FromDaysWorker) => port.postMessage(message);

port.on("message", (work: DaysToMake) => {
  try {
    for (const day of makeDays(work)) say({ kind: "made", day });
    say({ kind: "done" });
  } catch (error) {
    say({ kind: "failed", error });
  }
});
