import { addDays, dateIn } from "#contract/base/dates";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { downloadHeaders, nameFile } from "../../../http/table-file.ts";
import type { Services } from "../../../services.ts";
import { findCampaignSpots } from "../campaigns/campaign-spots.queries.ts";
import { findCampaignUnits } from "../campaigns/campaigns.queries.ts";
import { findOwnCampaign, unitNames } from "../campaigns/own-campaign.service.ts";
import { readLogo } from "../proof/logo.ts";
import { findProofHead } from "../proof/proof.queries.ts";
import { companySettingsOf } from "../settings/store-settings.ts";
import { priceDemand, priceDraft } from "./asked-price.service.ts";
import { findPlaysByWeekday } from "./booking.queries.ts";
import { findStoresOfUnits } from "./booking-facts.queries.ts";
import { datesOf } from "./offers.ts";
import { drawQuote } from "./quote-pdf.ts";

type OwnCampaign = Awaited<ReturnType<typeof findOwnCampaign>>;

/**
 * The quote of a draft, or of a held campaign by the plays that it keeps, as PDF. Throws 404, 403
 * for a campaign with a location outside the caller's own, and 422 on `id` where it is booked
 * already or the company has no rate card.
 */
export async function answerQuotePdf(
  call: ScopedCall & Pick<Services, "files">,
  id: number,
): Promise<Response> {
  const { scope, db, now } = call;
  const campaign = await findOwnCampaign(scope, db, id);
  if (campaign.state !== "DRAFT" && campaign.state !== "HELD")
    throw invalid({ id: "Only a draft or a held campaign has a quote." });
  const head = await findProofHead(scope, db, id);
  if (!head) throw notFound();
  const settings = await companySettingsOf(scope, db);
  const spots = await findCampaignSpots(scope, db, id);
  const { price, listPrice, ...priced } = await priceCampaign(call, campaign, { spots, settings });
  if (price === null || listPrice === null)
    throw invalid({
      id: "Enter a rate card in the ad settings, so that this campaign has a price.",
    });
  const today = dateIn(head.timeZone, now);
  const valid = addDays(today, settings.quoteDays);
  const heldUntil = campaign.holdUntil && dateIn(head.timeZone, campaign.holdUntil);
  const units = await findCampaignUnits(scope, db, [id]);
  const document = {
    company: head.company,
    brand: head.brand,
    country: head.country,
    madeAt: now,
    madeOn: today,
    validUntil: heldUntil && heldUntil < valid ? heldUntil : valid,
    campaign,
    spots,
    locations: unitNames(units),
    terms: settings.quoteTerms,
    ...priced,
    price,
    listPrice,
  };
  const bytes = await drawQuote(document, await readLogo(call.files, head.logoKey));
  const name = await nameFile(call, { fileName: "Quote", subject: campaign.name, day: today });
  const headers = downloadHeaders("application/pdf", `${name}.pdf`);
  return new Response(new Uint8Array(bytes), { headers });
}

/** As its quote prices a draft, and a held campaign by the rates that were fixed with its plays. */
async function priceCampaign(
  call: ScopedCall,
  campaign: OwnCampaign,
  {
    spots,
    settings,
  }: {
    spots: Awaited<ReturnType<typeof findCampaignSpots>>;
    settings: Awaited<ReturnType<typeof companySettingsOf>>;
  },
) {
  const { scope, db } = call;
  const { id, kind } = campaign;
  if (campaign.state === "HELD") {
    const days = datesOf(campaign);
    const demand = await findPlaysByWeekday(scope, db, id);
    const storeIds = [...new Set(demand.map(({ storeId }) => storeId))];
    const rates = { usual: campaign.rate, prime: campaign.primeRate };
    return priceDemand(
      scope,
      db,
      { kind, days, demand },
      { storeIds, spots, rates, discounts: null },
    );
  }
  const storeIds = (await findStoresOfUnits(scope, db, id)).map((store) => store.id);
  return (await priceDraft(call, db, campaign, { storeIds, spots, settings })).priced;
}
