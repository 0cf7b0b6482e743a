import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import type { z } from "zod";
import {
  booking,
  bookingForToh,
  bookingWithTime,
  checkPlaylistExistence,
  listOffers,
  setCampaignState,
} from "#contract/ads/booking";
import { TakeForm } from "#contract/ads/campaign-form";
import type { CampaignDetail } from "#contract/ads/campaigns";
import { quoteCampaign, quotePdf } from "#contract/ads/quotes";
import { spotKindWords } from "#contract/ads/words";
import { showDate, showInstant } from "#contract/base/dates";
import { mayOpen } from "#contract/base/roles";
import { publishSettings } from "#contract/schedule/publishing";
import { clockOf } from "#contract/stores/words";
import { masterRulePath } from "~/features/schedule/paths";
import { passFile } from "~/lib/api/download.server";
import { withNames } from "~/lib/audit/people.server";
import { type FormResult, readForm } from "~/lib/forms/forms.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { hoursWords } from "~/lib/stores/hours-words";
import { bookingTexts } from "./booking-words";
import { campaignConfirmations, loadCampaignToAct } from "./campaign-confirmations.server";
import {
  blackoutStoreWords,
  flightAndDays,
  goalWords,
  locationWords,
  stateOf,
} from "./campaign-words";
import { offerWords } from "./offer-words.server";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";
import { campaignBookPath } from "./paths";
import { priceWords, quoteWords } from "./quote-words.server";
import { fullRows, type RefusalWords, refusalOf } from "./refusal-words.server";
import { campaignsTexts } from "./texts";

/**
 * Picks the calls that take, change and release a campaign's plays, by its kind and by whether it
 * has exact times.
 */
export function callsFor({ kind, exactTimes }: Pick<CampaignDetail, "kind" | "exactTimes">) {
  if (kind === "TOH") return bookingForToh;
  return exactTimes ? bookingWithTime : booking;
}

/** Describes a campaign in words for the pages that book it. */
export function campaignFacts(campaign: CampaignDetail, { figures }: PageContext) {
  const { name, brandName, kind, spots } = campaign;
  const goal = goalWords(campaign, figures);
  const withoutStores = blackoutStoreWords(campaign, figures);
  return {
    name,
    state: stateOf(campaign.state),
    facts: [
      { term: "Kind", value: spotKindWords[kind] },
      { term: "Brand", value: brandName ?? campaignsTexts.noBrand },
      { term: "Spots", value: spots.map((spot) => `${spot.name} (${spot.seconds} s)`).join(", ") },
      { term: "Flight", value: flightAndDays(campaign) },
      ...(goal ? [{ term: "Goal", value: goal }] : []),
      { term: goal ? "Hours, at most" : "Hours", value: hoursWords(campaign, figures) },
      { term: "Locations", value: locationWords(campaign, figures) },
      ...(withoutStores ? [{ term: "Blackout stores", value: withoutStores }] : []),
    ],
  };
}

/**
 * Loads the page that books a draft, or books or releases a held campaign. A campaign in any other
 * state redirects to its own page.
 */
export async function loadBooking(at: CampaignContext) {
  const { pageContext, id, path } = at;
  const campaign = await findOwnCampaign(at);
  if (campaign.state !== "DRAFT" && campaign.state !== "HELD") throw redirect(path);
  const question = await loadCampaignToAct(campaign, path, pageContext);
  const { kind, version } = campaign;
  const common = { ...campaignFacts(campaign, pageContext), kind, path, version: String(version) };
  if (campaign.state === "HELD") {
    const release = campaignConfirmations.linkTo("release", question, at);
    return {
      ...common,
      held: await heldWords(campaign, pageContext),
      release,
      removal: null,
      hasPrice: campaign.price !== null,
      quote: null,
      offers: [],
    };
  }
  const { api } = pageContext;
  const [{ data: quote }, { data: music }] = await load(() =>
    Promise.all([
      api.call(quoteCampaign, { query: { id } }),
      api.call(checkPlaylistExistence, { query: { campaignId: id } }),
    ]),
  );
  const isFull = quote.freePlays < quote.plays || quote.plays === 0;
  const { data: offers } =
    isFull && music.exists
      ? await load(() => api.call(listOffers, { query: { id } }))
      : { data: [] };
  return {
    ...common,
    held: null,
    release: null,
    hasPrice: quote.price !== null,
    removal: campaignConfirmations.linkTo("remove", question, at),
    quote: {
      ...quoteWords(quote, campaign, pageContext),
      full: fullRows(quote.full, pageContext),
      silent: music.exists ? null : silentWords(music, pageContext),
    },
    offers: offers.map((offer) => offerWords(offer, { campaign, asked: quote, pageContext })),
  };
}

