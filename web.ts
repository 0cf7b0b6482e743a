import { randomBytes, randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { AppLoadContext, RequestHandler } from "@remix-run/node";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import type { Logger } from "pino";
import { chooseCompanyPath, waitingFormPath } from "./app/features/companies/paths.ts";
import { antiForgery, csrfCookie } from "./app/lib/anti-forgery.server.ts";
import { formTimes } from "./app/lib/form-time.server.ts";
import {
  contentSecurityPolicy,
  isForeign,
  isNavigation,
  securityHeaders,
} from "./app/lib/headers.server.ts";
import { identifiers } from "./app/lib/identifiers.server.ts";
import { InterruptedFormStore, interruptedFormCookies } from "./app/lib/interrupted-form.server.ts";
import { proveSession } from "./app/lib/platform.server.ts";
import { playerDeviceCookie } from "./app/lib/player-device.server.ts";
import {
  changesSomething,
  type PostedForm,
  type Read,
  readPosted,
} from "./app/lib/posted-form.server.ts";
import { publicFormDraftCookies } from "./app/lib/public-form-drafts.server.ts";
import { sessionCookie, type WebSession } from "./app/lib/session.server.ts";
import { companyMember } from "./app/ui/frame/address.ts";
import type { Config } from "./config.ts";
import { filesAtATime, uploads } from "./contract/base/uploads.ts";
import { Refusal } from "./platform/base/refusal.ts";
import { spool } from "./platform/files/spool.ts";
import { answerMetrics, noteRequest } from "./platform/observe/metrics.ts";
import { inSpan } from "./platform/observe/tracing.ts";

type Env = { Bindings: Partial<HttpBindings> };
type Visit = Required<CallOrigin> & Pick<AppLoadContext, "session" | "platform">;
type CallOrigin = { address: string | undefined; requestId?: string };

export type WebNeeds = {
  config: Pick<
    Config,
    | "NODE_ENV"
    | "PUBLIC_URL"
    | "PROXY_HOPS"
    | "SESSION_SECRET"
    | "APP_SECRET"
    | "DEMO"
    | "HELPDESK_WIDGET_URL"
    | "IMAGE_BASE_URL"
    | "PLAYER_PACKAGE_URL"
    | "PLATFORM_API_URL"
    | "PLATFORM_SHARED_KEY"
  > &
    Partial<Pick<Config, "METRICS_TOKEN">>;
  /** Remix's handler for the pages. */
  pages: RequestHandler;
  /** The platform in this process; undefined if PLATFORM_API_URL names another. */
  platform:
    | { fetch: (request: Request, origin: CallOrigin) => Response | Promise<Response> }
    | undefined;
  logger: Logger;
  /** Gives the route pattern of a path, for metrics and traces. */
  routeOf?: (path: string) => string | undefined;
};

/**
 * Serves pages and, in one process, the API below /api with a single fetch function; static files
 * are served before it. Server, tests and bench share it.
 */
export function createWeb({
  config,
  pages,
  platform,
  logger,
  routeOf = () => undefined,
}: WebNeeds): Hono<Env> {
  const development = config.NODE_ENV === "development";
  const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;
  const cookie = sessionCookie({ secret: config.SESSION_SECRET, secure });
  const formCookies = interruptedFormCookies({ secret: config.SESSION_SECRET, secure });
  const draftCookies = publicFormDraftCookies({ secret: config.SESSION_SECRET, secure });
  const deviceCookie = playerDeviceCookie({ secret: config.SESSION_SECRET, secure });
  const forgery = antiForgery(config.SESSION_SECRET);
  const visitorForms = formTimes(config.SESSION_SECRET);
  const ids = identifiers(config.APP_SECRET);
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    for (const [name, value] of Object.entries(securityHeaders(secure))) headers.set(name, value);
  });
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
  app.all("*", async (c) => {
    if (!pageMethods.includes(c.req.method))
      return c.text("Pages take GET, HEAD and POST.", 405, { Allow: pageMethods.join(", ") });
    // routers log paths that they cannot decode
    if (!isDecodable(new URL(c.req.url).pathname)) return c.text("This address is not valid.", 400);
    if (isForeign(c.req.raw, { publicUrl: config.PUBLIC_URL, proxyHops: config.PROXY_HOPS }))
      return c.text("This form was sent from another site.", 403);
    const headless = c.req.method === "HEAD" ? withoutReader(c.req.raw) : undefined;
    const received = headless?.request ?? c.req.raw;
    const cookies = received.headers.get("Cookie");
    const session = await cookie.read(cookies);
    if (!changesSomething(received) && !readShownCompany(c.req.query(companyMember), session))
      return c.text("This address is not valid.", 404);
    const requestId = randomUUID();
    const callOrigin = { requestId, address: addressOf(c, config.PROXY_HOPS) };
    const platformOf = (call: Request) => askPlatform(call, callOrigin);
    const readFiles = async (request: Request) => {
      const person = await proveSession({ session, requestId, platform: platformOf }, request);
      return person === undefined
        ? spool(request, signedOutLimits)
        : spool(request, signedInLimits, person);
    };
    const read = await readPosted(received, readFiles).catch(asRefusal);
    if (read instanceof Refusal) return c.text(read.message, read.status);
    if (read === "too many") return c.text("The form has more than 1,000 fields.", 413);
    const { unkept } = read.files;
    if (unkept?.status === 503)
      logger.error(
        { err: unkept, requestId, path: loggable(c.req.path) },
        "an upload could not be kept",
      );
    return answerPage(c, read, { ...callOrigin, session, platform: platformOf }).finally(() => {
      headless?.over();
      return read.remove();
    });
  });
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) return c.body(null, 499 as never);
    logger.error({ err: error, path: loggable(c.req.path) }, "page failed");
    return c.text("Something went wrong.Our technical team will fix it soon.", 500);
  });
  return app;

  async function answerPage(
    c: Context<Env>,
    { request, posted, files }: Read,
    visit: Visit,
  ): Promise<Response> {
    const { session, requestId } = visit;
    const began = performance.now();
    const cookies = request.headers.get("Cookie");
    const interruptedForm = new InterruptedFormStore(formCookies.read(cookies), forgery);
    if (posted) interruptedForm.replacedBy(posted);
    const publicFormDrafts = draftCookies.read(cookies);
    const playerDevice = deviceCookie.read(cookies);
    const cspNonce = randomBytes(16).toString("base64url");
    const context = {
      ...visit,
      cspNonce,
      ids,
      isNavigation: isNavigation(request),
      forgery,
      visitorForms,
      posted,
      files,
      interruptedForm,
      playerDevice,
      publicFormDrafts,
      formKey: { used: 0, spent: false },
      publicUrl: config.PUBLIC_URL?.replace(/\/+$/, "") ?? new URL(request.url).origin,
      demo: development || config.DEMO,
      helpdeskUrl: config.HELPDESK_WIDGET_URL,
      imageBaseUrl: config.IMAGE_BASE_URL,
      playerPackageUrl: config.PLAYER_PACKAGE_URL,
    };
    const isForged =
      changesSomething(request) &&
      session.tokens !== undefined &&
      !isOurs(request, posted, session);
    if (!isForged && changesSomething(request) && !posted && !takesJson(request))
      return c.text("This page takes forms only.", 415);
    const { method } = request;
    const route = routeOf(c.req.path);
    const answer = await inSpan(
      `page ${method} ${route ?? "none"}`,
      { "http.request.method": method, "http.route": route ?? "none", "request.id": requestId },
      async (describe) => {
        const pageAnswer = isForged
          ? await refuseForged(request, context)
          : await pages(request, context);
        describe(`page ${method} ${route ?? "none"}`, {
          "http.response.status_code": pageAnswer.status,
        });
        return pageAnswer;
      },
    );
    const isRedirect = answer.status === 202 || (answer.status >= 300 && answer.status < 400);
    // stores a form if the person must sign in first, or its page could not be shown
    const isInterrupted = isRedirect && !session.tokens;
    if (posted && (isInterrupted || answer.status >= 500))
      interruptedForm.keep(posted, { back: isInterrupted });
    // headers of a redirect cannot be changed
    const response = new Response(answer.body, answer);
    const setCookie = await cookie.write(session, isRedirect);
    if (setCookie) response.headers.append("Set-Cookie", setCookie);
    const csrf = session.owner ? forgery.tokenOf(session.owner) : "";
    if (!session.isElsewhere && csrf !== (cookieNamed(csrfCookie, cookies) ?? ""))
      response.headers.append("Set-Cookie", readableCookie(csrf));
    const formChange = interruptedForm.toWrite();
    for (const line of formChange ? formCookies.write(formChange.form) : [])
      response.headers.append("Set-Cookie", line);
    for (const line of [
      ...draftCookies.write(publicFormDrafts),
      ...deviceCookie.write(playerDevice),
    ])
      response.headers.append("Set-Cookie", line);
    response.headers.set("X-Request-Id", requestId);
    if (response.headers.get("Content-Type")?.startsWith("text/html")) {
      response.headers.append("Vary", "Save-Data");
      response.headers.set(
        "Content-Security-Policy",
        contentSecurityPolicy(cspNonce, {
          development,
          helpdeskUrl: config.HELPDESK_WIDGET_URL,
          imageBaseUrl: config.IMAGE_BASE_URL,
        }),
      );
    }
    noteRequest({
      kind: "page",
      method,
      route,
      status: response.status,
      ms: performance.now() - began,
    });
    logger.info(
      {
        requestId,
        method,
        path: loggable(new URL(request.url).pathname),
        status: response.status,
        ms: Math.round(performance.now() - began),
      },
      "page",
    );
    return response;
  }

  /**
   * True if a signed-in person's request comes from a page of this session (SES-9), for the
   * company chosen now; a request that changes nothing in a company may come from any company's
   * page. Only a form's own token names its company.
   */
  function isOurs(
    request: Request,
    posted: PostedForm | undefined,
    { owner }: WebSession,
  ): boolean {
    const token = posted?.csrf ?? request.headers.get("X-XSRF-TOKEN");
    return (
      owner !== undefined &&
      (forgery.fits(token, owner) ||
        (ofNoCompany.includes(new URL(request.url).pathname.replace(/\.data$/, "")) &&
          forgery.isOf(posted?.csrf, owner.who)))
    );
  }

  /**
   * Makes this request answer for the company that its address names (CTX-2); false for an ID that
   * cannot be decrypted.
   */
  function readShownCompany(ref: string | undefined, session: WebSession): boolean {
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
   * Shows the form again, unsent, with what its own user typed; a script's request is redirected
   * there. A form of another company than the one chosen now leads to the page that says so.
   */
  async function refuseForged(request: Request, context: AppLoadContext): Promise<Response> {
    const { posted, session, interruptedForm } = context;
    const message =
      "This form is from another sign-in or company and was not sent. Check it and send it again.";
    if (!posted) return Response.json({ message }, { status: 403 });
    const { origin, pathname } = new URL(request.url);
    const { owner } = session;
    const isElsewhere = owner !== undefined && forgery.isOfAnother(posted.csrf, owner);
    if (owner && forgery.isOf(posted.csrf, owner.who))
      interruptedForm.keep(posted, { back: false, isElsewhere });
    if (!isElsewhere) session.flash("error", message);
    const { headers, signal } = request;
    const isScripted = pathname.endsWith(".data");
    if (isScripted || isElsewhere)
      return pages(
        new Request(`${origin}/refused${isScripted ? ".data" : ""}`, {
          method: "POST",
          headers: bodiless(headers),
          signal,
        }),
        context,
      );
    const answer = await pages(
      new Request(origin + posted.page, { headers: bodiless(headers), signal }),
      {
        ...context,
        posted: undefined,
      },
    );
    return answer.ok ? new Response(answer.body, { status: 403, headers: answer.headers }) : answer;
  }

  function readableCookie(csrf: string): string {
    return `${csrfCookie}=${csrf}; Path=/; SameSite=Lax${secure ? "; Secure" : ""}${csrf ? "" : "; Max-Age=0"}`;
  }

  /**
   * Asks the platform in process, or over the network with the shared key, the person's address and
   * the request id.
   */
  async function askPlatform(
    request: Request,
    { address, requestId }: Required<CallOrigin>,
  ): Promise<Response> {
    if (platform) return platform.fetch(request, { address, requestId });
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("X-Request-Id", requestId);
    if (address) headers.set("X-Client-Address", address);
    if (config.PLATFORM_SHARED_KEY) headers.set("X-Platform-Key", config.PLATFORM_SHARED_KEY);
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(),
      request.method === "GET" ? answerWithin : changedWithin,
    ).unref();
    const response = await fetch(new URL(pathname + search, config.PLATFORM_API_URL), {
      method: request.method,
      headers,
      body: request.body,
      signal: AbortSignal.any([request.signal, timeout.signal]),
      duplex: "half",
    } as RequestInit).catch((error: unknown) => {
      clearTimeout(timer);
      throw error;
    });
    if (!/json/.test(response.headers.get("Content-Type") ?? "")) clearTimeout(timer);
    return response;
  }
}

