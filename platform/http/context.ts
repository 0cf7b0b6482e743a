import type { Endpoint } from "#contract/base/endpoint";
import type { Figures } from "#contract/base/figures";
import type { Grant } from "#contract/base/roles";
import type { Caller, SessionCaller } from "../access/caller.ts";
import type { Scope } from "../access/scope.ts";
import type { Database } from "../db/database.ts";
import type { Db } from "../db/types.ts";

/** Facts about a request before its caller is known. */
export type RequestInfo = {
  requestId: string;
  /**
   * The person's address: in process from the web, over the network from headers that carry the
   * shared key.
   */
  address: string | null;
  device: string | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
};
/** Everything that a handler knows besides its input; services take it first. */
export type Call = RequestInfo & {
  now: Date;
  database: Database;
  /** The database for reading. */
  db: Db;
  /**
   * Writes figures in messages as Accept-Language asks ("en-GB"), else as the caller's company
   * does.
   */
  figures: Figures;
};
export type SignedInCall = Call & { caller: Caller };
/** A call with the scope of its caller. */
export type ScopedCall = SignedInCall & { scope: Scope };
/** A call that API tokens cannot make. */
export type SessionCall = SignedInCall & { caller: SessionCaller };
export type ScopedSessionCall = ScopedCall & SessionCall;

/** Endpoints that API tokens cannot call, as `isAllowed` decides it. */
type ClosedToTokens = { session: true } | { access: "session" } | { access: readonly Grant[] };

/** The call that an endpoint's handler gets. */
export type CallOf<E extends Endpoint> = Call &
  (E extends { access: "public" }
    ? unknown
    : {
        caller: E extends { tokens: true }
          ? Caller
          : E extends ClosedToTokens
            ? SessionCaller
            : Caller;
      }) &
  (E extends { scope: "none" } ? unknown : { scope: Scope });

/** Hono's env: `address` and `requestId` are handed over by server.ts in process. */
export type PlatformEnv = {
  Bindings: { address?: string; requestId?: string };
  Variables: {
    request: RequestInfo;
    caller: Caller | undefined;
    route: string | undefined; // the path of the endpoint that takes the request
  };
};
