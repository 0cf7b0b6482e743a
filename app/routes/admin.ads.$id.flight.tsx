import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CampaignFacts, modes } from "~/features/ads/booking";
import type { BookingResult } from "~/features/ads/booking.server";
import { bookingTexts } from "~/features/ads/booking-words";
import { FlightRefusal } from "~/features/ads/flight";
import { changeFlight, loadFlight } from "~/features/ads/flight.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { adsPath } from "~/features/ads/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { CheckboxField, RadioField } from "~/ui/choice-field";
import { Form, FormActions, TwoColumns } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { DateField } from "~/ui/text-field";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Change dates of ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) => loadFlight(await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  changeFlight(args, await requireCampaign(args));

export default function ChangeFlight() {
  const { name, path, begun, facts, constraints, values } = useLoaderData<typeof loader>();
  const result = useActionData<BookingResult>();
  const { errors, values: posted } = result?.fields ?? {};
  const asksLessMusic =
    errors?.acceptsLessMusic !== undefined || posted?.acceptsLessMusic !== undefined;
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Ads", to: adsPath },
          { label: name, to: path },
        ]}
        title={`Change dates of ${name}`}
        lead={bookingTexts.flightLead}
        help={tutorialPath("ad_book_slot")}
      />
      <FlightRefusal result={result} version={values.version} />
      <Panel>
        <Form
          fields={{
            constraints,
            errors: result?.refusal ? undefined : errors,
            values: { ...values, ...posted, version: values.version },
          }}
        >
          <VersionField />
          {begun ? <p>{begun}</p> : null}
          <TwoColumns>
            {begun ? null : <DateField name="startsOn" label="First day" />}
            <DateField name="endsOn" label="Last day" />
          </TwoColumns>
          <RadioField name="mode" label={bookingTexts.mode} options={modes} />
          {asksLessMusic ? (
            <CheckboxField name="acceptsLessMusic" label={bookingTexts.acceptsLessMusic} />
          ) : null}
          <FormActions>
            <Button variant="primary">Change dates</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
      <CampaignFacts facts={facts} />
    </>
  );
}
