import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { keysOf } from "#contract/base/secrets";

const Claims = z.object({ cid: z.int().positive(), sid: z.uuid(), exp: z.int() });

export const accessSeconds = 600;

/** Size of the cache of verified tokens: all calls of a page carry the same one. */
const verifiedAtMost = 10_000;

/**
 * Makes and reads both tokens. The refresh token of a family's generation is derived (HMAC of
 * family and generation), so that every server process answers a latecomer within the grace with
 * the same next token, and nothing of it is stored.
 */
export function tokenMaker(secret: string, clock: () => number) {
  const accessKeys = keysOf(secret, "fever-in-store", "access token");
  const refreshKeys = keysOf(secret, "fever-in-store", "refresh token");
  const verified = new LRUCache<string, { companyId: number; sessionId: string; expires: number }>({
    max: verifiedAtMost,
  });
  const seal = (text: string, key: Buffer) =>
    createHmac("sha256", key).update(text).digest("base64url");
  /** Gives a token's claims if one of the keys signed it, else undefined. */
  const verify = async (token: string, expired: boolean) => {
    for (const key of accessKeys) {
      const options = {
        algorithms: ["HS256"],
        currentDate: new Date(clock()),
        ...(expired && { clockTolerance: Number.MAX_SAFE_INTEGER }),
      };
      const verifiedToken = await jwtVerify(token, key, options).catch(() => undefined);
      if (verifiedToken) return Claims.safeParse(verifiedToken.payload).data;
    }
    return undefined;
  };
  return {
    /**
     * Never the same twice, also within a second: a caller that gets its old token again takes that
     * for the end of its session.
     */
    makeAccess: (companyId: number, sessionId: string): Promise<string> =>
      new SignJWT({ cid: companyId, sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor(clock() / 1000) + accessSeconds)
        .sign(accessKeys[0]),

    /**
     * The session a token speaks for, or undefined when it was cut, forged or has expired;
     * `expired: true` lets an old one of ours pass (sign-out).
     */
    async readAccess(
      token: string,
      { expired = false } = {},
    ): Promise<{ companyId: number; sessionId: string } | undefined> {
      const session = verified.get(token);
      if (session && (expired || session.expires > Math.floor(clock() / 1000)))
        return { companyId: session.companyId, sessionId: session.sessionId };
      const claims = await verify(token, expired);
      if (!claims) return undefined;
      const { cid, sid, exp } = claims;
      verified.set(token, { companyId: cid, sessionId: sid, expires: exp });
      return { companyId: cid, sessionId: sid };
    },

    makeRefresh(companyId: number, sessionId: string, generation: number): string {
      const text = `${companyId}.${sessionId}.${generation}`;
      return `${text}.${seal(text, refreshKeys[0])}`;
    },

    readRefresh(
      token: string,
    ): { companyId: number; sessionId: string; generation: number } | undefined {
      const match = /^(\d{1,15})\.([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token);
      if (!match) return undefined;
      const [, companyId = "", sessionId = "", generation = "", mark = ""] = match;
      const text = `${companyId}.${sessionId}.${generation}`;
      if (
        !refreshKeys.some((key) => timingSafeEqual(Buffer.from(mark), Buffer.from(seal(text, key))))
      )
        return undefined;
      return { companyId: Number(companyId), sessionId, generation: Number(generation) };
    },
  };
}
export type Tokens = ReturnType<typeof tokenMaker>;
