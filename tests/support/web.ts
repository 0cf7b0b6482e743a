import type { ServerBuild } from "@remix-run/node";
import { pino } from "pino";
import { logSerializers } from "#platform/http/log-error";
import { formTimes } from "../../app/lib/forms/form-time.server.ts";
import { pagesHandler } from "../../app/lib/pages/pages-handler.server.ts";
import { createWeb, type WebNeeds } from "../../web.ts";
import type { Engine } from "./database.ts";
import { openMailingPlatform, openTestPlatform, password, type TestPlatform } from "./platform.ts";

/** Loads the pages that `npm run build` built. */
export const pagesBuild = async (): Promise<ServerBuild> =>
  (await import(
    /* @vite-ignore */ new URL("../../build/server/index.js", import.meta.url).href
  )) as ServerBuild;

type Settings = Partial<WebNeeds["config"]>;

/**
 * Opens the web on its own platform and database; `calls` lists the requests of pages to the
 * platform.
 */
export async function openTestWeb(
  engine: Engine,
  settings: Settings = {},
  platformOptions: Parameters<typeof openTestPlatform>[1] = {},
) {
  const at = await openTestPlatform(engine, platformOptions);
  return { ...(await webOver(at, settings)), at, close: () => at.close() };
}
export type TestWeb = Awaited<ReturnType<typeof openTestWeb>>;

/** Opens the same with a mail server, which receives the platform's mail. */
export async function openMailingWeb(engine: Engine) {
  const at = await openMailingPlatform(engine);
  return { ...(await webOver(at)), at, smtp: at.smtp, close: at.close };
}
export type MailingWeb = Awaited<ReturnType<typeof openMailingWeb>>;

/** Opens the web on a platform in process, or on the one that settings.PLATFORM_API_URL names. */
export async function webOver(at: TestPlatform | undefined, settings: Settings = {}) {
  const calls: string[] = [];
  const web = createWeb({
    config: {
      NODE_ENV: "production",
      PROXY_HOPS: 0,
      PUBLIC_URL: undefined,
      SESSION_SECRET: sessionSecret,
      APP_SECRET: appSecret,
      DEMO: true,
      HELPDESK_WIDGET_URL: undefined,
      IMAGE_BASE_URL: "/images/",
      PLAYER_PACKAGE_URL: undefined,
      PLATFORM_API_URL: undefined,
      PLATFORM_SHARED_KEY: undefined,
      ...settings,
    },
    pages: pagesHandler(await pagesBuild(), "production"),
    platform: at && {
      fetch(request, connection) {
        calls.push(`${request.method} ${new URL(request.url).pathname}`);
        return at.platform.fetch(request, connection);
      },
    },
    logger: pino({ level: process.env.TEST_LOG ?? "silent", serializers: logSerializers }),
  });
  let people = 0;
  /** Makes a browser without script: it stores cookies, and does not follow redirects by itself. */
  const visitor = () => {
    const incoming = { socket: { remoteAddress: `10.0.0.${++people}` } };
    const jar = new Map<string, string>();
    const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (jar.size > 0 && !headers.has("Cookie"))
        headers.set("Cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await web.fetch(new Request(new URL(path, origin), { ...init, headers }), {
        incoming,
      } as never);
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    const post = (
      path: string,
      fields: Record<string, string | string[]>,
      headers: Record<string, string> = {},
    ) => {
      const body = new URLSearchParams();
      const csrf = jar.get("XSRF-TOKEN"); // as the page's forms carry it
      if (csrf && !("_csrf" in fields)) body.append("_csrf", csrf);
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) body.append(name, one);
      return send(path, { method: "POST", body, headers });
    };
    return {
      send,
      post,
      get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
      /** Opens the page at a path and follows redirects. */
      async open(path: string): Promise<{ path: string; status: number; html: string }> {
        let next = path;
        for (let hops = 0; hops < 10; hops++) {
          const response = await send(next);
          const to = response.headers.get("Location");
          if (!to) return { path: next, status: response.status, html: await response.text() };
          next = to;
        }
        throw new Error(`${path} redirects for ever, last to ${next}`);
      },
      jar,
    };
  };
  const signedIn = async (username: string) => {
    const person = visitor();
    const response = await person.post("/login", { username, password });
    if (response.status !== 302)
      throw new Error(`${username} could not sign in: ${response.status}`);
    await person.get("/login"); // follows the redirect after the sign-in
    return person;
  };
  return { fetch: web.fetch, calls, visitor, signedIn };
}
export type Visitor = ReturnType<Awaited<ReturnType<typeof webOver>>["visitor"]>;

export const origin = "http://shop.example";
const sessionSecret = "a session secret for tests that is long enough";
/** Fills in the hidden time field of a visitor's form, as if its page was opened a minute ago. */
export const openedAMinuteAgo = () => formTimes(sessionSecret, () => Date.now() - 60_000).issue();
export const appSecret = "an application secret for tests, long enough";

/**
 * Gives the target of a redirect: the Location of a document, or the address in the answer to a
 * data request; undefined if it is not a redirect.
 */
export async function leadsTo(response: Response): Promise<string | undefined> {
  if (response.status !== 202) return response.headers.get("Location") ?? undefined;
  return /"redirect","([^"]+)"/.exec(await response.text())?.[1];
}
