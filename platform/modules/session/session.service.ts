import { randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { messages } from "#contract/messages";
import type { Tokens as TokenPair } from "#contract/session";
import type { CallerCache } from "../../access/caller.ts";
import type { Database } from "../../db/client.ts";
import type { Call } from "../../http/context.ts";
import { Refusal } from "../../http/refusal.ts";
import { countTry, giveBackTries } from "./rate-limit.queries.ts";
import { advanceSession, endSession, findSignIn, insertSession, lockSession } from "./session.queries.ts";
import type { Tokens } from "./tokens.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
export const hashPassword = (password: string): Promise<string> => hash(password, argon);

/** A latecomer with the token just replaced gets the same new one; later the same token means it was stolen. */
const graceMs = 30_000;

/** Tries a user and an address in 15 minutes (LIM-1). */
const triesAUser = 10;
const triesAnAddress = 50;

type Needs = { database: Database; clock: () => number; tokens: Tokens; callers: CallerCache };

export function sessionService({ database, clock, tokens, callers }: Needs) {
  const { db } = database;
  const noSuchUser = hashPassword(randomUUID());
  const pair = async (companyId: number, sessionId: string, generation: number): Promise<TokenPair> => ({
    accessToken: await tokens.makeAccess(companyId, sessionId),
    refreshToken: tokens.makeRefresh(companyId, sessionId, generation),
  });

  return {
    /** Throws 401 for wrong credentials (the same, in the same time, for unknown users), 409 for a deactivated account, 429 beyond the limit. */
    async signIn(credentials: { username: string; password: string }, call: Call): Promise<TokenPair> {
      const username = credentials.username.toLowerCase();
      const userKey = `signin user ${username}`;
      const addressKey = `signin address ${call.address ?? "unknown"}`;
      const now = new Date(clock());
      await countTry(db, addressKey, triesAnAddress, now);
      await countTry(db, userKey, triesAUser, now);
      const user = await findSignIn(db, username);
      const matches = await verify(user?.hash ?? (await noSuchUser), credentials.password);
      if (!user?.hash || !matches) throw new Refusal(401, messages.wrongCredentials);
      if (user.status !== "active") throw new Refusal(409, "Your account has been deactivated.");
      if (user.companyStatus !== "active") throw new Refusal(409, "Your company has been deactivated.");
      await giveBackTries(db, [userKey, addressKey]);
      const { companyId, id: userId } = user;
      const id = randomUUID();
      const device = call.device?.slice(0, 300) ?? null;
      await insertSession(db, { companyId, id, userId, createdAt: now, rotatedAt: now, address: call.address, device });
      return pair(companyId, id, 0);
    },

    /** Rotates the family. Throws 401 for a token that is not ours, not live, or was used before beyond the grace (the family ends). */
    async refresh(token: string): Promise<TokenPair> {
      const over = new Refusal(401, messages.sessionExpired);
      const claims = tokens.readRefresh(token);
      if (!claims) throw over;
      const generation = await database.transaction(async (tx) => {
        const session = await lockSession(tx, claims);
        if (!session || session.endedAt) return undefined;
        const now = clock();
        if (claims.generation === session.generation) {
          await advanceSession(tx, claims, session.generation + 1, new Date(now));
          return session.generation + 1;
        }
        if (claims.generation === session.generation - 1 && now - session.rotatedAt.getTime() <= graceMs) return session.generation;
        await endSession(tx, claims, "token replayed", new Date(now));
        callers.forget(claims.companyId, claims.sessionId);
        return undefined;
      });
      if (generation === undefined) throw over;
      await callers.get(claims.companyId, claims.sessionId); // 409 when the account or company was deactivated meanwhile
      return pair(claims.companyId, claims.sessionId, generation);
    },

    /** Ends the session of an access token, expired or not. Throws 401 for a token that is not ours. Ending twice is no error. */
    async signOut(token: string): Promise<void> {
      const claims = await tokens.readAccess(token, { expired: true });
      if (!claims) throw new Refusal(401, "Please sign in.");
      await endSession(db, claims, "signed out", new Date(clock()));
      callers.forget(claims.companyId, claims.sessionId);
    },
  };
}
export type SessionService = ReturnType<typeof sessionService>;
