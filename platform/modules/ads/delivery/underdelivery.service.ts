import { isBehind } from "#contract/ads/words";
import { figuresOf } from "#contract/base/country-figures";
import { wholeCompany } from "../../../access/scope.ts";
import { Failures } from "../../../base/failures.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { announceEvents } from "../../webhooks/index.ts";
import { notifyCampaign } from "../campaigns/campaign-notices.service.ts";
import { findLiveCampaignIds } from "../campaigns/campaigns.queries.ts";
import { deliveryOfCampaigns } from "./delivery.service.ts";
import { findUnfinished, markUnderdeliveryNotified } from "./make-goods.queries.ts";
import type { JobCall } from "./make-up-plays.service.ts";

/**
 * Sums the live campaigns within the scope: their number, how many are behind, their plays due
 * so far and the verified ones.
 */
export async function sumLiveDelivery({
  scope,
  db,
  now,
}: Pick<ScopedCall, "scope" | "db" | "now">) {
  const ids = await findLiveCampaignIds(scope, db);
  const figures = [...(await deliveryOfCampaigns(scope, db, ids, now)).values()];
  return {
    live: ids.length,
    behind: figures.filter(isBehind).length,
    due: figures.reduce((sum, { booked }) => sum + booked, 0),
    verified: figures.reduce((sum, { verified }) => sum + verified, 0),
  };
}

/**
 * Notifies those who can act that a campaign is behind while its flight lasts, once a campaign and
 * day: the company's national admins and its creator.
 */
export async function notifyUnderdelivery(jobCall: JobCall): Promise<void> {
  const failures = new Failures();
  for (const key of await findUnfinished(jobCall.database.db, ["LIVE"], jobCall.now))
    await failures.attempt(`campaign ${key.id} of company ${key.companyId}`, () =>
      notifyIfBehind(jobCall, key),
    );
  failures.throwAny("not all campaigns that are behind were notified");
}

type UnfinishedCampaign = Awaited<ReturnType<typeof findUnfinished>>[number];

async function notifyIfBehind(
  { database, now }: JobCall,
  { companyId, id, country, today }: UnfinishedCampaign,
): Promise<void> {
  const scope = wholeCompany(companyId);
  const figures = (await deliveryOfCampaigns(scope, database.db, [id], now)).get(id);
  if (!figures || !isBehind(figures)) return;
  const { pacing, missed } = figures;
  await database.transaction(async (tx) => {
    const campaign = await markUnderdeliveryNotified(scope, tx, id, today);
    if (!campaign) return;
    const fact = { campaignId: id, campaignName: campaign.name, pacing, missedPlays: missed };
    await announceEvents(scope, tx, { kind: "campaign.behind", now, facts: [fact] });
    const { counted, rounded } = figuresOf(country);
    await notifyCampaign(
      scope,
      tx,
      { id, createdBy: campaign.createdBy },
      {
        kind: "WARN",
        title: `Campaign “${campaign.name}” is behind`,
        detail: `Stores played ${rounded((pacing ?? 0) * 100)}% of the plays due so far, and missed ${counted(missed, "play")}.`,
      },
    );
  });
}
