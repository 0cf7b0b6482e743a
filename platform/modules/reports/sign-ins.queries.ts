import { and, eq, isNull, sql } from "drizzle-orm";
import type { Role } from "#contract/base/roles";
import { loginReport } from "#contract/reports/logins";
import type { sessionResults } from "#contract/session/words";
import { usersWithin } from "../../access/scope-conditions.ts";
import { appUser, authSession, company } from "../../db/schema/index.ts";
import { sourceOf } from "./report-source.ts";
import { reportedUsers, userUnits } from "./report-units.queries.ts";

/** A row is a sign-in by the user; sessions that provider staff opened as the user are left out. */
export const signIns = sourceOf(loginReport, {
  key: { sessionId: "text" },
  isAggregate: false,
  select: (scope, criteria) => ({
    columns: {
      ...userUnits.columns,
      sessionId: sql<string>`${authSession.id}`,
      at: authSession.createdAt,
      from: authSession.address,
      device: authSession.device,
      user: appUser.username,
      role: sql<Role>`${appUser.role}`,
      level: appUser.level,
      result: sql<keyof typeof sessionResults>`coalesce(${authSession.endReason}, 'signed in')`,
    },
    from: sql`from ${authSession} join ${appUser} on ${appUser.companyId} = ${authSession.companyId} and ${appUser.id} = ${authSession.userId}
      join ${company} on ${company.id} = ${authSession.companyId} cross join ${userUnits.join}
      where ${and(eq(authSession.companyId, scope.companyId), usersWithin(scope), isNull(authSession.openedById), reportedUsers(criteria))}
        and ${authSession.createdAt} >= ${criteria.from}::date::timestamp at time zone ${criteria.timeZone}
        and ${authSession.createdAt} < (${criteria.to}::date + 1)::timestamp at time zone ${criteria.timeZone}`,
  }),
});
