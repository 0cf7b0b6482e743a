// Loaded before the server by a test (node --import): its clock starts where CLOCK_START says, runs CLOCK_RATE times as fast as the real
// one, and jumps on by as many milliseconds as a message { jump } says. Threads keep the real clock.
import { isMainThread } from "node:worker_threads";

const RealDate = Date;
const realStart = RealDate.now();
const start = Number(process.env.CLOCK_START);
const rate = Number(process.env.CLOCK_RATE);
let jumped = 0;

const now = () => Math.round(start + (RealDate.now() - realStart) * rate + jumped);

if (isMainThread) {
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now()] : parts));
    }
    static now() {
      return now();
    }
  };
  process.on("message", (message) => {
    if (typeof message?.jump !== "number") return;
    jumped += message.jump;
    process.send?.({ jumped });
  });
}
