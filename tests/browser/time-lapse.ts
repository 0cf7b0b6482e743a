import { connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright/test";
import { copyOf, type Place, removeCopy, startServer } from "./server.ts";

export type TimeLapse = Awaited<ReturnType<typeof startTimeLapse>>;

/**
 * The built server with a copy of the demo's data, its simulator off, on a clock that starts at `start` (ms) and runs `rate` times as fast;
 * pages of `move`d contexts run on the same clock, timers and sound included. Between the two lies a network that can be cut. `prepare`
 * gets the data before the server opens it.
 */
export async function startTimeLapse({ start, rate }: { start: number; rate: number }, prepare: (place: Place) => Promise<void>) {
  const place = await copyOf("demo");
  await prepare(place);
  const realStart = Date.now();
  const settings = { DEMO: "0", JOBS: "0", CLOCK_START: String(start), CLOCK_RATE: String(rate) };
  const server = await startServer(place, settings, [fileURLToPath(new URL("moved-clock.mjs", import.meta.url))]);
  const network = await openNetwork(Number(new URL(server.url).port));
  let jumped = 0;
  const clock = () => start + (Date.now() - realStart) * rate + jumped;
  return {
    url: `http://localhost:${network.port}`,
    /** The server past that network, for who is elsewhere. */
    directUrl: server.url,
    place,
    network,
    clock,
    /** Gives every page of the context this clock. */
    move: (context: BrowserContext) => context.addInitScript(runOnMovedClock, { start, realStart, rate }),
    /** Sets server and page to a later instant (ms); nothing happens in between, as in a computer that slept. */
    async jumpTo(instant: number, page: Page) {
      const by = instant - clock();
      jumped += by;
      const isDone = new Promise((resolve) => server.process.once("message", resolve));
      server.process.send({ jump: by });
      await isDone;
      await page.evaluate((jump) => localStorage.setItem("clock.jumped", String(jump)), jumped);
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

/** A line to a port of this computer. While it is cut, nothing answers, for pages and service workers alike. */
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

/** What a page's recorder has seen: each sound that began, where it was fetched, and whether it failed. */
export type Heard = { src: string; address: string; at: number; hasFailed?: true }[];

/** Runs in the page, before its own script. */
function runOnMovedClock({ start, realStart, rate }: { start: number; realStart: number; rate: number }) {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const jumped = () => {
    try {
      return Number(localStorage.getItem("clock.jumped") ?? 0);
    } catch {
      return 0; // a page without an address has no storage
    }
  };
  const now = () => Math.round(start + (realNow() - realStart) * rate + jumped());
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
  window.setTimeout = ((run: TimerHandler, ms = 0, ...rest: unknown[]) => timeout(run, ms / rate, ...rest)) as typeof setTimeout;
  window.setInterval = ((run: TimerHandler, ms = 0, ...rest: unknown[]) => interval(run, ms / rate, ...rest)) as typeof setInterval;
  const heard: Heard = [];
  Object.assign(window, { heard });
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.defaultPlaybackRate = rate;
    this.playbackRate = rate;
    const sound: Heard[number] = { src: new URL(this.src).pathname, address: this.src, at: now() };
    heard.push(sound);
    this.onerror = () => {
      if (this.error && this.src === sound.address) sound.hasFailed = true;
    };
    return play.call(this);
  };
}
