import { randomBytes, randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { RequestHandler } from "@remix-run/node";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { contentSecurityPolicy, isForeign, securityHeaders } from "./app/lib/headers.server.ts";
import { identifiers } from "./app/lib/identifiers.server.ts";
import { sessionCookie } from "./app/lib/session.server.ts";
import type { Config } from "./config.ts";

type Env = { Bindings: Partial<HttpBindings> };
type Known = { address: string | undefined; requestId?: string };

export type WebNeeds = {
  config: Pick<
    Config,
    | "NODE_ENV"
    | "PUBLIC_URL"
    | "SESSION_SECRET"
    | "APP_SECRET"
    | "DEMO"
    | "HELPDESK_WIDGET_URL"
    | "PLATFORM_API_URL"
    | "PLATFORM_SHARED_KEY"
  >;
  /** Remix's handler of the pages. */
  pages: RequestHandler;
  /** The platform of this process; none where PLATFORM_API_URL names another. */
  platform: { fetch: (request: Request, known: Known) => Response | Promise<Response> } | undefined;
  logger: Logger;
};

/** Pages and, in one process, the API below /api as one fetch function; static files come before it. Server, tests and bench share it. */
export function createWeb({ config, pages, platform, logger }: WebNeeds): Hono<Env> {
  const development = config.NODE_ENV === "development";
  const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;
  const cookie = sessionCookie({ secret: config.SESSION_SECRET, secure });
  const ids = identifiers(config.APP_SECRET);
  const app = new Hono<Env>();

  if (platform) app.all("/api/*", (c) => platform.fetch(c.req.raw, { address: addressOf(c) }));

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
      platform: (call: Request) => askPlatform(call, { requestId, address: addressOf(c) }),
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
  return app;

  /** In process, or over the network with the person's address and the request id beside the shared key. */
  async function askPlatform(request: Request, { address, requestId }: Required<Known>): Promise<Response> {
    if (platform) return platform.fetch(request, { address, requestId });
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("X-Request-Id", requestId);
    if (address) headers.set("X-Client-Address", address);
    if (config.PLATFORM_SHARED_KEY) headers.set("X-Platform-Key", config.PLATFORM_SHARED_KEY);
    return fetch(new URL(pathname + search, config.PLATFORM_API_URL), {
      method: request.method,
      headers,
      body: request.body,
      signal: request.signal,
      duplex: "half",
    } as RequestInit);
  }
}

const compressible = /^(text\/html|text\/x-script|application\/json)/;

const addressOf = (c: Context<Env>) => c.env?.incoming?.socket.remoteAddress;
