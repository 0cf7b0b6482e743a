import { createHmac, timingSafeEqual } from "node:crypto";
import { keysOf } from "#contract/base/secrets";

/**
 * The user of a session, the company that staff chose, and a mark that is new with each sign-in
 * and choice.
 */
export type Owner = { mark: string; who: string; companyId: number | undefined };

export const csrfCookie = "XSRF-TOKEN";

/**
 * Makes and checks the tokens that prove a form or script request is from our own pages (SES-9).
 * A token names its session by the mark and proves its user and company. So a form that outlives
 * its session still shows its owner, nobody else gets its values, and a form made for
 * one company is never used in another.
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
   * True if a token was made for this user, in any company, in this session or an earlier one.
   */
  const isOf = (token: string | undefined, who: string) =>
    token !== undefined &&
    keys.some((key) =>
      isSame(token.split(".").slice(0, 2).join("."), userPart(markOf(token), who, key)),
    );
  /** True if a token was made for this user in this company. */
  const isOfCompany = (token: string | undefined, { who, companyId }: Omit<Owner, "mark">) =>
    token !== undefined && isTokenOf(token, { mark: markOf(token), who, companyId });
  /** True if it was made for this user in this company, or before any company was chosen. */
  const fitsCompany = (token: string | undefined, { who, companyId }: Omit<Owner, "mark">) =>
    [companyId, undefined].some((id) => isOfCompany(token, { who, companyId: id }));
  return {
    tokenOf,
    isOf,
    isOfCompany,
    fitsCompany,
    /**
     * True if it was made for this user in another company than the chosen one; only provider staff
     * choose companies.
     */
    isOfAnother: (token: string | undefined, owner: Omit<Owner, "mark">) =>
      owner.companyId !== undefined && isOf(token, owner.who) && !fitsCompany(token, owner),
    /** True if a token was made in this session, for the company chosen now. */
    fits: (token: string | null | undefined, owner: Owner) =>
      token != null && isTokenOf(token, owner),
    /**
     * The name under which a browser stores what a user types in a company; it does not reveal the
     * user.
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
