import type { z } from "zod";
import type { addProofLink, ProofLink } from "#contract/ads/proof";
import { type ProofLinkState, proofLimits } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { drawSecret, hashSecret } from "../../../access/secret.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { findOwnCampaign, itemOf, lockOwnCampaign } from "../campaigns/own-campaign.service.ts";
import {
  countOpenLinks,
  deleteOldLinks,
  findProofLink,
  findProofLinks,
  insertProofLink,
  markWithdrawn,
} from "./proof-links.queries.ts";

const day = 86_400_000;
/** Days that an ended link stays in the list. */
const keptDays = 90;

/**
 * Lists the links of a campaign. Throws 404, and 403 unless the caller owns all its locations:
 * a link shows all of them.
 */
export async function listProofLinks(call: ScopedCall, campaignId: number): Promise<ProofLink[]> {
  const { scope, db, now } = call;
  await findOwnCampaign(scope, db, campaignId);
  return (await findProofLinks(scope, db, campaignId)).map(
    ({ id, createdBy, createdAt, expiresAt, withdrawnAt, sentTo, email }) => ({
      id,
      createdBy,
      sentTo,
      email,
      state: stateOf({ expiresAt, withdrawnAt }, now),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }),
  );
}

function stateOf(
  { expiresAt, withdrawnAt }: { expiresAt: Date; withdrawnAt: Date | null },
  now: Date,
): ProofLinkState {
  if (withdrawnAt) return "withdrawn";
  return expiresAt > now ? "active" : "expired";
}

/**
 * Creates a link; gives its token, which cannot be read again. Throws 404 and 403 as listing does,
 * and 422 for too many open links.
 */
export function addLink(call: ScopedCall, body: z.output<typeof addProofLink.body>) {
  const { scope, now, caller } = call;
  const token = drawSecret();
  const expiresAt = new Date(now.getTime() + body.days * day);
  return call.database.transaction(async (tx) => {
    const campaign = await lockOwnCampaign(scope, tx, body.campaignId);
    await refuseTooMany(scope, tx, { campaignId: campaign.id, more: 1, now });
    const id = await insertProofLink(scope, tx, {
      campaignId: campaign.id,
      tokenHash: hashSecret(token),
      createdAt: now,
      createdBy: caller.username,
      expiresAt,
    });
    const after = { expiresAt: expiresAt.toISOString() };
    await audit(tx, call, [
      { ...itemOf(scope, campaign), action: "proof of play link created", after },
    ]);
    return { id, token, expiresAt: expiresAt.toISOString() };
  });
}

/** Throws 422 if `more` links would give a campaign too many open ones. */
export async function refuseTooMany(
  scope: Scope,
  tx: Tx,
  { campaignId, more, now }: { campaignId: number; more: number; now: Date },
): Promise<void> {
  const most = proofLimits.links;
  const open = await countOpenLinks(scope, tx, campaignId, now);
  if (open + more <= most) return;
  throw invalid({
    "":
      open >= most
        ? `This campaign already has ${most} active links. Withdraw one first.`
        : `This campaign has ${open} active links, and ${most} is the most. Choose fewer contacts or withdraw some.`,
  });
}

/** Withdraws a link, which then stops working. Throws 404 and 403 as listing does. */
export function withdrawLink(call: ScopedCall, id: number): Promise<void> {
  const { scope, now, caller } = call;
  return call.database.transaction(async (tx) => {
    const link = await findProofLink(scope, tx, id);
    if (!link) throw notFound();
    const campaign = await lockOwnCampaign(scope, tx, link.campaignId);
    if (!(await markWithdrawn(scope, tx, id, { username: caller.username, now }))) return;
    const before = { expiresAt: link.expiresAt.toISOString() };
    await audit(tx, call, [
      { ...itemOf(scope, campaign), action: "proof of play link withdrawn", before },
    ]);
  });
}

/** For the daily job: deletes links that ended more than 90 days ago. */
export const forgetOldLinks = (db: Db, now: Date) =>
  deleteOldLinks(db, new Date(now.getTime() - keptDays * day));
