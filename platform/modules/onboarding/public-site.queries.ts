import { eq } from "drizzle-orm";
import type { Testimonial } from "#contract/onboarding/public-site";
import type { Scope } from "../../access/scope.ts";
import { company, publicSite } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export type PublicSite = {
  testimonials: Testimonial[];
  structuredData: string | null;
  version: number;
};

const columns = {
  testimonials: publicSite.testimonials,
  structuredData: publicSite.structuredData,
  version: publicSite.version,
};

/** Undefined until somebody has saved it. */
export async function selectPublicSite(
  { companyId }: Scope,
  db: Db,
): Promise<PublicSite | undefined> {
  const [row] = await db
    .select(columns)
    .from(publicSite)
    .where(eq(publicSite.companyId, companyId));
  return row;
}

/**
 * Reads the site with the provider's row locked until the transaction ends, so that two people who
 * save for the first time do it one after the other.
 */
export async function lockPublicSite(scope: Scope, tx: Tx): Promise<PublicSite | undefined> {
  await tx
    .select({ id: company.id })
    .from(company)
    .where(eq(company.id, scope.companyId))
    .for("update");
  return selectPublicSite(scope, tx);
}

export async function savePublicSite(
  { companyId }: Scope,
  tx: Tx,
  site: PublicSite,
): Promise<void> {
  await tx
    .insert(publicSite)
    .values({ companyId, ...site })
    .onConflictDoUpdate({ target: publicSite.companyId, set: site });
}
