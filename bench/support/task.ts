/**
 * The task that `ask` (processes.ts) sends to the process it starts. A message has no limit, as an
 * argument has.
 */
export const receiveTask = <Task>(): Promise<Task> =>
  new Promise((resolve) => process.once("message", (task) => resolve(task as Task)));
