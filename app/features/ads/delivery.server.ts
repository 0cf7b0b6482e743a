import type { LoaderFunctionArgs } from "@remix-run/node";
import { type CampaignDetail, findCampaign } from "#contract/ads/campaigns";
import {
  campaignDelivery,
  campaignDeliveryByStore,
  type DeliveryDay,
  type DeliveryFigures,
  StoreDeliveryQuery,
} from "#contract/ads/delivery";
import { type CampaignState, impressionWords } from "#contract/ads/words";
import { addDays, showDate, weekdayOf } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import { mayOpen } from "#contract/base/roles";
import { storePath } from "~/features/stores/paths";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { flightWords, hasDelivery, stateOf } from "./campaign-words";
import { dayWords } from "./day-words";
import { deliveryTexts as texts } from "./delivery-words";
import type { CampaignContext } from "./own-campaign.server";
import { pacingOf } from "./pacing";
import { campaignAsRunPath, campaignDeliveryPath } from "./paths";

const daysShown = 28;
/** A longer flight is drawn by weeks, so that bars stay wide enough to tell apart. */
const mostBars = 31;

const Address = listAddress({
  ...StoreDeliveryQuery.pick({ search: true, behind: true, sort: true, cursor: true }).shape,
  /** The first day of the table of days. */
  day: field.isoDate.optional(),
});

/**
 * Loads the plays of a campaign that were verified, missed and made good: in total, by day, spot
 * and store.
 */
export async function loadDelivery(
  args: LoaderFunctionArgs,
  { pageContext, id, path }: CampaignContext,
) {
  const { api, ids, figures, person } = pageContext;
  const { day, row, ...query } = readQuery(args.request, Address);
  const [{ data: campaign }, { data: delivery }, stores] = await load(() =>
    Promise.all([
      api.call(findCampaign, { query: { id } }),
      api.call(campaignDelivery, { query: { campaignId: id } }),
      api.call(campaignDeliveryByStore, { query: { ...query, campaignId: id } }),
    ]),
  );
  const { search, behind, sort } = query;
  const mayOpenStores = mayOpen(person, "STORES");
  return {
    ...headOf(campaign, path),
    lead: leadOf(campaign.state, delivery, figures),
    tiles: tilesOf(delivery, figures),
    impressions: impressionWords(delivery.impressions, figures),
    hasPlays: delivery.verified > 0,
    pacing: pacingOf(delivery, figures, { isPaused: campaign.state === "PAUSED" }),
    graph: graphOf(delivery, figures),
    days: deliveryDays(delivery.days, { day, here: campaignDeliveryPath(path) }),
    spots: spotsOf(delivery, campaign, figures),
    stores: {
      filters: { search, behind },
      sort,
      row,
      page: stores.page,
      rows: stores.data.map(({ storeId, storeName, storeCode, ...store }) => {
        const ref = ids.encrypt("store", storeId);
        return {
          key: ref,
          name: storeName,
          code: storeCode,
          to: mayOpenStores ? storePath(ref) : null,
          ...partsOf(store),
          owed: store.owed,
          pacing: percent(store.pacing, figures),
          asRun: withMembers(campaignAsRunPath(path), {
            storeId: ref,
            outcome: store.missed > 0 ? "MISSED" : undefined,
          }),
        };
      }),
    },
  };
}

/** Plays of a day, a store or all: booked + makeGoods + extra = verified + missed + toCome. */
export const partsOf = ({
  bookedInAll,
  booked,
  makeGoods,
  makeGoodsAhead,
  extra,
  verified,
  missed,
}: Omit<DeliveryDay, "day">) => ({
  booked: bookedInAll,
  makeGoods: makeGoods + makeGoodsAhead,
  extra,
  verified,
  missed,
  toCome: bookedInAll - booked + makeGoodsAhead,
});

/** Builds the head of each page of a campaign's delivery. */
export const headOf = (campaign: CampaignDetail, path: string) => ({
  name: campaign.name,
  path,
  state: stateOf(campaign.state),
  flight: flightWords(campaign),
});

const percent = (share: number | null, { rounded }: Figures) =>
  share === null ? null : `${rounded(share * 100)}%`;

function leadOf(
  state: CampaignState,
  { pacing, missed, owed }: DeliveryFigures,
  { rounded, counted }: Figures,
): string {
  if (!hasDelivery(state)) return texts.notDelivered;
  if (pacing === null) return state === "CANCELLED" ? texts.cancelled : texts.notYet;
  if (missed === 0) return texts.onTime;
  return owed === 0
    ? texts.caughtUp(counted(missed, "play"))
    : texts.behind(rounded(pacing * 100), counted(missed, "play"));
}

const tilesOf = (delivery: DeliveryFigures, figures: Figures) => [
  ...playTilesOf(delivery, figures),
  { label: "Pacing", value: percent(delivery.pacing, figures) ?? "–" },
];

