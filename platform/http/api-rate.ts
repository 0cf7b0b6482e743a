import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { PlatformEnv } from "./context.ts";
import { Refusal } from "./refusal.ts";

const windowMs = 60_000;
/** Counts requests a session and minute in this process (LIM-1); throws 429 with Retry-After beyond the most. */
export function apiRate(clock: () => number, most: number) {
  const windows = new Map<string, { since: number; count: number }>();
  const count = (session: string) => {
    const now = clock();
    const window = windows.get(session);
    if (window && now - window.since < windowMs) return { ...window, count: ++window.count };
    if (windows.size >= 10_000) for (const [key, { since }] of windows) if (now - since >= windowMs) windows.delete(key);
    const begun = { since: now, count: 1 };
    windows.set(session, begun);
    return begun;
  };
  const check: MiddlewareHandler<PlatformEnv> = createMiddleware<PlatformEnv>(async (c, next) => {
    const caller = c.get("caller");
    if (caller) {
      const { since, count: sent } = count(`${caller.companyId}/${caller.sessionId}`);
      if (sent > most) {
        const seconds = Math.max(1, Math.ceil((since + windowMs - clock()) / 1000));
        throw new Refusal(429, "Too many requests. Try again in a minute.", undefined, { "Retry-After": String(seconds) });
      }
    }
    await next();
  });
  return { check };
}
export type ApiRate = ReturnType<typeof apiRate>;
