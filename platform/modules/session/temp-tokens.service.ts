import { messages } from "#contract/base/messages";
import { isProvider, mayManage } from "#contract/base/roles";
import type { SignInResult } from "#contract/session/endpoints";
import { accountHolder } from "../../access/account-writer.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Call, ScopedSessionCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { signInMinutes } from "./account-emails.ts";
import { newAccountToken, readAccountToken } from "./account-token.ts";
import {
  findPasswordHash,
  findTokenHolder,
  insertToken,
  lockManaged,
  spendToken,
} from "./credentials.queries.ts";
import { sessionMessages } from "./messages.ts";
import { lockUser } from "./session.queries.ts";
import {
  beginSecondStep,
  openOwnSession,
  openSessionAs,
  type Sessions,
} from "./session.service.ts";

const lifetime = signInMinutes * 60_000;

/**
 * Makes a token that signs staff in as a client's user, once (SES-8). Throws 403 for client staff, 404 for users outside their list (ROL-3) or of the provider's
 * own, 422 for a user who is not active.
 */
export async function makeTempToken(
  call: ScopedSessionCall,
  userId: number,
): Promise<{ tempToken: string; expiresAt: string }> {
  const { caller, scope, now } = call;
  if (!isProvider(caller)) throw forbidden();
  const { token, name } = newAccountToken(scope.companyId);
  const expiresAt = new Date(now.getTime() + lifetime);
  await call.database.transaction(async (tx) => {
    const person = await lockManaged(scope, tx, userId);
    if (!person || isProvider(person) || !mayManage(caller, person)) throw notFound();
    if (person.status !== "active" || person.companyStatus !== "active")
      throw invalid({ userId: sessionMessages.notActive(person.username) });
    await insertToken(caller, tx, {
      ...name,
      userId,
      purpose: "sign-in",
      createdAt: now,
      expiresAt,
      madeByCompanyId: caller.companyId,
      madeById: caller.id,
      madeByName: caller.username,
    });
    await audit(tx, call, [
      {
        companyId: person.companyId,
        action: "temp token created",
        itemKind: "user",
        itemId: userId,
        itemName: person.username,
        after: { expiresAt },
      },
    ]);
  });
  return { tempToken: token, expiresAt: expiresAt.toISOString() };
}

/**
 * Exchanges a token, once, for a session as its user, opened by its maker; one of an emailed
 * link for a session of the user's own, or for their second step. Throws 422 on `tempToken` for
 * one that is cut, wrong, old or used, or whose user or maker is no longer active.
 */
export async function exchangeTempToken(
  call: Call & { sessions: Sessions },
  token: string,
): Promise<SignInResult> {
  const { db, now } = call;
  const over = invalid({ tempToken: messages.tokenOver });
  const name = readAccountToken(token);
  const person = name && (await findTokenHolder(db, name, "sign-in", now));
  if (!name || person?.status !== "active" || person.companyStatus !== "active") throw over;
  const openedBy = makerOf(person);
  if (openedBy && person.makerStatus !== "active") throw over;
  if (!openedBy && person.mustUseService)
    throw invalid({ tempToken: sessionMessages.companyAccountOnly(person.companyCode) });
  const caller = {
    companyId: person.companyId,
    id: person.userId,
    username: person.username,
    openedBy,
  };
  return call.database.transaction(async (tx) => {
    // before the token, in the order in which a user's tokens are deleted
    if (!openedBy) await lockUser(tx, person);
    if (!(await spendToken(accountHolder, tx, { name, purpose: "sign-in", now }))) throw over;
    const hash = await findPasswordHash(tx, person);
    if (!openedBy && hash !== null && person.hasTwoSteps)
      return beginSecondStep(tx, { ...person, hash }, now);
    const action = openedBy ? "signed in by temp token" : "signed in by emailed link";
    const item = { itemKind: "user", itemId: person.userId, itemName: person.username };
    await audit(tx, { ...call, caller }, [{ companyId: person.companyId, action, ...item }]);
    if (openedBy) return openSessionAs(tx, { user: person, openedBy }, call);
    if (hash === null) throw over;
    return openOwnSession(tx, { ...person, hash }, call);
  });
}

function makerOf(token: {
  madeByCompanyId: number | null;
  madeById: number | null;
  madeByName: string | null;
}) {
  const { madeByCompanyId, madeById, madeByName } = token;
  return madeByCompanyId !== null && madeById !== null
    ? { companyId: madeByCompanyId, id: madeById, username: madeByName ?? "" }
    : null;
}
