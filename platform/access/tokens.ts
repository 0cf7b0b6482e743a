import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

const Claims = z.object({ cid: z.int().positive(), sid: z.uuid(), exp: z.int() });

export const accessSeconds = 600;

/** So many tokens are known by heart: a page's calls all carry the same one. */
const verifiedAtMost = 10_000;

/**
 * Makes and reads both tokens. The refresh token of a family's generation is derived (HMAC of family and generation), so that every
 * server process answers a latecomer within the grace with the same next token, and nothing of it is stored.
 */
export function tokenMaker(secret: string, clock: () => number) {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "fever-in-store", purpose, 32));
  const accessKey = derive("access token");
  const refreshKey = derive("refresh token");
  const verified = new LRUCache<string, { companyId: number; sessionId: string; expires: number }>({ max: verifiedAtMost });
  const seal = (text: string) => createHmac("sha256", refreshKey).update(text).digest("base64url");
  return {
    makeAccess: (companyId: number, sessionId: string): Promise<string> =>
      new SignJWT({ cid: companyId, sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor(clock() / 1000) + accessSeconds)
        .sign(accessKey),

    /** The session a token speaks for, or undefined when it was cut, forged or has expired; `expired: true` lets an old one of ours pass (sign-out). */
    async readAccess(token: string, { expired = false } = {}): Promise<{ companyId: number; sessionId: string } | undefined> {
      const session = verified.get(token);
      if (session && (expired || session.expires > Math.floor(clock() / 1000)))
        return { companyId: session.companyId, sessionId: session.sessionId };
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: ["HS256"],
          currentDate: new Date(clock()),
          ...(expired && { clockTolerance: Number.MAX_SAFE_INTEGER }),
        });
        const { cid, sid, exp } = Claims.parse(payload);
        verified.set(token, { companyId: cid, sessionId: sid, expires: exp });
        return { companyId: cid, sessionId: sid };
      } catch {
        return undefined;
      }
    },

    makeRefresh(companyId: number, sessionId: string, generation: number): string {
      const text = `${companyId}.${sessionId}.${generation}`;
      return `${text}.${seal(text)}`;
    },

    readRefresh(token: string): { companyId: number; sessionId: string; generation: number } | undefined {
      const match = /^(\d{1,15})\.([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token);
      if (!match) return undefined;
      const [, companyId = "", sessionId = "", generation = "", mark = ""] = match;
      const expected = seal(`${companyId}.${sessionId}.${generation}`);
      if (!timingSafeEqual(Buffer.from(mark), Buffer.from(expected))) return undefined;
      return { companyId: Number(companyId), sessionId, generation: Number(generation) };
    },
  };
}
export type Tokens = ReturnType<typeof tokenMaker>;
