import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BrandContact } from "#contract/ads/brands";
import type { ProofContact } from "#contract/ads/proof";
import type { Scope } from "../../../access/scope.ts";
import { idKey, keyset, type PageRequest, textKey } from "../../../db/keyset.ts";
import { brandAccount, campaign, catalogueItem } from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { campaignBrandIds } from "../campaigns/campaign-brand.queries.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";

type Library = Pick<Scope, "companyId">;

/** Matches a brand's account at the company; a brand that never had contacts has none. */
const ofBrand = (scope: Scope) =>
  and(eq(brandAccount.companyId, scope.companyId), eq(brandAccount.brandId, catalogueItem.id));
const contactCount = sql<number>`coalesce(jsonb_array_length(${brandAccount.contacts}), 0)`;

/** Matches a brand of the company's own list or of the library's. */
const isBrandFor = (scope: Scope, library: Library) =>
  and(
    sql`${catalogueItem.companyId} in (${scope.companyId}, ${library.companyId})`,
    eq(catalogueItem.kind, "brand"),
  );

/** Matches the company's own brands, and the library's that it uses or has contacts at. */
const isListed = (scope: Scope, library: Library, search: string | undefined): SQL | undefined =>
  and(
    isBrandFor(scope, library),
    containsText(search, catalogueItem.name),
    sql`(${catalogueItem.companyId} = ${scope.companyId}
      or ${catalogueItem.id} in (select ${campaign.brandId} from ${campaign} where ${campaign.companyId} = ${scope.companyId})
      or ${contactCount} > 0)`,
  );

export type BrandListQuery = PageRequest & { search?: string | undefined };

/** Finds a page of brands by name. Throws 422 for a cursor that is not ours. */
export async function findBrandPage(
  scope: Scope,
  db: Db,
  library: Library,
  { limit, cursor, search }: BrandListQuery,
) {
  const order = keyset([textKey(catalogueItem.nameKey), idKey(catalogueItem.id)], {
    descending: false,
    cursor,
  });
  const rows = await db
    .select({
      id: catalogueItem.id,
      name: catalogueItem.name,
      contacts: contactCount,
      rowKey: order.select,
    })
    .from(catalogueItem)
    .leftJoin(brandAccount, ofBrand(scope))
    .where(and(isListed(scope, library, search), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

export async function countBrands(
  scope: Scope,
  db: Db,
  library: Library,
  search: string | undefined,
): Promise<number> {
  const [row] = await db
    .select({ brands: sql<number>`count(*)::int` })
    .from(catalogueItem)
    .leftJoin(brandAccount, ofBrand(scope))
    .where(isListed(scope, library, search));
  return row?.brands ?? 0;
}

/** Finds the brands of the campaigns within the scope, by name. */
export const findCampaignBrands = (scope: Scope, db: Db, library: Library) =>
  db
    .select({ id: catalogueItem.id, name: catalogueItem.name })
    .from(catalogueItem)
    .where(
      and(
        isBrandFor(scope, library),
        sql`${catalogueItem.id} in (select of_campaign.id from ${campaign}
          cross join lateral (${campaignBrandIds}) as of_campaign(id) where ${campaignsWithin(scope)})`,
      ),
    )
    .orderBy(catalogueItem.nameKey, catalogueItem.id);

/** Finds a brand with its contacts; `companyId` is that of its list. */
export async function findBrand(scope: Scope, db: Db, library: Library, id: number) {
  const [row] = await db
    .select({
      id: catalogueItem.id,
      name: catalogueItem.name,
      companyId: catalogueItem.companyId,
      contacts: sql<BrandContact[]>`coalesce(${brandAccount.contacts}, '[]')`,
      version: sql<number>`coalesce(${brandAccount.version}, 0)`,
    })
    .from(catalogueItem)
    .leftJoin(brandAccount, ofBrand(scope))
    .where(and(isBrandFor(scope, library), eq(catalogueItem.id, id)));
  return row;
}

/**
 * Locks a brand's account until the transaction ends; inserts it first if there is none. Undefined
 * if the brand was deleted meanwhile.
 */
export async function lockBrandAccount(
  scope: Scope,
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
) {
  const key = { companyId: scope.companyId, brandId: id };
  await tx
    .insert(brandAccount)
    .values({ ...key, brandCompanyId: companyId, version: 0 })
    .onConflictDoNothing();
  const [row] = await tx
    .select({ contacts: brandAccount.contacts, version: brandAccount.version })
    .from(brandAccount)
    .where(and(eq(brandAccount.companyId, scope.companyId), eq(brandAccount.brandId, id)))
    .for("update");
  return row;
}

export const updateContacts = (
  scope: Scope,
  tx: Tx,
  id: number,
  { contacts, now }: { contacts: BrandContact[]; now: Date },
) =>
  tx
    .update(brandAccount)
    .set({ contacts, version: sql`${brandAccount.version} + 1`, updatedAt: now })
    .where(and(eq(brandAccount.companyId, scope.companyId), eq(brandAccount.brandId, id)));

/**
 * Keeps the contacts of a campaign's brands as they are until the transaction ends, so that a link
 * for one of them is there for whoever removes them.
 */
export const holdCampaignContacts = (scope: Scope, tx: Tx, campaignId: number) =>
  tx.execute(sql`select 1 from ${brandAccount} where ${brandAccount.companyId} = ${scope.companyId}
    and ${brandAccount.brandId} in (select of_campaign.id from ${campaign} cross join lateral (${campaignBrandIds}) as of_campaign(id)
      where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId})
    order by ${brandAccount.brandId} for share`);

/** Finds the contacts of a campaign's brands, each address once, by brand and name. */
export async function findCampaignContacts(
  scope: Scope,
  db: Db,
  campaignId: number,
): Promise<ProofContact[]> {
  const { rows } = await db.execute<ProofContact>(sql`
    select * from (select distinct on (lower(contact ->> 'email')) ${catalogueItem.name} as brand, contact ->> 'name' as name,
        contact ->> 'role' as role, contact ->> 'email' as email
      from ${campaign} join ${brandAccount} on ${brandAccount.companyId} = ${campaign.companyId} and ${brandAccount.brandId} in (${campaignBrandIds})
        join ${catalogueItem} on ${catalogueItem.companyId} = ${brandAccount.brandCompanyId} and ${catalogueItem.id} = ${brandAccount.brandId}
        cross join jsonb_array_elements(${brandAccount.contacts}) as contact
      where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId}
      order by lower(contact ->> 'email'), ${catalogueItem.nameKey}) as each_once
    order by fold_text(brand) collate "C", fold_text(name) collate "C", email`);
  return rows;
}
