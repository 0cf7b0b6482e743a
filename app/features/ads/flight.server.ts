import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { FlightForm } from "#contract/ads/campaign-form";
import type { CampaignDetail } from "#contract/ads/campaigns";
import { bookedStates } from "#contract/ads/words";
import { dateIn, showDate } from "#contract/base/dates";
import { publishSettings } from "#contract/schedule/publishing";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import { callsFor, campaignFacts, submitBooking } from "./booking.server";
import { bookingTexts } from "./booking-words";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";

const hasPlays = ({ state }: CampaignDetail) => bookedStates.some((one) => one === state);

const { endsOn = {} } = constraintsOf(FlightForm);

/** Loads the dates of a campaign with plays for editing; redirects any other to its own page. */
export async function loadFlight(at: CampaignContext) {
  const { pageContext, path } = at;
  const campaign = await findOwnCampaign(at);
  if (!hasPlays(campaign)) throw redirect(path);
  const { startsOn, version } = campaign;
  const { data: settings } = await load(() => pageContext.api.call(publishSettings, {}));
  const hasBegun = startsOn <= dateIn(settings.timeZone, new Date());
  return {
    ...campaignFacts(campaign, pageContext),
    path,
    begun: hasBegun ? bookingTexts.begun(showDate(startsOn)) : null,
    constraints: { endsOn },
    values: { startsOn, endsOn: campaign.endsOn, mode: "all", version: String(version) },
  };
}

/** Takes and releases the plays that the new dates need; if that is refused, changes nothing. */
export async function changeFlight(args: ActionFunctionArgs, at: CampaignContext) {
  const { pageContext, id, path } = at;
  const campaign = await findOwnCampaign(at);
  if (!hasPlays(campaign)) throw redirect(path);
  const form = await readForm(args.request, FlightForm, { ids: pageContext.ids });
  if (!form.value) return form.refused();
  const flight = form.value;
  const { reply, refused } = await submitBooking(form, { campaign, pageContext }, () =>
    pageContext.api.call(callsFor(campaign).change, { body: { campaignId: id, ...flight } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(path);
}
