import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { answerRequests, createHttpServer } from "../../http-server.ts";

type Fetch = (request: Request, connection: { address: string }) => Response | Promise<Response>;
export type Send = (request: Request, address?: string) => Promise<Response>;

/** Gives the client's address in tests. A real server takes it from the connection. */
const addressHeader = "X-Test-Address";

/**
 * Serves a platform on a free port through the product's own HTTP server, so that tests meet what
 * clients meet. `send` accepts requests to any host.
 */
export function startListener(fetch: Fetch) {
  const server = createHttpServer();
  answerRequests(server, (request) =>
    fetch(request, { address: request.headers.get(addressHeader) ?? "127.0.0.1" }),
  );
  const listened = once(server.listen(0, "127.0.0.1"), "listening");
  const url = async () => {
    await listened;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const send: Send = async (request, address = "127.0.0.1") =>
    sendTo(await url(), request, { [addressHeader]: address });
  const close = async () => {
    await listened;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, send, close };
}

/**
 * Sends a request to `origin` instead of its own host, with additional headers. The body is sent
 * chunked unless the request gives a length.
 */
export async function sendTo(
  origin: string,
  request: Request,
  more: Record<string, string>,
): Promise<Response> {
  const { url, method, signal } = request;
  const { pathname, search } = new URL(url);
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const body =
    request.body && headers.has("Content-Length") ? await request.arrayBuffer() : request.body;
  // fetch sets these itself
  for (const name of ["Content-Length", "Transfer-Encoding"]) headers.delete(name);
  const response = await fetch(origin + pathname + search, {
    method,
    headers,
    signal,
    redirect: "manual",
    ...(body && { body, duplex: "half" }),
  } as RequestInit);
  if (response.body) sentFor.set(response.body, request);
  const isStream = response.headers.get("Content-Type") === eventStream;
  return isStream && headers.get("Accept") !== eventStream ? beginningOf(response) : response;
}

export const eventStream = "text/event-stream";

/** Gives only the beginning of an endless event stream to a caller that did not ask for it. */
async function beginningOf({ body, status, headers }: Response): Promise<Response> {
  const reader = body?.getReader();
  const beginning = await reader?.read();
  await reader?.cancel();
  return new Response(beginning?.value, { status, headers });
}

/**
 * Keeps a request in memory while somebody reads its answer, because its signal follows its
 * controller only that long.
 */
const sentFor = new WeakMap<ReadableStream, Request>();
