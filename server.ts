import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { pino } from "pino";
import sirv from "sirv";
import { contentSecurityPolicy, isForeign, securityHeaders } from "./app/lib/headers.server.ts";
import { identifiers } from "./app/lib/identifiers.server.ts";
import { sessionCookie } from "./app/lib/session.server.ts";
import { readConfig } from "./config.ts";
import { createPlatform } from "./platform/app.ts";
import { type Database, openDatabase } from "./platform/db/client.ts";
import { migrate } from "./platform/db/migrate.ts";

const config = readConfig(process.env);
const development = config.NODE_ENV === "development";
const logger = pino({ level: config.LOG_LEVEL, redact: ["req.headers.authorization", "req.headers.cookie"] });

const remote = config.PLATFORM_API_URL;
const platform = remote ? undefined : await startPlatform();

const httpServer = createServer();
const vite = development
  ? await (await import("vite")).createServer({ server: { middlewareMode: true, hmr: { server: httpServer } } })
  : undefined;
const builtPages = new URL("./server/index.js", import.meta.url).href; // beside build/server.js
const pages = createRequestHandler(
  vite
    ? () => vite.ssrLoadModule("virtual:remix/server-build") as unknown as Promise<ServerBuild>
    : ((await import(builtPages)) as ServerBuild),
  config.NODE_ENV,
);

const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;
const cookie = sessionCookie({ secret: config.SESSION_SECRET, secure });
const ids = identifiers(config.APP_SECRET);

type Env = { Bindings: HttpBindings };
const app = new Hono<Env>();
const addressOf = (c: Context<Env>) => c.env.incoming.socket.remoteAddress;

if (platform) app.all("/api/*", (c) => platform.app.fetch(c.req.raw, { address: addressOf(c) }));

const compressible = /^(text\/html|text\/x-script|application\/json)/;
app.use(compress({ encoding: "gzip", contentTypeFilter: compressible }));
app.use(bodyLimit({ maxSize: 1024 * 1024, onError: (c) => c.text("The form is larger than 1 MB.", 413) }));
app.all("*", async (c) => {
  const request = c.req.raw;
  if (isForeign(request, config.PUBLIC_URL)) return c.text("This form was sent from another site.", 403);
  const requestId = randomUUID();
  const began = performance.now();
  const session = await cookie.read(request.headers.get("Cookie"));
  const cspNonce = randomBytes(16).toString("base64url");
  const context = {
    cspNonce,
    session,
    ids,
    requestId,
    address: addressOf(c),
    demo: development || config.DEMO,
    helpdeskUrl: config.HELPDESK_WIDGET_URL,
    platform: (call: Request) => askPlatform(call, requestId, addressOf(c)),
  };
  const answer = await pages(request, context);
  const isRedirect = answer.status === 202 || (answer.status >= 300 && answer.status < 400);
  const response = new Response(answer.body, answer); // redirects have headers that cannot be changed
  const setCookie = await cookie.write(session, isRedirect);
  if (setCookie) response.headers.append("Set-Cookie", setCookie);
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Request-Id", requestId);
  for (const [name, value] of Object.entries(securityHeaders(secure))) response.headers.set(name, value);
  if (response.headers.get("Content-Type")?.startsWith("text/html"))
    response.headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy(cspNonce, { development, helpdeskUrl: config.HELPDESK_WIDGET_URL }),
    );
  logger.info(
    {
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Math.round(performance.now() - began),
    },
    "page",
  );
  return response;
});
app.onError((error, c) => {
  if (c.req.raw.signal.aborted) return c.body(null, 499 as never);
  logger.error({ err: error, path: c.req.path }, "page failed");
  return c.text("Something went wrong.Our technical team will fix it soon.", 500);
});

/** Development: Vite serves modules. Production: hashed files, compressed when they were built. */
const files =
  vite?.middlewares ??
  sirv(new URL("./client", import.meta.url).pathname, {
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    setHeaders(response, path) {
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cache-Control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
httpServer.on("request", (request: IncomingMessage, response: ServerResponse) =>
  files(request, response, () => listener(request, response)),
);
httpServer.listen(config.PORT, config.HOST, () => {
  const address = httpServer.address();
  const port = typeof address === "object" && address ? address.port : config.PORT;
  logger.info({ port }, "listening");
  if (process.send) process.send({ listening: port });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(signal));

/** Lets running requests and downloads end (a minute at the most), then closes what is open. */
async function stop(signal: string) {
  logger.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), 60_000).unref();
  const closed = new Promise<void>((resolve) => httpServer.close(() => resolve()));
  httpServer.closeIdleConnections();
  if (vite) {
    await vite.close();
    httpServer.closeAllConnections();
  }
  await closed;
  await platform?.stop();
  process.exit(0);
}

async function startPlatform() {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    replicaUrl: config.DATABASE_REPLICA_URL,
    dataDir: config.DATABASE_URL ? undefined : join(config.DATA_DIR, "database"),
    logger,
  });
  if (!config.DATABASE_URL) logger.warn("embedded database: for demo, development and a single small shop; set DATABASE_URL in production");
  await migrate(database);
  const filesDir = join(config.DATA_DIR, "files");
  const simulator = config.DEMO ? await startDemo(database, filesDir) : undefined;
  const app = createPlatform({
    database,
    clock: Date.now,
    logger,
    filesDir,
    config: { sessionSecret: config.SESSION_SECRET, sharedKey: config.PLATFORM_SHARED_KEY },
  });
  return {
    app,
    stop: async () => {
      await simulator?.stop();
      await database.close();
    },
  };
}

/** Seeds the demo once and keeps its stores playing. Loaded only here, so that production carries none of it in memory. */
async function startDemo(database: Database, filesDir: string) {
  const [{ seedDemo }, { startSimulator }] = await Promise.all([import("./platform/demo/seed.ts"), import("./platform/demo/simulator.ts")]);
  await seedDemo({ database, filesDir, now: new Date(), stores: config.DEMO_STORES, logger });
  return startSimulator({ database, now: () => new Date(), logger });
}

/** In process, or over the network with the person's address and the request id beside the shared key. */
async function askPlatform(request: Request, requestId: string, address: string | undefined): Promise<Response> {
  if (platform) return platform.app.fetch(request, { address, requestId });
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("X-Request-Id", requestId);
  if (address) headers.set("X-Client-Address", address);
  if (config.PLATFORM_SHARED_KEY) headers.set("X-Platform-Key", config.PLATFORM_SHARED_KEY);
  return fetch(new URL(pathname + search, remote), {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    duplex: "half",
  } as RequestInit);
}
