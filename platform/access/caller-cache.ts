import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { messages } from "#contract/base/messages";
import { Refusal } from "../base/refusal.ts";
import type { Database } from "../db/database.ts";
import { apiToken, appUser, company } from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import { type AccountWriter, platformItself } from "./account-writer.ts";
import { isSameHash, type TokenCredential } from "./api-token.ts";
import type { Caller } from "./caller.ts";
import { loadCaller, loadPlayer, loadSessionCaller } from "./load-caller.ts";
import type { PlayerCredential } from "./player-credential.ts";
import { hasProvedByService, hasTwoSteps, isExempt } from "./two-steps.ts";

/**
 * Loads the caller of a live session. Reloads each session at most every 2 seconds, so that its end
 * takes effect within 5. Throws 401 for a session that is over or has expired, 409 for one ended by
 * another sign-in, or whose account or company was deactivated (SES-6).
 */
export function callerCache(
  { db, listeners }: Pick<Database, "db" | "listeners">,
  clock: () => number,
) {
  const callers = new LRUCache<string, Promise<Caller>>({
    max: 10_000,
    ttl: 2_000,
    ttlResolution: 0,
    perf: { now: clock },
  });
  const keyOf = (companyId: number, sessionId: string) => `${companyId}/${sessionId}`;
  const tokens = new LRUCache<string, Promise<LoadedToken>>({
    max: 10_000,
    ttl: 2_000,
    ttlResolution: 0,
    perf: { now: clock },
  });
  const uses = new LRUCache<string, number>({ max: 10_000 });
  listeners.add("sessions", ({ companyId, sessionId }) => {
    callers.delete(keyOf(companyId, sessionId));
    tokens.delete(keyOf(companyId, sessionId));
  });
  listeners.add("signIns", ({ companyId }) => {
    for (const cache of [callers, tokens])
      for (const key of cache.keys()) if (key.startsWith(keyOf(companyId, ""))) cache.delete(key);
  });
  const recall = (key: string, load: () => Promise<Caller>): Promise<Caller> => {
    const cachedCaller = callers.get(key);
    if (cachedCaller) return cachedCaller;
    const caller = load();
    callers.set(key, caller);
    caller.catch(() => callers.delete(key));
    return caller;
  };
  /** Notes when a token was used, once a minute at most. The call does not wait for it. */
  const noteUse = ({ companyId, id }: TokenCredential) => {
    const key = keyOf(companyId, tokenSession(id));
    const now = clock();
    if (now - (uses.get(key) ?? 0) < useNotedEvery) return;
    uses.set(key, now);
    writeUse(platformItself, db, { companyId, id }, now).catch(() => uses.delete(key));
  };
  return {
    /**
     * The user whom an API token acts as. Throws 401 for a token that is wrong, revoked or expired,
     * or whose user or company is deactivated.
     */
    async ofToken(credential: TokenCredential): Promise<Caller> {
      const { companyId, id, secretHash } = credential;
      const key = keyOf(companyId, tokenSession(id));
      const pending = tokens.get(key) ?? loadToken(db, credential);
      tokens.set(key, pending, { noUpdateTTL: true });
      pending.catch(() => tokens.delete(key));
      const loaded = await pending;
      // whoever lacks the secret must learn nothing about the token
      if (!isSameHash(loaded.secretHash, secretHash)) throw unknownToken();
      if (loaded.revokedAt) throw new Refusal(401, "This API token was revoked.");
      if (loaded.expiresAt.getTime() <= clock())
        throw new Refusal(401, "This API token has expired.");
      if (!loaded.caller)
        throw new Refusal(401, "The user or company of this API token is deactivated.");
      if (loaded.mustEnrol) throw new Refusal(401, messages.enrolForTokens);
      noteUse(credential);
      return loaded.caller;
    },
    get: (companyId: number, sessionId: string): Promise<Caller> =>
      recall(keyOf(companyId, sessionId), () =>
        loadSessionCaller(db, companyId, sessionId, clock()),
      ),
    /**
     * The caller that a player's credential speaks for. Throws 401 for one that was revoked, 409 as
     * `get` does.
     */
    ofPlayer: (credential: PlayerCredential): Promise<Caller> =>
      recall(
        `${keyOf(credential.companyId, `device ${credential.id}`)}/${credential.secretHash}`,
        () => loadPlayer(db, credential),
      ),
  };
}
export type CallerCache = ReturnType<typeof callerCache>;

type LoadedToken = {
  secretHash: string;
  revokedAt: Date | null;
  expiresAt: Date;
  caller: Caller | undefined;
  mustEnrol: boolean;
};

const useNotedEvery = 60_000;
/** Replaces a session's ID for a token's calls: limits on requests are a token's own. */
export const tokenSession = (id: number) => `token ${id}`;
const unknownToken = () => new Refusal(401, "This API token is not valid.");

async function loadToken(db: Db, { companyId, id }: TokenCredential): Promise<LoadedToken> {
  const [row] = await db
    .select({
      token: apiToken,
      mustEnrol: sql<boolean>`(${company.requiresTwoSteps} and not ${hasTwoSteps} and not ${hasProvedByService})`,
    })
    .from(apiToken)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, apiToken.companyId), eq(appUser.id, apiToken.userId)),
    )
    .innerJoin(company, eq(company.id, apiToken.companyId))
    .where(and(eq(apiToken.companyId, companyId), eq(apiToken.id, id)));
  if (!row) throw unknownToken();
  const { secretHash, revokedAt, expiresAt, name, scopes, userId } = row.token;
  const user = await loadCaller(db, { companyId, id: userId });
  const mustEnrol = row.mustEnrol && user !== undefined && !isExempt(user.role);
  return {
    secretHash,
    revokedAt,
    expiresAt,
    mustEnrol,
    caller: user && { ...user, sessionId: tokenSession(id), token: { id, name, scopes } },
  };
}

/** With several processes, another one may already have written it. */
const writeUse = async (
  _by: AccountWriter,
  db: Db,
  { companyId, id }: Pick<TokenCredential, "companyId" | "id">,
  now: number,
) =>
  db
    .update(apiToken)
    .set({ lastUsedAt: new Date(now) })
    .where(
      and(
        eq(apiToken.companyId, companyId),
        eq(apiToken.id, id),
        or(isNull(apiToken.lastUsedAt), lt(apiToken.lastUsedAt, new Date(now - useNotedEvery))),
      ),
    );
