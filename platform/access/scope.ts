import { and, eq } from "drizzle-orm";
import type { Endpoint } from "#contract/base/endpoint";
import { isProvider } from "#contract/base/roles";
import { forbidden, invalid, notFound, notSetUp } from "../base/refusal.ts";
import { company } from "../db/schema/index.ts";
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

/** Gives the scope of the library as visitors read it, who belong to no company. */
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
