import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { proveSession } from "./app/lib/api/prove-session.server.ts";
import { askRemotePlatform } from "./app/lib/api/remote-platform.server.ts";
import { changesSomething, readPosted } from "./app/lib/forms/posted-form.server.ts";
import { isForeign, securityHeaders } from "./app/lib/pages/headers.server.ts";
import { type Codecs, makeCodecs } from "./app/lib/session/codecs.server.ts";
import type { WebSession } from "./app/lib/session/session.server.ts";
import { companyMember } from "./app/ui/frame/address.ts";
import type { Config } from "./config.ts";
import { filesAtATime, uploads } from "./contract/base/uploads.ts";
import { answerPage, loggable, type PageServer } from "./page-answer.ts";
import { Refusal } from "./platform/base/refusal.ts";
import { spool } from "./platform/files/spool.ts";
import { answerMetrics } from "./platform/observe/metrics.ts";

type Env = { Bindings: Partial<HttpBindings> };
type CallOrigin = { address: string | undefined; requestId?: string };

export type WebNeeds = Omit<PageServer, "codecs" | "config"> & {
  config: PageServer["config"] &
    Pick<
      Config,
      "PROXY_HOPS" | "SESSION_SECRET" | "APP_SECRET" | "PLATFORM_API_URL" | "PLATFORM_SHARED_KEY"
    > &
    Partial<Pick<Config, "METRICS_TOKEN">>;
  /** The platform in this process; undefined if PLATFORM_API_URL names another. */
  platform:
    | { fetch: (request: Request, origin: CallOrigin) => Response | Promise<Response> }
    | undefined;
};
type Web = WebNeeds & { codecs: Codecs };

/**
 * Serves pages and, in one process, the API below /api with a single fetch function; static files
 * are served before it. Server, tests and bench share it.
 */
export function createWeb(needs: WebNeeds): Hono<Env> {
  const { config, platform, logger } = needs;
  const web = { ...needs, codecs: makeCodecs(config) };
  const app = new Hono<Env>();
  app.use(setSecurityHeaders(web));
  if (platform)
    app.all("/api/*", (c) =>
      platform.fetch(c.req.raw, { address: addressOf(c, config.PROXY_HOPS) }),
    );
  // a balancer probes pages and platform alike; the platform's own processes report its state
  else
    for (const probe of ["/api/health", "/api/ready"])
      app.get(probe, (c) => c.json({ status: "up" }));
  const { METRICS_TOKEN } = config;
  if (METRICS_TOKEN)
    app.get("/metrics", (c) => answerMetrics(c.req.header("Authorization"), METRICS_TOKEN));
  app.use(compress({ encoding: "gzip", contentTypeFilter: compressible }));
  const limitForm = bodyLimit({
    maxSize: formBytes,
    onError: (c) => c.text("The form is larger than 1 MB.", 413),
  });
  app.use((c, next) => (isMultipart(c.req.raw) ? next() : limitForm(c, next)));
  app.all("*", (c) => receivePage(web, c));
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return c.body(null, 499 as never);
    logger.error({ err: error, path: loggable(c.req.path) }, "page failed");
    return c.text("Something went wrong.Our technical team will fix it soon.", 500);
  });
  return app;
}

const setSecurityHeaders =
  ({ codecs }: Web): MiddlewareHandler =>
  async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    for (const [name, value] of Object.entries(securityHeaders(c.req.path, codecs.secure)))
      headers.set(name, value);
  };

