import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { testPublicUrl } from "./addresses.ts";

export const redirectUri = `${testPublicUrl}/company-sign-in/back`;
export const clientId = "fever-in-store";
export const clientSecret = "the secret of a client, long enough for tests";

/** The person at the service's sign-in page; null refuses to go on. */
type Person = { sub: string; email?: string; email_verified?: boolean };

/**
 * Starts a sign-in service (OpenID Connect) on its own port, which signs in `person` without a
 * question and redirects to `backTo`.
 */
export async function openSignInService(person: Person | null = null, backTo = redirectUri) {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service = { issuer, person, close };
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [backTo] }],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key for tests"] },
  });
  const answer = provider.callback();
  const letIn = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, session, params } = await provider.interactionDetails(request, response);
    const who = service.person;
    if (!who) return provider.interactionFinished(request, response, { error: "access_denied" });
    people.set(who.sub, who);
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: who.sub } });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? who.sub,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope("openid email");
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(
      request,
      response,
      { consent },
      { mergeWithLastSubmission: true },
    );
  };
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) void letIn(request, response);
    else void answer(request, response);
  });
  async function close() {
    server.closeAllConnections();
    server.close();
  }
  return service;
}
export type TestSignInService = Awaited<ReturnType<typeof openSignInService>>;

/**
 * Opens a service's page as a browser would; gives the query of the service's last redirect.
 */
export async function signInAt(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(url);
  for (let hops = 0; hops < 12; hops++) {
    const response = await fetch(next, {
      redirect: "manual",
      headers: { Cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("Location");
    if (!location)
      throw new Error(
        `${next.pathname} answers ${response.status}: ${(await response.text()).slice(0, 300)}`,
      );
    next = new URL(location, next);
    if (next.href.startsWith(redirectUri)) return next.search.slice(1);
  }
  throw new Error("the service redirects for ever");
}
