import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { webhooksPath } from "~/features/webhooks/paths";
import { SecretPanel, WebhookFields } from "~/features/webhooks/webhook-panels";
import {
  createWebhook,
  loadNewWebhook,
  requireWebhooks,
} from "~/features/webhooks/webhooks.server";
import { Form, FormActions } from "~/ui/form";
import { Button, ButtonLink } from "~/ui/frame/button";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";
import { Panel } from "~/ui/frame/panel";

export const meta: MetaFunction = () => [{ title: "Add webhook · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  await requireWebhooks(args);
  return loadNewWebhook();
}

export const action = async (args: ActionFunctionArgs) =>
  createWebhook(args, await requireWebhooks(args));

export default function AddWebhook() {
  const { constraints, values, eventChoices } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const created = result && "created" in result ? result.created : undefined;
  const refused = result && "fields" in result ? result : undefined;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Webhooks", to: webhooksPath }]}
        title={created ? `${created.name} added` : "Add webhook"}
      />
      {created ? (
        <SecretPanel secret={created.secret} doneTo={created.path} />
      ) : (
        <>
          <Failure failure={refused?.failure} />
          <Panel>
            <Form fields={{ constraints, values, ...refused?.fields }}>
              <WebhookFields eventChoices={eventChoices} />
              <FormActions>
                <Button variant="primary">Add webhook</Button>
                <ButtonLink to={webhooksPath}>Cancel</ButtonLink>
              </FormActions>
            </Form>
          </Panel>
        </>
      )}
    </>
  );
}
