import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { company } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/** Finds a company's publishing settings; undefined for one that is not an active client. */
export async function findPublishSettings({ companyId }: Scope, db: Db) {
  const { timeZone, country, publishMinute, needsApproval, version } = company;
  const [row] = await db
    .select({ timeZone, country, publishMinute, needsApproval, version })
    .from(company)
    .where(
      and(eq(company.id, companyId), eq(company.kind, "client"), eq(company.status, "active")),
    );
  return row;
}
export type PublishSettings = NonNullable<Awaited<ReturnType<typeof findPublishSettings>>>;

const isClient = ({ companyId }: Scope) =>
  and(eq(company.id, companyId), eq(company.kind, "client"));

/** Finds them with the company's name, and locks them until the transaction ends. */
export async function lockPublishing(scope: Scope, tx: Tx) {
  const { name, publishMinute, needsApproval, version } = company;
  const [row] = await tx
    .select({ name, publishMinute, needsApproval, version })
    .from(company)
    .where(isClient(scope))
    .for("update");
  return row;
}

/** Counts the company's version up. */
export const savePublishing = (
  scope: Scope,
  tx: Tx,
  change: Pick<PublishSettings, "publishMinute" | "needsApproval">,
) =>
  tx
    .update(company)
    .set({ ...change, version: sql`${company.version} + 1` })
    .where(isClient(scope));

/** The active clients: for the job that keeps all their days. */
export const findClients = async (db: Db): Promise<number[]> =>
  (
    await db
      .select({ id: company.id })
      .from(company)
      .where(and(eq(company.kind, "client"), eq(company.status, "active")))
      .orderBy(company.id)
  ).map(({ id }) => id);
