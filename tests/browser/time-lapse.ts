import { connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright/test";
import { copyOf, type Place, removeCopy, startServer } from "./server.ts";

export type TimeLapse = Awaited<ReturnType<typeof startTimeLapse>>;

/**
 * A clock that stands still at an instant (ms), or runs from one since a real one, `rate` times as
 * fast.
 */
type Clock =
  | { held: number }
  | { held?: undefined; start: number; realStart: number; rate: number };

/**
 * A machine that starts a server within this time (real ms) runs a clock as fast as it may; on a
 * slower one it runs as much slower.
 */
const usualStart = 2_000;

/**
 * The built server with a copy of the demo's data, its simulator off, on a clock that stands still
 * at `start` (ms) until it is let go; pages of `move`d contexts run on the same clock, timers and
 * sound included. Between the two lies a network that can be cut. `prepare` gets the data before
 * the server opens it.
 */
export async function startTimeLapse(start: number, prepare: (place: Place) => Promise<void>) {
  const place = await copyOf("demo");
  await prepare(place);
  const began = performance.now();
  const settings = { DEMO: "0", JOBS: "0", CLOCK_START: String(start) };
  const server = await startServer(place, settings, [
    fileURLToPath(new URL("moved-clock.mjs", import.meta.url)),
  ]);
  const speed = Math.min(1, usualStart / (performance.now() - began));
  let rate = 1;
  const network = await openNetwork(Number(new URL(server.url).port));
  let clock: Clock = { held: start };
  const set = async (next: Clock, page: Page) => {
    clock = next;
    const isDone = new Promise((resolve) => server.process.once("message", resolve));
    server.process.send({ clock });
    await isDone;
    await page.evaluate(
      (value) => localStorage.setItem("moved.clock", value),
      // always as long, because a test fills the storage to the last byte
      JSON.stringify(clock).padEnd(120),
    );
  };
  /**
   * Lets the clock of server and page stand still at a later instant (ms); nothing happens in
   * between, as in a computer that slept.
   */
  const hold = (instant: number, page: Page) => set({ held: instant }, page);
  /** Lets the clock run on from where it stands. */
  const go = async (page: Page) => {
    if (clock.held === undefined) throw new Error("the clock runs already");
    await set({ start: clock.held, realStart: Date.now(), rate }, page);
  };
  return {
    url: `http://localhost:${network.port}`,
    /** The server past that network, for who is elsewhere. */
    directUrl: server.url,
    place,
    network,
    /** The speed of this clock as a multiple of the real one. */
    get rate() {
      return rate;
    },
    /** Lets the clock run at most so many times as fast as the real one. Call it before `move`. */
    runAtMost(fastest: number) {
      rate = Math.max(1, fastest * speed);
    },
    /** Gives every page of the context this clock. */
    move: (context: BrowserContext) => context.addInitScript(runOnMovedClock, { clock, rate }),
    hold,
    go,
    /** Sets server and page to a later instant (ms), from which the clock runs on. */
    async jumpTo(instant: number, page: Page) {
      await hold(instant, page);
      await go(page);
    },
    /** Ends the server, so that its data can be read. */
    stop: () => server.stop(),
    async remove() {
      network.cut();
      await server.stop("SIGKILL");
      await removeCopy(place);
    },
  };
}

/**
 * A line to a port of this computer. While it is cut, nothing answers, for pages and service
 * workers alike.
 */
async function openNetwork(to: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const line = connect(to, "127.0.0.1");
    for (const [socket, other] of [
      [client, line],
      [line, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  server.unref();
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
  };
}

/**
 * Lists the sounds that a page's recorder saw begin: where each was fetched, from where in it (s),
 * and whether it failed.
 */
export type SoundStarts = {
  src: string;
  address: string;
  at: number;
  from: number;
  hasFailed?: true;
}[];
export type Recorder = { soundStarts: SoundStarts; longestStall: number };

/**
 * Runs in the page, before its own script. The longest time in which the page did nothing stands in
 * `window.longestStall` (real ms).
 */
function runOnMovedClock({ clock, rate }: { clock: Clock; rate: number }) {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const current = (): Clock => {
    try {
      return JSON.parse(localStorage.getItem("moved.clock") ?? "null") ?? clock;
    } catch {
      return clock; // a page without an address has no storage
    }
  };
  const now = () => {
    const at = current();
    return at.held ?? Math.round(at.start + (realNow() - at.realStart) * at.rate);
  };
  class MovedDate extends RealDate {
    constructor(value?: number | string | Date) {
      super(value ?? now());
    }
    static override now() {
      return now();
    }
  }
  globalThis.Date = MovedDate as DateConstructor;
  const { setTimeout: timeout, setInterval: interval } = window;
  window.setTimeout = ((run: TimerHandler, ms = 0, ...rest: unknown[]) =>
    timeout(run, ms / rate, ...rest)) as typeof setTimeout;
  window.setInterval = ((run: TimerHandler, ms = 0, ...rest: unknown[]) =>
    interval(run, ms / rate, ...rest)) as typeof setInterval;
  const soundStarts: SoundStarts = [];
  const recorder = Object.assign(window as never as Recorder, {
    soundStarts,
    longestStall: 0,
  });
  const sounds = new Set<HTMLMediaElement>();
  const playbackRate = () => (current().held === undefined ? rate : 0);
  let turn = realNow();
  interval(() => {
    const next = realNow();
    recorder.longestStall = Math.max(recorder.longestStall, next - turn);
    turn = next;
    for (const sound of sounds) sound.playbackRate = playbackRate();
  }, 50);
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    sounds.add(this);
    this.defaultPlaybackRate = rate;
    this.playbackRate = playbackRate();
    const sound: SoundStarts[number] = {
      src: new URL(this.src).pathname,
      address: this.src,
      at: now(),
      from: this.currentTime,
    };
    soundStarts.push(sound);
    this.onerror = () => {
      if (this.error && this.src === sound.address) sound.hasFailed = true;
    };
    return play.call(this);
  };
}
