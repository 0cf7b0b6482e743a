import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { campaignHistory } from "#contract/ads/campaign-records";
import { type CampaignDetail, findCampaign } from "#contract/ads/campaigns";
import { campaignDelivery } from "#contract/ads/delivery";
import { hoursWithPlays } from "#contract/ads/plays";
import {
  actsIn,
  breakPositionWords,
  type CampaignState,
  refusalWords,
  spotKindWords,
} from "#contract/ads/words";
import { dateIn, showInstant, showLength } from "#contract/base/dates";
import * as field from "#contract/base/fields";
import type { Figures } from "#contract/base/figures";
import { parseAmount } from "#contract/base/money";
import { paging } from "#contract/base/pages";
import { mayOpen } from "#contract/base/roles";
import { clockOf } from "#contract/stores/words";
import { storePath } from "~/features/stores/paths";
import { changesOf } from "~/lib/audit/audit-change";
import { withNames } from "~/lib/audit/people.server";
import { readQuery } from "~/lib/forms/forms.server";
import { findCompanies, zoneOf } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { spotAudioFor } from "~/lib/songs/audio.server";
import { hoursWords } from "~/lib/stores/hours-words";
import { withMembers } from "~/ui/frame/address";
import { describeState } from "./campaign-changes";
import { campaignConfirmations, loadCampaignToAct } from "./campaign-confirmations.server";
import {
  blackoutStoreWords,
  flightAndDays,
  goalWords,
  hasDelivery,
  preemptedWords,
  priorityWords,
} from "./campaign-words";
import { shownCampaign } from "./campaigns.server";
import { dayWords } from "./day-words";
import type { CampaignContext } from "./own-campaign.server";
import { pacingOf } from "./pacing";
import {
  availabilityPath,
  campaignBookPath,
  campaignCopyPath,
  campaignEditPath,
  campaignFlightPath,
} from "./paths";
import { graphOf, mapOf } from "./plays-by-day";
import { campaignTexts } from "./texts";

const entriesShown = 10;

const Address = z.object({
  /** The first day of the heat map. */
  day: field.isoDate.optional(),
  /** Starts the older changes of the history. */
  older: paging.cursor,
});

/**
 * One campaign as its page shows it. Throws 404 for an id that was tampered with, and for a
 * campaign that the caller does not see.
 */
export async function loadCampaign(args: LoaderFunctionArgs, at: CampaignContext) {
  const { pageContext, id, path } = at;
  const { api, ids, figures, person } = pageContext;
  const { day, older } = readQuery(args.request, Address);
  const [{ data }, history, { company }] = await load(() =>
    Promise.all([
      api.call(findCampaign, { query: { id } }),
      api.call(campaignHistory, { query: { id, limit: entriesShown, cursor: older } }),
      findCompanies(args.context, pageContext),
    ]),
  );
  const [campaign = data] = await withNames(pageContext, [data], "createdBy", "approvalAskedBy");
  const delivery = hasDelivery(campaign.state)
    ? (await load(() => api.call(campaignDelivery, { query: { campaignId: id } }))).data
    : null;
  const timeZone = zoneOf(company);
  return {
    ...shownCampaign(campaign, pageContext),
    mayChange: campaign.mayChange,
    hasDelivery: hasDelivery(campaign.state),
    actions: campaign.mayChange ? actionsOf(campaign.state, path) : [],
    questions: campaign.mayChange ? await questionsOf(campaign, at) : [],
    isGoingIntoLogs: campaign.logs?.inForceAt === null,
    notes: notesOf(campaign, timeZone, figures),
    facts: campaignFacts(campaign, timeZone, pageContext),
    spots: campaign.spots.map(({ spotId, seconds, hasAudio, ...spot }) => ({
      ...spot,
      key: String(spotId),
      length: showLength(seconds),
      audio: hasAudio ? spotAudioFor(pageContext, spotId) : null,
    })),
    pacing: delivery && pacingOf(delivery, figures, { isPaused: campaign.state === "PAUSED" }),
    graph: graphOf(campaign, figures),
    map: mapOf(campaign.days, { path, day: day ?? dateIn(timeZone, new Date()) }),
    shortfall: {
      total: figures.figure(campaign.shortfallPlays),
      rows: campaign.shortfall.map(({ storeId, storeName, missing, because }) => ({
        key: String(storeId),
        name: storeName,
        missing,
        to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null,
        because: because === "FULL" ? campaignTexts.full : campaignTexts.left,
      })),
    },
    refused: campaign.refused.map(({ storeId, storeName, day, because, hours }) => ({
      key: `${storeId} ${day} ${because}`,
      name: storeName,
      day: dayWords(day),
      because: refusalWords[because],
      to: mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null,
      plays: hours.reduce((sum, { plays }) => sum + plays, 0),
      hours: hours.map(({ hour }) => clockOf(hour * 60)).join(", "),
    })),
    availabilityTo: withMembers(
      availabilityPath,
      availabilityOf(campaign, ids.encrypt("campaign", id)),
    ),
    history: {
      entries: (await withNames(pageContext, history.data, "who")).map(
        ({ id, at, who, action, before, after }) => ({
          key: String(id),
          at: showInstant(new Date(at), timeZone),
          title: `${action.charAt(0).toUpperCase()}${action.slice(1)} by ${who}`,
          changes: changesOf(
            {
              itemKind: "campaign",
              before: describeState(before, campaign, figures),
              after: describeState(after, campaign, figures),
            },
            { timeZone, figures },
          ).changes,
        }),
      ),
      older: history.page.next ? withMembers(path, { older: history.page.next }) : null,
      newer: history.page.prev ? withMembers(path, { older: history.page.prev }) : null,
    },
  };
}

