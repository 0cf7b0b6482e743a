import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Endpoint } from "#contract/base/endpoint";
import { messages } from "#contract/base/messages";
import {
  type Area,
  areaRoles,
  areaSubRoles,
  type Grant,
  grantRoles,
  holdsGrant,
  mayOpen,
} from "#contract/base/roles";
import { forbidden, Refusal } from "../base/refusal.ts";
import type { PlatformEnv } from "../http/context.ts";
import { readApiToken } from "./api-token.ts";
import type { Caller, CallersToken } from "./caller.ts";
import type { CallerCache } from "./caller-cache.ts";
import { readPlayerCredential } from "./player-credential.ts";
import type { Tokens } from "./tokens.ts";

/** Authenticates and checks area and grant, before anything of the input is read. */
export function accessControl(tokens: Tokens, callers: CallerCache) {
  const authenticate = async (authorization: string | undefined): Promise<Caller> => {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
    if (!token) throw new Refusal(401, "Please sign in.");
    const credential = readPlayerCredential(token);
    if (credential) return callers.ofPlayer(credential);
    const apiToken = readApiToken(token);
    if (apiToken) return callers.ofToken(apiToken);
    const claims = await tokens.readAccess(token);
    if (!claims) throw new Refusal(401, messages.sessionExpired);
    return callers.get(claims.companyId, claims.sessionId);
  };
  return {
    check: (endpoint: Endpoint): MiddlewareHandler<PlatformEnv> =>
      createMiddleware<PlatformEnv>(async (c, next) => {
        if (endpoint.access !== "public") {
          const caller = await authenticate(c.req.header("Authorization"));
          if (!isAllowed(caller, endpoint)) throw forbidden();
          if (caller.mustEnrol && !endpoint.whileEnrolling) throw forbidden(messages.enrolFirst);
          c.set("caller", caller);
        }
        await next();
      }),
  };
}
export type Access = ReturnType<typeof accessControl>;

const isArea = (name: Area | Grant): name is Area => name in areaRoles;
const isGrant = (name: Area | Grant): name is Grant => name in grantRoles;

type Person = Pick<Caller, "role" | "subRole">;
type Requester = Person & {
  openedBy?: Person | null;
  playerDevice?: string | null;
  token?: Pick<CallersToken, "scopes"> | null;
};
type EndpointAccess = Pick<Endpoint, "access"> &
  Partial<Pick<Endpoint, "method" | "session" | "tokens">>;

/**
 * Any one of the named areas or grants suffices. A session that provider staff opened as a client's
 * user may do only what both may, except what only clients ever have (their own company, the
 * player). A player's device may make the player's calls alone, and a token needs the scope of an
 * area that its user may open: grants are not for tokens.
 */
export function isAllowed(
  { openedBy, playerDevice, token, ...caller }: Requester,
  endpoint: EndpointAccess,
): boolean {
  const { access } = endpoint;
  if (playerDevice)
    return typeof access !== "string" && access.includes("player") && opens(caller, "player");
  if (access === "public") return true;
  if (token) return isForToken(token, caller, endpoint);
  if (access === "session") return true;
  return access.some(
    (name) =>
      opens(caller, name) && (!openedBy || isForClientsAlone(name) || opens(openedBy, name)),
  );
}

function isForToken(
  { scopes }: Pick<CallersToken, "scopes">,
  person: Person,
  { access, method = "get", session, tokens }: EndpointAccess,
): boolean {
  if (session || typeof access === "string") return !session && tokens === true;
  const areas = access.filter((name) => isArea(name) && opens(person, name));
  return areas.some(
    (area) =>
      scopes.includes(`${area}:write`) || (method === "get" && scopes.includes(`${area}:read`)),
  );
}

const opens = (person: Person, name: Area | Grant) =>
  (isArea(name) && mayOpen(person, name)) || (isGrant(name) && holdsGrant(person, name));
const isForClientsAlone = (name: Area | Grant) =>
  isArea(name) ? areaSubRoles[name] === undefined : name === "player";
