import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Who is signed in, and a mark that is new with each sign-in. */
export type Owner = { mark: string; who: string };

export const csrfCookie = "XSRF-TOKEN";

/**
 * Makes and reads the tokens that prove a form or script request to be from our own pages (SES-9). A token names its session by the
 * mark and proves its user: so a form that outlived its session still shows whose it is, and nobody else gets what was typed in it.
 */
export function antiForgery(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "fever-in-store", "anti-forgery", 32));
  const seal = (...parts: string[]) => createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  const tokenOf = ({ mark, who }: Owner) => `${mark}.${seal("form", mark, who)}`;
  return {
    tokenOf,
    /** Whether a token was made for this user, in this session or an earlier one. */
    isOf: (token: string | undefined, who: string) =>
      token !== undefined && isSame(token, tokenOf({ mark: token.split(".")[0] ?? "", who })),
    /** Whether a token was made in this very session. */
    fits: (token: string | null | undefined, owner: Owner) => token != null && isSame(token, tokenOf(owner)),
    /** The name under which a browser keeps what a user types: it tells nobody who that is. */
    drafterOf: (who: string) => seal("drafts", who).slice(0, 16),
  };
}
export type AntiForgery = ReturnType<typeof antiForgery>;

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
