import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CopyForm } from "#contract/ads/campaign-form";
import { copyCampaign } from "#contract/ads/campaigns";
import { campaignActTexts } from "~/features/ads/booking-words";
import { findOwnCampaign, requireCampaign } from "~/features/ads/own-campaign.server";
import { adsPath, campaignBookPath, campaignPath } from "~/features/ads/paths";
import { constraintsOf, type FormResult, readForm } from "~/lib/forms/forms.server";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { DateField, TextField } from "~/ui/text-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Copy ${data?.name ?? "campaign"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireCampaign(args);
  const { name } = await findOwnCampaign(at);
  return {
    name,
    path: at.path,
    constraints: constraintsOf(CopyForm),
    values: { name: `${name}, copy`.slice(0, 100) },
  };
}

/** Adds the copy as a draft and leads to its booking. */
export async function action(args: ActionFunctionArgs) {
  const { pageContext, id } = await requireCampaign(args);
  const form = await readForm(args.request, CopyForm);
  if (!form.value) return form.refused();
  const body = { ...form.value, copyOfId: id };
  const { reply, refused } = await form.submit(() => pageContext.api.call(copyCampaign, { body }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(
    campaignBookPath(campaignPath(pageContext.ids.encrypt("campaign", reply.data.id))),
  );
}

export default function CopyCampaign() {
  const { name, path, constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Ads", to: adsPath },
          { label: name, to: path },
        ]}
        title={`Copy ${name}`}
        lead={campaignActTexts.copyLead}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <TwoColumns>
            <TextField name="name" label="Name" />
            <DateField name="startsOn" label="First day" />
          </TwoColumns>
          <FormActions>
            <Button variant="primary">Copy campaign</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
