import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CampaignForm } from "#contract/ads/campaign-form";
import { addCampaign } from "#contract/ads/campaigns";
import { spotKinds, spotKindWords } from "#contract/ads/words";
import { isoDate } from "#contract/base/fields";
import { unitFilters } from "#contract/base/identifiers";
import { campaignFormTexts } from "~/features/ads/booking-words";
import { CampaignEditor, DraftActions } from "~/features/ads/campaign-editor";
import { CampaignFields } from "~/features/ads/campaign-form";
import {
  type CampaignFormResult,
  campaignConstraints,
  campaignFormAgain,
  changedValues,
  loadCampaignChoices,
  newCampaignValues,
  suggestValues,
} from "~/features/ads/campaign-form.server";
import { callQuote, goOn } from "~/features/ads/campaign-quote.server";
import { readMatching, storesFromList } from "~/features/ads/matching-stores.server";
import { adsPath, campaignAddPath, campaignQuotePath } from "~/features/ads/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { readForm, readQuery } from "~/lib/forms/forms.server";
import { requireArea } from "~/lib/session/guard.server";
import { withMember } from "~/ui/frame/address";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";

export const meta: MetaFunction = () => [{ title: "Add campaign · Fever In-Store" }];

const { regionId, zoneId, groupId } = unitFilters;
/** The calendar suggests the dates and the location that it shows room in. */
const Address = z.object({
  kind: z.enum(spotKinds).default("AD"),
  startsOn: isoDate.optional(),
  endsOn: isoDate.optional(),
  regionId,
  zoneId,
  groupId,
});

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "NON_MUSIC");
  const { kind, ...suggestion } = readQuery(args.request, Address, { ids: pageContext.ids });
  const { values: fromList, matching } = await storesFromList(args, pageContext);
  const values = {
    ...newCampaignValues(kind),
    ...suggestValues(suggestion, pageContext),
    ...fromList,
  };
  return {
    kind,
    values,
    matching,
    search: new URL(args.request.url).search,
    constraints: campaignConstraints,
    choices: await loadCampaignChoices(pageContext, values),
  };
}

/**
 * Adds the draft and leads to its booking; adding a spot line or searching saves
 * nothing.
 */
export async function action(args: ActionFunctionArgs) {
  const pageContext = await requireArea(args, "NON_MUSIC");
  const form = await readForm(args.request, CampaignForm, { ids: pageContext.ids });
  const { value } = form;
  const changed = changedValues(form);
  if (changed) return campaignFormAgain(pageContext, { ...form, values: changed });
  if (!value) return campaignFormAgain(pageContext, form, { refused: form.refused() });
  const matching = value.campaign.matching && readMatching(args, pageContext);
  const body = { ...value.campaign, matching };
  const act = String(form.posted.get("_do") ?? "");
  if (act === "check") {
    const { reply: quote, refused } = await form.submit(() => callQuote(pageContext, body));
    return campaignFormAgain(pageContext, form, { refused, quote });
  }
  const { reply, refused } = await form.submit(() => pageContext.api.call(addCampaign, { body }));
  if (refused) return campaignFormAgain(pageContext, form, { refused });
  return goOn(args, pageContext, { ...body, ...reply.data }, { act, message: reply.message });
}

export default function AddCampaign() {
  const { kind, constraints, matching, search, ...loaded } = useLoaderData<typeof loader>();
  const result = useActionData<CampaignFormResult>();
  const values = result?.fields?.values ?? loaded.values;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Ads", to: adsPath }]}
        title="Add campaign"
        lead={campaignFormTexts.lead}
        help={tutorialPath("ad_schedule")}
      />
      <Failure failure={result?.failure} />
      <Tabs
        label={campaignFormTexts.kinds}
        tabs={spotKinds.map((one) => ({
          label: spotKindWords[one],
          to: withMember(`${campaignAddPath}${search}`, "kind", one === "AD" ? undefined : one),
          current: one === kind,
        }))}
      />
      <CampaignEditor
        kind={kind}
        quoteTo={withMember(`${campaignQuotePath}${search}`, "kind", undefined)}
        quote={result?.quote}
        fields={{ constraints, values, errors: result?.fields?.errors }}
        actions={<DraftActions save="Save draft" />}
      >
        <CampaignFields
          kind={kind}
          choices={result?.choices ?? loaded.choices}
          values={values}
          matching={matching}
        />
      </CampaignEditor>
    </>
  );
}
