import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import { messages } from "#contract/base/messages";
import type { Role, SubRole } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import { Refusal } from "../base/refusal.ts";
import type { Database } from "../db/client.ts";
import {
  apiToken,
  appUser,
  authSession,
  company,
  playerDevice,
  secondFactor,
  signInService,
  userUnit,
} from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import { type AccountWriter, platformItself } from "./account-writer.ts";
import { isSameHash, type TokenCredential } from "./api-token.ts";
import type { PlayerCredential } from "./player-credential.ts";
import { isExpired } from "./session-expiry.ts";

/** The signed-in person as a request sees them. */
export type Caller = {
  sessionId: string;
  id: number;
  username: string;
  companyId: number;
  companyName: string;
  companyCountry: string;
  role: Role;
  subRole: SubRole | null;
  level: Level | null;
  /** The units that are theirs, of their own level only. */
  units: { regionIds: number[]; zoneIds: number[]; groupIds: number[]; storeIds: number[] };
  /**
   * The provider's person who opened this session as the user (SES-8): it opens no area that is
   * closed to them (see isAllowed).
   */
  openedBy: (Opener & Pick<Caller, "role" | "subRole">) | null;
  /**
   * The player device whose credential is used in place of a session, else null. It can only make
   * the player calls of its own store (see isAllowed).
   */
  playerDevice: string | null;
  /**
   * Must set up two-step sign-in before anything else, because the company requires it. Never set
   * for store managers, nor for staff who opened the session as the user.
   */
  mustEnrol?: boolean;
  /**
   * Set if a program calls with an API token in place of a session. It acts as the user, within the
   * token's scopes (see isAllowed).
   */
  token: CallersToken | null;
};
/**
 * A caller who is signed in, or a store's own player; bind hands one to calls that are closed to
 * API tokens.
 */
export type SessionCaller = Caller & { token: null } & AccountWriter;
/** Who sits before the screen: in a session that staff opened as a user, the staff's person. */
export const personOf = ({ openedBy, username }: Pick<Caller, "openedBy" | "username">): string =>
  openedBy?.username ?? username;
export type CallersToken = { id: number; name: string; scopes: readonly string[] };
export type Opener = { companyId: number; id: number; username: string };

/** True if the user is the caller: an ID alone is a user's only within its company. */
export const isOwn = (caller: Caller, user: { companyId: number; id: number }) =>
  caller.companyId === user.companyId && caller.id === user.id;

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

const opener = alias(appUser, "opener");

/**
 * True if the user signs in by two steps. Nested, so that drizzle leaves the tables' names in a
 * query of one table.
 */
export const hasTwoSteps = sql<boolean>`exists (${sql`select 1 from ${secondFactor} where ${secondFactor.companyId} = ${appUser.companyId}
  and ${secondFactor.userId} = ${appUser.id} and ${secondFactor.confirmedAt} is not null`})`;

/**
 * True if the user's last sign-in of their own proved a second step at the company's sign-in
 * service, in place of one here.
 */
const hasProvedByService = sql<boolean>`(exists (${sql`select 1 from ${signInService} where ${signInService.companyId} = ${appUser.companyId}`})
  and coalesce((${sql`select ${authSession.twoSteps} from ${authSession} where ${authSession.companyId} = ${appUser.companyId}
    and ${authSession.userId} = ${appUser.id} and ${authSession.openedById} is null order by ${authSession.createdAt} desc limit 1`}), false))`;

async function loadSessionCaller(
  db: Db,
  companyId: number,
  sessionId: string,
  now: number,
): Promise<Caller> {
  const rows = await db
    .select({
      id: appUser.id,
      username: appUser.username,
      role: appUser.role,
      subRole: appUser.subRole,
      level: appUser.level,
      status: appUser.status,
      companyStatus: company.status,
      companyName: company.name,
      companyCountry: company.country,
      requiresTwoSteps: company.requiresTwoSteps,
      hasTwoSteps,
      session: authSession,
      openerStatus: opener.status,
      openerRole: opener.role,
      openerSubRole: opener.subRole,
      regionId: userUnit.regionId,
      zoneId: userUnit.zoneId,
      groupId: userUnit.groupId,
      storeId: userUnit.storeId,
    })
    .from(authSession)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, authSession.companyId), eq(appUser.id, authSession.userId)),
    )
    .innerJoin(company, eq(company.id, authSession.companyId))
    .leftJoin(
      opener,
      and(
        eq(opener.companyId, authSession.openedByCompanyId),
        eq(opener.id, authSession.openedById),
      ),
    )
    .leftJoin(
      userUnit,
      and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)),
    )
    .where(and(eq(authSession.companyId, companyId), eq(authSession.id, sessionId)))
    .orderBy(userUnit.id); // a manager of several stores has the same one each time
  const person = rows[0];
  if (!person) throw new Refusal(401, "This session has ended.");
  const { session } = person;
  if (session.endedAt) throw endedRefusal(session.endReason);
  if (person.status !== "active") throw endedRefusal("account deactivated");
  if (person.companyStatus !== "active") throw companyDeactivated();
  if (isExpired(session, person.role as Role, now))
    throw new Refusal(401, "This session has ended.");
  const { openedByCompanyId, openedById, openedByName } = session;
  if (openedById !== null && person.openerStatus !== "active")
    throw new Refusal(401, "This session has ended.");
  return {
    sessionId,
    id: person.id,
    username: person.username,
    companyId,
    companyName: person.companyName,
    companyCountry: person.companyCountry,
    role: person.role as Role,
    subRole: person.subRole as SubRole | null,
    level: person.level,
    units: unitsOf(person.level, rows),
    openedBy:
      openedByCompanyId !== null && openedById !== null
        ? {
            companyId: openedByCompanyId,
            id: openedById,
            username: openedByName ?? "",
            role: person.openerRole as Role,
            subRole: person.openerSubRole as SubRole | null,
          }
        : null,
    playerDevice: null,
    mustEnrol:
      person.requiresTwoSteps &&
      !person.hasTwoSteps &&
      !session.twoSteps &&
      openedById === null &&
      !isExempt(person.role as Role),
    token: null,
  };
}

