import { and, desc, eq, type InferInsertModel, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { companyLicence } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const columns = {
  id: companyLicence.id,
  name: companyLicence.name,
  number: companyLicence.number,
  validFrom: companyLicence.validFrom,
  validTo: companyLicence.validTo,
  stores: companyLicence.stores,
  version: companyLicence.version,
};
type Values = Omit<InferInsertModel<typeof companyLicence>, "companyId" | "id" | "version">;

const within = ({ companyId }: Scope, id: number) =>
  and(eq(companyLicence.companyId, companyId), eq(companyLicence.id, id));

export const findLicences = ({ companyId }: Scope, db: Db) =>
  db
    .select(columns)
    .from(companyLicence)
    .where(eq(companyLicence.companyId, companyId))
    .orderBy(desc(companyLicence.validTo), desc(companyLicence.id));

export async function lockLicence(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(columns)
    .from(companyLicence)
    .where(within(scope, id))
    .for("update");
  return row;
}

export async function insertLicence({ companyId }: Scope, tx: Tx, values: Values) {
  const [added] = await tx
    .insert(companyLicence)
    .values({ companyId, ...values })
    .returning(columns);
  if (!added) throw new Error("insert returned no row");
  return added;
}

/** Replaces its fields and counts the version up. */
export async function saveLicence(scope: Scope, tx: Tx, id: number, values: Values) {
  const [changed] = await tx
    .update(companyLicence)
    .set({ ...values, version: sql`${companyLicence.version} + 1` })
    .where(within(scope, id))
    .returning(columns);
  return changed;
}
