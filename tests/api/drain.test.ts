import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { answerRequests, createHttpServer } from "../../http-server.ts";

/** More than a connection holds. */
const long = new Uint8Array(32 * 1024 * 1024);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/**
 * A server of the product that answers /long at length, /held once `hold` is done and all else at
 * once.
 */
async function startServer(hold: Promise<void> = Promise.resolve()) {
  const server = createHttpServer();
  answerRequests(server, async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/held") await hold;
    return new Response(pathname === "/long" ? long : "done");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // goes on using its connection, and never closes it
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(() => {
    agent.destroy();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => get({ host: "127.0.0.1", port, path, agent });
  return { server, port, ask };
}

async function answerTo(request: ReturnType<typeof get>): Promise<IncomingMessage> {
  const [response] = await once(request, "response");
  return response;
}

/**
 * True if a promise settles within the time in which a server drains that has nothing to answer.
 */
const isDone = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(() => true),
    new Promise((resolve) => setTimeout(resolve, 500, false)),
  ]);

test("a connection is kept for longer than proxies keep theirs", async () => {
  const { ask } = await startServer();
  expect((await answerTo(ask("/"))).headers["keep-alive"]).toBe("timeout=75");
});

test("a server that drains closes connections that have nothing to ask", async () => {
  const { server, port, ask } = await startServer();
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  expect(await text(await answerTo(ask("/")))).toBe("done");
  const closed = once(silent, "close");
  await server.drain();
  await closed;
  await expect(once(ask("/"), "response")).rejects.toThrow("ECONNREFUSED");
});

test("a server that drains waits for the end of an answer that is read slowly", async () => {
  const { server, ask } = await startServer();
  const response = await answerTo(ask("/long"));
  const drained = server.drain();
  expect(await isDone(drained)).toBe(false);
  expect(await buffer(response)).toHaveLength(long.length);
  await drained;
});

test("a server that drains answers what it was asked, before and after", async () => {
  let release = () => {};
  const { server, ask } = await startServer(new Promise((resolve) => (release = resolve)));
  const held = ask("/held");
  await once(server, "request");
  const drained = server.drain();
  expect(await isDone(drained)).toBe(false);
  release();
  const answer = await answerTo(held);
  expect([answer.headers.connection, await text(answer)]).toEqual(["close", "done"]);
  await drained;
  await expect(once(ask("/"), "response")).rejects.toThrow("ECONNREFUSED");

  const busy = await startServer();
  await text(await answerTo(busy.ask("/")));
  const drainedToo = busy.server.drain();
  const last = await answerTo(busy.ask("/"));
  expect([last.headers.connection, await text(last)]).toEqual(["close", "done"]);
  await drainedToo;
});
