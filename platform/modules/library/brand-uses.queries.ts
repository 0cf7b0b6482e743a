import { and, eq, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { BrandContact } from "#contract/ads/brands";
import { groupBy } from "#contract/base/group-by";
import type { Scope } from "../../access/scope.ts";
import { brandAccount, campaign, spot } from "../../db/schema/index.ts";
import type { Tx } from "../../db/types.ts";
import { type ActorsCall, audit, changedFields } from "../audit/index.ts";

const isAmong = (column: SQLWrapper, ids: number[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::bigint[])`;
const atBrands = ({ companyId }: Scope, ids: number[]) =>
  and(eq(brandAccount.brandCompanyId, companyId), isAmong(brandAccount.brandId, ids));
const spotsOf = ({ companyId }: Scope, ids: number[]) =>
  and(eq(spot.companyId, companyId), isAmong(spot.brandId, ids));

/**
 * Counts what all companies have at a locked brand; locks their accounts, so that none gets
 * contacts.
 */
export async function countBrandUses(scope: Scope, tx: Tx, id: number) {
  await tx.execute(
    sql`select 1 from ${brandAccount} where ${atBrands(scope, [id])} order by ${brandAccount.companyId} for update`,
  );
  const contacts = sql`jsonb_array_length(${brandAccount.contacts})`;
  const [row] = await tx
    .select({ contacts: sql<number>`coalesce(sum(${contacts}), 0)::int` })
    .from(brandAccount)
    .where(and(atBrands(scope, [id]), gt(contacts, 0)));
  return {
    campaigns: await tx.$count(campaign, eq(campaign.brandId, id)),
    spots: await tx.$count(spot, spotsOf(scope, [id])),
    contacts: row?.contacts ?? 0,
  };
}

/**
 * Gives the other brand to the campaigns and spots of these locked brands, and moves all companies'
 * contacts to it. Contacts already there win over others with the same email.
 */
export async function repointBrands(
  scope: Scope,
  tx: Tx,
  { call, merge }: { call: ActorsCall & { now: Date }; merge: BrandMerge },
): Promise<void> {
  const { ids, into } = merge;
  await tx.update(campaign).set({ brandId: into.id }).where(isAmong(campaign.brandId, ids));
  await tx.update(spot).set({ brandId: into.id }).where(spotsOf(scope, ids));
  const accounts = await tx
    .select()
    .from(brandAccount)
    .where(atBrands(scope, [...ids, into.id]))
    .orderBy(brandAccount.companyId, brandAccount.brandId)
    .for("update");
  const changes = [...groupBy(accounts, ({ companyId }) => companyId)].flatMap(
    ([companyId, ofCompany]) => {
      const stays = ofCompany.find(({ brandId }) => brandId === into.id);
      const { contacts = [], version = 0 } = stays ?? {};
      const gone = ofCompany.filter((account) => account !== stays);
      const united = keepFirstOfEmail([...contacts, ...gone.flatMap((from) => from.contacts)]);
      const changed = changedFields({ contacts, version }, { contacts: united });
      return changed ? [{ companyId, contacts: united, version: version + 1, changed }] : [];
    },
  );
  for (const { companyId, contacts, version } of changes)
    await tx
      .insert(brandAccount)
      .values({
        companyId,
        brandCompanyId: scope.companyId,
        brandId: into.id,
        contacts,
        version,
        updatedAt: call.now,
      })
      .onConflictDoUpdate({
        target: [brandAccount.companyId, brandAccount.brandId],
        set: { contacts, version, updatedAt: call.now },
      });
  await audit(
    tx,
    call,
    changes.map(({ companyId, changed: { before, after } }) => ({
      companyId,
      action: "brand contacts changed",
      itemKind: "brand",
      itemId: into.id,
      itemName: into.name,
      before,
      after,
    })),
  );
}
type BrandMerge = { ids: number[]; into: { id: number; name: string } };

function keepFirstOfEmail(contacts: BrandContact[]): BrandContact[] {
  const emails = contacts.map(({ email }) => email.toLowerCase());
  return contacts.filter((_, place) => emails.indexOf(emails[place] ?? "") === place);
}
