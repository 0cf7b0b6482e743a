import { randomBytes } from "node:crypto";
import type { AppLoadContext, RequestHandler } from "@remix-run/node";
import type { Logger } from "pino";
import { isForged, refuseForged } from "./app/lib/forms/forged-form.server.ts";
import { InterruptedFormStore } from "./app/lib/forms/interrupted-form.server.ts";
import { changesSomething, type RequestWithForm } from "./app/lib/forms/posted-form.server.ts";
import { contentSecurityPolicy, isNavigation } from "./app/lib/pages/headers.server.ts";
import type { Codecs } from "./app/lib/session/codecs.server.ts";
import type { Config } from "./config.ts";
import { noteRequest } from "./platform/observe/metrics.ts";
import { inSpan } from "./platform/observe/tracing.ts";

/** One visit of a page: whose it is, and how it reaches the platform. */
export type Visit = Pick<AppLoadContext, "session" | "platform" | "address" | "requestId">;

export type PageServer = {
  config: Pick<
    Config,
    | "NODE_ENV"
    | "PUBLIC_URL"
    | "DEMO"
    | "HELPDESK_WIDGET_URL"
    | "IMAGE_BASE_URL"
    | "PLAYER_PACKAGE_URL"
  >;
  codecs: Codecs;
  /** Remix's handler for the pages. */
  pages: RequestHandler;
  logger: Logger;
  /** Gives the route pattern of a path, for metrics and traces. */
  routeOf?: (path: string) => string | undefined;
};

/** Lets a page answer a request, then writes cookies, headers, metrics and the log. */
export async function answerPage(
  server: PageServer,
  read: RequestWithForm,
  visit: Visit,
): Promise<Response> {
  const began = performance.now();
  const { request } = read;
  const { method } = request;
  const { pathname } = new URL(request.url);
  const context = contextOf(server, read, visit);
  const isRefused = isForged(request, context);
  if (!isRefused && changesSomething(request) && !read.posted && !takesJson(request))
    return new Response("This page takes forms only.", { status: 415 });
  const route = server.routeOf?.(pathname);
  const { requestId } = visit;
  const name = `page ${method} ${route ?? "none"}`;
  const answer = await inSpan(
    name,
    { "http.request.method": method, "http.route": route ?? "none", "request.id": requestId },
    async (describe) => {
      const pageAnswer = isRefused
        ? await refuseForged(request, context, server.pages)
        : await server.pages(request, context);
      describe(name, { "http.response.status_code": pageAnswer.status });
      return pageAnswer;
    },
  );
  const response = await completeAnswer(server, request, answer, context);
  const { status } = response;
  const ms = performance.now() - began;
  noteRequest({ kind: "page", method, route, status, ms });
  server.logger.info(
    { requestId, method, path: loggable(pathname), status, ms: Math.round(ms) },
    "page",
  );
  return response;
}

/** Makes what loaders and actions get beside the request. */
function contextOf(
  { config, codecs }: PageServer,
  { request, posted, files }: RequestWithForm,
  visit: Visit,
): AppLoadContext {
  const cookies = request.headers.get("Cookie");
  const { forgery, visitorForms, ids } = codecs;
  const interruptedForm = new InterruptedFormStore(codecs.interruptedForms.read(cookies), forgery);
  if (posted) interruptedForm.replacedBy(posted);
  return {
    ...visit,
    cspNonce: randomBytes(16).toString("base64url"),
    ids,
    isNavigation: isNavigation(request),
    forgery,
    visitorForms,
    posted,
    files,
    interruptedForm,
    playerDevice: codecs.playerDevice.read(cookies),
    publicFormDrafts: codecs.publicFormDrafts.read(cookies),
    formKey: { used: 0, spent: false },
    publicUrl: config.PUBLIC_URL?.replace(/\/+$/, "") ?? new URL(request.url).origin,
    demo: isDevelopment(config) || config.DEMO,
    helpdeskUrl: config.HELPDESK_WIDGET_URL,
    imageBaseUrl: config.IMAGE_BASE_URL,
    playerPackageUrl: config.PLAYER_PACKAGE_URL,
  };
}

/** Adds the cookies that the visit has changed, and the page's own headers. */
async function completeAnswer(
  { config, codecs }: PageServer,
  request: Request,
  answer: Response,
  context: AppLoadContext,
): Promise<Response> {
  const { session, posted, interruptedForm, helpdeskUrl, imageBaseUrl } = context;
  const isRedirect = answer.status === 202 || (answer.status >= 300 && answer.status < 400);
  // stores a form if the person must sign in first, or its page could not be shown
  const isInterrupted = isRedirect && !session.tokens;
  if (posted && (isInterrupted || answer.status >= 500))
    interruptedForm.keep(posted, { back: isInterrupted });
  const formChange = interruptedForm.toWrite();
  const cookies = [
    await codecs.session.write(session, isRedirect),
    codecs.writeCsrf(session, request.headers.get("Cookie")),
    ...(formChange ? codecs.interruptedForms.write(formChange.form) : []),
    ...codecs.publicFormDrafts.write(context.publicFormDrafts),
    ...codecs.playerDevice.write(context.playerDevice),
  ];
  // headers of a redirect cannot be changed
  const response = new Response(answer.body, answer);
  for (const line of cookies) if (line) response.headers.append("Set-Cookie", line);
  response.headers.set("X-Request-Id", context.requestId);
  if (response.headers.get("Content-Type")?.startsWith("text/html")) {
    const development = isDevelopment(config);
    response.headers.append("Vary", "Save-Data");
    response.headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy(context.cspNonce, { development, helpdeskUrl, imageBaseUrl }),
    );
  }
  return response;
}

const isDevelopment = ({ NODE_ENV }: Pick<Config, "NODE_ENV">) => NODE_ENV === "development";

/** The player's claims and reports are JSON; pages receive forms otherwise. */
const jsonPaths = ["report", "claim"].map((what) => `/store-manager/${what}`);
const takesJson = ({ url, headers }: Request) =>
  jsonPaths.includes(new URL(url).pathname) &&
  /^application\/json\b/i.test(headers.get("Content-Type") ?? "");

/**
 * Hides tokens in addresses from the log, because they sign a person in, set up the server or open
 * a proof of play or a report. Routes match any case and extra slashes.
 */
export const loggable = (path: string) =>
  path.replace(/^(\/+(?:validate-temp-token|setup|proof|shared-report)\/).+/i, "$1[token]");
