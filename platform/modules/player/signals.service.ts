import { randomUUID } from "node:crypto";
import { playerSignals } from "#contract/player/words";
import { Refusal } from "../../base/refusal.ts";
import { type Changes, wallKey } from "../../db/changes.ts";
import type { Database, DatabaseLogger } from "../../db/client.ts";
import { hearBroadcasts } from "../../db/hear-broadcasts.ts";
import type { ScopedCall } from "../../http/context.ts";
import { playersStoreId } from "./player.service.ts";

type Signal = Changes["players"]["signal"];
type Stream = {
  /** Or the wall's key. */
  storeId: number;
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
export function signalService(database: Database, clock: () => number, logger: DatabaseLogger) {
  const streamsByStore = new Map<number, Set<Stream>>();
  /** The number of each store's latest message of a kind, while this process hears broadcasts. */
  const latest = new Map<string, number>();
  /** Marks this process's numbers: other processes', and those of its earlier runs, differ. */
  let run = randomUUID();
  let count = 0;
  let hearing: ReturnType<typeof hearBroadcasts> | undefined;
  let pulse: NodeJS.Timeout | undefined;

  database.listeners.add("players", ({ signal, storeIds, storeCount }) => {
    if (!hearing) return;
    count++;
    for (const storeId of storeIds) latest.set(keyOf(storeId, signal), count);
    send(streamsOf(storeIds), signal, storeCount);
  });

  const keyOf = (storeId: number, signal: Signal) => `${storeId} ${signal}`;
  const streamsOf = (storeIds: Iterable<number>) =>
    [...storeIds].flatMap((storeId) => [...(streamsByStore.get(storeId) ?? [])]);
  const allStreams = () => streamsOf(streamsByStore.keys());

  /** Sends streams a signal that `players` get in all. */
  function send(streams: Stream[], event: Signal | "hello" | "pulse", players = 1): void {
    const within = Math.round((players / askingASecond) * 1000);
    const message = encoder.encode(`id: ${run}.${count}\nevent: ${event}\ndata: ${within}\n\n`);
    for (const stream of streams)
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(message);
      else end(stream);
  }

  /** Signals everybody: a broadcast that this process did not hear may concern every store. */
  function begin(): void {
    run = randomUUID();
    latest.clear();
    const streams = allStreams();
    for (const stream of streams)
      for (const signal of stream.signals) send([stream], signal, streams.length);
  }

  function tick(): void {
    const now = clock();
    for (const stream of allStreams()) if (stream.endsAt <= now) end(stream);
    send(allStreams(), "pulse");
  }

  function add(stream: Stream): void {
    streamsByStore.set(
      stream.storeId,
      (streamsByStore.get(stream.storeId) ?? new Set()).add(stream),
    );
    if (hearing) return;
    run = randomUUID();
    latest.clear();
    hearing = hearBroadcasts(database, logger, begin);
    pulse = setInterval(tick, pulseMs).unref();
  }

  function end(stream: Stream): void {
    stream.controller.close();
    remove(stream);
  }

  function remove(stream: Stream): void {
    const own = streamsByStore.get(stream.storeId);
    own?.delete(stream);
    if (own?.size === 0) streamsByStore.delete(stream.storeId);
    if (streamsByStore.size > 0) return;
    clearInterval(pulse);
    void hearing?.stop();
    hearing = undefined;
  }

  /** Given the id of the last message received, begins with the signals sent since. */
  function open(
    { storeId, signals, most }: Pick<Stream, "storeId" | "signals"> & { most: number },
    lastId: string | undefined,
  ): Response {
    if ((streamsByStore.get(storeId)?.size ?? 0) >= most) throw new Refusal(429, tooManyStreams);
    const [lastRun, lastCount] = lastId?.split(".") ?? [];
    const isMissed = (signal: Signal) =>
      lastRun !== run || (latest.get(keyOf(storeId, signal)) ?? 0) > Number(lastCount);
    let stream: Stream;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          stream = { storeId, signals, controller, endsAt: clock() + streamMs };
          add(stream);
          const retry = Math.round(retryMs.least + Math.random() * retryMs.spread);
          controller.enqueue(encoder.encode(`retry: ${retry}\n\n`));
          send([stream], "hello");
          for (const signal of signals) if (isMissed(signal)) send([stream], signal);
        },
        cancel: () => remove(stream),
      },
      new CountQueuingStrategy({ highWaterMark: messagesWaiting }),
    );
    const headers = {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // nginx would otherwise keep small answers back
      "X-Accel-Buffering": "no",
    };
    return new Response(body, { headers });
  }

  return {
    /**
     * Opens a stream of the caller's own store as server-sent events. Where the last message is not
     * known it begins with everything. Throws 404 for a caller without a store, 429 beyond ten
     * streams of a store.
     */
    openStream: ({ caller }: ScopedCall, lastId: string | undefined): Response =>
      open(
        { storeId: playersStoreId(caller), signals: playerSignals, most: streamsAStore },
        lastId,
      ),
    /** Opens a stream that says when alerts of any company have changed, never which. */
    openWallStream: (lastId: string | undefined): Response =>
      open({ storeId: wallKey, signals: ["alerts"], most: mostWallStreams }, lastId),
  };
}

const encoder = new TextEncoder();
const tooManyStreams = "Too many pages listen already. Close one of them.";
