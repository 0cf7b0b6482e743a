import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import type { CampaignBody } from "#contract/ads/campaign-body";
import { BookedCampaignForm, CampaignForm } from "#contract/ads/campaign-form";
import { type CampaignDetail, changeCampaign } from "#contract/ads/campaigns";
import { bookedStates } from "#contract/ads/words";
import { readForm } from "~/lib/forms/forms.server";
import { withMembers } from "~/ui/frame/address";
import {
  campaignConstraints,
  campaignFormAgain,
  campaignValues,
  changedValues,
  loadCampaignChoices,
  spotsOf,
} from "./campaign-form.server";
import { callQuote, goOn } from "./campaign-quote.server";
import { type CampaignContext, findOwnCampaign } from "./own-campaign.server";
import { campaignQuotePath } from "./paths";

/** Finds a campaign that can still change; redirects to its page if it is over. */
async function findChangeable(at: CampaignContext) {
  const campaign = await findOwnCampaign(at);
  const isDraft = campaign.state === "DRAFT";
  if (!isDraft && !bookedStates.some((state) => state === campaign.state)) throw redirect(at.path);
  return { ...at, campaign, isDraft };
}

export async function loadCampaignEdit(at: CampaignContext) {
  const { pageContext, id, campaign, path, isDraft } = await findChangeable(at);
  const { name, kind } = campaign;
  const quoteTo = withMembers(campaignQuotePath, {
    campaign: pageContext.ids.encrypt("campaign", id),
  });
  const values = campaignValues(campaign, pageContext);
  const choices = await loadCampaignChoices(pageContext, values, {
    currentSpots: spotsOf(campaign),
  });
  return { name, kind, path, quoteTo, isDraft, values, choices, constraints: campaignConstraints };
}

/**
 * Saves a whole draft and goes on to its booking. A campaign with plays saves what may change.
 */
export async function saveCampaign(args: ActionFunctionArgs, at: CampaignContext) {
  const { request, context } = args;
  const { pageContext, id, path, campaign, isDraft } = await findChangeable(at);
  const { ids } = pageContext;
  const form = isDraft
    ? await readForm(request, CampaignForm, { ids })
    : await readForm(
        request,
        BookedCampaignForm.transform(({ version, ...changes }) => ({
          campaign: { ...bodyOf(campaign), ...changes },
          version,
        })),
        { ids },
      );
  const currentSpots = spotsOf(campaign);
  const typedForm = { posted: form.posted, values: { ...form.values, kind: campaign.kind } };
  const changed = changedValues(typedForm);
  if (changed)
    return campaignFormAgain(pageContext, { ...typedForm, values: changed }, { currentSpots });
  const { value } = form;
  if (!value)
    return campaignFormAgain(pageContext, typedForm, { refused: form.refused(), currentSpots });
  const body = { ...value.campaign, id, version: value.version };
  const act = String(form.posted.get("_do") ?? "");
  if (isDraft && act === "check") {
    const { reply: quote, refused } = await form.submit(() =>
      callQuote(pageContext, { ...value.campaign, id }),
    );
    return campaignFormAgain(pageContext, typedForm, { refused, quote, currentSpots });
  }
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeCampaign, { body }),
  );
  if (refused)
    return campaignFormAgain(
      pageContext,
      { ...typedForm, values: { ...typedForm.values, ...refused.data.fields.values } },
      { refused, currentSpots },
    );
  const { message } = reply;
  if (isDraft)
    return goOn(args, pageContext, { ...value.campaign, ...reply.data }, { act, message });
  context.session.flash("success", message);
  return redirect(path);
}

/** Turns a stored campaign into the body of a change that keeps its stores. */
function bodyOf({
  kind,
  startsOn,
  endsOn,
  weekdays,
  blackoutDates,
  plays,
  exactTimes,
  units,
  ...campaign
}: CampaignDetail): CampaignBody {
  const at = (level: CampaignDetail["units"][number]["level"]) =>
    units.flatMap((unit) => (unit.level === level ? [unit.unitId] : []));
  return {
    kind,
    startsOn,
    endsOn,
    weekdays,
    blackoutDates,
    name: campaign.name,
    takesNewStores: campaign.takesNewStores,
    blackoutStoreIds: campaign.blackoutStores.map(({ storeId }) => storeId),
    ...(exactTimes ? { exactTimes } : { plays }),
    goal: campaign.goal ?? undefined,
    breakPosition: campaign.breakPosition ?? undefined,
    priority: campaign.priority,
    mayBePreempted: campaign.mayBePreempted,
    spots: campaign.spots.map(({ spotId, weight }) => ({ spotId, weight })),
    wholeCompany: at("COMPANY").length > 0,
    regionIds: at("REGION"),
    zoneIds: at("ZONE"),
    groupIds: at("GROUP"),
    storeIds: [],
    keepStores: true,
  };
}
