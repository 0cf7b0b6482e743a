import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Endpoint } from "#contract/base/endpoint";
import { isProvider } from "#contract/base/roles";
import { forbidden, invalid, notFound, notSetUp } from "../base/refusal.ts";
import {
  appUser,
  catalogueItem,
  company,
  region,
  song,
  songTag,
  store,
  storeGroup,
  userUnit,
  zone,
} from "../db/schema/index.ts";
import type { Db } from "../db/types.ts";
import type { Caller } from "./caller.ts";

declare const brand: unique symbol;
/**
 * The part of one company that a caller sees. Only this file makes one; every query of tenant
 * tables takes one first.
 */
export type Scope = {
  readonly companyId: number;
  /** The caller's own units, or "company" for all of it. */
  readonly reach: "company" | Caller["units"];
  /** The company that the library's songs are read for; 0 for visitors, who have none. */
  readonly reader: number;
  readonly [brand]: true;
};

/**
 * Gives the scope of a caller in a company. Client staff are always in their own (CTX-2): any other
 * id is refused with 403. Provider staff name a client company: 422 without, 404 for one
 * that does not exist.
 */
export async function scopeOf(
  db: Db,
  caller: Caller,
  companyId: number | undefined,
): Promise<Scope> {
  if (!isProvider(caller)) {
    if (companyId !== undefined && companyId !== caller.companyId) throw forbidden();
    return {
      companyId: caller.companyId,
      reach: reachOf(caller),
      reader: caller.companyId,
    } as Scope;
  }
  if (companyId === undefined) throw invalid({ companyId: "Please select Company" });
  const [row] = await db
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, companyId), eq(company.kind, "client")));
  if (!row) throw notFound();
  return wholeCompany(companyId);
}

/**
 * Gives the scope of a call, of the kind that its endpoint names; undefined for kind "none".
 * Throws as scopeOf does, and 503 if the provider is needed and there is none.
 */
export async function resolveScope(
  db: Db,
  caller: Caller | undefined,
  { scope }: Pick<Endpoint, "scope">,
  query: { companyId?: number | undefined } | undefined,
): Promise<Scope | undefined> {
  if (scope === "none") return undefined;
  if (scope === "provider") return caller ? libraryScope(db, caller) : providerScope(db);
  if (scope === "library" && caller) return librarySeenBy(db, caller, query?.companyId);
  if (!caller) throw new Error(`a call of a stranger has no scope ${scope}`);
  return (scope === "people" ? peopleScopeOf : scopeOf)(db, caller, query?.companyId);
}

/**
 * Where a caller manages people: client staff in their own company, provider staff among themselves
 * or in the client's company they name.
 */
export const peopleScopeOf = async (
  db: Db,
  caller: Caller,
  companyId: number | undefined,
): Promise<Scope> =>
  isProvider(caller) && (companyId === undefined || companyId === caller.companyId)
    ? wholeCompany(caller.companyId)
    : scopeOf(db, caller, companyId);

/**
 * The provider's music library, which everyone reads for their own company whose areas let them.
 * Throws 503 while there is no provider.
 */
export const libraryScope = async (db: Db, caller: Caller): Promise<Scope> =>
  isProvider(caller) ? wholeCompany(caller.companyId) : libraryFor(db, caller);

/**
 * The library as the caller's company reads it, or as the one that provider staff name, where they
 * choose songs for it. Throws as scopeOf and libraryScope do.
 */
export const librarySeenBy = async (
  db: Db,
  caller: Caller,
  companyId: number | undefined,
): Promise<Scope> =>
  companyId === undefined
    ? libraryScope(db, caller)
    : libraryFor(db, await scopeOf(db, caller, companyId));

/**
 * Gives the library as one company reads it, whoever asks: the songs for its charts and events.
 * Throws 503 while there is no provider.
 */
export const libraryFor = async (
  db: Db,
  { companyId }: Pick<Scope, "companyId">,
): Promise<Scope> => ({
  ...(await providerScope(db)),
  reader: companyId,
});

/**
 * Gives visitors' scope of the provider company: they write to it and see the public part of its
 * library. Throws 503 while there is none.
 */
export async function providerScope(db: Db): Promise<Scope> {
  const providerId = await findProviderId(db);
  if (providerId === undefined) throw notSetUp();
  return toVisitors(wholeCompany(providerId));
}

/** A scope of the library as visitors read it, who are of no company. */
export const toVisitors = (library: Scope): Scope => ({ ...library, reader: 0 });

/** A constraint allows one provider company; undefined until the server is set up. */
export async function findProviderId(db: Db): Promise<number | undefined> {
  const [provider] = await db
    .select({ id: company.id })
    .from(company)
    .where(eq(company.kind, "provider"));
  return provider?.id;
}

/** The time zone of the scope's company, by which its dates begin. */
export async function findTimeZone(
  { companyId }: Pick<Scope, "companyId">,
  db: Db,
): Promise<string> {
  const [row] = await db
    .select({ timeZone: company.timeZone })
    .from(company)
    .where(eq(company.id, companyId));
  if (!row) throw new Error("a scope's company is gone");
  return row.timeZone;
}

/** The scope's company as files are named by it. */
export async function findCompanyCode(
  { companyId }: Pick<Scope, "companyId">,
  db: Db,
): Promise<string> {
  const [row] = await db
    .select({ code: company.code })
    .from(company)
    .where(eq(company.id, companyId));
  if (!row) throw new Error("a scope's company is gone");
  return row.code;
}

/**
 * Gives the whole scope of a company, for work that the platform does by itself (jobs, demo),
 * without a person.
 */
export const wholeCompany = (companyId: number): Scope =>
  ({ companyId, reach: "company", reader: companyId }) as Scope;

/** National: a Client_Admin or Client_Admin_Limited with no level or the national one (CTX-3). */
export const isNational = (caller: Caller) =>
  (caller.role === "ROLE_Client_Admin" || caller.role === "ROLE_Client_Admin_Limited") &&
  (caller.level === null || caller.level === "national");

const reachOf = (caller: Caller): Scope["reach"] => (isNational(caller) ? "company" : caller.units);

type UnitPath = {
  regionId: number | null;
  zoneId: number | null;
  groupId: number | null;
  storeId?: number | null;
};

/**
 * True if the caller owns a unit, given its path: with the whole company every unit, else a unit
 * with one of its ids in their own list (CTX-3).
 */
export function owns(
  { reach }: Scope,
  { regionId, zoneId, groupId, storeId = null }: UnitPath,
): boolean {
  if (reach === "company") return true;
  const has = (ids: number[], id: number | null) => id !== null && ids.includes(id);
  return (
    has(reach.regionIds, regionId) ||
    has(reach.zoneIds, zoneId) ||
    has(reach.groupIds, groupId) ||
    has(reach.storeIds, storeId)
  );
}

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

/** Groups that are theirs or in a region or zone of theirs; a store-level user has none. */
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
 * Zones that are theirs, or in a region of theirs, or contain a group of theirs: the path to what
 * is theirs is no secret.
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
  // of the few hidden songs once for all items, of the many others for those items alone
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