/** Lists a campaign's booked, made good, extra, verified, missed, coming and owed plays. */
export function playTilesOf(delivery: DeliveryFigures, { figure, rounded }: Figures) {
  const { makeGoodsAhead, owed, delivery: share } = delivery;
  const { booked, makeGoods, extra, verified, missed, toCome } = partsOf(delivery);
  return [
    { label: "Booked", value: figure(booked), note: texts.dueSoFar(figure(delivery.booked)) },
    {
      label: "Make-goods",
      value: figure(makeGoods),
      note: makeGoodsAhead > 0 ? texts.ahead(figure(makeGoodsAhead)) : undefined,
    },
    { label: "Beyond booking", value: figure(extra), note: extra > 0 ? texts.extra : undefined },
    {
      label: "Verified",
      value: figure(verified),
      note: share === null ? undefined : texts.ofAll(rounded(share * 100)),
    },
    {
      label: "Missed",
      value: figure(missed),
      note: delivery.makeGoods > 0 ? texts.beforeMakeGoods : undefined,
    },
    { label: "Still to come", value: figure(toCome) },
    { label: "Owed", value: figure(owed), note: owed > 0 ? texts.owed : undefined },
  ];
}

/** Draws verified and missed plays of the days that have begun; of a long flight by week. */
export function graphOf(
  { days, verified, missed }: DeliveryFigures & { days: DeliveryDay[] },
  figures: Figures,
) {
  const due = days.filter((day) => day.booked + day.makeGoods + day.verified > 0);
  const byWeek = due.length > mostBars;
  const sums = new Map<string, { verified: number; missed: number }>();
  for (const { day, ...counts } of due) {
    const key = byWeek ? addDays(day, -((weekdayOf(day) + 6) % 7)) : day;
    const sum = sums.get(key) ?? { verified: 0, missed: 0 };
    sums.set(key, { verified: sum.verified + counts.verified, missed: sum.missed + counts.missed });
  }
  const [worst] = [...sums].sort(([, one], [, other]) => other.missed - one.missed);
  const played = figures.counted(verified, "play");
  return {
    title:
      !worst || missed === 0
        ? texts.noneMissed(played)
        : texts.verifiedShare(
            missedWhen({ day: worst[0], plays: worst[1].missed }, { missed, byWeek }, figures),
            figures.rounded((100 * verified) / (verified + missed)),
          ),
    axes: byWeek ? texts.perWeek : texts.perDay,
    pointHeader: byWeek ? "Week from" : "Day",
    series: [
      { label: "Verified", colour: "info" as const },
      { label: "Missed", colour: "idle" as const },
    ],
    points: [...sums].map(([day, sum]) => ({
      label: showDate(day).slice(0, 5),
      values: [sum.verified, sum.missed],
    })),
  };
}

/** Says on which day or in which week most plays were missed. */
function missedWhen(
  worst: { day: string; plays: number },
  { missed, byWeek }: { missed: number; byWeek: boolean },
  { figure, counted }: Figures,
): string {
  const when = (byWeek ? texts.inWeek : texts.onDay)(dayWords(worst.day));
  return worst.plays === missed
    ? texts.allMissed(counted(missed, "play"), when)
    : texts.mostMissed(figure(worst.plays), figure(missed), when);
}

/**
 * Picks four weeks of days from `day` on. Without it, picks those that end with the last day due,
 * or the first four weeks if none is.
 */
function deliveryDays(
  days: DeliveryDay[],
  { day, here }: { day: string | undefined; here: string },
) {
  const lastDue = days.findLastIndex(
    ({ booked, makeGoods, verified }) => booked + makeGoods + verified > 0,
  );
  const dayIndex =
    day === undefined
      ? Math.max(0, lastDue + 1 - daysShown)
      : days.findIndex((one) => one.day >= day);
  const first = dayIndex === -1 ? Math.max(0, days.length - daysShown) : dayIndex;
  const before = days[Math.max(0, first - daysShown)];
  const after = days[first + daysShown];
  return {
    rows: days
      .slice(first, first + daysShown)
      .map((one) => ({ day: one.day, dayLabel: dayWords(one.day), ...partsOf(one) })),
    earlier: first > 0 && before ? withMembers(here, { day: before.day }) : null,
    later: after ? withMembers(here, { day: after.day }) : null,
  };
}

type VerifiedPlays = {
  verified: number;
  spots: { spotId: number; name: string; verified: number }[];
};

/**
 * Lists each spot with its share of the verified plays and the share that its weight asks for. A
 * spot that the campaign no longer has gets no such share.
 */
function spotsOf({ verified, spots }: VerifiedPlays, campaign: CampaignDetail, figures: Figures) {
  const weights = campaign.spots.reduce((sum, { weight }) => sum + weight, 0);
  return spots.map(({ spotId, name, verified: plays }) => {
    const weight = campaign.spots.find((spot) => spot.spotId === spotId)?.weight;
    return {
      key: String(spotId),
      name,
      plays,
      share: verified > 0 ? percent(plays / verified, figures) : null,
      shareByWeight: weight === undefined ? null : percent(weight / weights, figures),
    };
  });
}
