import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;
type StaticFiles = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

/** Milliseconds for a whole body. Files may take ten minutes: 100 MB at 1.5 Mbit/s. Everything else is small. */
const bodyWithin = 600_000;
const smallBodyWithin = 120_000;
/** What is read of a body that nobody wants, so that its sender gets the answer: somewhat more than the largest that somebody may want. */
const unwanted = { bytes: 128 * 1024 * 1024, ms: 5_000 };

/** A server whose clients cannot hold it up by sending a byte at a time; how long they take to read an answer is their own affair. */
export const createHttpServer = (): Server =>
  createServer({ headersTimeout: 15_000, requestTimeout: bodyWithin, connectionsCheckingInterval: 5_000 });

/** Answers a server's requests: from the static files, and with `fetch` what is none of them. */
export function answerRequests(server: Server, fetch: Fetch, files: StaticFiles = (_request, _response, next) => next()): void {
  const answer = async (request: Request, bindings: HttpBindings | Http2Bindings) => {
    const env = bindings as HttpBindings; // the server speaks HTTP/1 alone
    const response = await fetch(hasUnknownLength(request) ? toNativeRequest(request) : request, env);
    if (!env.incoming.complete && !(await skipRest(env.incoming))) env.outgoing.setHeader("Connection", "close");
    return response;
  };
  // HTTP/1.0 needs no Host; skipRest does what the listener's own clean-up would: that one waits for whoever still holds the body
  const listener = getRequestListener(answer, { hostname: "localhost", overrideGlobalObjects: false, autoCleanupIncoming: false });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (hasSmallBody(request)) {
      const timer = setTimeout(() => request.complete || request.destroy(), smallBodyWithin);
      request.once("close", () => clearTimeout(timer));
    }
    files(request, response, () => listener(request, response));
  });
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  const hasBody = Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
  return hasBody && !/^multipart\//i.test(headers["content-type"] ?? "");
}

const hasUnknownLength = ({ method, headers }: Request) => !["GET", "HEAD", "TRACE"].includes(method) && !headers.has("Content-Length");

/**
 * The listener's request only looks like one of Node's, and `new Request(request, …)` refuses it. Limits of body size make such a copy
 * where no length is declared, so these requests become real ones first. The rest stay as they are, which is quicker.
 */
function toNativeRequest({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
}

/**
 * Reads and drops what is left of a body that was refused, because a connection closed on unread bytes can lose the answer (RFC 9112,
 * section 9.6). Tells whether it came to an end, so that the connection can serve the next request.
 */
function skipRest(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isRead: boolean) => {
      clearTimeout(timer);
      for (const event of ["end", "close"]) request.off(event, check);
      request.off("data", count);
      resolve(isRead);
    };
    const check = () => end(request.complete);
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > unwanted.bytes) end(false);
    };
    const timer = setTimeout(() => end(false), unwanted.ms);
    request.removeAllListeners("data"); // a reader that stopped would hold it up
    for (const event of ["end", "close"]) request.once(event, check);
    request.on("data", count);
    request.resume();
  });
}
