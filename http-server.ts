import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>;
type HttpServer = Server & {
  /**
   * Accepts no more connections, lets running answers end (event streams are ended at once), and
   * closes a connection once its answers are sent. Resolves when all are closed. Node 20's `close`
   * cuts off an answer whose last bytes wait for its client, and waits for a connection that never
   * sent a request or always sends more.
   */
  drain: () => Promise<void>;
};
type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => unknown;

/**
 * Milliseconds within which a whole request must arrive: ten minutes for files (100 MB at 1.5
 * Mbit/s), two for all other bodies, which are small.
 */
const bodyWithin = 600_000;
const smallBodyWithin = 120_000;
/**
 * The bytes of a refused body that are still read, and for how long (ms), so that its sender gets
 * the answer: slightly more than the largest upload allowed.
 */
const unwanted = { bytes: 128 * 1024 * 1024, ms: 5_000 };

/**
 * Milliseconds that an idle connection stays open: longer than at most proxies (60 s), which could
 * otherwise send a request into a connection just closed.
 */
const keptFor = 75_000;
/**
 * Milliseconds during which a draining server still answers on idle connections and announces
 * that it closes them, because their clients may be sending a request just then.
 */
const lastCall = 250;

/**
 * Creates a server that cuts off clients who send too slowly. Clients may read an answer as slowly
 * as they like.
 */
export function createHttpServer(): HttpServer {
  const server = createServer({
    headersTimeout: 15_000,
    requestTimeout: bodyWithin,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: keptFor,
  });
  const owed = new Map<Socket, Set<ServerResponse>>(); // answers that have not ended, by connection
  server.on("connection", (socket: Socket) => {
    owed.set(socket, new Set());
    socket.once("close", () => owed.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answers = owed.get(socket);
    answers?.add(response);
    if (!server.listening) response.shouldKeepAlive = false;
    response.once("close", () => {
      answers?.delete(response);
      if (!server.listening && answers?.size === 0) socket.destroySoon();
    });
  });
  const drain = () =>
    new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
      for (const answers of owed.values()) {
        for (const answer of answers) if (isEventStream(answer)) answer.end();
        const last = [...answers].at(-1);
        if (last) last.shouldKeepAlive = false;
      }
      setTimeout(() => {
        for (const [socket, answers] of owed) if (answers.size === 0) socket.destroySoon();
      }, lastCall);
    });
  return Object.assign(server, { drain });
}

/** True for an answer that never ends by itself; its reader opens it again, at another process. */
const isEventStream = (answer: ServerResponse) =>
  /^text\/event-stream/.test(String(answer.getHeader("Content-Type") ?? ""));

/** Answers a server's requests from the static files, and all others with `fetch`. */
export function answerRequests(
  server: Server,
  fetch: Fetch,
  files: StaticFiles = (_request, _response, next) => next(),
): void {
  const answer = async (request: Request, bindings: HttpBindings | Http2Bindings) => {
    const env = bindings as HttpBindings; // the server speaks only HTTP/1
    const response = await fetch(
      hasUnknownLength(request) ? toNativeRequest(request) : request,
      env,
    );
    if (!env.incoming.complete && !(await skipRest(env.incoming)))
      env.outgoing.setHeader("Connection", "close");
    return response;
  };
  // hostname: HTTP/1.0 needs no Host. autoCleanupIncoming: the listener's own clean-up waits for
  // any code that still holds the body, so skipRest does it
  const listener = getRequestListener(answer, {
    hostname: "localhost",
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (hasSmallBody(request)) {
      const timer = setTimeout(() => request.complete || request.destroy(), smallBodyWithin);
      request.once("close", () => clearTimeout(timer));
    }
    serveFile(files, request, response, () => listener(request, response));
  });
}

/**
 * Serves a static file whole, whatever range was requested (RFC 9110, section 14.2 allows that),
 * and aborts the answer if the file cannot be read to its end. With sirv (3.0) alone, a range that
 * ends before it begins, or a file deleted since the server's start, would end the process.
 */
function serveFile(
  files: StaticFiles,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const { range } = request.headers;
  delete request.headers.range;
  const breakOff = (source: Readable) => source.once("error", () => response.destroy());
  response.once("pipe", breakOff);
  files(request, response, () => {
    if (range !== undefined) request.headers.range = range;
    response.off("pipe", breakOff);
    next();
  });
}

function hasSmallBody({ headers }: IncomingMessage): boolean {
  const hasBody =
    Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;
  return hasBody && !/^multipart\//i.test(headers["content-type"] ?? "");
}

const hasUnknownLength = ({ method, headers }: Request) =>
  !["GET", "HEAD", "TRACE"].includes(method) && !headers.has("Content-Length");

/**
 * Turns the listener's request, which only resembles a Request, into a real one: `new Request`
 * refuses it, and body limits copy requests that way if no length is declared. Other requests
 * stay as they are, which is faster.
 */
function toNativeRequest({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
}

/**
 * Reads and drops the rest of a refused body, because closing a connection with unread bytes can
 * lose the answer (RFC 9112, section 9.6). Resolves to true if the body ended, so that the
 * connection can serve the next request.
 */
function skipRest(request: IncomingMessage): Promise<boolean> {
  // the client is gone: nothing more will arrive
  if (request.destroyed) return Promise.resolve(false);
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
    request.removeAllListeners("data"); // a reader that no longer reads would block it
    for (const event of ["end", "close"]) request.once(event, check);
    request.on("data", count);
    request.resume();
  });
}
