import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  CampaignQuery,
  type CampaignRow,
  type ListedCampaign,
  listCampaigns,
} from "#contract/ads/campaigns";
import { spotChoices } from "#contract/ads/spots";
import { isBehind, spotKindWords } from "#contract/ads/words";
import type { Answer } from "#contract/base/endpoint";
import { orNothing } from "~/lib/api/deadline.server";
import { encryptOptional } from "~/lib/api/identifiers.server";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  encryptUnits,
  loadLocations,
  redirectFromMisplaced,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { weekdayWords } from "~/lib/stores/hours-words";
import { flightWords, hasDelivery, locationWords, stateOf } from "./campaign-words";
import { campaignsFinding } from "./finding";
import { campaignDeliveryPath, campaignPath } from "./paths";
import { priceWords } from "./quote-words.server";
import { campaignsTexts as texts } from "./texts";

const Filters = CampaignQuery.omit({
  companyId: true,
  storeId: true,
  cursor: true,
  limit: true,
  sort: true,
});
const Address = listAddress({
  ...Filters.shape,
  ...CampaignQuery.pick({ cursor: true, sort: true }).shape,
});

/**
 * Reads the list's filters for an action on all campaigns that match. Throws 422 for a filter that
 * is malformed.
 */
export const readCampaignFilters = (request: Request, { ids }: PageContext) =>
  readFilters(request, Filters, { ids });

/** A page of the campaigns that match the filters of the address. */
export async function loadCampaigns({ request }: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, ids } = pageContext;
  const { row, ...query } = readQuery(request, Address, { ids });
  const [campaigns, locations, spots] = await load(() =>
    Promise.all([
      api.call(listCampaigns, { query }),
      loadLocations(pageContext),
      api.call(spotChoices, { query: {} }),
    ]),
  );
  redirectFromMisplaced(request, locations, query);
  const { search, state, kind, from, to, sort } = query;
  const filters = {
    search,
    state,
    kind,
    from,
    to,
    ...encryptUnits(query, ids),
    brandId: encryptOptional(ids, "item", query.brandId),
  };
  const isFiltered = Object.values(filters).some(Boolean);
  return {
    filters,
    // the finding is about all live campaigns, so a filtered list has none
    finding: isFiltered
      ? undefined
      : campaignsFinding(await loadLive(pageContext, campaigns), pageContext.figures),
    choices: {
      ...unitChoices(locations, query, ids),
      brands: spots.data.brands.map(({ id, name }) => ({
        value: ids.encrypt("item", id),
        label: name,
      })),
    },
    sort,
    row,
    page: campaigns.page,
    rows: campaigns.data.map((campaign) => ({
      ...shownCampaign(campaign, pageContext),
      delivery: shownDelivery(campaign, pageContext),
    })),
  };
}

/** Milliseconds that the list waits for its heading. */
const deadline = 300;
const mostLive = 100;

/** Gives the live campaigns: of the page if it has all campaigns, else loaded if there is time. */
async function loadLive(
  { api }: Pick<PageContext, "api">,
  { data, page }: Answer<typeof listCampaigns>,
): Promise<ListedCampaign[]> {
  if (page.total === data.length) return data.filter(({ state }) => state === "LIVE");
  const answer = await orNothing(
    deadline,
    api.call(listCampaigns, { query: { state: "LIVE", limit: mostLive } }),
  );
  return answer?.data ?? [];
}

/** A campaign in words, as its list and its own page have it. */
export function shownCampaign(
  campaign: CampaignRow,
  { ids, figures }: Pick<PageContext, "ids" | "figures">,
) {
  const { id, name, brandName, kind, state, stores, wantedPlays, takenPlays, weekdays } = campaign;
  return {
    path: campaignPath(ids.encrypt("campaign", id)),
    name,
    brand: brandName ?? texts.noBrand,
    value: campaign.price === null ? null : priceWords(campaign.price, figures),
    stores,
    wantedPlays,
    takenPlays,
    kind: spotKindWords[kind],
    state: stateOf(state),
    flight: flightWords(campaign),
    weekdays: weekdayWords(weekdays),
    locations: locationWords(campaign, figures),
  };
}

/**
 * Says how many of a campaign's plays are delivered, due and missed, in words and as shares of all;
 * null while nothing is to be delivered.
 */
export function shownDelivery(
  {
    id,
    state,
    delivery: of,
  }: Pick<ListedCampaign, "id" | "state"> & {
    delivery: Pick<ListedCampaign["delivery"], "delivery" | "elapsed" | "pacing" | "owed">;
  },
  { ids, figures }: { ids: Pick<PageContext["ids"], "encrypt">; figures: PageContext["figures"] },
) {
  if (!hasDelivery(state) || of.delivery === null || of.elapsed === null) return null;
  const { figure, rounded } = figures;
  return {
    path: campaignDeliveryPath(campaignPath(ids.encrypt("campaign", id))),
    share: Math.min(1, of.delivery),
    due: of.elapsed,
    words: texts.delivered(rounded(of.delivery * 100)),
    pacing:
      of.pacing === null
        ? texts.notDue
        : of.elapsed < 1
          ? texts.pacing(rounded(of.pacing * 100))
          : null, // once all plays are due, the share of due is the share of all
    isBehind: state === "LIVE" && isBehind(of),
    owed: of.owed > 0 ? texts.owed(figure(of.owed)) : null,
  };
}
