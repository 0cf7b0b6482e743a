import { vi } from "vitest";
import { streamSignals } from "#contract/player/endpoints";
import { patience } from "./patience.ts";
import type { TestPlatform } from "./platform.ts";

/** A message of a stream of server-sent events. */
export type StreamMessage = { id: string; event: string };

/**
 * Opens the stream of a user's player, behind the message named. `takeEvents` gives those that came
 * since they were last taken; `waitFor` resolves when one of the name has come, of a broadcast above
 * a count where one is named.
 */
export async function openSignals(
  at: Pick<TestPlatform, "request">,
  username: string,
  after?: string,
) {
  const response = await at.request(
    streamSignals,
    { headers: after === undefined ? {} : { "Last-Event-ID": after } },
    username,
  );
  const messages: StreamMessage[] = [];
  let lastId = "";
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const reading = (async () => {
    let text = "";
    for (;;) {
      const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true };
      if (done) break;
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(
          block.split("\n").map((line) => line.split(": ", 2) as [string, string]),
        );
        const event = fields.get("event");
        if (!event) continue;
        lastId = fields.get("id") ?? "";
        messages.push({ id: lastId, event });
      }
    }
  })();
  const find = (event: string, above: number) =>
    messages.findLast((message) => message.event === event && countOf(message.id) > above);
  return {
    status: response.status,
    headers: response.headers,
    takeEvents: () => messages.splice(0).map(({ event }) => event),
    lastId: () => lastId,
    /** How many broadcasts the process had heard when it sent the last message. */
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

const countOf = (id: string) => Number(id.split(".")[1]);
