import { randomUUID } from "node:crypto";
import { playerSignals } from "#contract/player/words";
import { Refusal } from "../../base/refusal.ts";
import { type Changes, wallKey } from "../../db/changes.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import { hearBroadcasts } from "../../db/hear-broadcasts.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";
import { playersStoreId } from "./player.service.ts";

type Signal = Changes["players"]["signal"];
type Stream = {
  /** Or the wall's key. */
  storeId: number;
  /** Who watches the wall: their company's ID and their own. */
  person?: string;
  signals: readonly Signal[];
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** In epoch milliseconds. */
  endsAt: number;
};

/** Proxies cut streams that are silent for longer, and players treat a silent stream as cut. */
const pulseMs = 20_000;
/** Milliseconds after which a stream ends, so that a player whose right ended cannot reopen it. */
const streamMs = 30 * 60_000;
const streamsAStore = 10;
const mostWallStreams = 1_000;
const wallStreamsAPerson = 20;
/** Messages that may wait for a slow reader; one with more is cut off and asks for everything. */
const messagesWaiting = 32;
/** Milliseconds a player waits before it reopens a stream, spread so that not all come at once. */
const retryMs = { least: 500, spread: 3_000 };
/** Players that may ask in a second, when very many get the same signal. */
const askingASecond = 500;

/**
 * The streams that signal players that there is something to fetch (EAR-1). They
 * carry no content: a missed signal costs a minute's delay and never a play, because players also
 * ask by the clock. `clock` gives milliseconds.
 */
export class SignalStreams {
  readonly #streamsByStore = new Map<number, Set<Stream>>();
  /** The number of each store's latest message of a kind, while this process hears broadcasts. */
  readonly #latest = new Map<string, number>();
  /** Marks this process's numbers: other processes', and those of its earlier runs, differ. */
  #run = randomUUID();
  #count = 0;
  #hearing: ReturnType<typeof hearBroadcasts> | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
    private readonly logger: DatabaseLogger,
  ) {
    database.listeners.add("players", (change) => this.#sendChange(change));
  }

  /**
   * Opens a stream of the caller's own store as server-sent events. Where the last message is not
   * known it begins with everything. Throws 404 for a caller without a store, 429 beyond ten
   * streams of a store.
   */
  openStream({ caller }: ScopedCall, lastId: string | undefined): Response {
    const storeId = playersStoreId(caller);
    return this.#open({ storeId, signals: playerSignals, most: streamsAStore }, lastId);
  }

  /**
   * Opens a stream that says when alerts of any company have changed, never which. Throws 429 beyond
   * a thousand streams, and beyond twenty of one person, who would take the places of others.
   */
  openWallStream(
    { caller: { companyId, id } }: Pick<SignedInCall, "caller">,
    lastId: string | undefined,
  ): Response {
    const person = `${companyId}/${id}`;
    const own = this.#streamsOf([wallKey]).filter((stream) => stream.person === person);
    if (own.length >= wallStreamsAPerson) throw new Refusal(429, tooManyStreams);
    const wall = { storeId: wallKey, person, signals: ["alerts"], most: mostWallStreams } as const;
    return this.#open(wall, lastId);
  }

  #sendChange({ signal, storeIds, storeCount }: Changes["players"]): void {
    if (!this.#hearing) return;
    this.#count++;
    for (const storeId of storeIds) this.#latest.set(keyOf(storeId, signal), this.#count);
    this.#send(this.#streamsOf(storeIds), signal, storeCount);
  }

  #streamsOf(storeIds: Iterable<number>): Stream[] {
    return [...storeIds].flatMap((storeId) => [...(this.#streamsByStore.get(storeId) ?? [])]);
  }

  #allStreams(): Stream[] {
    return this.#streamsOf(this.#streamsByStore.keys());
  }

  /** Sends streams a signal that `players` get in all. */
  #send(streams: Stream[], event: Signal | "hello" | "pulse", players = 1): void {
    const within = Math.round((players / askingASecond) * 1000);
    const id = `${this.#run}.${this.#count}`;
    const message = encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${within}\n\n`);
    for (const stream of streams)
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(message);
      else this.#end(stream);
  }

  /** Signals everybody: a broadcast that this process did not hear may concern every store. */
  #signalAll(): void {
    this.#startRun();
    const streams = this.#allStreams();
    for (const stream of streams)
      for (const signal of stream.signals) this.#send([stream], signal, streams.length);
  }

  /** Begins to count anew: nothing is known of the messages before. */
  #startRun(): void {
    this.#run = randomUUID();
    this.#latest.clear();
  }

  #tick(): void {
    const now = this.clock();
    for (const stream of this.#allStreams()) if (stream.endsAt <= now) this.#end(stream);
    this.#send(this.#allStreams(), "pulse");
  }

  #add(stream: Stream): void {
    const own = this.#streamsByStore.get(stream.storeId) ?? new Set();
    this.#streamsByStore.set(stream.storeId, own.add(stream));
    if (this.#hearing) return;
    this.#startRun();
    this.#hearing = hearBroadcasts(this.database, this.logger, () => this.#signalAll());
    this.#pulse = setInterval(() => this.#tick(), pulseMs).unref();
  }

  #end(stream: Stream): void {
    stream.controller.close();
    this.#remove(stream);
  }

  #remove(stream: Stream): void {
    const own = this.#streamsByStore.get(stream.storeId);
    own?.delete(stream);
    if (own?.size === 0) this.#streamsByStore.delete(stream.storeId);
    if (this.#streamsByStore.size > 0) return;
    clearInterval(this.#pulse);
    void this.#hearing?.stop();
    this.#hearing = undefined;
  }

  /** Given the id of the last message received, begins with the signals sent since. */
  #open(
    { most, ...of }: Pick<Stream, "storeId" | "person" | "signals"> & { most: number },
    lastId: string | undefined,
  ): Response {
    const { storeId, signals } = of;
    if ((this.#streamsByStore.get(storeId)?.size ?? 0) >= most)
      throw new Refusal(429, tooManyStreams);
    const [lastRun, lastCount] = lastId?.split(".") ?? [];
    const isMissed = (signal: Signal) =>
      lastRun !== this.#run || (this.#latest.get(keyOf(storeId, signal)) ?? 0) > Number(lastCount);
    let stream: Stream;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = { ...of, controller, endsAt: this.clock() + streamMs };
          this.#add(stream);
          const retry = Math.round(retryMs.least + Math.random() * retryMs.spread);
          controller.enqueue(encoder.encode(`retry: ${retry}\n\n`));
          this.#send([stream], "hello");
          for (const signal of signals) if (isMissed(signal)) this.#send([stream], signal);
        },
        cancel: () => this.#remove(stream),
      },
      new CountQueuingStrategy({ highWaterMark: messagesWaiting }),
    );
    return new Response(body, { headers: streamHeaders });
  }
}

const streamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  // nginx would otherwise keep small answers back
  "X-Accel-Buffering": "no",
};
const keyOf = (storeId: number, signal: Signal) => `${storeId} ${signal}`;
const encoder = new TextEncoder();
const tooManyStreams = "Too many pages listen already. Close one of them.";