/**
 * Milliseconds within which an answer over the network must arrive completely; a file may take as
 * long as its reader needs. Longer than the database's limit for a statement, so that the platform
 * itself reports what took too long.
 */
const answerWithin = 45_000;

/**
 * Milliseconds for the answer to a change, which continues even if nobody waits: it may affect
 * 200,000 stores, or have files to send to the platform.
 */
const changedWithin = 5 * 60_000;

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

/** Forms that choose a company or end the session; pages of any company may post them. */
const ofNoCompany: string[] = [chooseCompanyPath, waitingFormPath, "/logout"];

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

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

const compressible = /^(text\/html|text\/x-script|application\/json)/;

/**
 * Hides tokens in addresses from the log, because they sign a person in, set up the server or open
 * a proof of play. Routes match any case and extra slashes.
 */
const loggable = (path: string) =>
  path.replace(/^(\/+(?:validate-temp-token|setup|proof)\/).+/i, "$1[token]");

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

const cookieNamed = (name: string, header: string | null) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? "")?.[1];

/** The player's claims, reports and calls for help are JSON; pages receive forms otherwise. */
const jsonPaths = ["report", "claim", "help"].map((what) => `/store-manager/${what}`);
const takesJson = ({ url, headers }: Request) =>
  jsonPaths.includes(new URL(url).pathname) &&
  /^application\/json\b/i.test(headers.get("Content-Type") ?? "");

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

/** Gives the headers of a request that goes on without its body. */
function bodiless(headers: Headers): Headers {
  const rest = new Headers(headers);
  for (const name of ["Content-Type", "Content-Length"]) rest.delete(name);
  return rest;
}
