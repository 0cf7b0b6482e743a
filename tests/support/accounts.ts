import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { recoveryMail } from "#contract/session/credentials";
import type { Tokens } from "#contract/session/endpoints";
import { appUser, auditLog } from "#platform/db/schema/index";
import { makeCompany, makeProvider, makeUser } from "./companies.ts";
import type { Engine } from "./database.ts";
import { openMailingPlatform, password } from "./platform.ts";
import { tokenIn } from "./smtp.ts";

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const next = "Next@2026pass";
/** Texts that are not tokens of ours. */
export const wrongTokens = [
  "x",
  "1.2.3",
  "0.0.0",
  `1.${"0".repeat(36)}.${"x".repeat(43)}`,
  "%00",
  "a".repeat(200),
  "../../etc",
  "1'; drop table account_token",
];

/**
 * Opens a platform with a mail server, a company and the provider, and the calls that tests of
 * accounts repeat.
 */
export async function openAccounts(engine: Engine) {
  const at = await openMailingPlatform(engine, { now: new Date("2026-11-20T06:00:00Z") });
  const { smtp, close } = at;
  const company = await makeCompany(at.database);
  const provider = await makeProvider(at.database);

  const someone = (
    person: Partial<Parameters<typeof makeUser>[2]> = {},
    companyId = company.companyId,
  ) =>
    makeUser(at.database, companyId, { role: "ROLE_Client_Admin", level: "national", ...person });
  const invited = async () => {
    const user = await someone({ status: "invited" });
    await at.database.db.update(appUser).set({ passwordHash: null }).where(eq(appUser.id, user.id));
    return user;
  };
  const mailOf = (username: string) => `${username}@example.com`;
  let addresses = 0;
  const ask = async (username: string, address = `asks ${++addresses}`) => {
    const url = `http://platform/api${recoveryMail.path}?username=${encodeURIComponent(username)}`;
    const response = await at.send(new Request(url), address);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { message: string },
    };
  };
  const mailed = async (username: string, count = 1) => {
    expect((await ask(username)).status).toBe(200);
    return tokenIn(await smtp.letterTo(mailOf(username), { count }));
  };
  const enter = async (username: string, typed = password) => {
    const { status, body } = await at.nobody.signIn({ body: { username, password: typed } }).reply;
    return { status, ...(body.data as Tokens | undefined) };
  };
  const bearer = (token: string | undefined) => ({ headers: { Authorization: `Bearer ${token}` } });
  const whoAmI = (token: string | undefined) => at.nobody.me(bearer(token)).status;
  const auditOf = (itemId: number) =>
    at.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.itemKind, "user"), eq(auditLog.itemId, String(itemId))))
      .orderBy(auditLog.id);

  return {
    smtp,
    at,
    company,
    provider,
    someone,
    invited,
    mailOf,
    ask,
    mailed,
    enter,
    bearer,
    whoAmI,
    auditOf,
    close,
  };
}
export type Accounts = Awaited<ReturnType<typeof openAccounts>>;
