import { eq, sql } from "drizzle-orm";
import { findProviderId } from "../../access/scope.ts";
import { billingSetting, company } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export type FoundSettings = typeof billingSetting.$inferSelect;

/** The provider's settings, its zone and its id; without a provider there is nothing to bill. */
export async function findBilling(
  db: Db | Tx,
): Promise<{ providerId: number; zone: string; settings: FoundSettings | undefined } | undefined> {
  const providerId = await findProviderId(db);
  if (providerId === undefined) return undefined;
  const [row] = await db
    .select({ zone: company.timeZone, settings: billingSetting })
    .from(company)
    .leftJoin(billingSetting, eq(billingSetting.companyId, company.id))
    .where(eq(company.id, providerId));
  return row && { providerId, zone: row.zone, settings: row.settings ?? undefined };
}

/** Issuing takes a share lock, so that the signature it names is not deleted at the same moment. */
export async function lockSettings(
  tx: Tx,
  providerId: number,
  strength: "update" | "share" = "update",
): Promise<FoundSettings | undefined> {
  const [row] = await tx
    .select()
    .from(billingSetting)
    .where(eq(billingSetting.companyId, providerId))
    .for(strength);
  return row;
}

export async function saveSettings(
  tx: Tx,
  values: Omit<typeof billingSetting.$inferInsert, "version">,
): Promise<FoundSettings> {
  const { companyId: _, ...fields } = values;
  const [saved] = await tx
    .insert(billingSetting)
    .values(values)
    .onConflictDoUpdate({
      target: billingSetting.companyId,
      set: { ...fields, version: sql`${billingSetting.version} + 1`, updatedAt: sql`now()` },
    })
    .returning();
  if (!saved) throw new Error("insert returned no row");
  return saved;
}
