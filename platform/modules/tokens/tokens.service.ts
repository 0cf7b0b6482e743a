import { dateIn, showDate } from "#contract/base/dates";
import { isProvider } from "#contract/base/roles";
import type { NewToken, TokenRow } from "#contract/tokens/endpoints";
import { scopesOf, type TokenScope, type TokenState, tokenLimits } from "#contract/tokens/words";
import { platformItself } from "../../access/account-writer.ts";
import { makeTokenSecret, tokenBeginning } from "../../access/api-token.ts";
import { type Caller, isOwn } from "../../access/caller.ts";
import { tokenSession } from "../../access/caller-cache.ts";
import { isNational } from "../../access/scope.ts";
import { Failures } from "../../base/failures.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import type { Database } from "../../db/database.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall, ScopedSessionCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { notify } from "../notifications/index.ts";
import {
  deleteOldTokens,
  type FoundToken,
  findExpiring,
  findTokens,
  insertToken,
  lockToken,
  lockTokenCount,
  markNotified,
  markRevoked,
  saveTokenName,
} from "./tokens.queries.ts";

const day = 86_400_000;
/** Days that an ended token stays in the list. */
const keptDays = 90;

/** Company tokens are the business of those who see the whole company. */
const seesCompany = (caller: Caller) => isProvider(caller) || isNational(caller);

/** Lists the caller's own tokens, with the whole company all of its tokens; newest first. */
export const listTokens = async ({ scope, db, caller, now }: ScopedCall): Promise<TokenRow[]> =>
  (await findTokens(scope, db, caller, seesCompany(caller))).map((row) => toRow(row, caller, now));

function toRow(
  { companyId, userId, userStatus, ...row }: FoundToken,
  caller: Caller,
  now: Date,
): TokenRow {
  const {
    id,
    kind,
    name,
    scopes,
    username,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
    revokedBy,
  } = row;
  return {
    id,
    kind,
    name,
    username,
    revokedBy,
    scopes: scopes as TokenScope[],
    begins: tokenBeginning(companyId, id),
    state: stateOf({ ...row, userStatus }, now),
    isOwn: isOwn(caller, { companyId, id: userId }),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

function stateOf(
  { revokedAt, expiresAt, userStatus }: Pick<FoundToken, "revokedAt" | "expiresAt" | "userStatus">,
  now: Date,
): TokenState {
  if (revokedAt) return "revoked";
  if (expiresAt <= now) return "expired";
  if (userStatus !== "active") return "suspended";
  return expiresAt.getTime() - now.getTime() <= tokenLimits.warningDays * day
    ? "expiring"
    : "active";
}

/**
 * Makes a token that acts as the caller. Throws 403 in a session that provider staff opened as the
 * user, and for a company token if the caller sees only part of the company; 422 for scopes that
 * the caller does not have, and for too many tokens.
 */
export async function addToken(call: ScopedSessionCall, { kind, name, scopes, days }: NewToken) {
  const { caller, now } = call;
  if (caller.openedBy)
    throw forbidden(
      "You opened this session as another user. Only that user can create API tokens.",
    );
  if (kind === "company" && !isNational(caller))
    throw forbidden("Only national admins of a company can create its tokens.");
  const own = scopesOf(caller);
  const wider = scopes.filter((scope) => !own.includes(scope));
  if (wider.length > 0) throw invalid({ scopes: `You do not have ${wider.join(", ")}.` });
  const { secret, secretHash } = makeTokenSecret();
  const expiresAt = new Date(now.getTime() + days * day);
  const id = await call.database.transaction(async (tx) => {
    if ((await lockTokenCount(tx, caller, now)) >= tokenLimits.tokens)
      throw invalid({ "": `You already have ${tokenLimits.tokens} API tokens. Revoke one first.` });
    const added = await insertToken(caller, tx, caller, {
      kind,
      name,
      scopes,
      secretHash,
      createdAt: now,
      expiresAt,
    });
    const after = { kind, name, scopes, expiresAt: expiresAt.toISOString() };
    await audit(tx, call, [
      {
        ...itemOf({ companyId: caller.companyId, id: added, name }),
        action: "API token created",
        after,
      },
    ]);
    return added;
  });
  return {
    id,
    name,
    token: tokenBeginning(caller.companyId, id) + secret,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Throws 404 for a token that the caller does not see. */
export function renameToken(call: ScopedSessionCall, { id, name }: { id: number; name: string }) {
  return call.database.transaction(async (tx) => {
    const token = await lockToken(call.scope, tx, call.caller, {
      id,
      seesCompany: seesCompany(call.caller),
    });
    if (!token) throw notFound();
    await saveTokenName(call.caller, tx, token, name);
    await audit(tx, call, [
      {
        ...itemOf({ ...token, name }),
        action: "API token renamed",
        before: { name: token.name },
        after: { name },
      },
    ]);
    return { id, name };
  });
}

/**
 * Revokes a token from now on; one that has ended is left unchanged. Throws 404 for a token
 * that the caller does not see.
 */
export function revokeToken(call: ScopedSessionCall, id: number) {
  const { caller, now } = call;
  return call.database.transaction(async (tx) => {
    const token = await lockToken(call.scope, tx, caller, { id, seesCompany: seesCompany(caller) });
    if (!token) throw notFound();
    if (!token.revokedAt) {
      await markRevoked(caller, tx, {
        token,
        session: tokenSession(id),
        by: { username: caller.username, now },
      });
      await audit(tx, call, [
        {
          ...itemOf(token),
          action: "API token revoked",
          before: { kind: token.kind, scopes: token.scopes },
        },
      ]);
    }
    return { id, name: token.name };
  });
}

const itemOf = ({ companyId, id, name }: { companyId: number; id: number; name: string }) => ({
  companyId,
  itemKind: "API token",
  itemId: id,
  itemName: name,
});

type NoticeCall = { database: Database; now: Date; stopped?: AbortSignal };

/**
 * For the job: notifies users once of tokens that expire within a week. One that fails does not
 * stop the others.
 */
export async function notifyExpiringTokens(call: NoticeCall): Promise<void> {
  const failures = new Failures();
  for (const token of await findExpiring(call.database.db, call.now)) {
    if (call.stopped?.aborted) break;
    await failures.attempt(`token ${token.id} of company ${token.companyId}`, () =>
      notifyExpiring(call, token),
    );
  }
  failures.throwAny("not all tokens that expire were notified");
}

const notifyExpiring = (
  { database, now }: NoticeCall,
  token: { companyId: number; id: number },
): Promise<void> =>
  database.transaction(async (tx) => {
    const expiring = await markNotified(platformItself, tx, token, now);
    if (!expiring) return;
    const { companyId, userId, name, expiresAt } = expiring;
    await notify(tx, [{ companyId, userId }], {
      kind: "WARN",
      title: `API token “${name}” expires soon`,
      detail: `Programs that use it are refused after ${showDate(dateIn("UTC", expiresAt))}. Create another token for them before that.`,
      item: { kind: "API token", ...token },
    });
  });

/** For the daily job: tokens that ended long ago. */
export const forgetOldTokens = (db: Db, now: Date) =>
  deleteOldTokens(platformItself, db, new Date(now.getTime() - keptDays * day));
