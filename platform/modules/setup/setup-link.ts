import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { linkStates, setupState } from "#contract/setup/endpoints";

const validHours = 24;

export type LinkState = (typeof linkStates)[number];
export type SetupState = z.output<typeof setupState.data>;

/**
 * Makes and checks setup tokens of the form "expiry.mark" (docs/decisions/setup.md). The mark is an HMAC of the expiry, so nothing is
 * stored and every process with the same secret accepts every link.
 */
export function setupLinks(secret: string, clock: () => number) {
  const key = Buffer.from(hkdfSync("sha256", secret, "fever-in-store", "setup link", 32));
  const markOf = (expiry: string) => createHmac("sha256", key).update(expiry).digest("base64url");
  return {
    makeToken(): string {
      const expiry = String(Math.floor(clock() / 1000) + validHours * 3600);
      return `${expiry}.${markOf(expiry)}`;
    },

    /** A token is "invalid" when it is incomplete or was made with another secret. */
    judge(token: string): LinkState {
      const [, expiry = "", mark = ""] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      if (!mark || !timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(expiry)))) return "invalid";
      return Number(expiry) * 1000 > clock() ? "valid" : "expired";
    },
  };
}

/** The address of the setup page, with a new token. */
export const setupLink = (secret: string, publicUrl: string, clock: () => number): string =>
  new URL(`/setup/${setupLinks(secret, clock).makeToken()}`, publicUrl).href;
