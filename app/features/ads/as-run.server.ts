import type { LoaderFunctionArgs } from "@remix-run/node";
import { findCampaign } from "#contract/ads/campaigns";
import { type AsRunPlay, AsRunQuery, campaignAsRun, exportAsRun } from "#contract/ads/delivery";
import { type PlayOutcome, playOutcomeWords } from "#contract/ads/words";
import { showLength, timeIn } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { unverifiedWords } from "#contract/player/words";
import { findStore } from "#contract/stores/endpoints";
import { clockOf } from "#contract/stores/words";
import { storePath } from "~/features/stores/paths";
import { passDownload } from "~/lib/api/download.server";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load } from "~/lib/session/guard.server";
import { spotAudioFor } from "~/lib/songs/audio.server";
import type { Tone } from "~/ui/frame/pill";
import { dayWords } from "./day-words";
import { headOf } from "./delivery.server";
import { asRunTexts as texts } from "./delivery-words";
import type { CampaignContext } from "./own-campaign.server";

const Filters = AsRunQuery.pick({
  from: true,
  to: true,
  storeId: true,
  search: true,
  outcome: true,
});
const Address = listAddress({ ...Filters.shape, cursor: AsRunQuery.shape.cursor });

/** Loads a page of a campaign's booked plays that match the address, each with its outcome. */
export async function loadAsRun(
  args: LoaderFunctionArgs,
  { pageContext, id, path }: CampaignContext,
) {
  const { api, ids, person } = pageContext;
  const { row, ...query } = readQuery(args.request, Address, { ids });
  const { from, to, storeId, search, outcome } = query;
  const mayOpenStores = mayOpen(person, "STORES");
  const [{ data: campaign }, plays, store] = await load(() =>
    Promise.all([
      api.call(findCampaign, { query: { id } }),
      api.call(campaignAsRun, { query: { ...query, campaignId: id } }),
      storeId === undefined || !mayOpenStores
        ? undefined
        : api.call(findStore, { query: { id: storeId } }),
    ]),
  );
  const first = plays.data[0];
  const audible = new Set(campaign.spots.flatMap((spot) => (spot.hasAudio ? spot.spotId : [])));
  const audioOf = (spotId: number | null) =>
    spotId !== null && audible.has(spotId) ? spotAudioFor(pageContext, spotId) : null;
  return {
    ...headOf(campaign, path),
    filters: {
      from,
      to,
      search,
      outcome,
      storeId: storeId === undefined ? undefined : ids.encrypt("store", storeId),
    },
    store: storeId === undefined ? null : (store?.data.storeName ?? first?.storeName ?? null),
    row,
    page: plays.page,
    rows: plays.data.map((play, place) => ({
      key: String(place),
      store: play.storeName,
      to: mayOpenStores ? storePath(ids.encrypt("store", play.storeId)) : null,
      day: dayWords(play.day),
      hour: `${clockOf(play.hour * 60)}–${clockOf((play.hour + 1) * 60)}`,
      due: clockIn(play.timeZone, play.dueAt),
      started: clockIn(play.timeZone, play.startedAt),
      length: play.seconds === null ? null : showLength(play.seconds),
      spot: play.spotName,
      audio: audioOf(play.spotId),
      outcome: outcomeOf(play),
    })),
  };
}

/** "10:05:30" on a store's clock. */
const clockIn = (timeZone: string, at: string | null) =>
  at && timeIn(timeZone, new Date(at)) + at.slice(16, 19);

const tones: Record<PlayOutcome, Tone> = {
  PLAYED: "ok",
  NOT_VERIFIED: "warn",
  NOT_RECEIVED: "bad",
  NOT_IN_LOG: "bad",
  STORE_CLOSED: "bad",
  STORE_INACTIVE: "bad",
  NOT_KEPT: "idle",
  DUE: "idle",
};

const outcomeOf = ({ outcome, reason }: AsRunPlay) => ({
  tone: tones[outcome],
  words: reason
    ? texts.because(playOutcomeWords[outcome], unverifiedWords[reason])
    : playOutcomeWords[outcome],
});

/** Streams the booked plays that match the address's filters as a CSV. */
export async function downloadAsRun(
  args: LoaderFunctionArgs,
  { pageContext, id }: CampaignContext,
): Promise<Response> {
  const query = readFilters(args.request, Filters, { ids: pageContext.ids });
  return passDownload(args, (options) =>
    pageContext.api.file(exportAsRun, { query: { ...query, campaignId: id, ...options } }),
  );
}
