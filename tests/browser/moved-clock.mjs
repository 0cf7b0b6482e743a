// Loaded before the server by a test (node --import): its clock stands still at CLOCK_START (ms)
// until a message { go, rate } lets it run on from the real instant `go`, `rate` times as fast as
// the real one; a message { hold } lets it stand still at that instant. Threads keep the real
// clock.
import { isMainThread } from "node:worker_threads";

const RealDate = Date;
let clock = { held: Number(process.env.CLOCK_START) };

const now = () =>
  clock.held ?? Math.round(clock.start + (RealDate.now() - clock.realStart) * clock.rate);

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
    if (!message?.clock) return;
    clock = message.clock;
    process.send?.({ now: now() });
  });
}
