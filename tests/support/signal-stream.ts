import { setTimeout as pause } from "node:timers/promises";
import { vi } from "vitest";
import type { streamAlertSignals } from "#contract/alerts/wall";
import { streamSignals } from "#contract/player/endpoints";
import { eventStream } from "./listening.ts";
import { patience } from "./patience.ts";
import type { TestPlatform } from "./platform.ts";

/** A message of a stream of server-sent events. */
type Message = { id: string; event: string };

/**
 * Opens the event stream of a user's player, or of another endpoint, after the message `after`.
 * `takeEvents` gives the events since the last call; `waitFor` resolves when an event has
 * arrived; with `above`, only one of a later broadcast than that count.
 */
export async function openSignals(
  at: Pick<TestPlatform, "request">,
  username: string,
  after?: string,
  endpoint: typeof streamSignals | typeof streamAlertSignals = streamSignals,
) {
  const headers = { Accept: eventStream, ...idHeader(after) };
  const response = await at.request(endpoint, { headers }, username);
  const messages: Message[] = [];
  let lastId = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = readMessages(reader, (message) => {
    lastId = message.id;
    messages.push(message);
  });
  const find = (event: string, above: number) =>
    messages.findLast((message) => message.event === event && countOf(message.id) > above);
  return {
    status: response.status,
    headers: response.headers,
    takeEvents: () => messages.splice(0).map(({ event }) => event),
    lastId: () => lastId,
    /** The number of broadcasts that the process had received when it sent the last message. */
    lastCount: () => countOf(lastId),
    waitFor: (event: string, above = Number.NEGATIVE_INFINITY) =>
      vi.waitFor(() => {
        if (!find(event, above)) throw new Error(`no ${event} among ${JSON.stringify(messages)}`);
      }, patience),
    async close() {
      await reader?.cancel();
      await reading;
    },
  };
}

/**
 * Listens at a site with a token like a player: reopens a broken stream after the last message.
 * `count` gives how many messages with a name have arrived.
 */
export function followSignals(origin: string, token: string) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const events: string[] = [];
  let lastId: string | undefined;
  const following = (async () => {
    while (!signal.aborted) {
      const headers = { Authorization: `Bearer ${token}`, ...idHeader(lastId) };
      const response = await fetch(`${origin}/api${streamSignals.path}`, { headers, signal }).catch(
        () => undefined,
      );
      if (response?.ok)
        await readMessages(
          response.body?.pipeThrough(new TextDecoderStream()).getReader(),
          ({ id, event }) => {
            lastId = id;
            events.push(event);
          },
        );
      await pause(100, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    count: (event: string) => events.filter((one) => one === event).length,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

const idHeader = (id: string | undefined): Record<string, string> =>
  id === undefined ? {} : { "Last-Event-ID": id };

/** Reads a stream until it ends or breaks. */
async function readMessages(
  reader: ReadableStreamDefaultReader<string> | undefined,
  take: (message: Message) => void,
): Promise<void> {
  let text = "";
  for (;;) {
    const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => line.split(": ", 2) as [string, string]),
      );
      const event = fields.get("event");
      if (event) take({ id: fields.get("id") ?? "", event });
    }
  }
}

const countOf = (id: string) => Number(id.split(".")[1]);
