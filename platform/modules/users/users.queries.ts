import { and, eq, inArray, or } from "drizzle-orm";
import { isProvider, roleNames } from "#contract/base/roles";
import type { Caller, SessionCaller } from "../../access/caller.ts";
import { fullNameOf } from "../../db/full-name.ts";
import { appUser, login, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { unreadOf } from "../notifications/index.ts";

export async function findOwnProfile(db: Db, caller: Caller) {
  const [profile] = await db
    .select({
      email: appUser.email,
      firstName: appUser.firstName,
      lastName: appUser.lastName,
      onboardedStep: appUser.onboardedStep,
      liteMode: appUser.liteMode,
      theme: appUser.theme,
      unread: unreadOf({ companyId: caller.companyId, userId: caller.id }),
    })
    .from(appUser)
    .where(and(eq(appUser.companyId, caller.companyId), eq(appUser.id, caller.id)));
  return profile;
}

/** The names of the caller's own units, by kind. */
export async function findOwnUnits(db: Db, { companyId, units }: Caller) {
  const { regionIds, zoneIds, groupIds, storeIds } = units;
  return {
    region:
      regionIds.length === 0
        ? []
        : await db
            .select({ id: region.id, regionName: region.name })
            .from(region)
            .where(and(eq(region.companyId, companyId), inArray(region.id, regionIds))),
    zone:
      zoneIds.length === 0
        ? []
        : await db
            .select({ id: zone.id, zoneName: zone.name })
            .from(zone)
            .where(and(eq(zone.companyId, companyId), inArray(zone.id, zoneIds))),
    group:
      groupIds.length === 0
        ? []
        : await db
            .select({ id: storeGroup.id, groupName: storeGroup.name })
            .from(storeGroup)
            .where(and(eq(storeGroup.companyId, companyId), inArray(storeGroup.id, groupIds))),
    store:
      storeIds.length === 0
        ? []
        : await db
            .select({
              id: store.id,
              storeName: store.name,
              storeCode: store.code,
              status: store.status,
            })
            .from(store)
            .where(and(eq(store.companyId, companyId), inArray(store.id, storeIds))),
  };
}

/** Moves the caller's onboarding on from a step; does nothing if they are at another. */
export const advanceOnboarding = (caller: SessionCaller, db: Db, from: number, to: number) =>
  db
    .update(appUser)
    .set({ onboardedStep: to })
    .where(
      and(
        eq(appUser.companyId, caller.companyId),
        eq(appUser.id, caller.id),
        eq(appUser.onboardedStep, from),
      ),
    );

const providerRoles = roleNames.filter((role) => isProvider({ role }));

/** Finds people's names by username: for client staff only of colleagues and provider staff. */
export const selectNames = (db: Db, caller: Caller, usernames: string[]) =>
  db
    .select({
      username: login.username,
      name: fullNameOf(appUser),
    })
    .from(login)
    .innerJoin(appUser, and(eq(appUser.companyId, login.companyId), eq(appUser.id, login.userId)))
    .where(
      and(
        inArray(login.username, usernames),
        isProvider(caller)
          ? undefined
          : or(eq(appUser.companyId, caller.companyId), inArray(appUser.role, providerRoles)),
      ),
    );
