import type { Caller } from "../access/caller.ts";

/** What is known of the request besides its input. */
export type Call = {
  requestId: string;
  /** The person's address: in process from the web, over the network from headers that carry the shared key. */
  address: string | null;
  device: string | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
};
export type SignedInCall = Call & { caller: Caller };

/** Hono's env: `address` and `requestId` are handed over by server.ts in process. */
export type PlatformEnv = {
  Bindings: { address?: string; requestId?: string };
  Variables: { call: Call; caller: Caller | undefined };
};
