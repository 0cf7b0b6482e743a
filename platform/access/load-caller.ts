import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { messages } from "#contract/base/messages";
import type { Role } from "#contract/base/roles";
import type { Level } from "#contract/base/scope";
import { Refusal } from "../base/refusal.ts";
import { appUser, authSession, company, playerDevice, userUnit } from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import type { Caller } from "./caller.ts";
import type { PlayerCredential } from "./player-credential.ts";
import { isExpired } from "./session-expiry.ts";
import { hasTwoSteps, isExempt } from "./two-steps.ts";

const opener = alias(appUser, "opener");

/** Selects a session with its user, company and opener; a row for each of the user's units. */
const selectSession = (db: Db, companyId: number, sessionId: string) =>
  db
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

export async function loadSessionCaller(
  db: Db,
  companyId: number,
  sessionId: string,
  now: number,
): Promise<Caller> {
  const rows = await selectSession(db, companyId, sessionId);
  const person = rows[0];
  if (!person) throw new Refusal(401, "This session has ended.");
  refuseEnded(person, now);
  const { session } = person;
  const { openedByCompanyId, openedById, openedByName } = session;
  return {
    sessionId,
    id: person.id,
    username: person.username,
    companyId,
    companyName: person.companyName,
    companyCountry: person.companyCountry,
    role: person.role,
    subRole: person.subRole,
    level: person.level,
    units: unitsOf(person.level, rows),
    openedBy:
      openedByCompanyId !== null && openedById !== null
        ? {
            companyId: openedByCompanyId,
            id: openedById,
            username: openedByName ?? "",
            role: person.openerRole as Role,
            subRole: person.openerSubRole,
          }
        : null,
    playerDevice: null,
    mustEnrol:
      person.requiresTwoSteps &&
      !person.hasTwoSteps &&
      !session.twoSteps &&
      openedById === null &&
      !isExempt(person.role),
    token: null,
  };
}

type SessionRow = Awaited<ReturnType<typeof selectSession>>[number];

/** Throws for a session that is over, or that its user, company or opener may no longer use. */
function refuseEnded(
  { session, role, status, companyStatus, openerStatus }: SessionRow,
  now: number,
): void {
  if (session.endedAt) throw endedRefusal(session.endReason);
  if (status !== "active") throw endedRefusal("account deactivated");
  if (companyStatus !== "active") throw companyDeactivated();
  const isOpenerGone = session.openedById !== null && openerStatus !== "active";
  if (isExpired(session, role, now) || isOpenerGone)
    throw new Refusal(401, "This session has ended.");
}

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
    role,
    subRole,
    openedBy: null,
    playerDevice: null,
    token: null,
  };
}

/** A device plays as the user who signed it in, as long as the store is theirs to play. */
export async function loadPlayer(
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
        eq(userUnit.companyId, playerDevice.companyId),
        eq(userUnit.userId, playerDevice.userId),
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
    role,
    subRole,
    companyCountry,
    level,
    units: { regionIds: [], zoneIds: [], groupIds: [], storeIds: [storeId] },
    openedBy: null,
    playerDevice: deviceId,
    token: null,
  };
}

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
