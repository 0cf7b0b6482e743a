import { foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { campaign } from "./campaigns.ts";
import { companyId, createdAt, identity, instant, reference } from "./columns.ts";

/**
 * A link that shows a campaign's proof of play to anybody who has it
 * (docs/decisions/proof-of-play.md). Its token is stored nowhere.
 */
export const proofLink = pgTable(
  "proof_link",
  {
    companyId: companyId(),
    id: identity(),
    campaignId: reference("campaign_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The address that it was emailed to; null if it was shown to the person who made it. */
    sentTo: text("sent_to"),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
    expiresAt: instant("expires_at").notNull(),
    withdrawnAt: instant("withdrawn_at"),
    withdrawnBy: text("withdrawn_by"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("proof_link_campaign").on(t.companyId, t.campaignId),
    // tokens are random, so unique without a constraint; a request with one does not name a company
    index("proof_link_token").on(t.tokenHash),
    foreignKey({
      name: "proof_link_of_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }).onDelete("cascade"),
  ],
);
