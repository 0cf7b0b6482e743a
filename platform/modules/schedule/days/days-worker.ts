// Makes days in a thread of its own, so that a chain of them holds up no request. The thread's
// owner ends it.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import {
  type DayRecord,
  type DaysToMake,
  type MadeDay,
  makeDayRecords,
  makeDays,
} from "./make-days.ts";

/** Maps what the worker is asked for to its result for a day. */
export type DayOutputs = { days: MadeDay; records: DayRecord };
export type ToDaysWorker = { as: keyof DayOutputs; work: DaysToMake };
export type FromDaysWorker =
  | { kind: "made"; day: DayOutputs[keyof DayOutputs] }
  | { kind: "done" }
  | { kind: "failed"; error: unknown };

const makers = { days: makeDays, records: makeDayRecords };
/**
 * Sets a priority, from -20 to 19: a tenth of the share of a thread at 0 that wants the same
 * processor.
 */
const yielding = 10;

const port = parentPort;
if (!port) throw new Error("this module runs in a thread");
const say = (message: FromDaysWorker) => port.postMessage(message);

// Linux takes it for the calling thread alone, other systems for the whole process: those who
// answer come first where there are few processors
if (process.platform === "linux") setPriority(yielding);

port.on("message", ({ as, work }: ToDaysWorker) => {
  try {
    for (const day of makers[as](work)) say({ kind: "made", day });
    say({ kind: "done" });
  } catch (error) {
    say({ kind: "failed", error });
  }
});
