import type { Worker } from "node:worker_threads";
import { Refusal } from "../../../base/refusal.ts";
import { startThread } from "../../../thread.ts";
import type { DayOutputs, FromDaysWorker, ToDaysWorker } from "./days-worker.ts";
import type { DaysToMake } from "./make-days.ts";

type Task = {
  order: ToDaysWorker;
  days: unknown[];
  resolve(days: unknown[]): void;
  reject(error: unknown): void;
};

/**
 * A thread that makes days, one piece of work after the other, of each company in turn. It starts
 * with the first piece and keeps no process alive. If it dies, the piece it had is refused (503)
 * and the next one begins in a new thread.
 */
export function daysThread() {
  const queue = new FairQueue();
  let worker: Worker | undefined;
  let running: Task | undefined;

  function start(): Worker {
    const own = startThread(
      {
        source: new URL("./days-worker.ts", import.meta.url),
        built: new URL("./days-worker.mjs", import.meta.url),
      },
      { resourceLimits: { maxYoungGenerationSizeMb: youngMb } },
    );
    let cause: unknown;
    own.on("message", (message: FromDaysWorker) => {
      if (message.kind === "made") running?.days.push(message.day);
      else
        settle((task) =>
          message.kind === "done" ? task.resolve(task.days) : task.reject(message.error),
        );
    });
    own.once("error", (error) => {
      cause = error;
    });
    own.once("exit", (code) => {
      worker = undefined;
      settle((task) =>
        task.reject(threadDied(cause ?? new Error(`the thread that makes days ended (${code})`))),
      );
    });
    return own;
  }

  function settle(answer: (task: Task) => void): void {
    const task = running;
    running = undefined;
    worker?.unref();
    if (task) answer(task);
    next();
  }

  function next(): void {
    if (running) return;
    running = queue.takeNext();
    if (!running) return;
    worker ??= start();
    worker.ref(); // work that is awaited must keep the process alive
    try {
      worker.postMessage(running.order);
    } catch (error) {
      settle((task) => task.reject(error));
    }
  }

  const queueWork = <As extends keyof DayOutputs>(as: As, work: DaysToMake) =>
    new Promise<DayOutputs[As][]>((resolve, reject) => {
      queue.add({
        order: { as, work },
        days: [],
        resolve: (days) => resolve(days as DayOutputs[As][]),
        reject,
      });
      next();
    });

  return {
    /**
     * Makes days as `makeDays` does, with a turn for other work between days. Throws
     * the same errors, or 503 if the thread dies.
     */
    make: (work: DaysToMake) => queueWork("days", work),
    /** Makes records as `makeDayRecords` does, with the same turns for others. */
    makeRecords: (work: DaysToMake) => queueWork("records", work),
    /** Ends the thread, even in the middle of work. */
    end: async (): Promise<void> => void (await worker?.terminate()),
  };
}

/** Work that waits, of each company in turn. */
class FairQueue {
  #waiting: Task[] = [];
  /** The order of each company's latest work, counted in pieces of work. */
  readonly #begun = new Map<number, number>();
  #count = 0;

  add(task: Task): void {
    this.#waiting.push(task);
  }

  /**
   * Takes the first work of the company that has waited longest since its last, so that many
   * previews of one company hold up another's by one piece of work. Background work comes last.
   */
  takeNext(): Task | undefined {
    const turnOf = ({ order }: Task) => this.#begun.get(order.work.companyId) ?? 0;
    const awaited = this.#waiting.filter(({ order }) => !order.work.isBackground);
    const candidates = awaited.length > 0 ? awaited : this.#waiting;
    const least = Math.min(...candidates.map(turnOf));
    const task = candidates.find((one) => turnOf(one) === least);
    if (!task) return undefined;
    this.#waiting = this.#waiting.filter((one) => one !== task);
    this.#begun.set(task.order.work.companyId, ++this.#count);
    return task;
  }
}

/**
 * Megabytes for the data of a day, most of which is garbage once it is made: with less room,
 * a fourth of the time goes into garbage collection.
 */
const youngMb = 128;

/**
 * One for the process: making days is arithmetic, and a second thread would take the processor from
 * those who answer.
 */
export const sharedDaysThread = daysThread();

const threadDied = (cause: unknown) =>
  Object.assign(
    new Refusal(503, "This day could not be scheduled just now. Try again.", undefined, {
      "Retry-After": "1",
    }),
    { cause },
  );
