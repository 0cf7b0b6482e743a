import { randomUUID } from "node:crypto";
import { type PlayerSignal, playerSignals } from "#contract/player/words";
import { Refusal } from "../../base/refusal.ts";
import type { Database, DatabaseLogger } from "../../db/client.ts";
import { hearBroadcasts } from "../../db/hear-broadcasts.ts";
import type { ScopedCall } from "../../http/context.ts";
import { playersStoreId } from "./player.service.ts";

type Stream = {
  storeId: number;
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** In epoch milliseconds. */
  endsAt: number;
};

/** Proxies cut what is silent for longer, and a player takes a stream without it for cut. */
const pulseMs = 20_000;
/** A stream ends after this time, so that whoever may not play any more is refused the next one. */
const streamMs = 30 * 60_000;
const streamsAStore = 10;
/** Messages that may wait for a slow reader; one with more is cut off and asks for everything. */
const messagesWaiting = 32;
/** Milliseconds a player waits before it opens a stream anew, so that not all come at once. */
const retryMs = { least: 500, spread: 3_000 };
/** Players that ask in a second when very many are told the same. */
const askingASecond = 500;

/**
 * The streams by which this process tells players that there is something to fetch (EAR-1). They
 * carry no content: what is missed costs a minute's delay and never a play, because players also
 * ask by the clock. `clock` gives milliseconds.
 */
export function signalService(database: Database, clock: () => number, logger: DatabaseLogger) {
  const streamsByStore = new Map<number, Set<Stream>>();
  /** The number of each store's latest message of a kind, while this process hears broadcasts. */
  const latest = new Map<string, number>();
  /** Tells this process's numbers from another's, and from those before it last began to hear. */
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

  const keyOf = (storeId: number, signal: PlayerSignal) => `${storeId} ${signal}`;
  const streamsOf = (storeIds: Iterable<number>) =>
    [...storeIds].flatMap((storeId) => [...(streamsByStore.get(storeId) ?? [])]);
  const allStreams = () => streamsOf(streamsByStore.keys());

  /** Tells streams of an event that `players` are told in all. */
  function send(streams: Stream[], event: PlayerSignal | "hello" | "pulse", players = 1): void {
    const within = Math.round((players / askingASecond) * 1000);
    const message = encoder.encode(`id: ${run}.${count}\nevent: ${event}\ndata: ${within}\n\n`);
    for (const stream of streams)
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(message);
      else end(stream);
  }

  /** Tells all: a broadcast that this process did not hear may concern every store. */
  function begin(): void {
    run = randomUUID();
    latest.clear();
    const streams = allStreams();
    for (const signal of playerSignals) send(streams, signal, streams.length);
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

  return {
    /**
     * Opens a stream of the caller's own store as server-sent events. With the id of the last
     * message that a player has got, it begins with what was told since; where that is not known,
     * with everything. Throws 404 for a caller without a store, 429 beyond ten streams of a store.
     */
    openStream({ caller }: ScopedCall, lastId: string | undefined): Response {
      const storeId = playersStoreId(caller);
      if ((streamsByStore.get(storeId)?.size ?? 0) >= streamsAStore)
        throw new Refusal(429, tooManyStreams);
      const [lastRun, lastCount] = lastId?.split(".") ?? [];
      const isMissed = (signal: PlayerSignal) =>
        lastRun !== run || (latest.get(keyOf(storeId, signal)) ?? 0) > Number(lastCount);
      let stream: Stream;
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            stream = { storeId, controller, endsAt: clock() + streamMs };
            add(stream);
            const retry = Math.round(retryMs.least + Math.random() * retryMs.spread);
            controller.enqueue(encoder.encode(`retry: ${retry}\n\n`));
            send([stream], "hello");
            for (const signal of playerSignals) if (isMissed(signal)) send([stream], signal);
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
    },
  };
}

const encoder = new TextEncoder();
const tooManyStreams = `${streamsAStore} players of this store listen already. Close one of them.`;
