import { type AppLoadContext, redirect } from "@remix-run/node";
import type { Answer, Endpoint, Input } from "#contract/base/endpoint";
import { Problem } from "#contract/base/errors";
import { messages } from "#contract/base/messages";
import { filesAtATime, tooManyFiles, uploads } from "#contract/base/uploads";
import { refreshToken, type Tokens } from "#contract/session/endpoints";
import { adminPath } from "~/features/dashboard/paths";
import { renewTokens } from "../session/refresh.server";
import { forgetAnswers, recall } from "./answer-cache.server";
import { type AnyInput, requestOf, withCompany, withKey } from "./platform-request.server";
import { ApiFailure, ApiRefusal } from "./refusals.server";

export type Api = ReturnType<typeof callsBy>;

/**
 * Makes the platform's calls for a page's request, in the person's session; messages format
 * figures as in `country`.
 */
export const apiFor = (context: AppLoadContext, request: Request, country?: string) =>
  callsBy(context, request, (endpoint, input) =>
    send({ context, page: request, country }, endpoint, input),
  );

/**
 * Makes the player's calls with its device's credential; forgets a credential that is refused.
 */
export const apiOfPlayer = (context: AppLoadContext, request: Request, credential: string): Api =>
  callsBy(context, request, async (endpoint, input) => {
    const headers = { ...input.headers, Authorization: `Bearer ${credential}` };
    const response = await platformFetch(
      context,
      request,
      requestOf(endpoint, { input: { ...input, headers }, tokens: undefined, page: request }),
    );
    if (response.ok || response.status === 304) return response;
    if (response.status === 401 || response.status === 403) {
      context.playerDevice.forget();
      throw redirect("/login");
    }
    return refuse(context, request, response, true);
  });

function callsBy(context: AppLoadContext, request: Request, send: Send) {
  return {
    /**
     * Throws ApiRefusal, ApiFailure, or the redirect that spec section 8 asks for (401, 403, 407,
     * 409).
     */
    async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
      const ask = async () => {
        const response = await send(endpoint, input as AnyInput);
        const answered: unknown = await response
          .json()
          .catch((error: unknown) => unreachable(context, request, error));
        const behind = response.headers.get("Data-Behind");
        return (
          behind === null ? answered : { ...(answered as object), behind: Number(behind) }
        ) as Answer<E>;
      };
      const { tokens, companyId } = context.session;
      if (endpoint.method === "get")
        return recall(tokens?.accessToken, endpoint, [companyId, input], ask);
      return ask().finally(() => forgetAnswers(tokens?.accessToken));
    },
    /**
     * Gives the answer unread, for downloads; its status is a success, or 304 if the input allows
     * that.
     */
    file: <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Response> =>
      send(endpoint, input as AnyInput),
  };
}

/**
 * Loads the platform's OpenAPI document as text with its ETag; undefined if `etag` is still
 * current.
 */
export async function loadOpenApi(
  context: AppLoadContext,
  page: Request,
  etag?: string,
): Promise<{ text: string; etag: string } | undefined> {
  const headers = { ...(etag && { "If-None-Match": etag }) };
  const response = await platformFetch(
    context,
    page,
    new Request("http://platform/api/openapi.json", { headers, signal: page.signal }),
  );
  if (response.status === 304) return undefined;
  if (!response.ok) throw new ApiFailure(response.status, messages.unreachable, context.requestId);
  return { text: await response.text(), etag: response.headers.get("ETag") ?? "" };
}

type Send = (endpoint: Endpoint, input: AnyInput) => Promise<Response>;

type CallContext = { context: AppLoadContext; page: Request; country: string | undefined };

async function send(
  { context, page, country }: CallContext,
  endpoint: Endpoint,
  input: AnyInput,
): Promise<Response> {
  const signedIn = endpoint.access !== "public";
  if (endpoint.upload) checkFiles(context, endpoint.upload, input.files ?? []);
  const fullInput = withKey(context, endpoint, withCompany(context, endpoint, input));
  const attempt = async (tokens: Tokens | undefined) =>
    platformFetch(context, page, requestOf(endpoint, { input: fullInput, tokens, page, country }));
  let tokens = context.session.tokens;
  if (signedIn && tokens && expiresSoon(tokens.accessToken))
    tokens = await renewed(context, page, tokens);
  let response = await attempt(tokens);
  if (response.status === 401 && signedIn && tokens)
    response = await attempt(await renewed(context, page, tokens));
  if (endpoint.idempotent && response.status < 500) context.formKey.spent = true;
  if (!response.ok && response.status !== 304) await refuse(context, page, response, signedIn);
  return response;
}