/**
 * True for roles that no company's rule obliges to use a second step: a store's player stays signed
 * in for months, and is started by whoever is at the counter.
 */
export const isExempt = (role: Role) => role === "ROLE_Store_Music_Manager";

type UnitRow = Record<"regionId" | "zoneId" | "groupId" | "storeId", number | null>;

/** The units of the user's own level. */
function unitsOf(level: Level | null, rows: UnitRow[]): Caller["units"] {
  const ids = (of: Level, column: keyof UnitRow) =>
    level === of ? rows.map((row) => row[column]).filter((id) => id !== null) : [];
  return {
    regionIds: ids("regional", "regionId"),
    zoneIds: ids("zonal", "zoneId"),
    groupIds: ids("group", "groupId"),
    storeIds: ids("store", "storeId"),
  };
}

/**
 * Loads a user as the caller for work that the platform does while they are away, with their
 * current role and units; undefined if they could not sign in now.
 */
export async function loadCaller(
  db: Db,
  { companyId, id }: { companyId: number; id: number },
): Promise<Caller | undefined> {
  const rows = await db
    .select({
      username: appUser.username,
      role: appUser.role,
      subRole: appUser.subRole,
      level: appUser.level,
      companyName: company.name,
      companyCountry: company.country,
      regionId: userUnit.regionId,
      zoneId: userUnit.zoneId,
      groupId: userUnit.groupId,
      storeId: userUnit.storeId,
    })
    .from(appUser)
    .innerJoin(company, eq(company.id, appUser.companyId))
    .leftJoin(
      userUnit,
      and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)),
    )
    .where(
      and(
        eq(appUser.companyId, companyId),
        eq(appUser.id, id),
        eq(appUser.status, "active"),
        eq(company.status, "active"),
      ),
    )
    .orderBy(userUnit.id);
  const [person] = rows;
  if (!person) return undefined;
  const { username, role, subRole, level, companyName, companyCountry } = person;
  return {
    sessionId: "",
    id,
    username,
    companyId,
    companyName,
    companyCountry,
    level,
    units: unitsOf(level, rows),
    role: role as Role,
    subRole: subRole as SubRole | null,
    openedBy: null,
    playerDevice: null,
    token: null,
  };
}

/** A device plays as the user who signed it in, as long as the store is theirs to play. */
async function loadPlayer(
  db: Db,
  { companyId, id, secretHash }: PlayerCredential,
): Promise<Caller> {
  const [player] = await db
    .select({
      deviceId: playerDevice.deviceId,
      storeId: playerDevice.storeId,
      userId: appUser.id,
      username: appUser.username,
      role: appUser.role,
      subRole: appUser.subRole,
      level: appUser.level,
      status: appUser.status,
      companyName: company.name,
      companyCountry: company.country,
      companyStatus: company.status,
    })
    .from(playerDevice)
    .innerJoin(
      appUser,
      and(eq(appUser.companyId, playerDevice.companyId), eq(appUser.id, playerDevice.userId)),
    )
    .innerJoin(company, eq(company.id, playerDevice.companyId))
    .innerJoin(
      userUnit,
      and(
        ...[
          eq(userUnit.companyId, playerDevice.companyId),
          eq(userUnit.userId, playerDevice.userId),
        ],
        eq(userUnit.storeId, playerDevice.storeId),
      ),
    )
    .where(
      and(
        eq(playerDevice.companyId, companyId),
        eq(playerDevice.id, id),
        eq(playerDevice.secretHash, secretHash),
      ),
    );
  if (player?.level !== "store") throw new Refusal(401, "This player was signed out.");
  if (player.status !== "active") throw endedRefusal("account deactivated");
  if (player.companyStatus !== "active") throw companyDeactivated();
  const { deviceId, storeId, userId, username, role, subRole, level, companyName, companyCountry } =
    player;
  return {
    sessionId: `device ${id}`,
    id: userId,
    username,
    companyId,
    companyName,
    role: role as Role,
    subRole: subRole as SubRole | null,
    companyCountry,
    level,
    units: { regionIds: [], zoneIds: [], groupIds: [], storeIds: [storeId] },
    openedBy: null,
    playerDevice: deviceId,
    token: null,
  };
}

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
        ...[eq(apiToken.companyId, companyId), eq(apiToken.id, id)],
        or(isNull(apiToken.lastUsedAt), lt(apiToken.lastUsedAt, new Date(now - useNotedEvery))),
      ),
    );

const companyDeactivated = () => new Refusal(409, messages.companyDeactivated);

/**
 * Answers the holder of an ended session: 409 with its words where another took its place (SES-6),
 * else 401.
 */
export function endedRefusal(reason: (typeof authSession.$inferSelect)["endReason"]): Refusal {
  if (reason === "signed in elsewhere")
    return new Refusal(409, "You have been signed in elsewhere.");
  if (reason === "account deactivated") return new Refusal(409, messages.accountDeactivated);
  if (reason === "company deactivated") return companyDeactivated();
  return new Refusal(401, "This session has ended.");
}
