import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  appUser,
  catalogueItem,
  region,
  song,
  songTag,
  store,
  storeGroup,
  userUnit,
  zone,
} from "../db/schema/index.ts";
import type { Scope } from "./scope.ts";

/** An id list as SQL; an empty list matches nothing. */
const within = (column: Parameters<typeof inArray>[0], ids: number[]) =>
  ids.length > 0 ? inArray(column, ids) : sql`false`;

const any = (parts: SQL[]) => sql`(${sql.join(parts, sql` or `)})`;

/**
 * Predicates for the WHERE of a query: the rows of a table that are in the scope, including its
 * company.
 */
export function storesWithin({ companyId, reach }: Scope): SQL {
  const ofCompany = eq(store.companyId, companyId);
  if (reach === "company") return ofCompany;
  const own = [
    within(store.regionId, reach.regionIds),
    within(store.zoneId, reach.zoneIds),
    within(store.groupId, reach.groupIds),
    within(store.id, reach.storeIds),
  ];
  return sql`(${ofCompany} and ${any(own)})`;
}

/**
 * The rows of a table that belong to stores within the scope, or to those of them that the filter
 * matches. For a whole company no store is looked up: joining sixty thousand totals with their
 * stores takes as long as adding them up.
 */
export function ofStoresWithin(
  rows: { companyId: SQLWrapper; storeId: SQLWrapper },
  scope: Scope,
  filter?: SQL,
): SQL {
  const ofCompany = sql`${rows.companyId} = ${scope.companyId}`;
  if (scope.reach === "company" && !filter) return ofCompany;
  return sql`(${ofCompany} and ${rows.storeId} in (select ${store.id} from ${store} where ${and(storesWithin(scope), filter)}))`;
}

/** Matches the caller's own groups and those in the caller's regions and zones. */
export function groupsWithin({ companyId, reach }: Scope): SQL {
  const ofCompany = eq(storeGroup.companyId, companyId);
  if (reach === "company") return ofCompany;
  const own = [
    within(storeGroup.regionId, reach.regionIds),
    within(storeGroup.zoneId, reach.zoneIds),
    within(storeGroup.id, reach.groupIds),
  ];
  return sql`(${ofCompany} and ${any(own)})`;
}

/**
 * Matches zones of the scope, in its regions or around its groups: people may see the path to their
 * own units.
 */
export function zonesWithin({ companyId, reach }: Scope): SQL {
  const ofCompany = eq(zone.companyId, companyId);
  if (reach === "company") return ofCompany;
  const above = sql`exists (select 1 from ${storeGroup} where ${storeGroup.companyId} = ${zone.companyId} and ${storeGroup.zoneId} = ${zone.id} and ${within(storeGroup.id, reach.groupIds)})`;
  return sql`(${ofCompany} and ${any([within(zone.regionId, reach.regionIds), within(zone.id, reach.zoneIds), above])})`;
}

export function regionsWithin(scope: Scope): SQL {
  const ofCompany = eq(region.companyId, scope.companyId);
  if (scope.reach === "company") return ofCompany;
  const above = sql`exists (select 1 from ${zone} where ${zone.companyId} = ${region.companyId} and ${zone.regionId} = ${region.id} and ${zonesWithin(scope)})`;
  return sql`(${ofCompany} and ${any([within(region.id, scope.reach.regionIds), above])})`;
}

/**
 * Songs that are reserved for nobody or for the company that reads; their owner sees all of them
 * (VOC-1).
 */
export const songsWithin = ({ reader }: Scope): SQL =>
  sql`(${song.reservedForId} is null or ${song.reservedForId} = ${reader} or ${song.companyId} = ${reader})`;

/**
 * Items of the library's lists, without the singers, composers and licences that only songs hidden
 * from the reader have, because their names would reveal these songs (VOC-1).
 */
export function itemsWithin(scope: Scope): SQL {
  const { id } = catalogueItem;
  const ofLibrary = sql`${song.companyId} = ${scope.companyId}`;
  const isHidden = sql`${ofLibrary} and ${song.reservedForId} is not null and not ${songsWithin(scope)}`;
  const people = sql`${songTag} join ${song} on ${song.companyId} = ${songTag.companyId} and ${song.id} = ${songTag.songId}`;
  // only a few songs are hidden: for their items alone it is asked whether others have them too
  const hiddenIds = sql`select ${song.licenceId} from ${song} where ${isHidden} and ${song.licenceId} is not null
    union all select ${songTag.itemId} from ${people} where ${isHidden} and ${songTag.kind} <> 'season'`;
  const hasSong = sql`(exists (select 1 from ${people} where ${ofLibrary} and ${songTag.itemId} = ${id} and ${songsWithin(scope)})
    or (${catalogueItem.kind} = 'licence' and exists (select 1 from ${song}
      where ${ofLibrary} and ${song.licenceId} = ${id} and ${songsWithin(scope)})))`;
  return sql`(${scope.reader === scope.companyId} or ${id} not in (${hiddenIds}) or ${hasSong})`;
}

/**
 * Users who have units, all of them in the scope: nobody manages a person of wider
 * scope, or of none (ROL-3). Units count as they do for their user: only those of the user's level,
 * and none for a user of the national level or without a level.
 */
export function usersWithin(scope: Scope): SQL {
  const ofCompany = eq(appUser.companyId, scope.companyId);
  const { reach } = scope;
  if (reach === "company") return ofCompany;
  const ownZones = sql`${eq(zone.companyId, scope.companyId)} and ${any([within(zone.regionId, reach.regionIds), within(zone.id, reach.zoneIds)])}`;
  // not looked up for each user: a search looks at thousands
  const isOwn = any([
    within(userUnit.regionId, reach.regionIds),
    sql`${userUnit.zoneId} in (select ${zone.id} from ${zone} where ${ownZones})`,
    sql`${userUnit.groupId} in (select ${storeGroup.id} from ${storeGroup} where ${groupsWithin(scope)})`,
    sql`${userUnit.storeId} in (select ${store.id} from ${store} where ${storesWithin(scope)})`,
  ]);
  const units = sql`select 1 from ${userUnit} where ${unitOfUser()}`;
  return sql`(${ofCompany} and exists (${units}) and not exists (${units} and not coalesce(${isOwn}, false)))`;
}

/** The units that count for a user: the user's own of the user's level. */
export const unitOfUser =
  () => sql`${userUnit.companyId} = ${appUser.companyId} and ${userUnit.userId} = ${appUser.id}
  and case ${appUser.level} when 'regional' then ${userUnit.regionId} when 'zonal' then ${userUnit.zoneId}
    when 'group' then ${userUnit.groupId} when 'store' then ${userUnit.storeId} end is not null`;

/**
 * True if a store is in a user's scope, to decide whom to notify: the user is national, or one of
 * their units contains the store.
 */
export const userSeesStore =
  () => sql`((${appUser.role} in ('ROLE_Client_Admin', 'ROLE_Client_Admin_Limited')
    and coalesce(${appUser.level}, 'national') = 'national')
  or exists (select 1 from ${userUnit} where ${unitOfUser()} and case ${appUser.level} when 'regional' then ${userUnit.regionId} = ${store.regionId}
    when 'zonal' then ${userUnit.zoneId} = ${store.zoneId} when 'group' then ${userUnit.groupId} = ${store.groupId}
    when 'store' then ${userUnit.storeId} = ${store.id} end))`;
