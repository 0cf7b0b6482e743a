import { randomUUID } from "node:crypto";
import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import { requestId as idOfRequest } from "#contract/base/undo";
import { sameText } from "../base/same-text.ts";
import { noteRequest } from "../observe/metrics.ts";
import { inSpan } from "../observe/tracing.ts";
import type { PlatformEnv } from "./context.ts";

/** An id of another form could not be given to readers of the audit log. */
const idOrNew = idOfRequest.catch(() => randomUUID());

/**
 * Gives the request its id and the person's address, and logs it at its end. Both come from
 * the web: in process through Hono's env; over the network from X-Request-Id and X-Client-Address,
 * trusted only with the shared key.
 */
export function requestContext(logger: Logger, sharedKey: string | undefined) {
  return createMiddleware<PlatformEnv>(async (c, next) => {
    const began = performance.now();
    const trusted = sharedKey !== undefined && sameText(c.req.header("X-Platform-Key"), sharedKey);
    const readHeader = (name: string) => (trusted ? c.req.header(name) : undefined);
    const requestId = idOrNew.parse(c.env?.requestId ?? readHeader("X-Request-Id"));
    const address = readHeader("X-Client-Address") ?? c.env?.address ?? null;
    c.set("request", {
      requestId,
      address,
      device: c.req.header("User-Agent") ?? null,
      signal: c.req.raw.signal,
    });
    const { method } = c.req;
    await inSpan(
      `API ${method}`,
      { "http.request.method": method, "request.id": requestId },
      async (describe) => {
        await next();
        const route = c.get("route") ?? "none";
        describe(`API ${method} ${route}`, {
          "http.route": route,
          "http.response.status_code": c.res.status,
        });
      },
    );
    noteRequest({
      kind: "api",
      method,
      route: c.get("route"),
      status: c.res.status,
      ms: performance.now() - began,
    });
    // nobody will read it, and a download would wait for its reader
    if (c.req.method === "HEAD") await c.res.body?.cancel();
    c.res.headers.set("X-Request-Id", requestId);
    const caller = c.get("caller");
    const route = c.get("route");
    logger.debug(
      {
        requestId,
        method: c.req.method,
        // its pattern, where it has one: the path of a link holds its token
        path: route ? `/api${route}` : c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - began),
        user: caller?.username,
      },
      "api",
    );
  });
}
