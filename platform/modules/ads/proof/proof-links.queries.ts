import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { type Scope, wholeCompany } from "../../../access/scope.ts";
import { fullNameOf } from "../../../db/full-name.ts";
import { appUser, brandAccount, campaign, company, proofLink } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { newestEmailOf } from "../../emails/index.ts";
import { campaignBrandIds, ofBrand } from "../campaigns/campaign-brand.queries.ts";

const within = ({ companyId }: Scope) => eq(proofLink.companyId, companyId);
const isOpen = (now: Date) => and(isNull(proofLink.withdrawnAt), gt(proofLink.expiresAt, now));

/** Finds the links of a campaign, the newest first, at most 100. */
export const findProofLinks = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select({
      id: proofLink.id,
      createdAt: proofLink.createdAt,
      createdBy: proofLink.createdBy,
      expiresAt: proofLink.expiresAt,
      withdrawnAt: proofLink.withdrawnAt,
      sentTo: proofLink.sentTo,
      email: newestEmailOf("proof-link", proofLink),
    })
    .from(proofLink)
    .where(and(within(scope), eq(proofLink.campaignId, campaignId)))
    .orderBy(desc(proofLink.id))
    .limit(100);

export const countOpenLinks = (scope: Scope, tx: Tx, campaignId: number, now: Date) =>
  tx.$count(proofLink, and(within(scope), eq(proofLink.campaignId, campaignId), isOpen(now)));

export async function insertProofLink(
  scope: Scope,
  tx: Tx,
  values: Omit<typeof proofLink.$inferInsert, "companyId">,
): Promise<number> {
  const [row] = await tx
    .insert(proofLink)
    .values({ ...values, companyId: scope.companyId })
    .returning({ id: proofLink.id });
  if (!row) throw new Error("no link was written");
  return row.id;
}

export async function findProofLink(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select({ campaignId: proofLink.campaignId, expiresAt: proofLink.expiresAt })
    .from(proofLink)
    .where(and(within(scope), eq(proofLink.id, id)));
  return row;
}

/** Withdraws a link; false if it was withdrawn before. */
export async function markWithdrawn(
  scope: Scope,
  tx: Tx,
  id: number,
  by: { username: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(proofLink)
    .set({ withdrawnAt: by.now, withdrawnBy: by.username })
    .where(and(within(scope), eq(proofLink.id, id), isNull(proofLink.withdrawnAt)));
  return rowCount === 1;
}

/**
 * Withdraws the open links of a brand's campaigns that were emailed to people who are no longer a
 * contact of any of the campaign's brands. Gives each with its campaign.
 */
export async function withdrawFromRemoved(
  scope: Scope,
  tx: Tx,
  { brandId, username, now }: { brandId: number; username: string; now: Date },
) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: number; name: string; to: string }>(sql`
    update ${proofLink} set withdrawn_at = ${at}, withdrawn_by = ${username} from ${campaign}
    where ${within(scope)} and ${campaign.companyId} = ${proofLink.companyId} and ${campaign.id} = ${proofLink.campaignId}
      and ${proofLink.withdrawnAt} is null and ${proofLink.expiresAt} > ${at} and ${proofLink.sentTo} is not null
      and ${ofBrand(brandId)} and not exists (select 1 from ${brandAccount} cross join jsonb_array_elements(${brandAccount.contacts}) as contact
        where ${brandAccount.companyId} = ${campaign.companyId} and ${brandAccount.brandId} in (${campaignBrandIds})
          and lower(contact ->> 'email') = lower(${proofLink.sentTo}))
    returning ${campaign.id}::int as id, ${campaign.name} as name, ${proofLink.sentTo} as "to"`);
  return rows;
}

/**
 * Finds the campaign of a link that is open now, whatever the people who made it may see today.
 * Undefined for an unknown, expired or withdrawn token, and while the company is not active.
 */
export async function findOpenLink(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      id: proofLink.id,
      companyId: proofLink.companyId,
      campaignId: proofLink.campaignId,
      expiresAt: proofLink.expiresAt,
    })
    .from(proofLink)
    .innerJoin(company, eq(company.id, proofLink.companyId))
    .where(and(eq(proofLink.tokenHash, tokenHash), isOpen(now), eq(company.status, "active")));
  if (!row) return undefined;
  const { id, companyId, campaignId, expiresAt } = row;
  return { id, scope: wholeCompany(companyId), campaignId, expiresAt };
}

/**
 * Locks an open link and finds what its email says. Undefined once the link has ended, its company
 * is not active, or its sender may no longer sign in.
 */
export async function findLinkToSend(
  { companyId }: Scope,
  db: Db,
  { id, sender, now }: { id: number; sender: { companyId: number; id: number }; now: Date },
) {
  const [row] = await db
    .select({
      tokenHash: proofLink.tokenHash,
      campaignId: proofLink.campaignId,
      createdAt: proofLink.createdAt,
      createdBy: proofLink.createdBy,
      expiresAt: proofLink.expiresAt,
      sentTo: proofLink.sentTo,
      campaign: campaign.name,
      company: company.name,
      timeZone: company.timeZone,
      sender: fullNameOf(appUser),
    })
    .from(proofLink)
    .innerJoin(company, eq(company.id, proofLink.companyId))
    .innerJoin(
      campaign,
      and(eq(campaign.companyId, proofLink.companyId), eq(campaign.id, proofLink.campaignId)),
    )
    .innerJoin(
      appUser,
      and(
        eq(appUser.companyId, sender.companyId),
        eq(appUser.id, sender.id),
        eq(appUser.status, "active"),
      ),
    )
    .where(
      and(
        eq(proofLink.companyId, companyId),
        eq(proofLink.id, id),
        isOpen(now),
        eq(company.status, "active"),
      ),
    )
    .for("update", { of: proofLink });
  return row;
}

export const updateToken = (scope: Scope, tx: Tx, id: number, tokenHash: string) =>
  tx
    .update(proofLink)
    .set({ tokenHash })
    .where(and(within(scope), eq(proofLink.id, id)));

/** For the daily job: deletes links that ended before a time. */
export const deleteOldLinks = (db: Db, before: Date) =>
  db
    .delete(proofLink)
    .where(or(lt(proofLink.expiresAt, before), sql`${proofLink.withdrawnAt} < ${before}`));
