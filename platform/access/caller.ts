import { and, eq } from "drizzle-orm";
import type { Role, SubRole } from "#contract/roles";
import type { Level } from "#contract/scope";
import type { Db } from "../db/client.ts";
import { appUser, authSession, company, userUnit } from "../db/schema/index.ts";
import { Refusal } from "../http/refusal.ts";

/** The signed-in person as a request sees them. */
export type Caller = {
  sessionId: string;
  id: number;
  username: string;
  companyId: number;
  companyName: string;
  role: Role;
  subRole: SubRole | null;
  level: Level | null;
  /** The units that are theirs, of their own level only. */
  units: { regionIds: number[]; zoneIds: number[]; groupIds: number[]; storeIds: number[] };
};

/**
 * The caller of a live session; looked up anew at most every 3 seconds a session, so that ending it is felt within 5.
 * Throws 401 for a session that is over, 409 for an account or company that was deactivated (SES-6).
 */
export function callerCache(db: Db, clock: () => number) {
  const seen = new Map<string, { until: number; caller: Promise<Caller> }>();
  const key = (companyId: number, sessionId: string) => `${companyId}/${sessionId}`;
  return {
    async get(companyId: number, sessionId: string): Promise<Caller> {
      const known = seen.get(key(companyId, sessionId));
      if (known && known.until > clock()) return known.caller;
      const caller = loadCaller(db, companyId, sessionId);
      if (seen.size > 10_000) seen.clear();
      seen.set(key(companyId, sessionId), { until: clock() + 3000, caller });
      caller.catch(() => seen.delete(key(companyId, sessionId)));
      return caller;
    },
    forget: (companyId: number, sessionId: string) => void seen.delete(key(companyId, sessionId)),
  };
}
export type CallerCache = ReturnType<typeof callerCache>;

async function loadCaller(db: Db, companyId: number, sessionId: string): Promise<Caller> {
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
      endedAt: authSession.endedAt,
      regionId: userUnit.regionId,
      zoneId: userUnit.zoneId,
      groupId: userUnit.groupId,
      storeId: userUnit.storeId,
    })
    .from(authSession)
    .innerJoin(appUser, and(eq(appUser.companyId, authSession.companyId), eq(appUser.id, authSession.userId)))
    .innerJoin(company, eq(company.id, authSession.companyId))
    .leftJoin(userUnit, and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)))
    .where(and(eq(authSession.companyId, companyId), eq(authSession.id, sessionId)));
  const person = rows[0];
  if (!person || person.endedAt) throw new Refusal(401, "This session is over.");
  if (person.status !== "active") throw new Refusal(409, "Your account has been deactivated.");
  if (person.companyStatus !== "active") throw new Refusal(409, "Your company has been deactivated.");
  const ids = (column: "regionId" | "zoneId" | "groupId" | "storeId") => rows.map((row) => row[column]).filter((id) => id !== null);
  return {
    sessionId,
    id: person.id,
    username: person.username,
    companyId,
    companyName: person.companyName,
    role: person.role as Role,
    subRole: person.subRole as SubRole | null,
    level: person.level,
    units: { regionIds: ids("regionId"), zoneIds: ids("zoneId"), groupIds: ids("groupId"), storeIds: ids("storeId") },
  };
}