export const passQuotePdf = async ({ pageContext, id }: CampaignContext): Promise<Response> =>
  passFile(await load(() => pageContext.api.file(quotePdf, { query: { id } })));

/** Names the stores that lack music in the campaign's hours; they block the booking (ADS-3). */
function silentWords(
  { stores, missing }: z.output<typeof checkPlaylistExistence.data>,
  { figures, person }: PageContext,
) {
  return {
    lead: bookingTexts.silentLead(figures.counted(stores, "store"), stores === 1),
    lines: missing.map(({ storeName, from, to, hours }) =>
      bookingTexts.silentStore(
        storeName,
        from === to ? showDate(from) : `${showDate(from)} – ${showDate(to)}`,
        `${clockOf((hours[0] ?? 0) * 60)}–${clockOf(((hours.at(-1) ?? 0) + 1) * 60)}`,
      ),
    ),
    more: stores > missing.length ? figures.counted(stores - missing.length, "other store") : null,
    rulesTo: mayOpen(person, "MASTER_RULE") ? masterRulePath : null,
  };
}

/** Says until when a campaign is held, on the company's clock, and which plays it keeps. */
async function heldWords(campaign: CampaignDetail, pageContext: PageContext) {
  const { api, figures } = pageContext;
  const [{ holdUntil, takenPlays, stores, price, approvalAskedBy, mayApprove } = campaign] =
    await withNames(pageContext, [campaign], "approvalAskedBy");
  const { data: settings } = await load(() => api.call(publishSettings, {}));
  const until = new Date(holdUntil ?? 0);
  return {
    until: showInstant(until, settings.timeZone),
    keeps: bookingTexts.keeps(
      figures.counted(takenPlays, "play"),
      figures.counted(stores, "store"),
    ),
    price: price === null ? null : priceWords(price, figures),
    approval: approvalAskedBy
      ? {
          mayApprove,
          words: mayApprove
            ? bookingTexts.approve(approvalAskedBy)
            : bookingTexts.waits(approvalAskedBy),
        }
      : null,
  };
}

/** Answers the pages that take plays when the booking is refused. */
export type BookingResult = FormResult & { refusal?: RefusalWords };

/** Runs a call that takes plays. If it is refused, the answer has the full hours and free times. */
export async function submitBooking<T>(
  form: { submit: Awaited<ReturnType<typeof readForm>>["submit"] },
  { campaign, pageContext }: { campaign: CampaignDetail; pageContext: PageContext },
  call: () => Promise<T>,
) {
  let refusal: RefusalWords | undefined;
  const { reply, refused } = await form.submit(() =>
    call().catch((error: unknown) => {
      refusal = refusalOf(error, campaign, pageContext);
      throw error;
    }),
  );
  if (refused)
    return {
      refused: data<BookingResult>({ ...refused.data, refusal }, refused.init ?? undefined),
    };
  return { reply };
}

/**
 * Holds or books a draft, at its own times or at those of an offer; books a held campaign. Then
 * leads to the campaign, or for a held one to its booking page.
 */
export async function book(args: ActionFunctionArgs, at: CampaignContext) {
  const { pageContext, id, path } = at;
  const { api, ids } = pageContext;
  const campaign = await findOwnCampaign(at);
  // the person pressed twice, or somebody else booked it first
  if (campaign.state !== "DRAFT" && campaign.state !== "HELD") throw redirect(path);
  const form = await readForm(args.request, TakeForm, { ids });
  if (!form.value) return form.refused();
  const { as, reason, ...take } = form.value;
  const { version } = take;
  const act = as === "approve" || as === "decline" ? as : "book";
  const { reply, refused } = await submitBooking(form, { campaign, pageContext }, () =>
    campaign.state === "HELD"
      ? api.call(setCampaignState, { body: { id, version, act, reason } })
      : api.call(callsFor(campaign).take, {
          body: { campaignId: id, as: as === "held" ? "held" : "booked", ...take },
        }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(reply.data.state === "HELD" ? campaignBookPath(path) : path);
}
