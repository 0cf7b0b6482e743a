import { startThread } from "../platform/thread.ts";

/**
 * Writes a song of a recipe to a path (answers nothing), or all recordings below a folder
 * (answers the facts about them).
 */
export type SynthesisTask = { key: string; path: string } | { filesDir: string };

/**
 * Runs a task in a thread of its own, so that requests are answered during it. Gives its answer;
 * throws if it failed.
 */
export function runSynthesis(task: SynthesisTask): Promise<unknown> {
  const thread = {
    source: new URL("./synthesis-worker.ts", import.meta.url),
    built: new URL("./synthesis-worker.mjs", import.meta.url),
  };
  const worker = startThread(thread, { workerData: task });
  return new Promise((resolve, reject) => {
    let answer: unknown;
    worker.once("message", (message) => {
      answer = message;
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve(answer) : reject(new Error(`${JSON.stringify(task)} failed (${code})`)),
    );
  });
}
