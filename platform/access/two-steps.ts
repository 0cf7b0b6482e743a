import { sql } from "drizzle-orm";
import type { Role } from "#contract/base/roles";
import { appUser, authSession, secondFactor, signInService } from "../db/schema/index.ts";

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
export const hasProvedByService = sql<boolean>`(exists (${sql`select 1 from ${signInService} where ${signInService.companyId} = ${appUser.companyId}`})
  and coalesce((${sql`select ${authSession.twoSteps} from ${authSession} where ${authSession.companyId} = ${appUser.companyId}
    and ${authSession.userId} = ${appUser.id} and ${authSession.openedById} is null order by ${authSession.createdAt} desc limit 1`}), false))`;

/**
 * True for roles that no company's rule obliges to use a second step: a store's player stays signed
 * in for months, and is started by whoever is at the counter.
 */
export const isExempt = (role: Role) => role === "ROLE_Store_Music_Manager";
