import { PassThrough } from "node:stream";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
} from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "~/ui/frame/nonce";

/**
 * How long a single-fetch answer may stay open, in milliseconds; loaders await everything, so this
 * is only a safety net.
 */
export const streamTimeout = 5_000;

/**
 * Renders a page whole before the first byte goes out: loaders await everything, so that the page
 * is complete without script and no browser is treated differently (no isbot).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
) {
  const nonce = typeof loadContext.cspNonce === "string" ? loadContext.cspNonce : undefined;
  let responseStatus = status;
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer
          context={remixContext}
          url={request.url}
          nonce={nonce}
          abortDelay={streamTimeout}
        />
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              headers,
              status: responseStatus,
            }),
          );
          // else every render stays in memory until the timer fires
          body.once("close", () => clearTimeout(timer));
          pipe(body);
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError() {
          responseStatus = 500;
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}
