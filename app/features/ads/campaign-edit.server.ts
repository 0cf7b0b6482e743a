import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { BookedCampaignForm, CampaignForm } from "#contract/ads/campaign-form";
import { type CampaignBody, type CampaignDetail, changeCampaign } from "#contract/ads/campaigns";
import { bookedStates } from "#contract/ads/words";
import { readForm } from "~/lib/forms.server";
import {
  campaignConstraints,
  campaignFormAgain,
  campaignValues,
  changedValues,
  loadCampaignChoices,
  spotsOf,
} from "./campaign-form.server";
import { type CampaignGuarded, findOwnCampaign } from "./own-campaign.server";
import { campaignBookPath } from "./paths";

/** A campaign that may still change. One that is over leads to its own page. */
async function findChangeable(at: CampaignGuarded) {
  const campaign = await findOwnCampaign(at);
  const isDraft = campaign.state === "DRAFT";
  if (!isDraft && !bookedStates.some((state) => state === campaign.state)) throw redirect(at.path);
  return { ...at, campaign, isDraft };
}

export async function loadCampaignEdit(at: CampaignGuarded) {
  const { guarded, campaign, path, isDraft } = await findChangeable(at);
  const { name, kind } = campaign;
  const values = campaignValues(campaign, guarded);
  const choices = await loadCampaignChoices(guarded, values, { currentSpots: spotsOf(campaign) });
  return { name, kind, path, isDraft, values, choices, constraints: campaignConstraints };
}

/**
 * Saves a draft whole, of a campaign with plays what may change. A draft goes on to its booking.
 */
export async function saveCampaign({ request, context }: ActionFunctionArgs, at: CampaignGuarded) {
  const { guarded, id, path, campaign, isDraft } = await findChangeable(at);
  const { ids } = guarded;
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
  const typed = { posted: form.posted, values: { ...form.values, kind: campaign.kind } };
  const changed = changedValues(typed);
  if (changed) return campaignFormAgain(guarded, { ...typed, values: changed }, { currentSpots });
  const { value } = form;
  if (!value) return campaignFormAgain(guarded, typed, { refused: form.refused(), currentSpots });
  const body = { ...value.campaign, id, version: value.version };
  const { reply, refused } = await form.submit(() => guarded.api.call(changeCampaign, { body }));
  if (refused)
    return campaignFormAgain(
      guarded,
      { ...typed, values: { ...typed.values, ...refused.data.fields.values } },
      { refused, currentSpots },
    );
  context.session.flash("success", reply.message);
  return redirect(isDraft ? campaignBookPath(path) : path);
}

/** A campaign as it is sent. */
function bodyOf({
  kind,
  startsOn,
  endsOn,
  weekdays,
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
    name: campaign.name,
    takesNewStores: campaign.takesNewStores,
    ...(exactTimes ? { exactTimes } : { plays }),
    spots: campaign.spots.map(({ spotId, weight }) => ({ spotId, weight })),
    wholeCompany: at("COMPANY").length > 0,
    regionIds: at("REGION"),
    zoneIds: at("ZONE"),
    groupIds: at("GROUP"),
    storeIds: [],
    keepStores: true,
  };
}
