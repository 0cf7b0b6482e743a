import { createHmac, timingSafeEqual } from "node:crypto";
import { keysOf } from "#contract/base/secrets";

/**
 * Who is signed in, the company that provider staff chose, and a mark that is new with each sign-in
 * and each choice.
 */
export type Owner = { mark: string; who: string; companyId: number | undefined };

export const csrfCookie = "XSRF-TOKEN";

/**
 * Makes and reads the tokens that prove a form or script request to be from our own pages (SES-9).
 * A token names its session by the mark and proves its user and company: so a form that outlived
 * its session still shows whose it is, nobody else gets what was typed in it, and a form made for
 * one company is never done in another.
 */
export function antiForgery(secret: string) {
  const keys = keysOf(secret, "fever-in-store", "anti-forgery");
  const seal = (key: Buffer, ...parts: string[]) =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  const userPart = (mark: string, who: string, key: Buffer) =>
    `${mark}.${seal(key, "form", mark, who)}`;
  const signed = ({ mark, who, companyId }: Owner, key: Buffer) =>
    `${userPart(mark, who, key)}.${seal(key, "company", mark, who, String(companyId ?? ""))}`;
  const tokenOf = (owner: Owner) => signed(owner, keys[0]);
  const isTokenOf = (token: string, owner: Owner) =>
    keys.some((key) => isSame(token, signed(owner, key)));
  const markOf = (token: string) => token.split(".")[0] ?? "";
  /**
   * Whether a token was made for this user, in whatever company, in this session or an earlier one.
   */
  const isOf = (token: string | undefined, who: string) =>
    token !== undefined &&
    keys.some((key) =>
      isSame(token.split(".").slice(0, 2).join("."), userPart(markOf(token), who, key)),
    );
  /** Tells whether it was made for this user in this company. */
  const isOfCompany = (token: string | undefined, { who, companyId }: Omit<Owner, "mark">) =>
    token !== undefined && isTokenOf(token, { mark: markOf(token), who, companyId });
  /** Tells the same, or that the page was opened before any company was chosen. */
  const fitsCompany = (token: string | undefined, { who, companyId }: Omit<Owner, "mark">) =>
    [companyId, undefined].some((id) => isOfCompany(token, { who, companyId: id }));
  return {
    tokenOf,
    isOf,
    isOfCompany,
    fitsCompany,
    /**
     * Whether it was made for this user in another company than the one chosen, which provider staff
     * alone have.
     */
    isOfAnother: (token: string | undefined, owner: Omit<Owner, "mark">) =>
      owner.companyId !== undefined && isOf(token, owner.who) && !fitsCompany(token, owner),
    /** Whether a token was made in this very session, for the company that is chosen now. */
    fits: (token: string | null | undefined, owner: Owner) =>
      token != null && isTokenOf(token, owner),
    /**
     * The name under which a browser keeps what a user types in a company: it tells nobody who that
     * is.
     */
    drafterOf: ({ who, companyId }: Omit<Owner, "mark">) =>
      seal(keys[0], "drafts", who, String(companyId ?? "")).slice(0, 16),
  };
}
export type AntiForgery = ReturnType<typeof antiForgery>;

function isSame(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