/** Refuses a request that no page may get, reads its session and form, and lets a page answer. */
async function receivePage(web: Web, c: Context<Env>): Promise<Response> {
  const { config, codecs, logger } = web;
  if (!pageMethods.includes(c.req.method))
    return c.text("Pages take GET, HEAD and POST.", 405, { Allow: pageMethods.join(", ") });
  // routers log paths that they cannot decode
  if (!isDecodable(new URL(c.req.url).pathname)) return c.text("This address is not valid.", 400);
  if (isForeign(c.req.raw, { publicUrl: config.PUBLIC_URL, proxyHops: config.PROXY_HOPS }))
    return c.text("This form was sent from another site.", 403);
  const headless = c.req.method === "HEAD" ? withoutReader(c.req.raw) : undefined;
  const received = headless?.request ?? c.req.raw;
  const session = await codecs.session.read(received.headers.get("Cookie"));
  if (!changesSomething(received) && !readShownCompany(codecs, c.req.query(companyMember), session))
    return c.text("This address is not valid.", 404);
  const requestId = randomUUID();
  const callOrigin = { requestId, address: addressOf(c, config.PROXY_HOPS) };
  const visit = {
    ...callOrigin,
    session,
    platform: async (call: Request) =>
      web.platform?.fetch(call, callOrigin) ?? askRemotePlatform(call, callOrigin, config),
  };
  const readFiles = async (request: Request) => {
    const playerDevice = codecs.playerDevice.read(request.headers.get("Cookie"));
    const person = await proveSession({ ...visit, playerDevice }, request);
    return person === undefined
      ? spool(request, signedOutLimits)
      : spool(request, signedInLimits, person);
  };
  const read = await readPosted(received, readFiles).catch(toRefusal);
  if (read instanceof Refusal) return c.text(read.message, read.status);
  if (read === "too many") return c.text("The form has more than 1,000 fields.", 413);
  const { unkept } = read.files;
  if (unkept?.status === 503)
    logger.error(
      { err: unkept, requestId, path: loggable(c.req.path) },
      "an upload could not be kept",
    );
  return answerPage(web, read, visit).finally(() => {
    headless?.over();
    return read.remove();
  });
}

/**
 * Makes this request answer for the company that its address names (CTX-2); false for an ID that
 * cannot be decrypted.
 */
function readShownCompany({ ids }: Codecs, ref: string | undefined, session: WebSession): boolean {
  if (ref === undefined) return true;
  try {
    session.showCompany(ids.decrypt("company", ref));
    return true;
  } catch (error) {
    if (error instanceof Response) return false;
    throw error;
  }
}

/**
 * True if each percent sign of a path begins an encoded character, even when decoded twice as
 * Remix's router does, and none is a control character.
 */
function isDecodable(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    decodeURIComponent(decoded);
    return !/\p{Cc}/u.test(decoded);
  } catch {
    return false;
  }
}

/** Remix would run a page's action for all other methods too. */
const pageMethods = ["GET", "HEAD", "POST"];
const formBytes = 1024 * 1024;
const largest = Math.max(...Object.values(uploads).map(({ bytes }) => bytes));
const isMultipart = ({ headers }: Request) =>
  /^multipart\/form-data\b/i.test(headers.get("Content-Type") ?? "");
/**
 * The limits of forms with files: one of the largest size, or several smaller ones (LIM-1). Each
 * endpoint says which page accepts which.
 */
const signedInLimits = {
  fileBytes: largest,
  bytes: largest,
  files: filesAtATime,
  fields: 1_000,
  fieldBytes: formBytes,
  read: 8 * largest,
};
/**
 * Nobody may send files before sign-in; a form of an expired session is read anyway, for what was
 * typed in it.
 */
const signedOutLimits = { ...signedInLimits, fileBytes: 0, bytes: 0 };

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

const compressible = /^(text\/html|text\/x-script|application\/json)/;

/**
 * Gives the person's address: the peer's, or what the outermost of our own proxies wrote into
 * X-Forwarded-For (anybody may write what comes before).
 */
function addressOf(c: Context<Env>, proxyHops: number): string | undefined {
  const peer = c.env?.incoming?.socket.remoteAddress;
  if (proxyHops === 0) return peer;
  const addresses = (c.req.header("X-Forwarded-For") ?? "").split(",").map((part) => part.trim());
  return addresses.at(-proxyHops) || peer;
}

/**
 * Makes a HEAD request whose answer nobody reads; `over` ends what still runs for it (downloads).
 */
function withoutReader({ url, method, headers, signal }: Request) {
  const ended = new AbortController();
  const request = new Request(url, {
    method,
    headers,
    signal: AbortSignal.any([signal, ended.signal]),
  });
  return { request, over: () => ended.abort() };
}
