import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { campaignFormTexts } from "~/features/ads/booking-words";
import { loadCampaignEdit, saveCampaign } from "~/features/ads/campaign-edit.server";
import { CampaignEditor, DraftActions } from "~/features/ads/campaign-editor";
import { BookedCampaignFields, CampaignFields } from "~/features/ads/campaign-form";
import type { CampaignFormResult } from "~/features/ads/campaign-form.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { adsPath } from "~/features/ads/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadCampaignEdit(await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  saveCampaign(args, await requireCampaign(args));

export default function EditCampaign() {
  const { name, kind, path, isDraft, constraints, ...loaded } = useLoaderData<typeof loader>();
  const result = useActionData<CampaignFormResult>();
  const values = result?.fields?.values ?? loaded.values;
  const form = { constraints, values, errors: result?.fields?.errors };
  const fields = { kind, choices: result?.choices ?? loaded.choices, values };
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Ads", to: adsPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
        lead={isDraft ? undefined : campaignFormTexts.bookedLead}
        help={tutorialPath("ad_schedule")}
      />
      <Failure failure={result?.failure} />
      {isDraft ? (
        <CampaignEditor
          kind={kind}
          quoteTo={loaded.quoteTo}
          quote={result?.quote}
          fields={form}
          actions={<DraftActions save="Save draft" />}
        >
          <VersionField />
          <CampaignFields {...fields} />
        </CampaignEditor>
      ) : (
        <Panel>
          <Form key={JSON.stringify(values)} fields={form} keep>
            <VersionField />
            <BookedCampaignFields {...fields} />
            <FormActions>
              <Button variant="primary">Save campaign</Button>
              <ButtonLink to={path}>Cancel</ButtonLink>
            </FormActions>
          </Form>
        </Panel>
      )}
    </>
  );
}