/**
 * Refuses before sending what the platform would refuse: files that this server could not store,
 * and too many or too large ones (VAL-5). The platform checks the files' contents.
 */
function checkFiles(
  context: AppLoadContext,
  { kind, most }: NonNullable<Endpoint["upload"]>,
  files: File[],
): void {
  const { files: posted, requestId } = context;
  if (posted.unkept?.status === 429) throw busy(context, posted.unkept.message);
  if (posted.unkept) throw new ApiFailure(posted.unkept.status, posted.unkept.message, requestId);
  const wrong =
    posted.tooMany || files.length > Math.min(most, filesAtATime)
      ? tooManyFiles(most)
      : files.some((file) => posted.tooLarge.has(file) || file.size > uploads[kind].bytes)
        ? messages.fileTooLarge
        : files.length === 0 && messages.required;
  if (!wrong) return;
  const errors = [{ field: "file", message: wrong }];
  throw new ApiRefusal(422, {
    type: "about:blank",
    title: "Input refused",
    status: 422,
    message: wrong,
    errors,
  });
}

async function platformFetch(
  context: AppLoadContext,
  page: Request,
  request: Request,
): Promise<Response> {
  try {
    return await context.platform(request);
  } catch (error) {
    return unreachable(context, page, error);
  }
}

function unreachable(context: AppLoadContext, page: Request, error: unknown): never {
  if (page.signal.aborted) throw error;
  throw new ApiFailure(503, messages.unreachable, context.requestId);
}

/**
 * Tokens with under a minute left are renewed early: a streamed upload cannot be sent again.
 */
function expiresSoon(accessToken: string): boolean {
  const claims = accessToken.split(".")[1];
  if (!claims) return true;
  try {
    const { exp }: { exp?: number } = JSON.parse(Buffer.from(claims, "base64url").toString());
    return exp === undefined || exp * 1000 - Date.now() < 60_000;
  } catch {
    return true;
  }
}

/**
 * Renews the session's tokens, once for all its concurrent requests; ends the session if the
 * platform gives none (SES-2, SES-3).
 */
async function renewed(context: AppLoadContext, page: Request, old: Tokens): Promise<Tokens> {
  const fresh = await renewTokens(old, async () => {
    const input = { headers: { refresh: `Bearer ${old.refreshToken}` } };
    const response = await platformFetch(
      context,
      page,
      requestOf(refreshToken, { input, tokens: undefined, page: new Request(page.url) }),
    );
    if (response.ok) {
      const { data }: Answer<typeof refreshToken> = await response.json();
      return data;
    }
    if (response.status === 401) return undefined;
    return refuse(context, page, response, true);
  });
  if (!fresh || fresh.accessToken === old.accessToken) throw expired(context);
  context.session.renew(fresh);
  return fresh;
}

function expired(context: AppLoadContext): Response {
  context.session.end("session", messages.sessionExpired);
  return redirect("/login");
}

/**
 * Turns a refused response into what spec section 8 requires. 409 ends the session; 403 and 407
 * show their message on the person's page.
 */
async function refuse(
  context: AppLoadContext,
  page: Request,
  response: Response,
  signedIn: boolean,
): Promise<never> {
  const problem = await problemOf(response);
  if (response.status >= 500)
    throw new ApiFailure(response.status, problem.message, problem.requestId);
  if (response.status === 401 && signedIn) throw expired(context);
  if (response.status === 409) {
    context.session.end("error", problem.message);
    throw redirect("/login");
  }
  if (response.status === 403 || response.status === 407) {
    context.session.flash("error", problem.message);
    throw redirect(returnPath(page));
  }
  if (response.status === 429 && page.method !== "GET") throw busy(context, problem.message);
  throw new ApiRefusal(response.status, problem);
}

/** Reports a busy platform in the snack bar; the form keeps what was typed (forms.server.ts). */
function busy({ session }: AppLoadContext, message: string): ApiRefusal {
  session.flash("error", message);
  return new ApiRefusal(429, {
    type: "about:blank",
    title: "Too many requests",
    status: 429,
    message,
  });
}

/** Leads a refused action back to its own page, and a refused page to the start. */
function returnPath(page: Request): string {
  const { pathname, search } = new URL(page.url);
  return page.method === "GET"
    ? adminPath
    : pathname.replace(/\.data$/, "") + search.replace(/[?&]index\b/, "");
}

async function problemOf(response: Response): Promise<Problem> {
  const parsed = Problem.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  return {
    type: "about:blank",
    title: "Error",
    status: response.status,
    message: response.status >= 500 ? messages.serverError : response.statusText,
  };
}