/** Says what a person should know about the campaign, in sentences. */
function notesOf(campaign: CampaignDetail, timeZone: string, figures: Figures): string[] {
  const { holdUntil, approvalAskedBy, state, shortfallPlays, refusedPlays } = campaign;
  const { figure, counted } = figures;
  return [
    ...(holdUntil ? [campaignTexts.heldUntil(showInstant(new Date(holdUntil), timeZone))] : []),
    ...(approvalAskedBy ? [campaignTexts.toApprove(approvalAskedBy)] : []),
    ...(state === "DRAFT" ? [campaignTexts.draft] : []),
    ...logNotes(campaign, timeZone, figures),
    ...(shortfallPlays > 0
      ? [campaignTexts.someMissing(figure(shortfallPlays), figure(campaign.wantedPlays))]
      : []),
    ...(refusedPlays > 0 ? [campaignTexts.refused(counted(refusedPlays, "play"))] : []),
    ...(campaign.mayChange ? [] : [campaignTexts.notYours]),
  ];
}

function logNotes({ logs }: CampaignDetail, timeZone: string, { counted }: Figures): string[] {
  if (!logs) return [];
  const stores = counted(logs.stores, "store");
  const show = (at: string) => showInstant(new Date(at), timeZone);
  return [
    logs.inForceAt === null
      ? campaignTexts.goingIntoLogs(show(logs.changedAt), stores)
      : campaignTexts.inLogs(show(logs.inForceAt), stores),
  ];
}

/** Lists the links that fit a campaign's state, the main action last. */
function actionsOf(state: CampaignState, path: string) {
  const isDraft = state === "DRAFT";
  const isOver = actsIn[state].length === 0;
  const action = (label: string, to: string, isMain = false) => ({ label, to, isMain });
  return [
    ...(isOver
      ? [action("Copy", campaignCopyPath(path))]
      : [action("Edit", campaignEditPath(path))]),
    ...(isOver || isDraft ? [] : [action("Change dates", campaignFlightPath(path))]),
    ...(isDraft ? [action("Hold or book", campaignBookPath(path), true)] : []),
    ...(state === "HELD" ? [action("Book", campaignBookPath(path), true)] : []),
  ];
}

/** Lists the questions that confirm the changes possible in a campaign's state. */
async function questionsOf(campaign: CampaignDetail, { pageContext, id, path }: CampaignContext) {
  const item = await loadCampaignToAct(campaign, path, pageContext);
  const acts =
    campaign.state === "DRAFT"
      ? (["remove"] as const)
      : actsIn[campaign.state].filter(
          (act) => act !== "book" && act !== "approve" && act !== "decline",
        );
  return acts.map((act) => ({
    ...campaignConfirmations.linkTo(act, item, { pageContext, id, path }),
    isMain: act === "resume",
  }));
}

function campaignFacts(campaign: CampaignDetail, timeZone: string, pageContext: PageContext) {
  const { figures } = pageContext;
  const {
    kind,
    playTakes,
    takenPlays,
    wantedPlays,
    stores,
    price,
    createdBy,
    createdAt,
    takesNewStores,
    note,
  } = campaign;
  const { locations, brand } = shownCampaign(campaign, pageContext);
  return [
    { term: "Brand", value: brand },
    {
      term: "Kind",
      value:
        kind === "AD"
          ? `${spotKindWords[kind]}, ${figures.counted(playTakes, "second")} per play`
          : spotKindWords[kind],
    },
    { term: "Flight", value: flightAndDays(campaign) },
    {
      term: "Position in the break",
      value: campaign.breakPosition && breakPositionWords[campaign.breakPosition],
    },
    { term: "Priority", value: priorityWords(campaign) },
    { term: "Goal", value: goalWords(campaign, figures) },
    { term: campaign.goal ? "Hours, at most" : "Hours", value: hoursWords(campaign, figures) },
    { term: "Locations", value: locations },
    { term: "Blackout stores", value: blackoutStoreWords(campaign, figures) },
    { term: "Stores", value: campaign.state === "DRAFT" ? null : figures.figure(stores) },
    {
      term: "Plays booked",
      value:
        campaign.state === "DRAFT"
          ? null
          : `${figures.figure(takenPlays)} of ${figures.figure(wantedPlays)}`,
    },
    {
      term: "Plays given up",
      value: campaign.preempted.plays === 0 ? null : preemptedWords(campaign.preempted, figures),
    },
    { term: "Price", value: price === null ? null : figures.money(parseAmount(price)) },
    { term: "New stores", value: takesNewStores ? campaignTexts.joinLater : null },
    { term: "Note", value: note },
    { term: "Added", value: `${showInstant(new Date(createdAt), timeZone)} by ${createdBy}` },
  ].flatMap(({ term, value }) => (value === null ? [] : [{ term, value }]));
}

/** Opens the availability page with the campaign's own stores, days and hours. */
function availabilityOf(
  { kind, startsOn, endsOn, weekdays, plays, playTakes }: CampaignDetail,
  campaignId: string,
) {
  const hours = hoursWithPlays(plays);
  const last = hours.at(-1) ?? 23;
  return {
    campaignId,
    kind,
    from: startsOn,
    to: endsOn,
    playSeconds: kind === "AD" ? playTakes : undefined,
    weekdays: weekdays.length === 7 ? undefined : weekdays.join(","),
    fromHour: hours[0] || undefined,
    toHour: last < 23 ? last + 1 : undefined,
  };
}
