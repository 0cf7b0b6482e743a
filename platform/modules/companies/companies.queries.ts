import { and, count, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { isProvider } from "#contract/base/roles";
import type { Status } from "#contract/base/status";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { company, login, masterRule, song, store, timeSlot } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { nextInvoiceOn, rateToCome } from "../billing/index.ts";

/** The form's columns by the names that its fields have. */
const formColumnsAt = (now: Date) => ({
  billingRate: rateToCome(now),
  companyId: company.code,
  companyName: company.name,
  companyWebsite: company.website,
  country: company.country,
  addressLine: company.addressLine,
  city: company.city,
  state: company.state,
  postalCode: company.postalCode,
  contactName: company.contactName,
  email: company.email,
  commEmail: company.commEmail,
  phoneCountryCode: company.phoneCountryCode,
  phone: company.phone,
  legalName: company.legalName,
  taxStatus: company.taxStatus,
  gstNo: company.gstNo,
  panNo: company.panNo,
  billingPeriodMonths: company.billingPeriodMonths,
  billingStartsOn: company.billingStartsOn,
  timeZone: company.timeZone,
  optimumVolume: company.optimumVolume,
  thresholdVolume: company.thresholdVolume,
  oneSession: company.oneSession,
  waitingTops: company.waitingTops,
  ownSongs: company.ownSongs,
});
const columnsAt = (now: Date) => ({
  ...formColumnsAt(now),
  nextInvoiceOn: nextInvoiceOn(now),
  id: company.id,
  status: company.status,
  companyAdminUserId: company.adminUserId,
  iconFileId: company.iconFileId,
  version: company.version,
});
export type FoundCompany = NonNullable<Awaited<ReturnType<typeof findCompany>>>;
/** Lists the fields that the form stores. */
export type CompanyFields = { [K in keyof ReturnType<typeof formColumnsAt>]: FoundCompany[K] };

/**
 * The client companies that a caller may know of: all of them for provider staff, else their own
 * alone.
 */
export const companiesOf = (caller: Caller): SQL | undefined =>
  isProvider(caller) ? eq(company.kind, "client") : eq(company.id, caller.companyId);

/**
 * The companies the caller may work in: every active client for provider staff, else their own,
 * with the stores of their scope counted (ROL-4).
 */
export const findCompaniesOf = (scope: Scope, db: Db, caller: Caller) =>
  db
    .select({
      id: company.id,
      companyName: company.name,
      country: company.country,
      timeZone: company.timeZone,
      stores: count(store.id),
    })
    .from(company)
    .leftJoin(
      store,
      and(eq(store.companyId, company.id), isProvider(caller) ? undefined : storesWithin(scope)),
    )
    .where(and(companiesOf(caller), isProvider(caller) ? eq(company.status, "active") : undefined))
    .groupBy(company.id)
    .orderBy(company.nameKey);

/** Active ones, those added or changed last first. */
export const findRecentCompanies = (db: Db, caller: Caller, most: number) =>
  db
    .select({ id: company.id, companyName: company.name })
    .from(company)
    .where(and(companiesOf(caller), eq(company.status, "active")))
    .orderBy(desc(company.updatedAt), desc(company.id))
    .limit(most);

export async function findCompany(scope: Scope, db: Db, now: Date) {
  const [row] = await db
    .select(columnsAt(now))
    .from(company)
    .where(eq(company.id, scope.companyId));
  return row;
}

export async function lockCompany(scope: Scope, tx: Tx, now: Date) {
  const [row] = await tx
    .select(columnsAt(now))
    .from(company)
    .where(eq(company.id, scope.companyId))
    .for("update");
  return row;
}

/** Sets the fields given and counts the version up. */
export async function saveCompanyFields(
  scope: Scope,
  tx: Tx,
  change: Partial<CompanyFields>,
  now: Date,
) {
  const { companyId: code, companyName: name, companyWebsite, ...fields } = change;
  const [changed] = await tx
    .update(company)
    .set({
      ...fields,
      code,
      name,
      ...(companyWebsite !== undefined && { website: companyWebsite }),
      version: sql`${company.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(company.id, scope.companyId))
    .returning(columnsAt(now));
  return changed;
}

/** Adds a client company with the time slot for its first rules. */
export async function insertCompany(tx: Tx, form: CompanyFields, adminUserId: string) {
  const { companyId: code, companyName: name, companyWebsite, ...fields } = form;
  const [added] = await tx
    .insert(company)
    .values({ ...fields, code, name, website: companyWebsite, adminUserId, kind: "client" })
    .returning({ id: company.id, companyName: company.name, companyCode: company.code });
  if (!added) throw new Error("insert returned no row");
  // rules belong to time slots: without one a company could never have music
  await tx
    .insert(timeSlot)
    .values({ companyId: added.id, name: "All day", fromMinute: 0, toMinute: 1440 });
  return added;
}

export const countReservedSongs = ({ companyId }: Scope, db: Db): Promise<number> =>
  db.$count(song, eq(song.reservedForId, companyId));

/** Counts the company's rules that let a top of the hour wait. */
export const countWaitingRules = ({ companyId }: Scope, db: Db): Promise<number> =>
  db.$count(masterRule, and(eq(masterRule.companyId, companyId), gt(masterRule.topWaitSeconds, 0)));

export const saveCompanyStatus = (scope: Scope, tx: Tx, status: Status, now: Date) =>
  tx.update(company).set({ status, updatedAt: now }).where(eq(company.id, scope.companyId));

export const saveIcon = (scope: Scope, tx: Tx, iconFileId: string | null) =>
  tx
    .update(company)
    .set({ iconFileId, updatedAt: sql`now()` })
    .where(eq(company.id, scope.companyId));

type UniqueFields = {
  companyCode?: string | undefined;
  email?: string | undefined;
  username?: string | undefined;
};

/**
 * Which of them somebody has already, other than the company excepted; of whichever company, since
 * they are unique over all.
 */
export async function findTaken(
  db: Db,
  { companyCode, email, username }: UniqueFields,
  exceptId: number | undefined,
) {
  const other = exceptId === undefined ? undefined : ne(company.id, exceptId);
  const isCompany = (where: SQL) =>
    sql<boolean>`exists (${db.select({ one: sql`1` }).from(company).where(and(where, other))})`;
  const no = sql<boolean>`false`;
  const isLogin = sql<boolean>`exists (${db
    .select({ one: sql`1` })
    .from(login)
    .where(eq(login.username, username?.toLowerCase() ?? ""))})`;
  const {
    rows: [row],
  } = await db.execute<{ companyCode: boolean; email: boolean; username: boolean }>(sql`select
    ${companyCode === undefined ? no : isCompany(sql`lower(${company.code}) = lower(${companyCode})`)} as "companyCode",
    ${email === undefined ? no : isCompany(sql`lower(${company.email}) = lower(${email})`)} as email,
    ${username === undefined ? no : isLogin} as username`);
  if (!row) throw new Error("select returned no row");
  return row;
}
