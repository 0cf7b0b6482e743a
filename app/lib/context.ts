import type { Identifiers } from "./identifiers.server";
import type { WebSession } from "./session.server";

/** What server.ts hands every loader and action. */
export type WebContext = {
  cspNonce: string;
  session: WebSession;
  /** Sends a request to the platform API, in process or over the network. */
  platform: (request: Request) => Promise<Response>;
  /** Makes and reads the identifiers of page addresses. */
  ids: Identifiers;
  requestId: string;
  /** The person's address, as far as the server knows it. */
  address: string | undefined;
  /** Whether pages for development and demo are shown. */
  demo: boolean;
  helpdeskUrl: string | undefined;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends WebContext {}
}
