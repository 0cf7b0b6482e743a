import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { LRUCache } from "lru-cache";
import { Refusal } from "../base/refusal.ts";
import type { PlatformEnv } from "./context.ts";

const windowMs = 60_000;
/** Above this number of sessions in a window, the one idle for longest loses its count. */
const sessionsAtMost = 20_000;
type RateLimits = { session: number; token: number };

/**
 * Counts requests of a session or an API token in a minute in this process (LIM-1); throws 429 with
 * Retry-After beyond the most. Answers say how many are left
 * (draft-ietf-httpapi-ratelimit-headers-10): RateLimit-Policy is "session" or "token".
 */
export function apiRate(clock: () => number, most: RateLimits) {
  const windows = new LRUCache<string, { since: number; count: number }>({ max: sessionsAtMost });
  const count = (session: string) => {
    const now = clock();
    const window = windows.get(session);
    if (window && now - window.since < windowMs) return { ...window, count: ++window.count };
    const begun = { since: now, count: 1 };
    windows.set(session, begun);
    return begun;
  };
  const check: MiddlewareHandler<PlatformEnv> = createMiddleware<PlatformEnv>(async (c, next) => {
    const caller = c.get("caller");
    if (!caller) return next();
    const { since, count: requestCount } = count(`${caller.companyId}/${caller.sessionId}`);
    const policy = caller.token ? "token" : "session";
    const seconds = Math.max(1, Math.ceil((since + windowMs - clock()) / 1000));
    const headers = {
      "RateLimit-Policy": `"${policy}";q=${most[policy]};w=${windowMs / 1000}`,
      RateLimit: `"${policy}";r=${Math.max(0, most[policy] - requestCount)};t=${seconds}`,
    };
    if (requestCount > most[policy])
      throw new Refusal(429, "Too many requests. Try again in a minute.", undefined, {
        ...headers,
        "Retry-After": String(seconds),
      });
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  return { check };
}
export type ApiRate = ReturnType<typeof apiRate>;
