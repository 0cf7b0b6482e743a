import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { spotsPath } from "~/features/ads/paths";
import { SpotFields } from "~/features/ads/spot-fields";
import { loadSpotEdit, saveSpotEdit } from "~/features/ads/spot-form.server";
import { requireSpots } from "~/features/ads/spots.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "spot"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSpotEdit(args, await requireSpots(args));
}

export async function action(args: ActionFunctionArgs) {
  return saveSpotEdit(args, await requireSpots(args));
}

export default function EditSpot() {
  const { path, name, constraints, values, options } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Ad spots", to: spotsPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
      />
      <Failure failure={result?.failure} />
      <Form key={path} id="spot" fields={{ constraints, values, ...result?.fields }} keep>
        <VersionField />
        <SpotFields {...options} />
        <FormActions>
          <Button variant="primary">Save spot</Button>
          <ButtonLink to={path}>Cancel</ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}
