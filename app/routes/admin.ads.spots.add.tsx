import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spotAddPath, spotsPath } from "~/features/ads/paths";
import { SpotFields } from "~/features/ads/spot-fields";
import { addSpotPage, loadSpotAdd } from "~/features/ads/spot-form.server";
import { requireSpots } from "~/features/ads/spots.server";
import { spotFormTexts } from "~/features/ads/texts";
import { Waveform } from "~/features/library/waveform";
import { FileField } from "~/ui/file-field";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { Steps } from "~/ui/steps";

export const meta: MetaFunction = () => [{ title: "Add spot · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSpotAdd(args, await requireSpots(args));
}

export async function action(args: ActionFunctionArgs) {
  return addSpotPage(args, await requireSpots(args));
}

export default function AddSpot() {
  const read = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Ad spots", to: spotsPath }]}
        title="Add spot"
        lead={read ? spotFormTexts.measuredLead : spotFormTexts.uploadLead}
      />
      <Steps
        steps={[{ label: "Audio", to: spotAddPath }, { label: "Spot" }]}
        current={read ? 1 : 0}
      />
      <Failure failure={result?.failure} />
      {read ? (
        <>
          <Panel title="Audio" lead={read.audio.about}>
            <Waveform
              path={read.audio.wave}
              label={`Waveform of ${read.audio.name}`}
              played={read.audio.played}
            />
          </Panel>
          <Form
            key={read.audio.name}
            id="spot"
            fields={{ constraints: read.constraints, values: read.values, ...result?.fields }}
            keep
          >
            <SpotFields {...read.options} />
            <FormActions>
              <Button variant="primary">Add spot</Button>
              <ButtonLink to={spotsPath}>Cancel</ButtonLink>
            </FormActions>
          </Form>
        </>
      ) : (
        <Form id="audio" multipart fields={result?.fields ?? {}}>
          <FileField name="file" label="Audio file" kind="audio" hint={spotFormTexts.fileHint} />
          <FormActions>
            <Button variant="primary" icon="upload">
              Upload audio
            </Button>
            <ButtonLink to={spotsPath}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      )}
    </>
  );
}
