import { and, count, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { RequestFilters, RequestQuery } from "#contract/onboarding/endpoints";
import type { Scope } from "../../access/scope.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { naturalOrder } from "../../db/schema/columns.ts";
import { company, publicRequest } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db, Tx } from "../../db/types.ts";
import { newestEmailOf } from "../emails/index.ts";

export type NewRequest = Omit<typeof publicRequest.$inferInsert, "companyId" | "id" | "state">;

/** Writes a visitor's request: its scope is the provider. */
export async function insertRequest(
  { companyId }: Scope,
  tx: Tx,
  request: NewRequest,
): Promise<number> {
  const [added] = await tx
    .insert(publicRequest)
    .values({ ...request, companyId })
    .returning({ id: publicRequest.id });
  if (!added) throw new Error("insert returned no row");
  return added.id;
}

const requestsWithin = (scope: Scope) => eq(publicRequest.companyId, scope.companyId);

const columns = {
  id: publicRequest.id,
  kind: publicRequest.kind,
  state: publicRequest.state,
  companyName: publicRequest.companyName,
  personName: publicRequest.personName,
  email: publicRequest.email,
  phoneCountryCode: publicRequest.phoneCountryCode,
  phone: publicRequest.phone,
  isSuspect: publicRequest.isSuspect,
  createdAt: publicRequest.createdAt,
};
const detailed = {
  ...columns,
  details: publicRequest.details,
  address: publicRequest.address,
  decidedAt: publicRequest.decidedAt,
  decidedBy: publicRequest.decidedBy,
  decision: publicRequest.decision,
  madeCompanyId: publicRequest.madeCompanyId,
};
const withMail = { mail: newestEmailOf("request", publicRequest) };

const sortKeys = {
  received: idKey(publicRequest.id),
  name: textKey(sql`${sql.raw(naturalOrder("coalesce(company_name, person_name)"))} collate "C"`),
} satisfies Record<string, KeyPart>;

function matching(scope: Scope, { search, kind, state, suspect }: RequestFilters): SQL | undefined {
  const { companyName, personName, email } = publicRequest;
  return and(
    requestsWithin(scope),
    containsText(search, companyName, personName, email),
    kind ? eq(publicRequest.kind, kind) : undefined,
    state ? eq(publicRequest.state, state) : undefined,
    suspect ? eq(publicRequest.isSuspect, suspect === "yes") : undefined,
  );
}

/** A page of requests in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findRequestPage(
  scope: Scope,
  db: Db,
  { limit, cursor, sort, ...filters }: RequestQuery,
) {
  const order = keyset([sortKeys[columnOf(sort)], idKey(publicRequest.id)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const rows = await db
    .select({ ...columns, rowKey: order.select })
    .from(publicRequest)
    .where(and(matching(scope, filters), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export const countMatching = (scope: Scope, db: Db, filters: RequestFilters) =>
  db.$count(publicRequest, matching(scope, filters));

export const countRequests = (scope: Scope, db: Db) =>
  db
    .select({ state: publicRequest.state, count: count() })
    .from(publicRequest)
    .where(requestsWithin(scope))
    .groupBy(publicRequest.state);

export async function findRequest(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ ...detailed, ...withMail, madeCompanyName: company.name })
    .from(publicRequest)
    .leftJoin(company, eq(company.id, publicRequest.madeCompanyId))
    .where(and(requestsWithin(scope), eq(publicRequest.id, id)));
  return row;
}

export type Decision = Pick<
  typeof publicRequest.$inferInsert,
  "decidedBy" | "decidedAt" | "decision" | "madeCompanyId"
> & {
  state: "approved" | "declined" | "answered";
};

/**
 * Takes the row until the transaction ends, so that of two who decide at once the second sees what
 * the first did.
 */
export async function lockRequest(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(detailed)
    .from(publicRequest)
    .where(and(requestsWithin(scope), eq(publicRequest.id, id)))
    .for("update");
  return row;
}

/** For an email to the sender that is about to be written: the job knows which request it is. */
export async function findRequestToMail(db: Db, email: { companyId: number; itemId: number }) {
  const [row] = await db
    .select(detailed)
    .from(publicRequest)
    .where(and(eq(publicRequest.companyId, email.companyId), eq(publicRequest.id, email.itemId)));
  return row;
}

export async function deleteRequest(scope: Scope, tx: Tx, id: number): Promise<boolean> {
  const deleted = await tx
    .delete(publicRequest)
    .where(and(requestsWithin(scope), eq(publicRequest.id, id)))
    .returning({ id: publicRequest.id });
  return deleted.length > 0;
}

const decidedKeptDays = 180;
const undecidedKeptDays = 730;

/**
 * Part of the daily clearing, as the privacy policy says: half a year after they were decided, and
 * what nobody decided in two years.
 */
export const forgetOldRequests = (db: Db, now: Date) => {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return db
    .delete(publicRequest)
    .where(
      or(
        lt(publicRequest.decidedAt, before(decidedKeptDays)),
        and(eq(publicRequest.state, "new"), lt(publicRequest.createdAt, before(undecidedKeptDays))),
      ),
    );
};

/** Compares and sets: a request is decided once. */
export async function decideRequest(
  scope: Scope,
  tx: Tx,
  id: number,
  decision: Decision,
): Promise<boolean> {
  const decided = await tx
    .update(publicRequest)
    .set(decision)
    .where(and(requestsWithin(scope), eq(publicRequest.id, id), eq(publicRequest.state, "new")))
    .returning({ id: publicRequest.id });
  return decided.length > 0;
}
