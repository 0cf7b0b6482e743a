import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answerRequests, createHttpServer } from "../../http-server.ts";

const megabytes = 32;
const long = new Uint8Array(megabytes * 1024 * 1024);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server of the product that answers /long with more than a connection holds, and all else once `hold` is done. */
async function startServer(hold: Promise<void> = Promise.resolve()) {
  const server = createHttpServer();
  answerRequests(server, async ({ url }) => {
    if (url.endsWith("/long")) return new Response(long);
    await hold;
    return new Response("done");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  ends.push(() => server.closeAllConnections());
  return { server, port: (server.address() as AddressInfo).port };
}

test("a server that drains closes connections that asked for nothing, or wait for their next request, at once", async () => {
  const { server, port } = await startServer();
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("done"); // fetch keeps its connection
  const closed = once(silent, "close");
  await server.drain();
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a server that drains lets an answer end whose client reads slowly", async () => {
  const { server, port } = await startServer();
  const [response] = (await once(get({ port, path: "/long" }), "response")) as [IncomingMessage];
  const drained = server.drain();
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(long.length);
  await drained;
});

test("a server that drains answers a request it has, and closes that connection, which its client would go on using", async () => {
  let release = () => {};
  const { server, port } = await startServer(new Promise((resolve) => (release = resolve)));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(() => agent.destroy());
  const asked = get({ port, agent });
  await once(server, "request");
  const drained = server.drain();
  release();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect(response.headers.connection).toBe("close");
  expect(Buffer.concat((await response.toArray()) as Buffer[]).toString()).toBe("done");
  await drained;
  await expect(once(get({ port, agent }), "response")).rejects.toThrow("ECONNREFUSED");
});
