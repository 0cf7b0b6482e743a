import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { webhooksPath } from "~/features/webhooks/paths";
import { WebhookFields } from "~/features/webhooks/webhook-panels";
import {
  loadWebhookForm,
  requireWebhooks,
  saveWebhookForm,
} from "~/features/webhooks/webhooks.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";
import { VersionField } from "~/ui/version-field";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.name ?? "webhook"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadWebhookForm(args, await requireWebhooks(args));
export const action = async (args: ActionFunctionArgs) =>
  saveWebhookForm(args, await requireWebhooks(args));

export default function EditWebhook() {
  const { name, path, constraints, values, eventChoices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Webhooks", to: webhooksPath },
          { label: name, to: path },
        ]}
        title={`Edit ${name}`}
      />
      <Failure failure={result?.failure} />
      <Panel>
        <Form fields={{ constraints, values, ...result?.fields }}>
          <VersionField />
          <WebhookFields eventChoices={eventChoices} />
          <FormActions>
            <Button variant="primary">Save webhook</Button>
            <ButtonLink to={path}>Cancel</ButtonLink>
          </FormActions>
        </Form>
      </Panel>
    </>
  );
}
