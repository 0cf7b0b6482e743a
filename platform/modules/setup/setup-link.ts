import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { keysOf } from "#contract/base/secrets";
import type { linkStates, setupState } from "#contract/setup/endpoints";

const validHours = 24;

export type LinkState = (typeof linkStates)[number];
export type SetupState = z.output<typeof setupState.data>;

/**
 * Makes and checks setup tokens of the form "expiry.mark" (docs/decisions/setup.md). The mark is an
 * HMAC of the expiry, so nothing is stored and every process with the same secret accepts every
 * link.
 */
export function setupLinks(secret: string) {
  const keys = keysOf(secret, "fever-in-store", "setup link");
  const markOf = (expiry: string, key: Buffer) =>
    createHmac("sha256", key).update(expiry).digest("base64url");
  return {
    makeToken(now: Date): string {
      const expiry = String(Math.floor(now.getTime() / 1000) + validHours * 3600);
      return `${expiry}.${markOf(expiry, keys[0])}`;
    },

    /** A token is "invalid" when it is incomplete or was made with another secret. */
    judge(token: string, now: Date): LinkState {
      const [, expiry = "", mark = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      const isOurs = (key: Buffer) =>
        timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(expiry, key)));
      if (!mark || !keys.some(isOurs)) return "invalid";
      return Number(expiry) * 1000 > now.getTime() ? "valid" : "expired";
    },
  };
}

/** The address of the setup page, with a new token. */
export const setupLink = (secret: string, publicUrl: string, now: Date): string =>
  new URL(`/setup/${setupLinks(secret).makeToken(now)}`, publicUrl).href;
