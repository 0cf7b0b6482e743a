import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCampaign } from "#contract/ads/campaigns";
import { exportProof, type ProofOfPlay, proofOfPlay, proofPdf } from "#contract/ads/proof";
import { impressionWords, spotKindWords } from "#contract/ads/words";
import { showClock, showDate, showInstant } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import { passDownload, passFile } from "~/lib/api/download.server";
import { load } from "~/lib/session/guard.server";
import { stateOf } from "./campaign-words";
import { dayWords } from "./day-words";
import { graphOf, headOf, partsOf, playTilesOf } from "./delivery.server";
import type { CampaignContext } from "./own-campaign.server";
import { loadProofLinks } from "./proof-links.server";
import { proofTexts as texts } from "./proof-words";

/** The proof of play of a campaign, as its link shows it, with the links that there are. */
export async function loadProof(at: CampaignContext) {
  const { pageContext, id, path } = at;
  const { api, figures } = pageContext;
  const [{ data: campaign }, { data: proof }] = await load(() =>
    Promise.all([
      api.call(findCampaign, { query: { id } }),
      api.call(proofOfPlay, { query: { campaignId: id } }),
    ]),
  );
  return {
    ...headOf(campaign, path),
    proof: showProof(proof, figures),
    links: campaign.mayChange ? await loadProofLinks(at, proof.timeZone) : null,
  };
}

export const downloadProof = (args: LoaderFunctionArgs, { pageContext, id }: CampaignContext) =>
  passDownload(args, (options) =>
    pageContext.api.file(exportProof, { query: { campaignId: id, ...options } }),
  );

export const passProofPdf = async ({ pageContext, id }: CampaignContext): Promise<Response> =>
  passFile(await load(() => pageContext.api.file(proofPdf, { query: { campaignId: id } })));

/** A proof of play in words and figures. */
export function showProof(proof: ProofOfPlay, figures: Figures) {
  const { figure, counted } = figures;
  const { campaign, brand, kind, startsOn, endsOn, delivery, reach, days, timeZone } = proof;
  const plays = counted(delivery.verified, "time");
  const graph = graphOf({ ...delivery, days }, figures);
  const isBegun = ({ booked, makeGoods, verified }: (typeof days)[number]) =>
    booked + makeGoods + verified > 0;
  return {
    company: proof.company,
    title: delivery.verified > 0 ? texts.heard(campaign, plays) : texts.notHeard(campaign),
    state: stateOf(proof.state),
    facts: texts.facts([
      ...(brand === null ? [] : [brand]),
      spotKindWords[kind],
      `${showDate(startsOn)} to ${showDate(endsOn)}`,
    ]),
    reach: texts.reach(
      figure(reach.stores),
      counted(reach.storesBooked, "store"),
      counted(Math.round(reach.openMinutes / 60), "hour"),
    ),
    impressions: impressionWords(proof.impressions, figures),
    tiles: playTilesOf(delivery, figures),
    graph: { ...graph, axes: graph.pointHeader === "Day" ? texts.perDay : texts.perWeek },
    hours: hoursOf(proof, figures),
    spots: proof.spots.map(({ name, seconds, verified }) => ({
      name,
      length: `${seconds} s`,
      verified,
    })),
    days: days
      .filter(isBegun)
      .map((day) => ({ key: day.day, name: dayWords(day.day), code: null, ...duePartsOf(day) })),
    stores: proof.stores.map((store) => ({
      key: store.storeCode,
      name: store.storeName,
      code: store.storeCode,
      ...duePartsOf(store),
    })),
    moreStores:
      proof.storesInAll > proof.stores.length
        ? texts.firstStores(figure(proof.stores.length), counted(proof.storesInAll, "store"))
        : null,
    made: texts.made(showInstant(new Date(proof.madeAt), timeZone)),
  };
}
export type ShownProof = ReturnType<typeof showProof>;

/** Counts of hours that are over: booked + makeGoods + extra = verified + missed. */
const duePartsOf = (counts: Parameters<typeof partsOf>[0]) => ({
  ...partsOf(counts),
  booked: counts.booked,
  makeGoods: counts.makeGoods,
});

/** Verified plays by hour, from the first hour with one to the last. */
function hoursOf({ hours, withoutHour }: ProofOfPlay, { counted }: Figures) {
  const first = hours.findIndex((plays) => plays > 0);
  const last = hours.findLastIndex((plays) => plays > 0);
  const clock = (hour: number) => showClock(hour * 3600);
  const most = Math.max(...hours);
  return {
    title: texts.hoursTitle(clock(hours.indexOf(most)), counted(most, "play")),
    axes: texts.hoursAxes,
    pointHeader: "Hour",
    series: [{ label: "Verified", colour: "info" as const }],
    points:
      first === -1
        ? []
        : hours
            .slice(first, last + 1)
            .map((plays, place) => ({ label: clock(first + place), values: [plays] })),
    note: withoutHour > 0 ? texts.withoutHour(counted(withoutHour, "play")) : null,
  };
}
